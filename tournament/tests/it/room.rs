//! A temporary folder, and the program in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A timeout far beyond the need of any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A folder for the files of a tournament.
pub(crate) struct Room {
    folder: TempDir,
    /// The folder in which the program starts, if it is another one.
    start: Option<PathBuf>,
}

/// The end of the program, with its output.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Room {
    /// Makes an empty folder.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        Self { folder, start: None }
    }

    /// Makes an empty folder for a program that starts elsewhere.
    pub(crate) fn starting_in(start: PathBuf) -> Self {
        Self { start: Some(start), ..Self::new() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the folder can be written");
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file exists")
    }

    /// Returns the program with arguments, in which `$` stands for the folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let folder = self.folder.path();
        let plain = folder.to_str().expect("the folder has a plain name");
        let words = shell_words::split(&arguments.replace('$', plain));
        let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
        command.args(words.expect("the quotes match"));
        command.current_dir(self.start.as_deref().unwrap_or(folder)).stdin(Stdio::null());
        // With Cargo, the program would build the engines of the demonstration.
        command.env_remove("CARGO").env_remove("CARGO_PKG_NAME");
        command
    }

    /// Runs the program.
    fn run(&self, arguments: &str) -> Ended {
        let Output { status, stdout, stderr } =
            self.command(arguments).output().expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
        let code = status.code().expect("it was not killed");
        Ended { code, out: text(stdout), err: text(stderr) }
    }

    /// Runs the program, which must end with a status and with some words on its standard error.
    pub(crate) fn end(&self, arguments: &str, code: i32, words: &[&str]) -> Ended {
        let ended = self.run(arguments);
        assert_eq!(ended.code, code, "{arguments}: {}", ended.err);
        for words in words {
            assert!(ended.err.contains(words), "{arguments}: {}", ended.err);
        }
        ended
    }

    /// Runs the program, which must succeed.
    pub(crate) fn succeed(&self, arguments: &str) -> Ended {
        self.end(arguments, 0, &[])
    }

    /// Starts the program, and discards its output.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program can be started")
    }

    /// Waits until a file has this many lines.
    pub(crate) fn wait_for(&self, name: &str, lines: usize) {
        let deadline = Instant::now() + PATIENCE;
        let count = || fs::read_to_string(self.path(name)).map_or(0, |text| text.lines().count());
        while count() < lines {
            assert!(Instant::now() < deadline, "{name} makes no progress");
            thread::yield_now();
        }
    }
}

/// Kills the program.
pub(crate) fn kill(mut child: Child) {
    child.kill().expect("the child can be killed");
    child.wait().expect("the child can be waited for");
}
