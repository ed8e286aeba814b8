//! The move: its choice under the rule in force.

use crate::behaviour::{Moment, Switch};
use crate::choose;
use crate::engine::{Done, Engine};
use crate::game::{Cell, Game, Point};
use crate::reply::{NO_GAME, Reply};
use crate::rules::{self, Rule};

impl Engine {
    /// Chooses a move, thinks, plays the move and writes it.
    pub(super) fn answer(&mut self) -> Done {
        if self.game.is_none() {
            return self.say(&Reply::Error(NO_GAME));
        }
        if !self.deviate(Moment::Ask)? {
            return Ok(());
        }
        let (Some(game), Some(rule)) = (&self.game, self.rule()) else {
            return self.say(&Reply::Error("unsupported rule"));
        };
        let forced = choose::is_forced(game, rule);
        let Some(point) = self.choose(game, rule) else {
            return self.say(&Reply::Error("the board is full"));
        };
        self.think(forced)?;
        if let Some(game) = &mut self.game {
            game.place(point, Cell::Own);
        }
        self.say(&Reply::Move(point))
    }

    /// Returns the rule in force, or `None` if the engine does not play it.
    pub(super) fn rule(&self) -> Option<Rule> {
        let code = if self.yixin && self.limits.rule_code == 2 { 4 } else { self.limits.rule_code };
        let rule = Rule::from_code(code)?;
        Some(match self.behaviour.switch {
            Some(Switch::OverlinesWin) => Rule { exact: false, ..rule },
            Some(Switch::NoCaro) => Rule { caro: false, ..rule },
            Some(Switch::EdgeCloses) => Rule { edge_closes: true, ..rule },
            Some(Switch::OverlinesAllowed) => Rule { overline_allowed: true, ..rule },
            Some(Switch::FoulBeatsFive) => Rule { foul_beats_five: true, ..rule },
            _ => rule,
        })
    }

    fn choose(&self, game: &Game, rule: Rule) -> Option<Point> {
        let honest = choose::choose(game, rule, &self.barred);
        match self.behaviour.switch {
            Some(Switch::RandomMove) => {
                let seed = self.behaviour.number() ^ self.memory.moves;
                random_legal(game, rule, &self.barred, seed)
            }
            Some(Switch::DeadCellFirst) => game.first(Cell::Dead).or(honest),
            Some(Switch::ForbiddenFirst) if game.black == Cell::Own => {
                rules::forbidden(game, rule).first().copied().or(honest)
            }
            Some(Switch::Blind) => {
                // Dead cells hide the opponent's threats.
                let mut seen = game.clone();
                while let Some(point) = seen.first(Cell::Theirs) {
                    seen.field.set(point, Cell::Dead);
                }
                choose::choose(&seen, rule, &[])
            }
            _ => honest,
        }
    }
}

/// Returns an empty point that is neither barred nor a foul, chosen by a seed.
fn random_legal(game: &Game, rule: Rule, barred: &[Point], seed: u64) -> Option<Point> {
    let mut points = game.field.empty_points();
    points.retain(|p| !barred.contains(p) && !rules::foul(game, rule, Cell::Own, *p));
    // One step of SplitMix64, by Vigna.
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    let index = z.checked_rem(points.len() as u64)?;
    Some(points[index as usize])
}
