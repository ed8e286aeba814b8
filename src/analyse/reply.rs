//! The text lines that the program writes.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;

use crate::analyse::facts::{Facts, rounded};
use crate::analyse::fault::{Code, Fault};
use crate::analyse::points::letter;
use crate::analyse::query::ReplySettings;
use crate::board::Color;
use crate::eval::{Evaluator, Score};
use crate::game::Game;
use crate::positions::{Identity, identity};
use crate::rules::Outcome;
use crate::scheduler::{Analysis, Answer, Method, Solution, Task};
use crate::search::{Origin, Progress, RootMove};

/// A reply about a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_results: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_info: Option<RootInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_infos: Option<Vec<MoveInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solve: Option<Solved>,
    #[serde(flatten)]
    facts: Facts,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The position and the search.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    #[serde(flatten)]
    value: Worth,
    visits: u64,
    depth: u32,
    sel_depth: u32,
    seconds: f64,
    origin: &'static str,
    this_hash: String,
    sym_hash: String,
}

/// The value of a position.
#[derive(Debug, Serialize)]
struct Worth {
    winrate: f64,
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<i32>,
}

/// One of the best moves.
#[derive(Debug, Serialize)]
struct MoveInfo {
    #[serde(rename = "move")]
    point: Value,
    order: usize,
    #[serde(flatten)]
    value: Worth,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    depth: u32,
    pv: Vec<Value>,
}

/// A verdict.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Solved {
    method: &'static str,
    verdict: &'static str,
    line: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_size: Option<u64>,
    visits: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

/// An error or a warning.
#[derive(Debug, Serialize)]
struct Diagnostic<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    field: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    code: &'static str,
}

/// Returns the text line of an error; without `id` if the query has none.
pub(super) fn error(id: Option<&str>, fault: &Fault) -> String {
    let Fault { message, field, index, code } = fault;
    let (error, index) = (Some(message.as_str()), *index);
    line(&Diagnostic { id, error, warning: None, field, index, code: code.word() })
}

/// Returns the text line of a warning.
pub(super) fn warning(id: &str, fault: &Fault) -> String {
    let Fault { message, field, index, code } = fault;
    let (warning, index) = (Some(message.as_str()), *index);
    line(&Diagnostic { id: Some(id), error: None, warning, field, index, code: code.word() })
}

/// Returns the text line of a JSON value.
pub(super) fn line(value: &impl Serialize) -> String {
    // Maps have text as keys and numbers are finite, so nothing can fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// A position of a query, for replies about it.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) settings: Arc<ReplySettings>,
    pub(super) turn: usize,
}

impl Subject {
    /// Returns the final reply about a game that has ended.
    pub(super) fn ended(&self, game: &Game, outcome: Outcome) -> String {
        let outcome = match outcome {
            Outcome::Win(Color::Black) => "black",
            Outcome::Win(Color::White) => "white",
            Outcome::Draw => "draw",
        };
        let facts = Facts::of_ended(game, &self.settings);
        line(&Reply { outcome: Some(outcome), facts, ..self.reply() })
    }

    /// Returns a report on a search in progress.
    pub(super) fn report(&self, game: &Game, analysis: &Analysis) -> String {
        line(&Reply { is_during_search: true, ..self.analysis(game, analysis) })
    }

    /// Returns the final reply about a position.
    pub(super) fn answer(
        &self,
        game: &Game,
        task: &Task,
        answer: &Answer,
        evaluator: &Evaluator,
    ) -> String {
        let reply = match answer {
            Answer::Analysis(analysis) => self.analysis(game, analysis),
            Answer::Solution(solution) => {
                Reply { solve: Some(self.solved(game, task, solution)), ..self.reply() }
            }
            Answer::Nothing => return line(&Reply { no_results: Some(true), ..self.reply() }),
            Answer::Failed(why) => {
                let error = Some(format!("a defect of the program: {why}"));
                let code = Some(Code::Failed.word());
                return line(&Reply { no_results: Some(true), error, code, ..self.reply() });
            }
        };
        line(&Reply { facts: Facts::of(game, &self.settings, evaluator), ..reply })
    }

    /// Returns a final reply without content.
    fn reply(&self) -> Reply<'_> {
        Reply {
            id: &self.settings.id,
            turn_number: self.turn,
            is_during_search: false,
            no_results: None,
            outcome: None,
            root_info: None,
            move_infos: None,
            solve: None,
            facts: Facts::default(),
            error: None,
            code: None,
        }
    }

    fn analysis(&self, game: &Game, analysis: &Analysis) -> Reply<'_> {
        let Analysis { lines, root_moves, nodes, elapsed } = analysis;
        let mover = game.side_to_move();
        let root_info = lines.first().map(|best| RootInfo {
            current_player: letter(mover),
            value: self.worth(best.score, mover),
            visits: *nodes,
            depth: best.depth,
            sel_depth: best.selective_depth,
            seconds: seconds(*elapsed),
            origin: origin(best.origin),
            this_hash: hash(number(game)),
            sym_hash: hash(Identity::of(game).number()),
        });
        let infos = lines.iter().enumerate();
        let infos = infos.map(|(order, line)| self.move_info(game, order, line, root_moves));
        Reply { root_info, move_infos: Some(infos.collect()), ..self.reply() }
    }

    fn move_info(
        &self,
        game: &Game,
        order: usize,
        line: &Progress,
        root_moves: &[RootMove],
    ) -> MoveInfo {
        let size = game.size();
        let line_of_play = line.principal_variation.iter().take(self.settings.max_line);
        let pv = self.settings.notation.write_all(line_of_play.copied(), size);
        let first = line.principal_variation.first();
        let known = root_moves.iter().find(|known| Some(&known.point) == first);
        MoveInfo {
            point: pv.first().cloned().unwrap_or_default(),
            order,
            value: self.worth(line.score, game.side_to_move()),
            visits: known.map(|known| known.nodes),
            depth: line.depth,
            pv,
        }
    }

    /// Returns a score of the side to move from the view that the query chose.
    fn worth(&self, score: Score, mover: Color) -> Worth {
        let score = if self.settings.perspective.is_turned(mover) { -score } else { score };
        let plies = score.plies_to_end().map(|plies| if score.is_win() { plies } else { -plies });
        Worth { winrate: rounded(score.win_probability()), score: score.value(), plies }
    }

    fn solved(&self, game: &Game, task: &Task, solution: &Solution) -> Solved {
        let Solution { proof, proof_size, certificate, nodes, elapsed } = solution;
        let certificate = certificate.as_ref().filter(|_| self.settings.includes.certificate);
        let method = match task {
            Task::Solve(solving) if solving.method == Method::Fours => "vcf",
            Task::Solve(solving) if solving.method == Method::Threats => "vct",
            _ => "win",
        };
        Solved {
            method,
            verdict: proof.verdict(),
            line: self.settings.notation.write_all(proof.variation().iter().copied(), game.size()),
            proof_size: *proof_size,
            visits: *nodes,
            seconds: seconds(*elapsed),
            certificate: certificate.map(|certificate| STANDARD.encode(certificate.to_bytes())),
        }
    }
}

fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64())
}

/// Returns a number that identifies the position, its rule and its board.
fn number(game: &Game) -> u64 {
    identity::number(game.rule().rule, game.size(), game.position().key())
}

fn hash(number: u64) -> String {
    format!("{number:016X}")
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Search => "search",
        Origin::Forced => "forced",
        Origin::Book => "book",
        Origin::Proof => "proof",
    }
}
