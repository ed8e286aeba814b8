//! A person's collection of games, kept by the browser and searched by position.

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
