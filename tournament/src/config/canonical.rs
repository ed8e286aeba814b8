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
        Draft {
            rule: Some(RuleText(self.rule)),
            size: Some(SizeText(self.size)),
            format: Some(self.format),
            games: Some(if self.repeat { 2 * self.pairs } else { self.pairs }),
            repeat: Some(self.repeat),
            transform: Some(self.transform),
            swap2: Some(self.swap2),
            concurrency: Some(self.concurrency),
            affinity: Some(self.affinity),
            strict_clock: Some(self.strict_clock),
            restart: Some(self.restart),
            draw_after: self.draw_after,
            send_boards: Some(self.send_boards),
            keep_messages: Some(self.keep_messages),
            seed: Some(self.seed),
            state: Some(self.state.clone()),
            stop_file: Some(self.stop_file.clone()),
            openings: Some(openings_draft(&self.openings)),
            sprt: self.sprt.map(sprt_draft),
            each: EngineDraft::default(),
            engines: self.engines.iter().map(engine_draft).collect(),
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
