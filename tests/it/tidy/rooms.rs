//! The dependencies inside each room: a module of any crate with modules of its own, or the crate itself. Modules
//! must not depend on each other in a circle, and a room that lists its floors must keep to them. Each crate lists
//! its floors. Comments may name any module.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;

/// The modules that each module of a room uses, by name. The room's root has the room's name.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The crate whose root has the code that all its modules share.
const FUZZ: &str = "fuzz/src";

/// A module with all its own modules.
struct Room<'a> {
    /// Its folder, and the module of its root.
    name: &'a str,
    /// Its path in the code of its crate, with `::` at the end.
    path: String,
    root: String,
    /// The name of each module and the text of each of its files, without tests.
    files: Vec<(&'a str, String)>,
}

/// Returns the violations in the rooms of all crates, as complaints.
pub(super) fn violations(sources: &[Source]) -> Vec<String> {
    let code = sources.iter().filter(|source| !source.is_test());
    let folders = code.filter_map(|source| Some(source.path.rsplit_once('/')?.0));
    let folders: BTreeSet<&str> =
        folders.filter(|folder| folder.split('/').any(|part| part == "src")).collect();
    let rooms = folders.into_iter().filter_map(|folder| Room::new(sources, folder));
    rooms.flat_map(|room| [room.circles(), room.floor_violations()].concat()).collect()
}

