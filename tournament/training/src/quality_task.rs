//! The command `quality` as a person sees it: a bar while it searches, a table for each rule
//! and kind of position.

use std::io::{self, Write};
use std::time::Duration;

use dolmen::rules::Rule;
use indicatif::{ProgressBar, ProgressStyle};
use training::generate::engine_signature;
use training::quality::measure::Estimate;
use training::quality::{Choice, Chosen, Examiner, GroupQuality, Row, Settings};
use training::store::games_files;

use crate::arguments::QualityArguments;
use crate::ending::{Failure, stop_by_interrupt};

/// Examines labels unless somebody interrupts, and prints what is known then; says whether all
/// was examined.
pub(crate) fn quality(arguments: &QualityArguments) -> Result<bool, Failure> {
    let settings = Settings::new(engine_signature(), arguments.nodes);
    let examiner = Examiner::open(&settings, &arguments.state)?;
    let positions = choose(arguments)?;
    if positions.is_empty() {
        let text = "the files contain no positions of these rules and kinds; omit --rule and \
                    --kind, or name other files";
        return Err(text.into());
    }
    let stop = stop_by_interrupt()?;
    let known = || positions.iter().filter(|chosen| examiner.scores(chosen).is_some()).count();
    let bar = bar(positions.len(), "positions");
    bar.set_position(known() as u64);
    bar.reset_eta();
    let threads = usize::from(arguments.threads);
    let examined = examiner.examine(&positions, threads, &stop, &|| bar.inc(1));
    bar.finish_and_clear();
    examined?;
    let mut output = io::stdout();
    for rule in Rule::ALL {
        for &group in &arguments.kinds {
            if let Some(quality) = GroupQuality::of(rule, group, &positions, &examiner) {
                output.write_all(table(&quality, arguments.nodes).as_bytes())?;
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
    Ok(known == all)
}

/// Chooses positions, with a bar while files are read.
fn choose(arguments: &QualityArguments) -> Result<Vec<Chosen>, Failure> {
    let choice = Choice {
        files: games_files(&arguments.paths)?,
        rules: arguments.rules.clone(),
        groups: arguments.kinds.clone(),
        count: arguments.positions as usize,
        seed: arguments.seed,
    };
    if choice.files.is_empty() {
        return Err("no files of games found".into());
    }
    let bar = bar(choice.files.len(), "files");
    let chosen = choice.choose(&mut || bar.inc(1));
    bar.finish_and_clear();
    Ok(chosen?)
}

fn bar(length: usize, what: &str) -> ProgressBar {
    let template = format!("{{elapsed_precise}} {{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    let bar = ProgressBar::new(length as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// The labels of one rule and kind, a line for each source.
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
