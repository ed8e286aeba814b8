//! Refusals of the text lines after a command that an engine does not know.

/// The refusals that an engine may print for the text lines of a list, after that of the command itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stray {
    /// The number of text lines after the command.
    lines: usize,
    /// The number of refusals that may still follow.
    left: usize,
}

impl Stray {
    /// Returns the state after a command with this number of text lines.
    pub(super) const fn after(lines: usize) -> Self {
        Self { lines, left: 0 }
    }

    /// Allows a refusal for each text line.
    pub(super) const fn allow(&mut self) {
        self.left = self.lines;
    }

    /// Counts a refusal, and returns whether it was one of those still allowed.
    pub(super) const fn takes(&mut self) -> bool {
        let is_stray = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_stray
    }
}
