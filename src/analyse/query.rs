//! A query for analysis: its positions, and the question about each of them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::analyse::fault::{Code, Fault};
use crate::analyse::fields::{Fields, number};
use crate::analyse::points::Notation;
use crate::analyse::restricted::Restricted;
use crate::analyse::setup::{Setup, Turn};
use crate::board::{BoardSize, Color};
use crate::near::{nearest, suggestion};
use crate::rules::GameRule;
use crate::scheduler::{Method, Solving, Task};
use crate::search::{Limits, Request};

/// The defaults for the fields that a query omits.
///
/// ```
/// use dolmen::analyse::Defaults;
///
/// assert_eq!(Defaults::default().nodes, 100_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// The rule of queries that name no rule or a rule of go. With `None`, the former are freestyle and the latter an
    /// error.
    pub rule: Option<GameRule>,
    /// The notation.
    pub notation: Notation,
    /// The number of nodes of a search without any limit.
    pub nodes: u64,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { rule: None, notation: Notation::default(), nodes: 100_000 }
    }
}

/// The time of a proof without any limit.
const DEFAULT_SOLVE_TIME: Duration = Duration::from_secs(10);
/// The largest number of lines, and the shortest time between reports in seconds.
const MAX_LINES: i64 = 100;
const MIN_REPORT_SECONDS: f64 = 0.01;
/// The shortest time of a search in seconds.
const MIN_SECONDS: f64 = 0.001;

/// Fields of KataGo that mean nothing in five in a row.
const WITHOUT_EFFECT: [&str; 9] = [
    "whiteHandicapBonus",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePVVisits",
    "includeNoResultValue",
];
/// The settings of KataGo that a query may override.
const SETTINGS: [&str; 3] = ["maxVisits", "maxTime", "reportAnalysisWinratesAs"];

/// The side from whose view values are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    Mover,
    Of(Color),
}

impl Perspective {
    /// Returns whether values for the side to move must be converted to the other side's view.
    pub(super) fn is_turned(self, mover: Color) -> bool {
        self == Self::Of(!mover)
    }
}

/// The parts of a reply that a query may ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Includes {
    pub(super) policy: bool,
    pub(super) move_values: bool,
    pub(super) forbidden: bool,
    pub(super) threats: bool,
    pub(super) board: bool,
    pub(super) certificate: bool,
}

/// The settings of all replies to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReplySettings {
    pub(super) id: String,
    pub(super) notation: Notation,
    pub(super) perspective: Perspective,
    pub(super) includes: Includes,
    /// The largest number of moves of a line of play.
    pub(super) max_line: usize,
}

/// A position of a query, and the question about it.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) turn: Turn,
    pub(super) task: Task,
    pub(super) priority: i64,
}

/// A query.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) settings: Arc<ReplySettings>,
    pub(super) questions: Vec<Question>,
    pub(super) session: Option<Arc<str>>,
    pub(super) report_every: Option<Duration>,
    /// Indicates whether only a stop ends the searches.
    pub(super) is_endless: bool,
    /// The warnings about the query, which do not prevent its replies.
    pub(super) warnings: Vec<Fault>,
}

impl Query {
    /// Reads a query with this `id` from its other fields.
    pub(super) fn read(
        id: String,
        map: Map<String, Value>,
        defaults: &Defaults,
    ) -> Result<Self, Fault> {
        let mut fields = Fields::new(map);
        let mut warnings = override_settings(&mut fields)?;
        let notation = fields.word("notation", &Notation::WORDS)?;
        let notation = notation.map_or(defaults.notation, |index| Notation::ALL[index]);
        let setup = Setup::read(&mut fields, notation, defaults.rule)?;
        let turns = setup.turns(&mut fields)?;
        let size = turns[0].game.size();
        let settings = ReplySettings {
            perspective: read_perspective(&mut fields)?,
            includes: Includes {
                policy: fields.flag("includePolicy")?,
                move_values: fields.flag("includeMoveValues")?,
                forbidden: fields.flag("includeForbidden")?,
                threats: fields.flag("includeThreats")?,
                board: fields.flag("includeBoard")?,
                certificate: fields.flag("includeCertificate")?,
            },
            max_line: fields.number("analysisPVLen", 0..=i64::MAX)?.map_or(usize::MAX, line_length),
            id,
            notation,
        };
        let wants_certificate = settings.includes.certificate;
        let question = Asked::read(&mut fields, notation, size, defaults, wants_certificate)?;
        let priorities = read_priorities(&mut fields, turns.len())?;
        let session = fields.text("session")?.map(Arc::from);
        let report_every = fields.seconds("reportDuringSearchEvery", MIN_REPORT_SECONDS)?;
        warnings.extend(question.warnings(report_every.is_some()));
        warnings.extend(unread(&mut fields));
        let questions = turns
            .into_iter()
            .zip(priorities)
            .map(|(turn, priority)| {
                let task = question.task(&turn)?;
                Ok(Question { turn, task, priority })
            })
            .collect::<Result<_, Fault>>()?;
        let is_endless = question.limits == Limits::unlimited();
        let settings = Arc::new(settings);
        Ok(Self { settings, questions, session, report_every, is_endless, warnings })
    }
}

/// Returns the length of a line that has `after_first` moves after its first one.
fn line_length(after_first: i64) -> usize {
    usize::try_from(after_first).unwrap_or(usize::MAX).saturating_add(1)
}

