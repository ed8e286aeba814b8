//! The acts of an opening protocol: fair stones, colours, and the fifth stones of renju.
//!
//! Every decision comes from a search. The searches for one act share the limits of one move, and so do all offers of
//! a player.
//!
//! A stone is *fair* if both colours are worth the same after it. The engine places fair stones where the other
//! player may then take a colour. A player takes the colour that is worth more. The worth of a colour is the score of
//! a search or, where Black offers `n` fifth stones of which White keeps one, the score of Black's `n`-th best stone.
//! Under renju, an even score for Black is above zero, because the search overrates Black.

mod chooser;
mod searches;

use crate::engine::opening::chooser::Chooser;
use crate::engine::opening::searches::{Searches, square};
use crate::engine::{Engine, NoMove, Think, nearest_to_center};
use crate::opening::{Act, Opening, Task};
use crate::rules::GameRule;
use crate::search::{Control, Observer, Request};

pub use crate::engine::opening::searches::Opened;

/// Decides the next act of an opening by searches with `think`.
///
/// # Errors
/// Returns an error if the opening is over or no point is left.
pub(crate) fn decide(
    engine: &mut Engine,
    rule: GameRule,
    opening: &Opening,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Opened, NoMove> {
    let searches = Searches { engine, rule, request, control, observer, think };
    Chooser { searches, opening }.act()
}

/// Returns an act without a search, or `None` if the opening is over or no point is left.
#[must_use]
pub(crate) fn default_act(opening: &Opening) -> Option<Act> {
    let position = opening.position();
    let nearest = |points| nearest_to_center(position, points).map(Act::Place);
    match opening.task() {
        Task::Place { within, .. } => nearest(square(position, within)),
        Task::Swap { .. } | Task::SwapOrAdd { .. } | Task::SwapOrOffer { .. } => Some(Act::Stay),
        Task::Count { .. } => Some(Act::Count(1)),
        Task::Offer { .. } => nearest(opening.offerable()),
        Task::Choose { .. } => opening.offers().first().copied().map(Act::Place),
        Task::Done => None,
    }
}

impl Engine {
    /// Decides the next act of an opening.
    ///
    /// With the option `seed`, the first three stones vary.
    ///
    /// # Errors
    /// Returns an error if the opening is over or no point is left.
    ///
    /// ```
    /// use dolmen::opening::{Act, Opening, Protocol};
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{BoardSize, Engine, Rule};
    ///
    /// let mut opening = Opening::new(Protocol::Taraguchi10, BoardSize::square(15));
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let control = Control::without_clock();
    /// let rule = Rule::Renju.into();
    /// let opened = Engine::default().open(rule, &opening, &request, &control, &mut Silent)?;
    /// assert_eq!(opened.act, Act::Place("h8".parse()?), "the centre");
    /// opening.act(opened.act)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(
        &mut self,
        rule: GameRule,
        opening: &Opening,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Opened, NoMove> {
        decide(self, rule, opening, request, control, observer, Self::think)
    }
}

#[cfg(test)]
mod tests;
