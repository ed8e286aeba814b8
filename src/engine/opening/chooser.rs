//! The decision for each task of an opening.

use crate::board::Color;
use crate::engine::NoMove;
use crate::engine::fairness::{advantage, unfairness};
use crate::engine::opening::searches::{Opened, Part, Searches, after, square};
use crate::engine::swap2;
use crate::eval::Score;
use crate::opening::{Act, Opening, Protocol, Task};
use crate::search::Progress;

/// The number of fourth stones that White compares.
const FOURTH_STONES: usize = 4;

/// The decision on the next act of an opening.
pub(super) struct Chooser<'a> {
    pub(super) searches: Searches<'a>,
    pub(super) opening: &'a Opening,
}

/// A fourth stone, and the score for Black once White keeps a fifth stone.
struct Fourth {
    act: Opened,
    value: Score,
}

impl Chooser<'_> {
    /// Decides the next act.
    pub(super) fn act(mut self) -> Result<Opened, NoMove> {
        match self.opening.task() {
            Task::Place { within, .. } => self.place(within),
            Task::Swap { .. } => self.swap(),
            Task::SwapOrAdd { .. } => self.better_side(Part::WHOLE),
            Task::Count { most, .. } => self.count(most),
            Task::SwapOrOffer { .. } => self.swap_or_offer(),
            Task::Offer { .. } => self.offer(),
            Task::Choose { .. } => self.keep(),
            Task::Done => Err(NoMove),
        }
    }

    /// Chooses a stone.
    fn place(&mut self, within: Option<usize>) -> Result<Opened, NoMove> {
        let position = self.opening.position();
        let choices = square(position, within);
        match (self.opening.protocol(), position.ply()) {
            (Protocol::Swap | Protocol::Swap2, number @ 0..3) => match self.known(number)? {
                Some(known) => Ok(known),
                None => self.searches.fair(position, choices, number == 1),
            },
            (Protocol::Swap2, 3) => self.searches.fair(position, choices, true),
            (Protocol::Rif | Protocol::Yamaguchi, 3) => Ok(self.fourth()?.act),
            _ => self.searches.fair(position, choices, false),
        }
    }

    /// Returns the stone with this number, from 0, of a known swap2 opening; `None` if the stones on the board begin
    /// no such opening.
    fn known(&mut self, number: usize) -> Result<Option<Opened>, NoMove> {
        let position = self.opening.position();
        let place = |stones: [_; 3]| Act::Place(stones[number]);
        if number > 0 {
            let seed = self.searches.engine.options().seed;
            let stones = swap2::opening_with(position, seed);
            return Ok(stones.map(|stones| Opened::unsearched(place(stones))));
        }
        let (stones, summary) = self.searches.swap2_stones(position)?;
        Ok(Some(Opened { act: place(stones), summary }))
    }

    /// Returns the advantage of Black over White by a score for Black.
    fn for_black(&self, score: Score) -> Score {
        advantage(self.searches.rule, Color::Black, score)
    }

    /// Takes the colour that is worth more.
    fn better_side(&mut self, part: Part) -> Result<Opened, NoMove> {
        let own = self.opening.actor().ok_or(NoMove)?;
        self.searches.better_side(self.opening.position(), own, part)
    }

    /// Chooses the colour.
    fn swap(&mut self) -> Result<Opened, NoMove> {
        let position = self.opening.position();
        let count = self.opening.count_or_default();
        let (value, summary) = match (self.opening.protocol(), position.ply()) {
            (Protocol::Rif | Protocol::Yamaguchi, _) => {
                let Fourth { act, value } = self.fourth()?;
                (-self.for_black(value), act.summary)
            }
            (Protocol::Soosorv8, 4) => {
                let found = self.searches.fifths(position, count, Part::WHOLE)?;
                (self.for_black(found.value(count)), found.into_summary())
            }
            _ => return self.better_side(Part::WHOLE),
        };
        let act = if value < Score::DRAW { Act::Swap } else { Act::Stay };
        Ok(Opened { act, summary })
    }

    /// Names the number of fifth stones that makes both colours worth the same.
    fn count(&mut self, most: usize) -> Result<Opened, NoMove> {
        let position = self.opening.position();
        let found = if self.opening.protocol() == Protocol::Yamaguchi {
            // The number is named before the fourth stone, so the best fourth stone is assumed.
            let best = self.searches.lines(position, 1, Part { number: 1, of: 2 })?.best;
            self.searches.fifths(&after(position, best)?, most, Part { number: 2, of: 2 })?
        } else {
            self.searches.fifths(position, most, Part::WHOLE)?
        };
        let rule = self.searches.rule;
        let unfair = |line: &Progress| unfairness(rule, Color::Black, line.score);
        let values = found.lines.iter().take(most).map(unfair);
        let fairest = values.enumerate().min_by_key(|&(_, unfairness)| unfairness);
        let count = fairest.map_or(1, |(index, _)| index + 1);
        Ok(Opened { act: Act::Count(count), summary: found.into_summary() })
    }

    /// Offers fifth stones if even the last of them is good for Black, and otherwise takes a colour.
    fn swap_or_offer(&mut self) -> Result<Opened, NoMove> {
        let (position, count) = (self.opening.position(), self.opening.count_or_default());
        let found = self.searches.fifths(position, count, Part { number: 1, of: 2 })?;
        let is_possible = self.opening.offerable().len() >= count;
        if is_possible && self.for_black(found.value(count)) > Score::DRAW {
            return Ok(Opened { act: Act::Add, summary: found.into_summary() });
        }
        self.better_side(Part { number: 2, of: 2 })
    }

    /// Offers the best of the fifth stones that may still be offered.
    fn offer(&mut self) -> Result<Opened, NoMove> {
        let of = self.opening.count_or_default() as u32;
        let choices = self.opening.offerable();
        self.searches.best_of(self.opening.position(), choices, Part { number: 1, of })
    }

    /// Keeps the offer that is worst for Black.
    fn keep(&mut self) -> Result<Opened, NoMove> {
        let offers = self.opening.offers();
        let mut kept: Option<Opened> = None;
        for (number, &offer) in (1..).zip(offers) {
            let after = after(self.opening.position(), offer)?;
            let part = Part { number, of: offers.len() as u32 };
            let summary = self.searches.lines(&after, 1, part)?.into_summary();
            if kept.as_ref().is_none_or(|kept| summary.score > kept.summary.score) {
                kept = Some(Opened { act: Act::Place(offer), summary });
            }
        }
        kept.ok_or(NoMove)
    }

    /// Finds the fourth stone after which the last of Black's best fifth stones is worth least.
    fn fourth(&mut self) -> Result<Fourth, NoMove> {
        let (position, count) = (self.opening.position(), self.opening.count_or_default());
        let of = 1 + FOURTH_STONES as u32;
        let found = self.searches.lines(position, FOURTH_STONES, Part { number: 1, of })?;
        let mut best: Option<Fourth> = None;
        for (number, point) in (2..).zip(found.points()) {
            let after = after(position, point)?;
            let fifths = self.searches.fifths(&after, count, Part { number, of })?;
            let value = fifths.value(count);
            if best.as_ref().is_none_or(|best| value < best.value) {
                let act = Opened { act: Act::Place(point), summary: fifths.into_summary() };
                best = Some(Fourth { act, value });
            }
        }
        best.ok_or(NoMove)
    }
}
