//! The results of earlier searches, as a caller of the engine sees them: it adds results, forgets them and
//! asks for their number.

use crate::engine::Engine;
use crate::game::Game;
use crate::search::{Lesson, Limits};

impl Engine {
    /// Forgets the results of earlier searches, but keeps the options.
    ///
    /// ```
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let mut engine = Engine::default();
    /// engine.think(&game, &request, &Control::without_clock(), &mut Silent)?;
    /// engine.forget();
    /// assert_eq!(engine.table_usage(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forget(&mut self) {
        if let Some(remembered) = &mut self.memory {
            remembered.memory.clear();
        }
    }

    /// Learns results about positions of a game, on which later searches under the same conditions and limits rely.
    ///
    /// ```
    /// use dolmen::search::{Control, Lesson, Limits, Request, Silent};
    /// use dolmen::{Engine, Game, Point, Score};
    ///
    /// let mut game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let limits = Limits { nodes: Some(2_000), ..Limits::unlimited() };
    /// let point = Point::new(5, 7);
    /// game.play(point)?;
    /// let position = game.position().clone();
    /// // After this move, white loses.
    /// let lesson = Lesson { position, score: Score::loss_in(10), depth: 20, best: None };
    /// game.undo();
    /// let mut engine = Engine::default();
    /// engine.learn(&game, &limits, &[lesson]);
    /// let control = Control::without_clock();
    /// let result = engine.think(&game, &Request::new(limits), &control, &mut Silent)?;
    /// assert_eq!(result.best, point);
    /// assert_eq!(result.summary.score, Score::win_in(11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn learn(&mut self, game: &Game, limits: &Limits, lessons: &[Lesson]) {
        let mut remembered = self.take_memory(game, limits);
        remembered.memory.learn(game.rule().rule, lessons);
        self.memory = Some(remembered);
    }

    /// Forgets the lessons of [`Engine::learn`], together with the results of searches that may rest on them.
    ///
    /// ```
    /// use dolmen::search::{Control, Lesson, Limits, Request, Silent};
    /// use dolmen::{Engine, Game, Point, Score};
    ///
    /// let mut game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let limits = Limits { nodes: Some(2_000), ..Limits::unlimited() };
    /// game.play(Point::new(5, 7))?;
    /// let position = game.position().clone();
    /// let lesson = Lesson { position, score: Score::loss_in(10), depth: 20, best: None };
    /// game.undo();
    /// let mut engine = Engine::default();
    /// engine.learn(&game, &limits, &[lesson]);
    /// engine.unlearn();
    /// let control = Control::without_clock();
    /// let result = engine.think(&game, &Request::new(limits), &control, &mut Silent)?;
    /// assert_ne!(result.summary.score, Score::win_in(11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unlearn(&mut self) {
        if let Some(remembered) = self.memory.as_mut().filter(|known| known.memory.is_taught()) {
            remembered.memory.clear();
        }
    }

    /// Returns how many entries of a thousand in the transposition table are in use.
    ///
    /// ```
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let request = Request::new(Limits { nodes: Some(20_000), ..Limits::unlimited() });
    /// let mut engine = Engine::default();
    /// assert_eq!(engine.table_usage(), 0, "the table is created by the first search");
    /// engine.think(&game, &request, &Control::without_clock(), &mut Silent)?;
    /// assert!((1..=1_000).contains(&engine.table_usage()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn table_usage(&self) -> usize {
        self.memory.as_ref().map_or(0, |known| known.memory.table_usage())
    }
}
