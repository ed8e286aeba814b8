//! The files inside each room, a module of any crate with modules of its own, or the crate itself: none
//! may use another one in a circle, and a room that lists its floors must keep to them.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;
use crate::imports::{names_after, top_names};

/// The modules that each module of a room uses, by name. The room's root has the room's name.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// A module with all its own modules.
struct Room<'a> {
    /// Its folder, and the module of its root.
    name: &'a str,
    /// Its path in the code of its crate, with `::` at the end.
    path: String,
    root: &'a str,
    /// The name of each module and the text of each of its files, without tests.
    files: Vec<(&'a str, String)>,
}

/// Returns what is wrong with the rooms of all crates.
pub(super) fn violations(sources: &[Source]) -> Vec<String> {
    let code = sources.iter().filter(|source| !source.is_test());
    let folders = code.filter_map(|source| Some(source.path.rsplit_once('/')?.0));
    let folders: BTreeSet<&str> =
        folders.filter(|folder| folder.split('/').any(|part| part == "src")).collect();
    let rooms = folders.into_iter().filter_map(|folder| Room::new(sources, folder));
    rooms.flat_map(|room| [room.circles(), room.floor_violations()].concat()).collect()
}

impl<'a> Room<'a> {
    /// Returns the room of a folder, if it has a root: a file of its name beside it, or that of a
    /// crate.
    fn new(sources: &'a [Source], folder: &'a str) -> Option<Self> {
        let roots =
            [format!("{folder}.rs"), format!("{folder}/lib.rs"), format!("{folder}/main.rs")];
        let root =
            roots.iter().find_map(|path| sources.iter().find(|source| source.path == *path))?;
        let inner = folder.rsplit_once("src/").map_or("", |(_, inner)| inner);
        let path = ["crate"].into_iter().chain(inner.split('/')).filter(|part| !part.is_empty());
        let path: String = path.map(|part| format!("{part}::")).collect();
        let files = sources.iter().filter(|source| !source.is_test()).filter_map(|source| {
            let file = source.path.strip_prefix(folder)?.strip_prefix('/')?;
            let module = file.split(['/', '.']).next().expect("split gives a part");
            let supers = "super::".repeat(file.split('/').count());
            let is_root = roots.contains(&source.path) || module == "bin";
            (!is_root).then(|| (module, without_tests(&source.text).replace(&supers, &path)))
        });
        let files = files.collect();
        Some(Self { name: folder, path, root: without_tests(&root.text), files })
    }

    /// Returns the groups of modules that use each other, as complaints.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let reached: Uses = uses.keys().map(|name| (name.clone(), reached(&uses, name))).collect();
        let in_circles = reached.iter().filter(|(name, reached)| reached.contains(*name));
        let circles: BTreeSet<Vec<&str>> = in_circles
            .map(|(name, others)| {
                let others = others.iter().filter(|other| {
                    reached.get(*other).is_some_and(|others| others.contains(name))
                });
                others.map(String::as_str).collect()
            })
            .collect();
        let text = |circle: Vec<&str>| format!("{}: circle of {}", self.name, circle.join(", "));
        circles.into_iter().map(text).collect()
    }

    /// Returns what contradicts the floors that the room's documentation lists, if it does.
    fn floor_violations(&self) -> Vec<String> {
        let floors = floors(self.root);
        // Another test compares those of a crate.
        if floors.is_empty() || self.path == "crate::" {
            return Vec::new();
        }
        let mut violations = Vec::new();
        for (name, used) in self.uses().iter().filter(|(name, _)| *name != self.name) {
            let Some(own_floor) = floors.get(name.as_str()) else {
                violations.push(format!("{}: {name} is on no floor", self.name));
                continue;
            };
            let is_wrong = |used: &&String| floors.get(used.as_str()) >= Some(own_floor);
            let wrong = used.iter().filter(is_wrong);
            violations.extend(wrong.map(|used| format!("{}: {name} uses {used}", self.name)));
        }
        violations
    }

    /// Returns which modules of the room use which.
    fn uses(&self) -> Uses {
        let modules: BTreeSet<&str> = self.files.iter().map(|&(module, _)| module).collect();
        let exports = exports(self.root);
        let owner = |name: &str| {
            let export = exports.get(name).copied();
            let module = modules.get(name).copied().or(export).unwrap_or(self.name);
            module.to_owned()
        };
        let mut uses = Uses::new();
        let files = self.files.iter().map(|(module, text)| (*module, text.as_str()));
        for (module, text) in files.chain([(self.name, self.root)]) {
            let names = names_after(text, &self.path);
            let used = names.iter().map(|name| owner(name)).filter(|used| used != module);
            uses.entry(module.to_owned()).or_default().extend(used);
        }
        uses
    }
}

/// Returns all modules that a module uses, directly and indirectly.
fn reached(uses: &Uses, name: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for used in uses.get(name).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    reached
}

fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().expect("split gives a part")
}

/// Returns the names that a root exports from its modules, each with its module.
fn exports(root: &str) -> BTreeMap<&str, &str> {
    let mut exports = BTreeMap::new();
    let uses = root.split("pub use ").skip(1).chain(root.split("pub(crate) use ").skip(1));
    for rest in uses {
        let Some((module, names)) = rest.split_once("::") else { continue };
        exports.extend(top_names(names).into_iter().map(|name| (name, module)));
    }
    exports
}

/// Returns the floors of a table in a documentation: rows of a floor and of modules in
/// backquotes.
fn floors(root: &str) -> BTreeMap<&str, u32> {
    let mut floors = BTreeMap::new();
    for row in root.lines().filter_map(|line| line.strip_prefix("//! | ")) {
        let Some((floor, modules)) = row.split_once(" | ") else { continue };
        let Ok(floor) = floor.parse() else { continue };
        floors.extend(modules.split('`').skip(1).step_by(2).map(|module| (module, floor)));
    }
    floors
}

fn room<'a>(root: &'a str, files: &[(&'a str, &'a str)]) -> Room<'a> {
    let files = files.iter().map(|&(module, text)| (module, text.to_owned())).collect();
    Room { name: "room", path: "crate::room::".to_owned(), root, files }
}

#[test]
fn circles_are_found() {
    let files = [
        ("a", "use crate::room::{b::{X, Y}, T};\n// use crate::room::c;"),
        ("b", "use crate::room::c::Z;"),
        ("c", "use crate::room::A;\nuse crate::other::b;"),
        ("d", "use crate::room::a;"),
    ];
    let found = room("pub use a::A;\npub use t::T;", &files).circles();
    assert_eq!(found, ["room: circle of a, b, c"]);
    let root = "pub use a::{A, B};\nuse crate::room::d::D;";
    let found = room(root, &[("a", ""), ("d", "use crate::room::own_function;")]).circles();
    assert_eq!(found, ["room: circle of d, room"]);
}

#[test]
fn floors_are_compared() {
    let root = "//! | 2 | `a` the upper one |\n//! | 1 | `b`, `c` |\n";
    let files = [("a", "crate::room::b::x()"), ("b", "crate::room::c"), ("c", ""), ("d", "")];
    let found = room(root, &files).floor_violations();
    assert_eq!(found, ["room: b uses c", "room: d is on no floor"]);
    assert!(room("", &files).floor_violations().is_empty());
}
