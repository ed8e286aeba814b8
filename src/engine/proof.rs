//! Proofs: searches for a win with any moves, after which the engine plays by the certificate.

use std::sync::Arc;
use std::time::Duration;

use crate::certificate::Certificate;
use crate::engine::adviser::{Until, advised_solver};
use crate::engine::{Engine, proved_win};
use crate::game::Game;
use crate::search::{Control, Detail, Observer, Progress, Request};
use crate::solver::{QuietProgress, QuietSolver};

/// The result of [`Engine::prove`].
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// The certificate of the win; `None` if no win was found, which does not refute one.
    pub certificate: Option<Arc<Certificate>>,
    /// The state of the search at its end, with the longest variation of the plan.
    pub summary: Progress,
}

/// The time between two reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The largest memory for positions, in bytes.
const MAX_BYTES: usize = 512 << 20;

/// The limits of a proof.
struct Deadline<'a> {
    control: &'a Control,
    request: &'a Request,
}

impl Deadline<'_> {
    /// Returns the time for the proof, which the manager may change while it runs.
    fn time(&self) -> Duration {
        self.control.turn().or(self.request.limits.turn).unwrap_or(Duration::MAX)
    }

    /// Returns whether the proof has to end.
    fn is_over(&self, positions: u64) -> bool {
        self.control.is_stopped()
            || self.control.elapsed() >= self.time()
            || self.request.limits.nodes.is_some_and(|nodes| positions >= nodes)
    }
}

impl Engine {
    /// Adds a certificate, by whose plan the engine plays in the games that it covers. The plan is not checked here:
    /// [`Certificate::check`] does that.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use dolmen::search::{Control, Limits, Origin, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 a1 i8 a5 g9 a9".parse()?;
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let proved = Engine::default().prove(&game, &request, &Control::without_clock(), &mut Silent);
    /// let mut engine = Engine::default();
    /// engine.add_certificate(proved.certificate.ok_or("three stones against none win")?);
    /// let result = engine.analyse(&game, Duration::from_secs(10), |_| {})?;
    /// assert_eq!(result.summary.origin, Origin::Proof, "nothing was searched");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_certificate(&mut self, certificate: Arc<Certificate>) {
        self.certificates.push(certificate);
    }

    /// Searches for a proof that the side to move wins: by threats alone for a part of the time, then
    /// with quiet moves. From then on, the engine plays by the certificate.
    ///
    /// The search takes the time of a turn, or as many positions as the request has nodes. It reports each second as
    /// [`Detail::Solving`], then as [`Detail::Proving`]. A continuous game, which goes on after a five, has no proof.
    ///
    /// ```
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 a1 i8 a5 g9 a9".parse()?;
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let mut engine = Engine::default();
    /// let proved = engine.prove(&game, &request, &Control::without_clock(), &mut Silent);
    /// let certificate = proved.certificate.ok_or("three stones against none win")?;
    /// assert!(certificate.check().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Proved {
        if game.rule().continuous || game.outcome().is_some() {
            return Proved::default();
        }
        let rule = game.rule().rule;
        // The proof takes the memory of the search.
        self.memory = None;
        let bytes = (self.options.table_bytes() / 2).min(MAX_BYTES);
        let until = Until { control: control.clone(), turn: request.limits.turn };
        let mut solver = advised_solver(game.position(), &self.evaluator, rule, bytes, until);
        let deadline = Deadline { control, request };
        let threat_time = QuietSolver::threat_time(deadline.time());
        let mut next_report = REPORT_EVERY;
        let mut report = |detail: Detail| {
            let elapsed = control.elapsed();
            if elapsed >= next_report {
                next_report = elapsed + REPORT_EVERY;
                observer.detail(detail);
            }
        };
        let mut by_threats = 0;
        let max_positions = request.limits.nodes.unwrap_or(u64::MAX);
        solver.solve_by_threats(max_positions, &mut |visited| {
            by_threats = visited;
            report(Detail::Solving(visited));
            deadline.is_over(visited) || control.elapsed() >= threat_time
        });
        let plan = solver.prove(self.options.threads, &mut |progress| {
            let positions = by_threats + progress.positions;
            report(Detail::Proving(QuietProgress { positions, ..*progress }));
            deadline.is_over(positions)
        });
        let plan = plan.unwrap_or_else(|error| {
            log::error!("a thread did not start: {error}");
            None
        });
        let position = game.position().clone();
        let certificate = plan.map(|plan| Arc::new(Certificate { rule, position, plan }));
        self.certificates.extend(certificate.clone());
        let variation = certificate.as_ref().map(|certificate| certificate.plan.main_line());
        let found = variation.map(proved_win).unwrap_or_default();
        let nodes = by_threats + solver.progress().positions;
        let summary = Progress { nodes, elapsed: control.elapsed(), ..found };
        Proved { certificate, summary }
    }
}
