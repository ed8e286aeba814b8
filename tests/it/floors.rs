//! Checks the floors of the crates beside the engine: a module uses only modules on lower
//! floors, and the documentation of its crate shows the floors.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::names_after;

/// A crate, by the path of its root file.
struct Crate {
    root: &'static str,
    floors: Floors,
}

/// The modules of a crate, the lowest floor first.
type Floors = &'static [&'static [&'static str]];

/// The crates. The root file itself may use every module, and no module uses the root file.
const CRATES: [Crate; 12] = [
    Crate {
        root: "protocol-tests/src/lib.rs",
        floors: &[
            &["outcome", "referee", "subject"],
            &["script"],
            &["case"],
            &["driver", "filter", "report"],
            &["schedule"],
        ],
    },
    Crate { root: "protocol-tests/src/main.rs", floors: &[&["cli"], &["engine"]] },
    Crate {
        root: "protocol-tests/scripted-engine/src/main.rs",
        floors: &[
            &["game", "input"],
            &["command", "rules"],
            &["behaviour"],
            &["choose", "clock", "process"],
            &["engine"],
            &["serve"],
        ],
    },
    Crate {
        root: "tournament/src/lib.rs",
        floors: &[
            &["record"],
            &["openings", "statistics"],
            &["book", "config"],
            &["plan"],
            &["store"],
            &["run"],
            &["show"],
            &["commands"],
            &["cli"],
        ],
    },
    Crate {
        root: "board/table/src/lib.rs",
        floors: &[
            &["tree"],
            &["message"],
            &["formats", "insight", "order"],
            &["computation", "dialogue"],
            &["table"],
        ],
    },
    Crate {
        root: "board/wasm/src/lib.rs",
        floors: &[&["boundary"], &["bench", "engine", "table"]],
    },
    Crate {
        root: "crates/game-engine-process/src/lib.rs",
        floors: &[
            &["lines"],
            &["values"],
            &["command", "shared"],
            &["locate", "platform"],
            &["machine", "process"],
            &["ending"],
        ],
    },
    Crate {
        root: "crates/loopback-server/src/lib.rs",
        floors: &[&["names"], &["bind", "guard", "visitor"], &["server"]],
    },
    Crate { root: "board/src/main.rs", floors: &[&["engine"], &["seat"], &["host"], &["site"]] },
    Crate {
        root: "tournament/house/src/lib.rs",
        floors: &[
            &["budget", "grid"],
            &["search"],
            &["players"],
            &["session"],
            &["program"],
            &["built_in"],
        ],
    },
    Crate {
        root: "training/src/lib.rs",
        floors: &[
            &["store", "workers"],
            &["generate"],
            &["check", "label", "tune"],
            &["learn"],
            &["line_network", "report"],
        ],
    },
    Crate {
        root: "training/src/main.rs",
        floors: &[
            &["common"],
            &[
                "check_task",
                "generate_task",
                "label_task",
                "learn_network_task",
                "learn_task",
                "report_task",
                "tune_task",
                "weights_task",
            ],
        ],
    },
];

/// The member of the workspace that another test checks: the engine.
const CHECKED_ELSEWHERE: &str = ".";

/// The names of modules and files that hold tests, which may use everything.
const TEST_MODULES: [&str; 2] = ["tests", "testing"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the number of the floor of a module.
fn floor(floors: Floors, module: &str) -> Option<usize> {
    floors.iter().position(|modules| modules.contains(&module))
}

/// Returns the modules that the text of a root file declares, apart from test modules.
fn declared_modules(text: &str) -> BTreeSet<&str> {
    let declarations = text.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    declarations.filter(|name| !TEST_MODULES.contains(name)).collect()
}

/// Returns the names that a file uses from the root of its crate: modules, and items of the
/// root file. `depth` is the number of folders and files on the path from the root file, so
/// that as many `super` reach the root.
fn used_names(text: &str, depth: usize) -> BTreeSet<String> {
    names_after(&text.replace(&"super::".repeat(depth), "crate::"), "crate::")
}

/// Returns the complaints about a file of a module.
fn violations(floors: Floors, module: &str, depth: usize, text: &str) -> Vec<String> {
    let own = floor(floors, module);
    let mut complaints = Vec::new();
    for name in used_names(text, depth).iter().filter(|name| *name != module) {
        match floor(floors, name) {
            Some(floor) if Some(floor) < own => {}
            Some(_) => complaints.push(format!("{module} uses {name}, which is not lower")),
            None => complaints.push(format!("{module} uses {name} of the root file")),
        }
    }
    complaints
}

/// Returns the files of a module, apart from its tests, by their paths in the source folder.
fn files(folder: &Path, module: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut paths = vec![PathBuf::from(format!("{module}.rs")), PathBuf::from(module)];
    while let Some(path) = paths.pop() {
        let is_test = path.file_stem().is_some_and(|name| TEST_MODULES.iter().any(|t| name == *t));
        if is_test {
            continue;
        }
        if let Ok(entries) = fs::read_dir(folder.join(&path)) {
            let entries = entries.map(|entry| entry.expect("the folder can be read"));
            paths.extend(entries.map(|entry| path.join(entry.file_name())));
        } else if folder.join(&path).is_file() {
            found.push(path);
        }
    }
    found
}

/// Draws the floors as the documentation of a crate shows them, the highest first.
fn drawing(floors: Floors) -> String {
    let line =
        |(number, modules): (usize, &&[&str])| format!("//! {number}  {}\n", modules.join(", "));
    floors.iter().enumerate().rev().map(line).collect()
}

#[test]
fn modules_use_lower_floors_only() {
    for Crate { root, floors } in CRATES {
        let root = repository().join(root);
        let listed: BTreeSet<&str> =
            floors.iter().flat_map(|modules| modules.iter().copied()).collect();
        assert_eq!(declared_modules(&read(&root)), listed, "the modules of {}", root.display());
        let folder = root.parent().expect("the root file is in a folder");
        for module in listed {
            let files = files(folder, module);
            assert!(!files.is_empty(), "{module} of {} has no file", root.display());
            for file in files {
                let text = read(&folder.join(&file));
                let (code, _) = text.split_once("\nmod tests {").unwrap_or((&text, ""));
                let found = violations(floors, module, file.components().count(), code);
                assert!(found.is_empty(), "{}: {found:#?}", folder.join(&file).display());
            }
        }
    }
}

#[test]
fn every_crate_shows_its_floors() {
    for Crate { root, floors } in CRATES {
        let expected = format!("//! ```text\n{}//! ```\n", drawing(floors));
        assert!(read(&repository().join(root)).contains(&expected), "{root} lacks\n{expected}");
    }
}

#[test]
fn every_crate_with_modules_is_listed() {
    let manifest = read(&repository().join("Cargo.toml"));
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = ["));
    let members = members.expect("the manifest lists the members on one line");
    let mut listed = 0;
    for member in members.split('"').skip(1).step_by(2) {
        for file in ["lib.rs", "main.rs"] {
            let root = format!("{member}/src/{file}");
            let path = repository().join(&root);
            if member == CHECKED_ELSEWHERE || !path.exists() {
                continue;
            }
            if !declared_modules(&read(&path)).is_empty() {
                assert!(CRATES.iter().any(|known| known.root == root), "{root} has no floors");
                listed += 1;
            }
        }
    }
    assert_eq!(listed, CRATES.len(), "the table lists a crate that is no member");
}

#[test]
fn upward_uses_are_found() {
    const FLOORS: Floors = &[&["low", "beside"], &["middle"], &["high"]];
    let check = |module, depth, text, expected: &[&str]| {
        assert_eq!(violations(FLOORS, module, depth, text), expected, "{text}");
    };
    check("middle", 1, "use crate::low::{A, b::C};\n//! See [`crate::high`].", &[]);
    check("middle", 1, "let x = crate::high::X;", &["middle uses high, which is not lower"]);
    check("low", 1, "use crate::beside::X;", &["low uses beside, which is not lower"]);
    check("middle", 1, "use crate::Failure;", &["middle uses Failure of the root file"]);
    let group = "use crate::{\n    low::{A, high},\n    middle::D,\n    high,\n};";
    check("middle", 1, group, &["middle uses high, which is not lower"]);
    check("middle", 1, "use super::high::X;", &["middle uses high, which is not lower"]);
    check("middle", 2, "use super::high::X;", &[]);
    check("middle", 2, "use super::super::high::X;", &["middle uses high, which is not lower"]);
}

#[test]
fn declarations_are_found() {
    let text = "mod a;\npub mod b;\n#[cfg(test)]\nmod tests;\nmod testing;\nuse c;\n";
    assert_eq!(declared_modules(text), BTreeSet::from(["a", "b"]));
    assert_eq!(drawing(&[&["a", "b"], &["c"]]), "//! 1  c\n//! 0  a, b\n");
}
