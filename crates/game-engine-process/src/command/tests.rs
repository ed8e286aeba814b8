//! Tests of starting engines.

use super::{EngineCommand, Environment};
use crate::testing::{shell, text};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

fn check(command: &EngineCommand, expected: &str) {
    let mut engine = command.spawn().expect("the system has a shell");
    assert_eq!(text(&mut engine), expected, "{command:?}");
}

#[test]
fn arguments_folder_and_environment_arrive() {
    check(&shell("echo $# $1 \"$2\"").args(["name", "a"]).arg("b  c"), "2 a b  c");
    check(&shell("pwd").folder("/"), "/");
    let only = Environment::Only(vec![("DOG".into(), "barks".into())]);
    check(&shell("echo ${HOME-none} $DOG").environment(only), "none barks");
    check(&EngineCommand::new("echo").prefix(["env", "A=b"]).arg("c"), "c");
}

#[test]
fn limits_hold() {
    let limits = "ulimit -n; ulimit -u 2>/dev/null || ulimit -p";
    check(&shell(limits).open_files(16), "16");
    let mut engine =
        shell(limits).open_files(17).processes(1234).spawn().expect("the system has a shell");
    assert_eq!([0; 2].map(|_| text(&mut engine)), ["17", "1234"]);
    check(&shell("echo \"$1\"").args(["name", "a  b"]).processes(1000), "a  b");
}

#[test]
fn processors_are_chosen() {
    let allowed = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("the tests need /proc");
        let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        list.expect("a list").trim().to_owned()
    };
    let before = allowed();
    let first = before.split(['-', ',']).next().expect("at least one");
    let number = first.parse().expect("the text is a number");
    let script = "while read name list; do [ \"$name\" = Cpus_allowed_list: ] && echo $list; done \
                  < /proc/self/status";
    check(&shell(script).cpus(vec![number]), first);
    assert_eq!(allowed(), before, "we ourselves are not bound");
    assert!(shell("").cpus(vec![1 << 20]).spawn().is_err());
}

#[test]
fn errors_of_starting_name_the_program() {
    let missing = EngineCommand::new("/no/such/engine");
    for command in [missing.clone(), missing.open_files(16), shell("").folder("/no/such/folder")] {
        let error = command.spawn().expect_err("it is not there");
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(error.to_string().contains(&*command.program.to_string_lossy()), "{error}");
    }
}

#[test]
fn relative_paths_are_relative_to_us() {
    let words = |program: &str| EngineCommand::new(program).folder("/").words().expect("a path");
    let here = std::env::current_dir().expect("a folder");
    assert_eq!(words("bin/engine"), [here.join("bin/engine").into_os_string()]);
    assert!(Path::new(&words("./engine")[0]).is_absolute());
    assert_eq!(words("engine"), [OsString::from("engine")]);
}
