//! The programs of the tests: `board` and ChromeDriver.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

/// A program that ends with its test.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Returns the path of the browser and of its driver, if both are installed.
pub(crate) fn installed() -> Option<(String, String)> {
    let find = |names: &[&str]| {
        let folders = env::var("PATH").ok()?;
        let paths = folders
            .split(':')
            .flat_map(|folder| names.iter().map(move |name| format!("{folder}/{name}")));
        paths.into_iter().find(|path| Path::new(path).is_file())
    };
    Some((find(&["chromium", "chromium-browser", "google-chrome"])?, find(&["chromedriver"])?))
}

/// Starts the board; returns the address of its page.
pub(crate) fn start_board(arguments: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_board"))
        .args(["--no-browser", "--port", "0"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let running = Running(child);
    let address = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("the board is at ").map(str::to_owned));
    // The rest is read, so that the program never waits for a reader.
    thread::spawn(move || lines.for_each(drop));
    (running, address.expect("it says where the board is"))
}

/// Starts the driver; returns its address.
pub(crate) fn start_driver(driver: &str) -> (Running, String) {
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        listener.local_addr().expect("it has an address").port()
    };
    let mut child = Command::new(driver)
        .arg(format!("--port={port}"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the driver can be started");
    let mut output = child.stdout.take().expect("it is piped");
    thread::spawn(move || output.read_to_end(&mut Vec::new()));
    let deadline = Instant::now() + Duration::from_secs(30);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "the driver does not listen");
        thread::sleep(Duration::from_millis(50));
    }
    (Running(child), format!("http://127.0.0.1:{port}"))
}
