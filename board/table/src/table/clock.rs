//! The clocks of a game.
//!
//! Invariant: at most one clock runs, and time is charged once.

use crate::message::{ClockFace, TimeControl};
use crate::order::Millis;
use dolmen::board::Color;

/// The milliseconds before the clock of an empty board runs.
pub(super) const GRACE: u64 = 5_000;

/// The clocks of both players.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    players: [PlayerClock; 2],
    running: Option<Running>,
    /// The side whose clock was stopped during its move, and the milliseconds that it had used for the move.
    stopped: Option<(Color, u64)>,
}

/// The milliseconds of the game that taken back increments leave.
const MIN_LEFT: u64 = 1_000;

#[derive(Clone, Copy, Debug, Default)]
struct PlayerClock {
    left_ms: u64,
    used_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    side: Color,
    since: Millis,
}

impl Clocks {
    /// Returns stopped clocks.
    pub(super) fn new(control: TimeControl) -> Self {
        let player = PlayerClock { left_ms: control.game_ms, used_ms: 0 };
        Self { control, players: [player; 2], running: None, stopped: None }
    }

    /// Returns the time control.
    pub(super) const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the milliseconds that Black and White have left of the game.
    pub(super) fn left_ms(&self) -> [u64; 2] {
        self.players.map(|player| player.left_ms)
    }

    /// Sets the milliseconds left of the game, at most those of the time control.
    pub(super) fn set_left_ms(&mut self, left_ms: [u64; 2]) {
        for (player, left) in self.players.iter_mut().zip(left_ms) {
            player.left_ms = left.min(self.control.game_ms.saturating_mul(4));
        }
    }

    /// Takes the increment of a move back, but leaves a second of the game.
    pub(super) fn take_increment_back(&mut self, side: Color) {
        let player = &mut self.players[side.index()];
        let least = player.left_ms.min(MIN_LEFT);
        player.left_ms = player.left_ms.saturating_sub(self.control.increment_ms).max(least);
    }

    /// Exchanges the clocks, with the players.
    pub(super) fn exchange(&mut self) {
        self.players.swap(0, 1);
    }

    /// Returns the side whose clock runs.
    pub(super) fn running(&self) -> Option<Color> {
        self.running.map(|running| running.side)
    }

    /// Lets the clock of a side run from a time on, which may lie in the future.
    pub(super) const fn start(&mut self, side: Color, since: Millis) {
        self.running = Some(Running { side, since });
        self.stopped = None;
    }

    /// Stops the running clock without a move.
    pub(super) fn stop(&mut self, now: Millis) -> Option<u64> {
        let Running { side, since } = self.running.take()?;
        let used = now.since(since);
        let player = &mut self.players[side.index()];
        player.used_ms = player.used_ms.saturating_add(used);
        player.left_ms = player.left_ms.saturating_sub(used);
        self.stopped = Some((side, used));
        Some(used)
    }

    /// Stops the running clock after a move; returns the milliseconds that it took.
    pub(super) fn press(&mut self, now: Millis) -> Option<u64> {
        let side = self.running()?;
        let used = self.stop(now);
        let player = &mut self.players[side.index()];
        player.left_ms = player.left_ms.saturating_add(self.control.increment_ms);
        self.stopped = None;
        used
    }

    /// Returns the time at which the running clock has no time left.
    pub(super) fn flag_falls(&self) -> Option<Millis> {
        let Running { side, since } = self.running?;
        let turn = Some(self.control.turn_ms).filter(|&turn| turn > 0);
        let game = (self.control.game_ms > 0).then_some(self.players[side.index()].left_ms);
        let least = turn.into_iter().chain(game).min()?;
        Some(since.after(least))
    }

    /// Returns the milliseconds left of the game of a side, if that is limited.
    pub(super) fn left_of(&self, side: Color) -> Option<u64> {
        (self.control.game_ms > 0).then_some(self.players[side.index()].left_ms)
    }

