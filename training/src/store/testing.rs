//! Files of games for tests.

use dolmen::board::Position;
use dolmen::rules::Rule;

use crate::store::{Effort, Game, Header, Label, Shard, Source};

/// Returns the header of `games` games of a rule under a seed.
pub(crate) fn header(rule: Rule, seed: u64, games: u64) -> Header {
    Header {
        rule: rule.name().to_owned(),
        engine: "none".to_owned(),
        seed,
        first_game: 0,
        games,
        effort: Effort {
            nodes: 1000,
            interior_nodes: 500,
            interior: 4,
            vcf_nodes: 100,
            vct_nodes: 10,
            deep_nodes: 20_000,
            deep_share: 0.1,
        },
        conditions: serde_json::json!({ "quiet_percent": 10 }),
    }
}

/// Returns games as those of a file.
pub(crate) fn shard(rule: Rule, seed: u64, nodes: u64, games: Vec<Game>) -> Shard {
    Shard {
        header: header(rule, seed, games.len() as u64),
        rule,
        source: Source { engine: String::new(), nodes },
        games,
        damage: Vec::new(),
        blocks: 1,
        whole_bytes: 0,
    }
}

/// Returns the labelled positions of a game, those inside its searches included.
pub(crate) fn labelled_positions(game: &Game) -> Vec<(Position, &Label)> {
    let mut found = Vec::new();
    let mut position = Position::new(game.size);
    for (ply, searched) in game.positions() {
        for stone in &game.plies[position.ply()..ply] {
            position.play(stone.point).expect("it was played");
        }
        found.push((position.clone(), &searched.label));
        for interior in &searched.interior {
            let mut inside = position.clone();
            interior.path.iter().for_each(|&point| inside.play(point).expect("it is legal"));
            found.push((inside, &interior.label));
        }
    }
    found
}
