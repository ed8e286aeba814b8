//! The board in a real browser: games are played by clicking, against the running program.
//! They need Chromium and ChromeDriver.

mod page;
mod programs;
mod speed;
mod static_page;

use page::Page;
use serde_json::json;

/// Plays stones of persons or against an engine, and waits for each.
async fn play(page: &Page, points: &str) {
    for point in points.split(' ') {
        let before = page.stones().await.len();
        page.click(point).await;
        page.until("the stone is on the board", async || page.stones().await.len() > before).await;
    }
}

/// Begins a game of two persons under a rule.
async fn two_persons(page: &Page, rule: &str) {
    page.press("new").await;
    page.press("Players people").await;
    page.choose("rule", rule).await;
    page.submit().await;
    page.until("the game is ready", async || page.state().await.ends_with("to move.")).await;
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_is_played_against_dolmen_by_clicking() {
    page::test(&[], async |page| {
        assert_eq!(page.state().await, "Your move.", "a game is ready without a dialog");
        for row in 1..=15 {
            for column in ["a", "e", "i", "m", "o"] {
                if page.state().await.contains("wins") {
                    break;
                }
                let point = format!("{column}{row}");
                if page.stones().await.contains(&point) {
                    continue;
                }
                play(page, &point).await;
                page.until("Dolmen has answered", async || {
                    let state = page.state().await;
                    state == "Your move." || state.contains("wins")
                })
                .await;
            }
        }
        assert!(
            page.state().await.contains("wins with white: five in a row"),
            "{}",
            page.state().await
        );
        assert_eq!(page.count(".ring.five").await, 5);
        for key in ["rematch", "other", "easier", "harder", "review"] {
            assert_eq!(page.count(&format!("[data-key={key}]")).await, 1, "{key}");
        }
        page.press("rematch").await;
        page.until("the board is empty", async || page.stones().await.is_empty()).await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_taken_back_after_a_question_and_a_reload_keeps_the_game() {
    page::test(&[], async |page| {
        play(page, "h8").await;
        page.until("Dolmen has answered", async || page.stones().await.len() == 2).await;
        play(page, "h9").await;
        page.until("Dolmen has answered", async || page.stones().await.len() == 4).await;
        page.press("takeBack").await;
        assert_eq!(page.stones().await.len(), 4, "it asks first");
        page.press("takeBack").await;
        page.until("two stones are gone", async || page.stones().await.len() == 2).await;
        page.reload().await;
        page.until("the game is there again", async || page.stones().await.len() == 2).await;
        assert_eq!(page.state().await, "Your move.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_double_three_is_refused_with_its_reason() {
    page::test(&[], async |page| {
        two_persons(page, "renju").await;
        play(page, "g8 a1 i8 a3 h7 a5 h9 a7").await;
        page.until("the cross is there", async || page.count(".marks .forbidden").await == 1).await;
        page.click("h8").await;
        let reason = async || page.text("#reason").await;
        page.until("the reason is there", async || !reason().await.is_empty()).await;
        let said = reason().await;
        assert!(said.starts_with("A black stone on h8 would make a double three"), "{said}");
        assert_eq!(page.count(".row.refused").await, 2);
        assert_eq!(page.stones().await.len(), 8);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_clock_runs_out() {
    page::test(&[], async |page| {
        page.press("new").await;
        page.press("Players people").await;
        page.choose("clock", "5000,0,0").await;
        page.submit().await;
        page.until("the game is ready", async || page.state().await.ends_with("to move.")).await;
        play(page, "h8").await;
        page.until("the flag falls", async || page.state().await.contains("ran out of time")).await;
        assert_eq!(page.state().await, "Black wins: White ran out of time.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn persons_negotiate_swap2() {
    page::test(&[], async |page| {
        page.press("new").await;
        page.press("Players people").await;
        page.tick("swap2").await;
        page.submit().await;
        page.until("stones are wanted", async || page.state().await.contains("3 more")).await;
        play(page, "h8 i9 j10").await;
        page.press("twoMore").await;
        page.until("stones are wanted", async || page.state().await.contains("2 more")).await;
        play(page, "a1 b2").await;
        page.press("black").await;
        page.until("the game goes on", async || page.state().await == "White to move.").await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn two_engines_play_each_other() {
    page::test(&[], async |page| {
        page.press("new").await;
        page.press("Players engines").await;
        page.choose("engine 0", "0").await;
        page.choose("engine 1", "1").await;
        page.submit().await;
        page.until("six moves are played", async || page.stones().await.len() >= 6).await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_engine_that_dies_pauses_the_game_and_the_page_says_so() {
    let engine = r#"name=fragile,cmd=sh -c "read start; echo OK; read more""#;
    page::test(&["--engine", engine], async |page| {
        page.press("new").await;
        page.choose("engine 0", "1").await;
        page.submit().await;
        page.until("the game is ready", async || page.state().await == "Your move.").await;
        play(page, "h8").await;
        page.until("the page says it", async || {
            page.state().await.contains("fragile cannot go on")
        })
        .await;
        page.press("resume").await;
        page.until("it died again", async || page.state().await.contains("fragile cannot go on"))
            .await;
        assert_eq!(page.stones().await, ["h8"], "the game is kept");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_shows_lines_and_a_proof_is_stepped_through() {
    page::test(&[], async |page| {
        two_persons(page, "freestyle").await;
        play(page, "h8 a1 h9 a3 h10 a5 i8 c7").await;
        page.press("resign").await;
        page.press("resign").await;
        page.press("review").await;
        page.until("analysis begins", async || page.state().await.contains("Analysis")).await;
        page.press("analyse").await;
        page.until("lines are there", async || page.count("ol.best li").await > 0).await;
        page.press("analyse").await;
        page.press("prove vcf own").await;
        let proof = async || page.text("[data-key=proof]").await;
        let is_proved = async || proof().await.contains("Black wins by fours");
        page.until("the win is proved", is_proved).await;
        page.tick("heat").await;
        page.until("values are drawn", async || page.count(".heat rect").await > 200).await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_proof_by_any_moves_answers_any_other_reply() {
    page::test(&[], async |page| {
        two_persons(page, "freestyle").await;
        play(page, "h8 a1 i8 a5 g9 a9").await;
        page.press("resign").await;
        page.press("resign").await;
        page.press("review").await;
        page.until("analysis begins", async || page.state().await.contains("Analysis")).await;
        page.press("prove win own").await;
        let proof = async || page.text("[data-key=proof]").await;
        let is_proved = async || proof().await.contains("Black wins by force");
        page.until("the win is proved", is_proved).await;
        page.press("defence other").await;
        page.until("the answer is shown", async || proof().await.contains("(any other)")).await;
        page.press("proof back").await;
        page.until("it is gone", async || !proof().await.contains("(any other)")).await;
        assert_eq!(page.errors().await, json!([]));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_reads_as_a_board_and_the_keyboard_plays() {
    page::test(&[], async |page| {
        page.focus("#board").await;
        page.keys("\u{e014}\u{e014}\u{e007}").await;
        page.until("the stone is there", async || !page.stones().await.is_empty()).await;
        assert_eq!(page.stones().await[0], "i8");
        let label = page.attribute("#board", "aria-label").await;
        assert!(label.starts_with("Board, 15 by 15."), "{label}");
        assert_eq!(page.errors().await, json!([]));
    });
}