impl<'a> Room<'a> {
    /// Returns the room of a folder, if it has a root: a file of its name beside it, or those of a
    /// crate.
    fn new(sources: &'a [Source], folder: &'a str) -> Option<Self> {
        let roots =
            [format!("{folder}.rs"), format!("{folder}/lib.rs"), format!("{folder}/main.rs")];
        let is_root = |source: &&Source| roots.contains(&source.path);
        let texts = sources.iter().filter(is_root).map(|source| without_tests(&source.text));
        let root: String = texts.collect();
        if root.is_empty() {
            return None;
        }
        let inner = folder.rsplit_once("src/").map_or("", |(_, inner)| inner);
        let path = ["crate"].into_iter().chain(inner.split('/')).filter(|part| !part.is_empty());
        let path: String = path.map(|part| format!("{part}::")).collect();
        let files = sources.iter().filter(|source| !source.is_test()).filter_map(|source| {
            let file = source.path.strip_prefix(folder)?.strip_prefix('/')?;
            let module = file.split(['/', '.']).next().expect("split gives a part");
            let supers = "super::".repeat(file.split('/').count());
            let is_module = !is_root(&source) && module != "bin";
            is_module.then(|| (module, without_tests(&source.text).replace(&supers, &path)))
        });
        let files = files.collect();
        Some(Self { name: folder, path, root, files })
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

    /// Returns complaints about violations of the floors that the room's documentation lists, and about a crate that
    /// lists none.
    fn floor_violations(&self) -> Vec<String> {
        let floors = floors(&self.root);
        let needs_floors = self.path == "crate::" && !self.files.is_empty() && self.name != FUZZ;
        if floors.is_empty() && !needs_floors {
            return Vec::new();
        }
        let mut uses = self.uses();
        uses.remove(self.name);
        let surplus = floors.keys().filter(|name| !uses.contains_key(**name));
        let mut violations: Vec<String> =
            surplus.map(|name| format!("{name} has no file")).collect();
        for (name, used) in &uses {
            let Some(own_floor) = floors.get(name.as_str()) else {
                violations.push(format!("{name} is on no floor"));
                continue;
            };
            let is_lower = |used: &str| floors.get(used).is_some_and(|floor| floor < own_floor);
            let wrong = used.iter().filter(|used| !is_lower(used));
            violations.extend(wrong.map(|used| format!("{name} uses {used}")));
        }
        violations.iter().map(|violation| format!("{}: {violation}", self.name)).collect()
    }

    /// Returns the uses of modules by other modules of the room.
    fn uses(&self) -> Uses {
        let modules: BTreeSet<&str> = self.files.iter().map(|&(module, _)| module).collect();
        let exports = exports(&self.root);
        let owner = |name: &str| {
            let export = exports.get(name).copied();
            let module = modules.get(name).copied().or(export).unwrap_or(self.name);
            module.to_owned()
        };
        let mut uses = Uses::new();
        let files = self.files.iter().map(|(module, text)| (*module, text.as_str()));
        for (module, text) in files.chain([(self.name, self.root.as_str())]) {
            let names = names_after(text, &self.path);
            let used = names.iter().map(|name| owner(name)).filter(|used| used != module);
            uses.entry(module.to_owned()).or_default().extend(used);
        }
        uses
    }
}

/// Returns all modules that a module uses, directly or indirectly.
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

/// Returns the names that a root exports from its modules, with their modules.
fn exports(root: &str) -> BTreeMap<&str, &str> {
    let mut exports = BTreeMap::new();
    let uses = root.split("pub use ").skip(1).chain(root.split("pub(crate) use ").skip(1));
    for rest in uses {
        let Some((module, names)) = rest.split_once("::") else { continue };
        exports.extend(top_names(names).into_iter().map(|name| (name, module)));
    }
    exports
}

/// Returns the floors that a documentation lists: the rows of a table, with a floor and modules in backquotes, or the
/// lines of a drawing, with a floor and modules.
pub(super) fn floors(root: &str) -> BTreeMap<&str, u32> {
    let mut floors = BTreeMap::new();
    for row in root.lines().filter_map(|line| line.strip_prefix("//! ")) {
        let (row, separator) = row.strip_prefix("| ").map_or((row, "  "), |row| (row, " | "));
        let Some((floor, modules)) = row.split_once(separator) else { continue };
        let Ok(floor) = floor.parse() else { continue };
        let modules = modules.split(" | ").next().unwrap_or("");
        let modules: Vec<&str> = match separator {
            "  " => modules.split(", ").collect(),
            _ => modules.split('`').skip(1).step_by(2).collect(),
        };
        let names = modules.into_iter().map(|module| module.trim_start_matches("mod@"));
        floors.extend(names.map(|name| (name, floor)));
    }
    floors
}

/// Returns the names that directly follow a path in the code; several names may stand in braces.
fn names_after(text: &str, path: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    code.split(path).skip(1).flat_map(top_names).map(str::to_owned).collect()
}

/// Returns the name at the start of a text, or the first name of each element of a group in
/// braces such as `{a::B, c::{D, E}}`.
pub(super) fn top_names(text: &str) -> Vec<&str> {
    if !text.starts_with('{') {
        return vec![identifier(text)];
    }
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && (c == '{' || c == ',') {
            names.push(identifier(text[index + 1..].trim_start()));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Returns the identifier at the start of a text, which may be empty.
fn identifier(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).next().unwrap_or("")
}

fn room<'a>(root: &str, files: &[(&'a str, &str)]) -> Room<'a> {
    let files = files.iter().map(|&(module, text)| (module, text.to_owned())).collect();
    Room { name: "room", path: "crate::room::".to_owned(), root: root.to_owned(), files }
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
    let files = [("a", "crate::room::b::x()"), ("b", "crate::room::{c, f}"), ("c", ""), ("d", "")];
    let table = "//! | 2 | `a` | above `x` |\n//! | 1 | [`mod@b`], `c`, `e` |\n";
    for root in [table, "//! 2  a\n//! 1  b, c, e\n"] {
        let found = room(root, &files).floor_violations().join(", ");
        let expected =
            "room: e has no file, room: b uses c, room: b uses room, room: d is on no floor";
        assert_eq!(found, expected);
    }
    assert!(room("", &files).floor_violations().is_empty());
    let bare = Room { path: "crate::".to_owned(), ..room("", &files[2..3]) };
    assert_eq!(bare.floor_violations(), ["room: c is on no floor"]);
}
