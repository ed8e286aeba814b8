//! The folder of the engines of one test: copies of the scripted engine under a path of their own, which
//! distinguishes the processes of this test from those of other tests.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;

use super::engine;
use crate::config::EngineConfig;

/// A script that logs each text line to a file and passes it on to an engine.
const LISTEN: &str = r#"
log=$0
while IFS= read -r line; do
    printf '%s\n' "$line" >> "$log"
    printf '%s\n' "$line"
    case $line in END*) break ;; esac
done | exec "$@"
"#;

/// A script that logs each text line to a file, and answers with its arguments, one after another.
const RECITE: &str = r#"
while IFS= read -r line; do
    printf '%s\n' "$line" >> "$0"
    case $line in
        START*) echo OK ;;
        BEGIN | TURN* | DONE | PLAY*) printf '%s\n' "$1"; shift ;;
        END) exit ;;
    esac
done
"#;

/// A folder with the scripted engine in it. Dropping it checks that no process is left.
pub(super) struct Room {
    folder: TempDir,
    program: PathBuf,
}

impl Room {
    pub(super) fn new() -> Self {
        game_engine_process::become_subreaper().expect("orphans can be adopted");
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let program = folder.path().join("scripted engine");
        let original = scripted_engine();
        if fs::hard_link(original, &program).is_err() {
            fs::copy(original, &program).expect("the engine can be copied");
        }
        Self { folder, program }
    }

    /// The scripted engine with a behaviour.
    pub(super) fn scripted(&self, behaviour: &str) -> EngineConfig {
        engine(behaviour, vec![self.program_text(), behaviour.to_owned()])
    }

    /// Returns the same engine, with a log of its input in a file of that name.
    pub(super) fn overheard(&self, behaviour: &str, log: &str) -> EngineConfig {
        let words = ["/bin/sh", "-c", LISTEN, &self.log(log), &self.program_text(), behaviour];
        engine(log, words.map(str::to_owned).to_vec())
    }

    /// Returns an engine that gives these replies to any requests, and writes its input to a log as
    /// [`Room::overheard`] does.
    pub(super) fn canned(&self, log: &str, replies: &[&str]) -> EngineConfig {
        let words = ["/bin/sh", "-c", RECITE, &self.log(log)];
        engine(log, words.iter().chain(replies).map(|&word| word.to_owned()).collect())
    }

    /// Returns the content of the log of that name.
    pub(super) fn heard(&self, log: &str) -> String {
        fs::read_to_string(self.log(log)).expect("the file was written")
    }

    /// Returns the content of a log without INFO lines, with a `/` for each line end.
    pub(super) fn commands(&self, log: &str) -> String {
        let heard = self.heard(log);
        let lines = heard.lines().filter(|line| !line.starts_with("INFO "));
        lines.collect::<Vec<_>>().join("/")
    }

    fn log(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a plain path").to_owned()
    }

    fn program_text(&self) -> String {
        self.program.to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let left = left_over(&self.program);
        assert!(left.is_empty(), "processes are left: {left:?}");
    }
}

/// Returns the processes of a program, if the system reports them, after a moment for killed ones to end.
fn left_over(program: &Path) -> Vec<PathBuf> {
    let deadline = Instant::now() + Duration::from_secs(2);
    loop {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let runs = |path: &PathBuf| fs::read_link(path.join("exe")).is_ok_and(|exe| exe == program);
        let left: Vec<PathBuf> = processes.map(|entry| entry.path()).filter(runs).collect();
        if left.is_empty() || Instant::now() >= deadline {
            return left;
        }
        std::thread::yield_now();
    }
}

/// Returns the scripted engine: the program beside the tests if it is up to date, otherwise a new build by
/// Cargo.
fn scripted_engine() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| {
        let beside = beside();
        match env::var_os("CARGO") {
            Some(cargo) if !is_up_to_date(&beside) => built(Path::new(&cargo)),
            _ if beside.is_file() => beside,
            _ => panic!("no {}: run cargo build -p scripted-engine", beside.display()),
        }
    })
}

/// Returns whether a program is newer than the packages of which it is made.
fn is_up_to_date(program: &Path) -> bool {
    let Some(made) = changed(program) else { return false };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["protocol-tests", "crates"].iter().all(|folder| is_older(&root.join(folder), made))
}

/// Returns whether all files of a folder have last changed before an instant.
fn is_older(folder: &Path, instant: SystemTime) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).all(|path| match path.is_dir() {
        true => is_older(&path, instant),
        false => changed(&path).is_none_or(|changed| changed <= instant),
    })
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

fn built(cargo: &Path) -> PathBuf {
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--package", "scripted-engine"]);
    command.args(["--message-format", "json"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("Cargo can be run");
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    executable.unwrap_or_else(|| {
        panic!("no scripted engine: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// Returns the path of the program if it was built with the tests, or copied beside them.
fn beside() -> PathBuf {
    let own = env::current_exe().expect("a test knows its executable");
    let name = format!("scripted-engine{}", env::consts::EXE_SUFFIX);
    let mut places = own.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    let first = places.next().expect("a program lies in a folder");
    if first.is_file() { first } else { places.next().unwrap_or(first) }
}