    /// Returns the clocks as a page shows them.
    pub(super) fn faces(&self, now: Millis) -> [ClockFace; 2] {
        Color::ALL.map(|side| {
            let running = self.running.filter(|running| running.side == side);
            let gone = running.map_or(0, |running| now.since(running.since));
            let stopped = self.stopped.filter(|&(stopped, _)| stopped == side);
            let gone_of_turn = stopped.map_or(gone, |(_, used)| used);
            let player = self.players[side.index()];
            let turn = Some(self.control.turn_ms).filter(|&turn| turn > 0);
            ClockFace {
                turn_ms: turn.map(|turn| turn.saturating_sub(gone_of_turn)),
                game_ms: self.left_of(side).map(|left| left.saturating_sub(gone)),
                used_ms: player.used_ms.saturating_add(gone),
                waits_ms: running.map_or(0, |running| running.since.since(now)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use dolmen::board::Color;

    use super::Clocks;
    use crate::message::TimeControl;
    use crate::order::Millis;

    #[test]
    fn time_is_charged_once_and_increments_are_added() {
        let control = TimeControl { turn_ms: 5_000, game_ms: 10_000, increment_ms: 100 };
        let mut clocks = Clocks::new(control);
        clocks.start(Color::Black, Millis(1_000));
        assert_eq!(clocks.flag_falls(), Some(Millis(6_000)));
        assert_eq!(clocks.press(Millis(4_000)), Some(3_000));
        assert_eq!(clocks.press(Millis(9_000)), None, "no clock runs");
        assert_eq!(clocks.left_ms(), [7_100, 10_000]);
        clocks.start(Color::Black, Millis(9_000));
        let [black, white] = clocks.faces(Millis(10_000));
        assert_eq!(
            (black.turn_ms, black.game_ms, black.used_ms),
            (Some(4_000), Some(6_100), 4_000)
        );
        assert_eq!((white.turn_ms, white.game_ms, white.used_ms), (Some(5_000), Some(10_000), 0));
        assert_eq!(clocks.stop(Millis(10_000)), Some(1_000));
        assert_eq!(clocks.left_ms(), [6_100, 10_000]);
    }

    #[test]
    fn a_clock_that_was_stopped_shows_what_was_left_of_the_move() {
        let mut clocks = Clocks::new(TimeControl { turn_ms: 5_000, game_ms: 0, increment_ms: 0 });
        clocks.start(Color::Black, Millis(0));
        clocks.stop(Millis(4_000));
        let turns = |clocks: &Clocks, now| clocks.faces(Millis(now)).map(|face| face.turn_ms);
        assert_eq!(turns(&clocks, 9_000), [Some(1_000), Some(5_000)]);
        clocks.start(Color::Black, Millis(10_000));
        assert_eq!(turns(&clocks, 11_000), [Some(4_000), Some(5_000)]);
        clocks.press(Millis(12_000));
        assert_eq!(turns(&clocks, 13_000), [Some(5_000), Some(5_000)]);
    }

    #[test]
    fn a_clock_may_wait_before_it_runs() {
        let mut clocks = Clocks::new(TimeControl { turn_ms: 5_000, game_ms: 0, increment_ms: 0 });
        clocks.start(Color::Black, Millis(5_000));
        let face = |now| clocks.faces(Millis(now))[0];
        assert_eq!((face(2_000).waits_ms, face(2_000).turn_ms), (3_000, Some(5_000)));
        assert_eq!((face(6_000).waits_ms, face(6_000).turn_ms), (0, Some(4_000)));
    }

    #[test]
    fn increments_are_taken_back_to_a_second() {
        let control = TimeControl { turn_ms: 0, game_ms: 10_000, increment_ms: 6_000 };
        let mut clocks = Clocks::new(control);
        let mut left = || {
            clocks.take_increment_back(Color::White);
            clocks.left_ms()[1]
        };
        assert_eq!([left(), left(), left()], [4_000, 1_000, 1_000]);
    }

    #[test]
    fn the_shorter_limit_ends_a_move() {
        let mut clocks =
            Clocks::new(TimeControl { turn_ms: 5_000, game_ms: 3_000, increment_ms: 0 });
        clocks.start(Color::White, Millis(7));
        assert_eq!(clocks.flag_falls(), Some(Millis(3_007)));
        let mut unlimited = Clocks::new(TimeControl::default());
        unlimited.start(Color::White, Millis(7));
        assert_eq!(unlimited.flag_falls(), None);
    }
}
