//! The command `quality`: games in, a table for each rule and kind of position out.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use dolmen::rules::Rule;
use training::generate::engine_signature;
use training::labelled::Group;
use training::quality::measure::Estimate;
use training::quality::{Choice, Chosen, Examiner, GroupQuality, Row, Settings};
use training::store::games_files;

use crate::common::{Ending, Failure, SearchArguments, progress_bar, stop_by_interrupt};

/// The arguments of `quality`.
#[derive(Debug, Args)]
pub(crate) struct Quality {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Rule: freestyle, standard, renju, caro, caro6 or omok; may be repeated [default: all
    /// rules in the files].
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<Rule>,
    /// Kind of position: game, interior, crowded, foreign or version-1 (all positions of
    /// files in format version 1); may be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    #[arg(default_values = ["game", "interior", "crowded"])]
    kinds: Vec<Group>,
    /// Number of positions of each rule and kind, from different games as far as possible.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Nodes of the reference search.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    #[command(flatten)]
    search: SearchArguments,
}

impl Quality {
    /// Searches the positions unless the user interrupts, and prints what is known then.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let settings = Settings::new(engine_signature(), self.nodes);
        let examiner = Examiner::open(&settings, &self.search.state)?;
        let positions = self.choose()?;
        if positions.is_empty() {
            let text = "the files contain no positions of these rules and kinds; omit --rule and \
                        --kind, or name other files";
            return Err(text.into());
        }
        let stop = stop_by_interrupt()?;
        let known = || positions.iter().filter(|chosen| examiner.scores(chosen).is_some()).count();
        let bar = progress_bar(positions.len(), "positions");
        bar.set_position(known() as u64);
        bar.reset_eta();
        let workers = self.search.workers(&stop);
        let examined = examiner.examine(&positions, workers, &|| bar.inc(1));
        bar.finish_and_clear();
        examined?;
        let mut output = io::stdout();
        for rule in Rule::ALL {
            for &group in &self.kinds {
                if let Some(quality) = GroupQuality::of(rule, group, &positions, &examiner) {
                    output.write_all(table(&quality, self.nodes).as_bytes())?;
                }
            }
        }
        let (known, all) = (known(), positions.len());
        if known < all {
            writeln!(
                output,
                "stopped after {known} of {all} positions; run the same command again to continue"
            )?;
        }
        Ok(Ending::if_done(known == all))
    }

    /// Chooses the positions.
    fn choose(&self) -> Result<Vec<Chosen>, Failure> {
        let choice = Choice {
            files: games_files(&self.paths)?,
            rules: self.rules.clone(),
            groups: self.kinds.clone(),
            count: self.positions as usize,
            seed: self.search.seed,
        };
        if choice.files.is_empty() {
            return Err("no files of games found".into());
        }
        let bar = progress_bar(choice.files.len(), "files");
        let chosen = choice.choose(&mut || bar.inc(1));
        bar.finish_and_clear();
        Ok(chosen?)
    }
}

/// Returns the table of one rule and kind, with a text line for each source of labels.
fn table(quality: &GroupQuality, nodes: u64) -> String {
    let GroupQuality { rule, group, positions, proved, missed, contradicted, refuted, .. } =
        quality;
    let mut text = format!(
        "{rule}, {group}: {positions} positions; reference: a search of {nodes} nodes with the \
         stored proofs, entropy {:.4}\n",
        quality.entropy
    );
    text += &format!(
        "  {proved} proved wins: the search alone misses {missed}, rates {contradicted} below one \
         half and {refuted} as lost\n"
    );
    text += &format!(
        "  {:24} {:>13} {:>20} {:>17}\n",
        "label", "cross-entropy", "above the entropy", "grossly wrong"
    );
    for Row { source, accuracy } in &quality.rows {
        text += &format!(
            "  {:24} {:>13.4} {:>20} {:>17}\n",
            source.name(),
            accuracy.cross_entropy.mean,
            nats(accuracy.divergence),
            percent(accuracy.grossly_wrong),
        );
    }
    text.push('\n');
    text
}

fn nats(Estimate { mean, error }: Estimate) -> String {
    format!("{mean:.4} ± {error:.4}")
}

fn percent(Estimate { mean, error }: Estimate) -> String {
    format!("{:.2} % ± {:.2} %", 100.0 * mean, 100.0 * error)
}
