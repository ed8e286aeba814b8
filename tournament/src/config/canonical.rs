//! A tournament as a text that says everything, and reads back as the same tournament.

use dolmen::board::Point;

use crate::config::{
    Bytes, Config, Draft, EloModel, EngineConfig, EngineDraft, ListedOpening, Opening,
    OpeningsDraft, RuleText, SizeText, Span, SprtConfig, SprtDraft, TimeControl, Words,
};

impl Config {
    /// The tournament as TOML: every value, the openings themselves in the order in which
    /// they are played, absolute paths of the programs. Equal tournaments have equal texts.
    /// A tournament read from the text is equal, if the text is read where relative paths
    /// mean the same.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.draft()).expect("every draft serializes to TOML")
    }

    /// Returns what somebody would have to say to get this tournament without any default.
    #[must_use]
    pub fn draft(&self) -> Draft {
        // Taken apart so that a new field must be thought about here.
        let Self {
            engines,
            format,
            rule,
            size,
            openings,
            swap2,
            transform,
            pairs,
            repeat,
            restart,
            concurrency,
            affinity,
            draw_after,
            send_boards,
            keep_messages,
            seed,
            sprt,
            state,
            stop_file,
        } = self;
        Draft {
            rule: Some(RuleText(*rule)),
            size: Some(SizeText(*size)),
            format: Some(*format),
            games: Some(if *repeat { 2 * pairs } else { *pairs }),
            repeat: Some(*repeat),
            transform: Some(*transform),
            swap2: Some(*swap2),
            concurrency: Some(*concurrency),
            affinity: Some(*affinity),
            restart: Some(*restart),
            draw_after: *draw_after,
            send_boards: Some(*send_boards),
            keep_messages: Some(*keep_messages),
            seed: Some(*seed),
            state: Some(state.clone()),
            stop_file: Some(stop_file.clone()),
            openings: Some(openings_draft(openings)),
            sprt: sprt.map(sprt_draft),
            each: EngineDraft::default(),
            engines: engines.iter().map(engine_draft).collect(),
        }
    }
}

fn openings_draft(openings: &[Opening]) -> OpeningsDraft {
    let list = openings.iter().map(|opening| ListedOpening {
        name: opening.name.clone(),
        moves: opening.moves.iter().map(Point::to_string).collect(),
    });
    OpeningsDraft { list: list.collect(), ..OpeningsDraft::default() }
}

fn sprt_draft(sprt: SprtConfig) -> SprtDraft {
    let SprtConfig { elo0, elo1, alpha, beta, normalized } = sprt;
    SprtDraft {
        elo0: Some(elo0),
        elo1: Some(elo1),
        alpha: Some(alpha),
        beta: Some(beta),
        model: Some(if normalized { EloModel::Normalized } else { EloModel::Logistic }),
    }
}

/// 0 stands for no limit.
fn engine_draft(engine: &EngineConfig) -> EngineDraft {
    let EngineConfig { name, command, folder, options, limits, profile } = engine;
    let tc = TimeControl { game: limits.game, turn: limits.turn, increment: limits.increment };
    EngineDraft {
        name: Some(name.clone()),
        cmd: Some(Words(command.clone())),
        folder: folder.clone(),
        profile: Some(*profile),
        tc: Some(tc),
        nodes: Some(limits.nodes.unwrap_or(0)),
        depth: Some(limits.depth.unwrap_or(0)),
        threads: Some(limits.threads.unwrap_or(0)),
        memory: Some(Bytes(limits.memory.unwrap_or(0))),
        margin: Some(Span(limits.margin)),
        startup: Some(Span(limits.startup)),
        pause: Some(Span(limits.pause)).filter(|Span(time)| !time.is_zero()),
        options: options.clone(),
        ..EngineDraft::default()
    }
}
