//! A person's collection of games, kept by the browser and searched by position.

use fantoccini::wd::WindowHandle;

use crate::chromium::Page;
use crate::page;

/// Two games whose positions after two stones are images of each other, and a third of another rule.
const GAMES: &str = "(;GM[4]SZ[15]PB[Ann]PW[Ben]RE[B+];B[hh];W[ih];B[hg])\
    (;GM[4]SZ[15]PB[Cid]PW[Dee]RE[W+];B[hh];W[hi];B[gh])\
    (;GM[4]SZ[15]RU[renju]PB[Eve]PW[Fay];B[hh];W[ih])";

#[test]
#[ignore = "needs Chromium"]
fn games_are_collected_searched_and_opened() {
    let folder = tempfile::tempdir().expect("the system has temporary folders");
    let (games, broken) = (folder.path().join("games.sgf"), folder.path().join("broken.sgf"));
    std::fs::write(&games, GAMES).expect("the folder is writable");
    std::fs::write(&broken, "(;GM[1]SZ[19];B[aa").expect("the folder is writable");
    page::test(&[], |page| {
        page.press("Panel analyse");
        page.click("details[data-key=collection] summary");
        page.upload("input[data-key=collect]", &games);
        page.until("the games are there", || {
            page.text("[data-key=\"collection count\"]").starts_with("3 games, of which 2 have")
        });
        page.upload("input[data-key=collect]", &broken);
        page.until("the other file is refused by its name", || {
            page.text("#toast").contains("broken.sgf")
        });
        assert_eq!(page.text("#reason"), "", "it is told once");
        page.place("h8");
        page.until("the stone is there", || page.stones().len() == 1);
        page.until("four directions are one move", || page.count("table.collected tbody tr") == 1);
        page.click("table.collected tbody button");
        page.until("the move is played", || page.stones().len() == 2);
        page.until("both games go on", || page.count("table.collected tbody tr") >= 1);
        assert_eq!(page.count("ol.games li"), 2);
        page.press("open game 1");
        page.until("the second game is shown at this position", || {
            page.stones() == ["h8", "h9"] && page.text("#players").contains("Cid")
        });
        page.reload();
        page.ready();
        page.until("the collection is kept", || {
            page.text("[data-key=\"collection count\"]").starts_with("3 games")
        });
        let count = |number: usize| {
            page.text("[data-key=\"collection count\"]").starts_with(&format!("{number} games"))
        };
        page.press("collect game");
        page.until("the game on the board is known", || {
            page.text("#toast").contains("This game: 0 games added, 1 is already there.")
        });
        page.place("c3");
        page.until("the stone is there", || page.stones().len() == 3);
        page.press("collect game");
        page.until("another game is added", || count(4));
        page.click("ol.games button:not(.quiet)");
        page.click("ol.games button.sure");
        page.until("it is removed", || count(3));
        page.reload();
        page.ready();
        page.until("it stays removed", || count(3));
        page.press("forget games");
        page.press("forget games");
        page.until("it is empty", || {
            page.text("[data-key=collection]").contains("Collect games to see")
        });
        page.reload();
        page.ready();
        page.until("it stays empty", || {
            page.text("[data-key=collection]").contains("Collect games to see")
        });
    });
}

impl Page {
    /// Opens the same page in another tab, which is then used; returns the handles of both tabs.
    fn open_tab(&self) -> [WindowHandle; 2] {
        let open = async || {
            let (address, first) = (self.client.current_url().await?, self.client.window().await?);
            let second = self.client.new_window(true).await?.handle;
            self.client.switch_to_window(second.clone()).await?;
            self.client.goto(address.as_str()).await?;
            Ok::<_, fantoccini::error::CmdError>([first, second])
        };
        self.runtime.block_on(open()).expect("the browser has tabs")
    }

    /// Uses another tab from now on.
    fn use_tab(&self, tab: &WindowHandle) {
        let used = self.runtime.block_on(self.client.switch_to_window(tab.clone()));
        used.expect("the tab is open");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn all_pages_of_a_browser_show_the_same_collection() {
    let folder = tempfile::tempdir().expect("the system has temporary folders");
    let games = folder.path().join("games.sgf");
    std::fs::write(&games, GAMES).expect("the folder is writable");
    page::test(&[], |page| {
        let has = |text: &str| page.text("[data-key=collection]").contains(text);
        page.press("Panel analyse");
        page.click("details[data-key=collection] summary");
        page.until("there are no games", || has("Collect games to see"));
        let [first, second] = page.open_tab();
        page.ready();
        page.until("the other page has none either", || has("Collect games to see"));
        page.upload("input[data-key=collect]", &games);
        page.until("it takes some", || has("3 games, of which 2 have"));
        page.use_tab(&first);
        page.until("the first page has them, too", || has("3 games, of which 2 have"));
        page.press("forget games");
        page.press("forget games");
        page.until("it forgets them", || has("Collect games to see"));
        page.use_tab(&second);
        page.until("the other page forgets them, too", || has("Collect games to see"));
    });
}
