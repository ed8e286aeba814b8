//! Pictures of the board: the table draws the board of the page, and the page saves it as SVG or PNG.

use fantoccini::actions::MOUSE_BUTTON_RIGHT;
use serde_json::Value;

use crate::analysis::analyse;
use crate::chromium::Page;
use crate::page::test;
use crate::{play, two_persons};

impl Page {
    /// Saves a picture, and returns the result of a script that examines its `blob`.
    fn saved_picture(&self, kind: &str, script: &str) -> Value {
        let catch = "
            const find = new Function('blob', arguments[0]);
            const blobs = {};
            window.saved = undefined;
            window.create ??= URL.createObjectURL;
            URL.createObjectURL = (blob) => {
                const url = window.create(blob);
                blobs[url] = blob;
                return url;
            };
            HTMLAnchorElement.prototype.click = async function () {
                window.saved = { name: this.download, found: await find(blobs[this.href]) };
            };";
        self.run(catch, script);
        self.press("files");
        self.press(kind);
        self.until("the picture is saved", || self.run("return window.saved", "").is_object());
        let saved = self.run("return window.saved", "");
        assert_eq!(saved["name"], format!("board.{kind}"));
        saved["found"].clone()
    }

    /// Saves a picture as SVG, and returns its text.
    fn saved_svg(&self) -> String {
        let text = self.saved_picture("svg", "return blob.text()");
        text.as_str().expect("it is text").to_owned()
    }
}

/// Checks how often a picture has these parts.
#[track_caller]
fn assert_parts(svg: &str, parts: &[(&str, usize)]) {
    for (part, times) in parts {
        assert_eq!(svg.matches(part).count(), *times, "{part}: {svg}");
    }
}

/// The radius of stones, and the colours of the last stone and of a five.
const STONE: &str = "r=\".45\"";
const LAST: &str = "#e2572b";
const FIVE: &str = "#1f9d63";

#[test]
#[ignore = "needs Chromium"]
fn a_picture_shows_the_game_as_the_settings_do() {
    test(&[], |page| {
        two_persons(page, "freestyle");
        play(page, "h8 a1 h9 a3");
        let svg = page.saved_svg();
        assert_parts(&svg, &[(STONE, 4), (LAST, 1), ("font-weight", 0), ("<text", 30)]);
        assert!(svg.trim_end().ends_with("</svg>"), "{svg}");
        let row = |svg: &str| svg.rsplit("<text").next().unwrap_or_default().contains(">1</text>");
        assert!(row(&svg), "row 1 is at the bottom at first");
        page.press("settings");
        page.select("notation", "top");
        page.tick("numbers");
        page.select("theme", "dark");
        page.press("done");
        let numbered = page.saved_svg();
        assert_parts(&numbered, &[(STONE, 4), (LAST, 1), (">4</text>", 2), ("<text", 34)]);
        page.press("settings");
        page.select("theme", "light");
        page.press("done");
        assert_eq!(numbered, page.saved_svg(), "a theme changes no picture");
        play(page, "h10 a5 h11 a7 h12");
        page.until("the game is won", || page.count(".ring.five") == 5);
        assert_parts(&page.saved_svg(), &[(STONE, 9), (LAST, 0), (FIVE, 2)]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_is_drawn_in_pixels() {
    test(&[], |page| {
        two_persons(page, "freestyle");
        play(page, "h8 i8");
        // A unit of the picture is 1200 pixels divided by 14 distances and the edges of 1.2 and 0.75.
        let script = "
            return createImageBitmap(blob).then((image) => {
                const canvas = document.createElement('canvas');
                [canvas.width, canvas.height] = [image.width, image.height];
                const context = canvas.getContext('2d');
                context.drawImage(image, 0, 0);
                const unit = 1200 / 15.95;
                const light = (x, y) => context.getImageData((x + 1.2) * unit, (y + 0.75) * unit, 1, 1).data[2];
                return { size: [image.width, image.height], type: blob.type, black: light(7, 7), white: light(8.3, 7), wood: light(2.5, 2.5) };
            })";
        let found = page.saved_picture("png", script);
        assert_eq!(found["size"], serde_json::json!([1200, 1200]));
        assert_eq!(found["type"], "image/png");
        let light = |key: &str| found[key].as_u64().expect("it is a number");
        assert!(light("black") < 80 && light("white") > 190, "{found}");
        assert!((100..140).contains(&light("wood")), "{found}");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_has_the_marks_and_candidates_of_an_analysis() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.drag(MOUSE_BUTTON_RIGHT, "h8", "h8");
        page.until("a circle is there", || page.count(".drawing.green") == 1);
        page.drag(MOUSE_BUTTON_RIGHT, "c3", "f5");
        page.until("an arrow is there", || page.count(".arrow.green") == 1);
        assert_parts(&page.saved_svg(), &[("#17924a", 2), ("r=\".42\"", 0)]);
        page.press("Tool exclude");
        page.place("a1");
        page.until("a point is left out", || page.count("g.excluded") == 1);
        page.press("analyse");
        page.until("five candidates are drawn", || page.count(".sign.candidate") == 5);
        page.press("analyse");
        page.until("the engine has stopped", || page.text("[data-key=analyse]") == "Analyse");
        let svg = page.saved_svg();
        assert_parts(&svg, &[("r=\".42\"", 5), ("#12807a", 1), ("#5a5148", 1)]);
        let best = "return document.querySelector('.sign.candidate.best text').textContent";
        let best = page.run(best, "");
        let best = best.as_str().expect("it is text");
        assert!(svg.contains(&format!(">{best}</text></g>")), "{best}: {svg}");
        page.tick("heat");
        page.until("values are drawn", || page.count(".heat .strength") == 18);
        let svg = page.saved_svg();
        assert!(svg.matches("fill=\"#3f8fd0\"").count() >= 18, "{svg}");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_has_forbidden_points_and_stones_that_are_set_up() {
    test(&[], |page| {
        two_persons(page, "renju");
        play(page, "h8 a1 h9 a3 g10 a5 f10 a7");
        page.until("a cross is there", || page.count(".marks .forbidden") > 0);
        let crosses = page.count(".marks .forbidden");
        let svg = page.saved_svg();
        let (_, group) = svg.split_once("stroke=\"#d4351c\"").expect("crosses are drawn");
        let group = group.split("</g>").next().unwrap_or_default();
        assert_eq!(group.matches("<path").count() as u64, crosses, "{svg}");
        page.press("resign");
        page.press("resign");
        page.press("review");
        page.press("edit");
        page.until("the position is set up", || page.count("[data-key='editor rule']") == 1);
        assert_parts(&page.saved_svg(), &[(STONE, 8), (LAST, 0), ("#d4351c", 0)]);
    });
}
