//! The moves of a proof are added as variations, and removed again.

use super::{PERSON, Scene};
use crate::message::Message;

fn analysed() -> Scene {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 i9");
    scene.command(r#"{"type": "review"}"#);
    scene
}

/// Returns the moves that were added for a position, in the game as a page keeps it.
fn grown(scene: &Scene, at: u32) -> Vec<u32> {
    let nodes = scene.kept().nodes;
    nodes.into_iter().filter(|node| node.grown == Some(at)).map(|node| node.id).collect()
}

#[test]
fn moves_are_added_and_removed_together() {
    let mut scene = analysed();
    scene.command(r#"{"type": "play", "at": 2, "point": "g7"}"#);
    let moves = r#"[{"point": "g7"}, {"after": 0, "point": "f6"}, {"after": 0, "point": null}, {"after": 2, "point": "f6"}]"#;
    scene.command(&format!(r#"{{"type": "grow", "at": 2, "moves": {moves}}}"#));
    assert_eq!(scene.refusal(), None);
    assert_eq!(grown(&scene, 2), [4, 5, 6], "g7 was there");
    let sent = scene.messages.iter().filter(|message| matches!(message, Message::Node { .. }));
    assert_eq!(sent.count(), 3);
    let kept = scene.kept();
    scene.restore(&kept);
    assert_eq!(grown(&scene, 2), [4, 5, 6], "a kept game knows them");
    scene.command(r#"{"type": "prune", "nodes": [4, 5, 6, 77]}"#);
    let removed = scene.messages.iter().filter_map(|message| match message {
        Message::Removed { nodes } => Some(nodes.as_slice()),
        _ => None,
    });
    assert_eq!(removed.collect::<Vec<_>>(), [&[4][..], &[5, 6]]);
    assert_eq!(scene.kept().nodes.len(), 4);
}

#[test]
fn nothing_is_added_if_a_move_is_impossible() {
    let mut scene = analysed();
    for (moves, reason) in [
        (r#"[{"point": "g7"}, {"after": 0, "point": "h8"}]"#, "this point is occupied"),
        (
            r#"[{"point": "g7"}, {"after": 1, "point": "f6"}]"#,
            "a move must come after an earlier one",
        ),
    ] {
        scene.command(&format!(r#"{{"type": "grow", "at": 2, "moves": {moves}}}"#));
        assert_eq!(scene.refusal(), Some(reason));
        assert_eq!(scene.kept().nodes.len(), 3, "{moves}");
    }
    let many = vec![r#"{"point": "g7"}"#; 1_001].join(",");
    scene.command(&format!(r#"{{"type": "grow", "at": 2, "moves": [{many}]}}"#));
    assert_eq!(scene.refusal(), Some("too many moves: at most 1,000 are added at once"));
    scene.command(r#"{"type": "grow", "at": 99, "moves": []}"#);
    assert_eq!(scene.refusal(), Some("no move has the number 99"));
}
