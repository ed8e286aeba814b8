//! The effort of the parts of a search.

/// The factors of searches for threats, by the number of stones on the board.
const FEW_STONES: [u64; 9] = [50, 50, 50, 50, 50, 10, 10, 2, 2];

/// The effort of the parts of a [`QuietSolver`](crate::solver::QuietSolver).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of positions in a search for threats with the attacker to move.
    pub attack: u64,
    /// The number of positions in a search for the threats of a move.
    pub threat: u64,
    /// The number of the attacker's moves that are tried in a position.
    pub moves: usize,
    /// The largest number of stones at which moves without a threat are tried.
    pub silent_stones: usize,
    /// The number of positions with the attacker to move in a search for what such a move threatens.
    pub quiet_threat: u64,
    /// The memory for the numbers of positions, in bytes. The solver of threats takes an eighth more in each thread.
    pub bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            attack: 2_000,
            threat: 2_000,
            moves: 16,
            silent_stones: 3,
            quiet_threat: 500,
            bytes: 512 << 20,
        }
    }
}

impl Budget {
    /// Returns the budget of a search that was widened `times` times, for a position with `stones`
    /// stones: each time twice the effort, and moves that threaten nothing on fuller boards, too.
    #[must_use]
    pub(super) fn widened(self, times: u32, stones: usize) -> Self {
        let silent_stones = match times {
            0 => self.silent_stones,
            _ => self.silent_stones.max(stones) + 2 * times as usize - 1,
        };
        Self {
            attack: self.attack << times,
            threat: self.threat << times,
            moves: self.moves << times,
            quiet_threat: self.quiet_threat << times,
            silent_stones,
            bytes: self.bytes,
        }
    }

    /// Returns the effort of a search for threats: more on boards with few stones, where wins are long and
    /// positions are few.
    pub(super) fn threats(positions: u64, stones: usize) -> u64 {
        positions * FEW_STONES.get(stones).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::Budget;

    #[test]
    fn wider_budgets_allow_for_more() {
        let first = Budget::default();
        assert_eq!(first.widened(0, 20), first);
        let second = first.widened(2, 20);
        assert_eq!((second.attack, second.moves), (4 * first.attack, 4 * first.moves));
        assert_eq!((first.widened(1, 0).silent_stones, second.silent_stones), (4, 23));
    }
}
