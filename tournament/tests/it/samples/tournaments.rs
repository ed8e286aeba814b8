//! Samples of tournaments. The id of a plan decides whether a file of results can be continued, so it must
//! stay that of version 0.2.0.
//!
//! A sample is a command line, or `toml: ` and a text whose lines are separated by ` | `; `$/` is a folder
//! with engines. The prefix `full ` also stores the canonical form of the tournament.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tournament::commands::{Request, Run};
use tournament::config;
use tournament::plan::{Plan, identify};

const PROCESSORS: usize = 4;
/// The maximum number of openings that are stored; the id of the plan covers all of them.
const OPENINGS: usize = 2;

/// Writes the engines, openings and configurations that the samples name.
fn fill(folder: &Path) {
    for (name, text) in
        [("a", "#!/bin/sh\n"), ("b", "#!/bin/sh\nexit\n"), ("pbrain-c", "c"), ("pbrain-d.py", "d")]
    {
        let path = folder.join(name);
        fs::write(&path, text).expect("the folder can be written");
        let rights = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, rights).expect("own files take rights");
    }
    for (name, text) in [
        ("notes.txt", ""),
        ("o.txt", "0,0, 1,1, 2,0\n-1,-1, 0,2, 1,0\n2,2, -2,1, 0,0\n"),
        ("p.txt", "h8i9j7\ng7h6i8\n"),
        ("full.toml", include_str!("../../samples/full.toml")),
        ("small.toml", include_str!("../../samples/small.toml")),
    ] {
        fs::write(folder.join(name), text).expect("the folder can be written");
    }
}

/// Returns the tournament of a sample, or the error.
fn answer(folder: &Path, sample: &str) -> String {
    let full = sample.strip_prefix("full ");
    let mut line = full.unwrap_or(sample);
    if let Some(text) = line.strip_prefix("toml: ") {
        let text = text.replace(" | ", "\n") + "\n";
        fs::write(folder.join("t.toml"), text).expect("the folder can be written");
        line = "--config $/t.toml";
    }
    let folder = folder.to_str().expect("the folder has a plain name");
    match super::request(&line.replace('$', folder)) {
        Ok(Request::Run(run)) => tournament(&run, full.is_some()),
        Ok(Request::Demo(run)) => toml::to_string(&run.said).expect("a draft is TOML"),
        Ok(request) => panic!("{sample}: {request:?}"),
        Err(error) => error.to_string(),
    }
    .replace(folder, "$")
}

/// Returns all that follows from the request for a tournament.
fn tournament(run: &Run, is_full: bool) -> String {
    let mut text = run.notes.iter().map(|note| format!("note: {note}\n")).collect::<String>();
    let said = (&run.show, &run.report, &run.serve, &run.rating, run.shard);
    let flags = (run.resume, run.fatal_errors, run.decision_status, run.print_config);
    write!(text, "{said:?} {flags:?}\n{}\n", run.command).expect("a string takes text");
    let draft = match run.draft() {
        Ok(draft) => draft,
        Err(error) => return format!("{text}{error}\n"),
    };
    let checked = match config::check(&draft, PROCESSORS) {
        Ok(checked) => checked,
        Err(error) => return format!("{text}{error}\n"),
    };
    text.extend(checked.advice.iter().map(|advice| format!("advice: {advice}\n")));
    let mut config = checked.config;
    let toml = config.to_toml();
    let again = config::check(&toml::from_str(&toml).expect("it is TOML"), PROCESSORS);
    assert_eq!(again.expect("it can be played").config, config, "{toml}");
    let identities: Result<Vec<_>, _> = config.engines.iter().map(identify).collect();
    let plan = Plan::new(&config, &identities.expect("the engines can be read"));
    let mut canonical = plan.canonical.clone();
    let openings = canonical.openings.len();
    canonical.openings.truncate(OPENINGS);
    config.openings.truncate(OPENINGS);
    let json = serde_json::to_string(&canonical).expect("it has no maps");
    let (id, toml) = (&plan.id, config.to_toml());
    let json = if is_full { json + "\n" } else { String::new() };
    write!(text, "plan {id}, {openings} openings\n{json}{toml}").expect("a string takes text");
    text
}

#[test]
fn tournaments() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    fill(folder.path());
    super::check("tournaments", |sample| answer(folder.path(), sample));
}
