//! The move: its choice under the rule in force.

use protocol_tests::referee::{Content, Point, Side};

use crate::behaviour::{Moment, Switch};
use crate::choose::{self, Fives, Style};
use crate::engine::{Done, Engine};
use crate::game::{Coordinates, Game, Player};
use crate::rules::{self, Rule};
use crate::serve::{FULL, NO_GAME};

/// The number of stones that make a crowd.
const CROWD: usize = 40;

impl Engine {
    /// Chooses a move, thinks, plays the move and writes it.
    pub(super) fn answer(&mut self) -> Done {
        if self.game.is_none() {
            return self.say(NO_GAME);
        }
        if !self.deviate(Moment::Ask)? {
            return Ok(());
        }
        let (Some(game), Some(rule)) = (&self.game, self.rule()) else {
            return self.say("ERROR unsupported rule");
        };
        let forced = choose::is_forced(game, rule);
        let Some(point) = self.choose(game, rule) else {
            return self.say(FULL);
        };
        self.think(forced)?;
        if let Some(game) = &mut self.game {
            self.memory.played.push((game.field.empty_points(), point));
            game.place(point, Player::Own);
        }
        self.say_move(point)
    }

    /// Returns the rule in force, or `None` if the engine does not play it.
    pub(super) fn rule(&self) -> Option<Rule> {
        let code = if self.yixin && self.limits.rule_code == 2 { 4 } else { self.limits.rule_code };
        let mut rule = Rule::from_code(code)?;
        match self.behaviour.switch {
            Some(Switch::OverlinesWin) => rule.exact = false,
            Some(Switch::OverlinesLose) => rule.exact = true,
            Some(Switch::ColumnOverlinesWin) => rule.column_overlines_win = true,
            Some(Switch::NoCaro) => rule.caro = false,
            Some(Switch::EdgeCloses) => rule.edge_closes = true,
            Some(Switch::OverlinesAllowed) => rule.overline_allowed = true,
            Some(Switch::FoulBeatsFive) => rule.foul_beats_five = true,
            _ => {}
        }
        Some(rule)
    }

    fn choose(&self, game: &Game, rule: Rule) -> Option<Point> {
        let honest = || choose::choose(game, self.style(rule), &self.avoided(game));
        match self.behaviour.switch {
            Some(Switch::RandomMove) => {
                let seed = self.behaviour.number() ^ self.memory.moves;
                random_legal(game, rule, &self.barred, seed)
            }
            Some(Switch::DeadCellFirst) => game.first(Content::Dead).or_else(honest),
            Some(Switch::ForbiddenFirst) if game.own == Side::Black => {
                rules::forbidden(game, rule).first().copied().or_else(honest)
            }
            Some(Switch::Blind) => choose::choose(&blinded(game), Style::honest(rule), &[]),
            Some(Switch::BlindInCrowd) if game.stones() >= CROWD => {
                let style = Style { fives: Fives::Ignore, ..Style::honest(rule) };
                choose::choose(&blinded(game), style, &[])
            }
            Some(Switch::ColourlessMemory) => {
                let empty = game.field.empty_points();
                let known = self.memory.played.iter().find(|(points, _)| *points == empty);
                known.map(|&(_, point)| point).or_else(honest)
            }
            _ => honest(),
        }
    }

    /// Returns the way in which the engine plays.
    fn style(&self, rule: Rule) -> Style {
        let honest = Style::honest(rule);
        match self.behaviour.switch {
            Some(Switch::TheirOverlinesWin) => {
                Style { their_rule: Rule { exact: false, ..rule }, ..honest }
            }
            Some(Switch::NeverWins) => Style { fives: Fives::StopOnly, ..honest },
            Some(Switch::StopsFirst) => Style { fives: Fives::StopThenWin, ..honest },
            Some(Switch::SingleWins) => Style { fives: Fives::WinIfSingle, ..honest },
            _ => honest,
        }
    }

    /// Returns the points that the engine plays only if there are no others.
    fn avoided(&self, game: &Game) -> Vec<Coordinates> {
        let (width, height) = (i64::from(game.field.width()), i64::from(game.field.height()));
        let avoids: fn((i64, i64), (i64, i64)) -> bool = match self.behaviour.switch {
            Some(Switch::AvoidsEdge) => {
                |(x, y), (w, h)| x == 0 || y == 0 || x == w - 1 || y == h - 1
            }
            Some(Switch::FifteenLines) => |(x, y), _| x >= 15 || y >= 15,
            _ => return self.barred.clone(),
        };
        let cells = game.field.points().map(|point| point.cell());
        cells.filter(|&cell| avoids(cell, (width, height))).collect()
    }
}

/// Returns a game in which dead cells hide the opponent's threats.
fn blinded(game: &Game) -> Game {
    let mut seen = game.clone();
    while let Some(point) = seen.first(Content::Stone(game.own.other())) {
        seen.field.set(point, Content::Dead);
    }
    seen
}

/// Returns an empty point that is neither barred nor a foul, chosen by a seed.
fn random_legal(game: &Game, rule: Rule, barred: &[Coordinates], seed: u64) -> Option<Point> {
    let mut points = game.field.empty_points();
    points.retain(|p| !barred.contains(&p.cell()) && !rules::foul(&game.field, rule, game.own, *p));
    // One step of SplitMix64, by Vigna.
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    let index = z.checked_rem(points.len() as u64)?;
    Some(points[index as usize])
}