/// Reads the settings that a query overrides, as if they were fields.
fn override_settings(fields: &mut Fields) -> Result<Vec<Fault>, Fault> {
    let field = "overrideSettings";
    let Some(value) = fields.take(field) else { return Ok(Vec::new()) };
    let Value::Object(settings) = value else {
        return Err(Fault::invalid(field, &value, "an object"));
    };
    let mut warnings = Vec::new();
    for (name, value) in settings {
        if SETTINGS.contains(&name.as_str()) {
            fields.add(&name, value);
        } else {
            let near = suggestion(nearest(&name, SETTINGS));
            let words = format!("setting {name:?} has no effect{near}");
            warnings.push(Fault::new(Code::NoEffect, field, words));
        }
    }
    Ok(warnings)
}

fn read_perspective(fields: &mut Fields) -> Result<Perspective, Fault> {
    let words = ["SIDETOMOVE", "BLACK", "WHITE"];
    Ok(match fields.word("reportAnalysisWinratesAs", &words)? {
        Some(1) => Perspective::Of(Color::Black),
        Some(2) => Perspective::Of(Color::White),
        _ => Perspective::Mover,
    })
}

/// Reads the priority of each turn.
fn read_priorities(fields: &mut Fields, turns: usize) -> Result<Vec<i64>, Fault> {
    let any = i64::MIN..=i64::MAX;
    let one = fields.number("priority", any.clone())?;
    let field = "priorities";
    let Some(list) = fields.list(field)? else { return Ok(vec![one.unwrap_or(0); turns]) };
    if one.is_some() {
        let words = "priority and priorities contradict each other: expected one of them";
        return Err(Fault::new(Code::Conflict, field, words));
    }
    if list.len() != turns {
        let words = format!("{} priorities: expected {turns}, one for each turn", list.len());
        return Err(Fault::new(Code::Invalid, field, words));
    }
    let read = |(index, value)| number(field, value, any.clone()).map_err(|fault| fault.at(index));
    list.iter().enumerate().map(read).collect()
}

/// Returns a warning for each field that has no effect.
fn unread(fields: &mut Fields) -> Vec<Fault> {
    // Every KataGo client sends it.
    fields.take("komi");
    let mut warnings = Vec::new();
    for name in WITHOUT_EFFECT {
        if fields.take(name).is_some_and(|value| value != Value::Bool(false)) {
            let words = format!("{name} has no effect in five in a row");
            warnings.push(Fault::new(Code::NoEffect, name, words));
        }
    }
    warnings.extend(fields.unknown());
    warnings
}

/// The question about all positions of a query.
struct Asked {
    method: Option<Method>,
    limits: Limits,
    lines: usize,
    wants_certificate: bool,
    restricted: Restricted,
}

impl Asked {
    fn read(
        fields: &mut Fields,
        notation: Notation,
        size: BoardSize,
        defaults: &Defaults,
        wants_certificate: bool,
    ) -> Result<Self, Fault> {
        let method = fields.word("solve", &["vcf", "vct", "win"])?;
        let method = method.map(|index| [Method::Fours, Method::Threats, Method::AnyMoves][index]);
        let lines = fields.number("maxLines", 1..=MAX_LINES)?.unwrap_or(1) as usize;
        let limits = read_limits(fields, method, defaults)?;
        let restricted = Restricted::read(fields, notation, size)?;
        Ok(Self { method, limits, lines, wants_certificate, restricted })
    }

    /// Returns the question about a position.
    fn task(&self, turn: &Turn) -> Result<Task, Fault> {
        if let Some(method) = self.method {
            let (limits, wants_certificate) = (self.limits, self.wants_certificate);
            return Ok(Task::Solve(Solving { method, limits, wants_certificate }));
        }
        let [blocked, only] = self.restricted.of(turn)?;
        let multi_pv = self.lines;
        Ok(Task::Search(Request { blocked, only, multi_pv, ..Request::new(self.limits) }))
    }

    /// Returns warnings about what has no effect on a proof, or on a search.
    fn warnings(&self, has_reports: bool) -> Vec<Fault> {
        let mut names = Vec::new();
        if self.method.is_some() {
            names.extend(self.restricted.field());
            names.extend((self.lines > 1).then_some("maxLines"));
            names.extend(has_reports.then_some("reportDuringSearchEvery"));
            names.extend(self.limits.depth.map(|_| "maxDepth"));
        } else {
            names.extend(self.wants_certificate.then_some("includeCertificate"));
        }
        let with = if self.method.is_some() { "with" } else { "without" };
        let warning = |name| {
            Fault::new(Code::NoEffect, name, format_args!("{name} has no effect {with} solve"))
        };
        names.into_iter().map(warning).collect()
    }
}

/// Reads the limits of each position.
fn read_limits(
    fields: &mut Fields,
    method: Option<Method>,
    defaults: &Defaults,
) -> Result<Limits, Fault> {
    let nodes = fields.number("maxVisits", 1..=i64::MAX)?.map(i64::unsigned_abs);
    let turn = fields.seconds("maxTime", MIN_SECONDS)?;
    let depth = fields.number("maxDepth", 1..=i64::from(u32::MAX))?;
    let depth = depth.and_then(|depth| u32::try_from(depth).ok());
    let is_endless = fields.flag("infinite")?;
    let reserve = turn.map(|_| Duration::ZERO);
    let limits = Limits { nodes, turn, reserve, depth, ..Limits::unlimited() };
    if limits != Limits::unlimited() {
        if is_endless {
            let words = "infinite and a limit contradict each other: expected one of them";
            return Err(Fault::new(Code::Conflict, "infinite", words));
        }
        return Ok(limits);
    }
    Ok(match method {
        _ if is_endless => limits,
        None => Limits { nodes: Some(defaults.nodes), ..limits },
        Some(_) => Limits { turn: Some(DEFAULT_SOLVE_TIME), ..limits },
    })
}
