//! The refereed games of scripts: the suite makes the opponent's moves, and no move of the engine
//! may break the rules.

use std::thread;
use std::time::Duration;

use crate::driver::model::{OWN, THEIRS};
use crate::driver::position::{BoardLine, OWN_FIELD, THEIR_FIELD, send_board};
use crate::driver::runner::Runner;
use crate::driver::{Flow, Halt, fail};
use crate::referee::{
    Content, Field, Rule, Side, blocking_move, foul, passive_move, random_move, wins,
};
use crate::script::{ClockSpec, Opponent, Pattern, PlaySpec};

/// A game in progress.
struct Game {
    field: Field,
    rule: Rule,
    engine: Side,
    /// The stones that were put in this game, in order.
    order: Vec<BoardLine>,
    /// The time left on the engine's clock.
    left: Option<Duration>,
}

/// Plays until a five, a full board, or the number of moves in `spec`.
pub(crate) fn play(runner: &mut Runner<'_>, spec: &PlaySpec) -> Flow {
    let mut game = Game::new(runner, spec)?;
    let mut random = fastrand::Rng::with_seed(spec.seed);
    if let Some(clock) = spec.clock {
        let (turn, all) = (clock.turn.as_millis(), clock.game.as_millis());
        runner.dialogue.send_line(&format!("INFO timeout_turn {turn}"), true)?;
        runner.dialogue.send_line(&format!("INFO timeout_match {all}"), false)?;
    }
    for number in 0..spec.moves {
        let engine_opens = spec.begin && number == 0;
        if !engine_opens && !game.opponent_moves(spec.opponent, &mut random) {
            return Ok(());
        }
        if let Some(span) = spec.frozen {
            runner.dialogue.freeze()?;
            thread::sleep(span);
            runner.dialogue.thaw()?;
        }
        let limit = game.tell_time(runner, spec)?;
        game.request(runner, spec, engine_opens)?;
        runner.expect(vec![Pattern::MOVE], limit)?;
        let took = runner.dialogue.last_took;
        if !game.engine_moved(runner, spec.clock, took)? {
            return Ok(());
        }
    }
    Ok(())
}

impl Game {
    /// Creates the game that the board of the dialogue shows.
    fn new(runner: &Runner<'_>, spec: &PlaySpec) -> Result<Self, Halt> {
        let Some(board) = runner.dialogue.model.field() else {
            return fail("no game has been started");
        };
        let engine = if spec.begin || board.stones() % 2 == 1 { Side::Black } else { Side::White };
        let mut field = Field::new(board.width(), board.height());
        for point in board.points() {
            match board.get(point) {
                OWN => field.set(point, Content::Stone(engine)),
                THEIRS => field.set(point, Content::Stone(engine.other())),
                other => field.set(point, other),
            }
        }
        let rule = Rule::from_code(runner.dialogue.model.rule).unwrap_or(Rule::Freestyle);
        let left = spec.clock.map(|clock| clock.game);
        Ok(Self { field, rule, engine, order: Vec::new(), left })
    }

    /// Makes the suite's move. Returns `false` if the game is over.
    fn opponent_moves(&mut self, opponent: Opponent, random: &mut fastrand::Rng) -> bool {
        let side = self.engine.other();
        let choose = match opponent {
            Opponent::Random => random_move,
            Opponent::Passive => passive_move,
            Opponent::Blocking => blocking_move,
        };
        let Some(point) = choose(&self.field, self.rule, side, random) else { return false };
        let won = wins(&self.field, self.rule, side, point);
        self.field.set(point, Content::Stone(side));
        self.order.push(BoardLine { point, field: THEIR_FIELD });
        !won && !self.field.empty_points().is_empty()
    }

    /// Sends the time left on the engine's clock, and returns the limit for its move.
    fn tell_time(
        &mut self,
        runner: &mut Runner<'_>,
        spec: &PlaySpec,
    ) -> Result<Option<Duration>, Halt> {
        let (Some(clock), Some(left)) = (spec.clock, &mut self.left) else { return Ok(spec.each) };
        *left += clock.increment;
        runner.dialogue.send_line(&format!("INFO time_left {}", left.as_millis()), false)?;
        Ok(Some(clock.turn.min(*left)))
    }

    fn request(&self, runner: &mut Runner<'_>, spec: &PlaySpec, opens: bool) -> Flow {
        if !spec.boards {
            return match self.order.last() {
                Some(BoardLine { point, .. }) if !opens => {
                    runner.dialogue.send_line(&format!("TURN {point}"), false)
                }
                _ => runner.dialogue.send_line("BEGIN", false),
            };
        }
        send_board(&mut runner.dialogue, &self.order)
    }

    /// Judges the engine's move. Returns `false` if the game is over.
    fn engine_moved(
        &mut self,
        runner: &Runner<'_>,
        clock: Option<ClockSpec>,
        took: Duration,
    ) -> Result<bool, Halt> {
        let Some(point) = runner.dialogue.model.last() else {
            return fail("no move is left to play");
        };
        if self.field.get(point) != Content::Empty {
            return fail(format!("illegal move: {point} is occupied"));
        }
        if let Some(foul) = foul(&self.field, self.rule, self.engine, point) {
            return fail(format!("forbidden move: {point} is a {foul} under {}", self.rule));
        }
        if let (Some(_), Some(left)) = (clock, &mut self.left) {
            // A reply within the slack may take longer than the time left: the clock stops at zero.
            *left = left.saturating_sub(took);
        }
        let won = wins(&self.field, self.rule, self.engine, point);
        self.field.set(point, Content::Stone(self.engine));
        self.order.push(BoardLine { point, field: OWN_FIELD });
        Ok(!won && !self.field.empty_points().is_empty())
    }
}
