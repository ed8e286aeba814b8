//! Links JavaScript modules to one script, for pages that are a single file.
//!
//! Each module becomes a function that runs once, after the modules that it imports, and returns what
//! it exports. The linker knows one form of an import and one of an export, each on a line of its own:
//!
//! ```js
//! import { make, draw as paint } from "./dom.js";
//! export function show() {}        // or async function, class, const
//! ```
//!
//! `await import("./x.js")` is linked as well. Any other form is an error.

use std::path::{Component, Path, PathBuf};

use thiserror::Error;

/// The reason why modules cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkError {
    /// A module imports one that does not exist.
    #[error("{importer} imports {module}, which does not exist")]
    Missing {
        /// The path of the module that imports, or `the page`.
        importer: String,
        /// The path of the module that does not exist.
        module: String,
    },
    /// A module imports itself, directly or through others.
    #[error("{0} imports itself, directly or through other modules")]
    Cycle(String),
    /// An import or export has an unknown form.
    #[error(
        "{module}, line {line}: unknown form of an import or export: expected one like \
         `import {{ name }} from \"./file.js\";` or `export function name`"
    )]
    Form {
        /// The path of the module.
        module: String,
        /// The line, from 1.
        line: usize,
    },
}

/// Links a module and everything that it imports. `read` returns the text of a module by its path,
/// whose parts are separated by `/`.
///
/// # Errors
///
/// Returns an error if a module is missing, if modules import each other in a circle, or if an import
/// or export has a form that the linker does not know.
pub fn link(entry: &str, read: impl Fn(&str) -> Option<String>) -> Result<String, LinkError> {
    let mut linker = Linker { read, linked: Vec::new(), open: Vec::new(), script: String::new() };
    linker.script.push_str("const modules = {};\n");
    linker.add(entry, "the page")?;
    Ok(linker.script)
}

/// The modules that have been linked so far.
struct Linker<Read> {
    read: Read,
    linked: Vec<String>,
    /// The modules whose imports are being linked, the entry first.
    open: Vec<String>,
    script: String,
}

impl<Read: Fn(&str) -> Option<String>> Linker<Read> {
    /// Adds a module to the script, after the modules that it imports.
    fn add(&mut self, path: &str, importer: &str) -> Result<(), LinkError> {
        if self.linked.iter().any(|known| known == path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(LinkError::Cycle(path.to_owned()));
        }
        let missing =
            || LinkError::Missing { importer: importer.to_owned(), module: path.to_owned() };
        let text = (self.read)(path).ok_or_else(missing)?;
        self.open.push(path.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        for (index, line) in text.lines().enumerate() {
            let form = || LinkError::Form { module: path.to_owned(), line: index + 1 };
            let line = if line.starts_with("import ") || line.starts_with("import{") {
                let import = Import::parse(line).ok_or_else(form)?;
                let module = resolve(path, import.module);
                self.add(&module, path)?;
                format!("const {{{}}} = modules[\"{module}\"];", import.names)
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).ok_or_else(form)?.to_owned());
                declaration.to_owned()
            } else if let Some((before, module, after)) = dynamic_import(line) {
                let module = resolve(path, module);
                self.add(&module, path)?;
                format!("{before}modules[\"{module}\"]{after}")
            } else {
                line.to_owned()
            };
            body.push_str(&line);
            body.push('\n');
        }
        self.open.pop();
        let exports = exports.join(", ");
        self.script.push_str(&format!(
            "modules[\"{path}\"] = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        ));
        self.linked.push(path.to_owned());
        Ok(())
    }
}

/// An import of a module's head.
struct Import<'a> {
    /// The names as the left side of an assignment: `make, draw: paint`.
    names: String,
    /// The path, relative to the importing module.
    module: &'a str,
}

impl<'a> Import<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let rest = line.strip_prefix("import")?.trim_start();
        let rest = rest.trim_end().strip_suffix("\";")?;
        let (names, module) = match rest.strip_prefix('"') {
            Some(module) => ("", module),
            None => rest.strip_prefix('{')?.split_once("} from \"")?,
        };
        module.starts_with('.').then(|| Self { names: names.replace(" as ", ": "), module })
    }
}

/// Returns the name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let (kind, rest) = declaration.split_once(' ')?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
    (matches!(kind, "function" | "class" | "const") && end > 0).then(|| &rest[..end])
}

/// Splits a line around an import that happens while the script runs: what stands before it, its
/// module, and what stands after it.
fn dynamic_import(line: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = line.split_once("await import(\"")?;
    let (module, after) = rest.split_once("\")")?;
    Some((before, module, after))
}

/// Returns the path of a module that another one names relative to itself.
fn resolve(importer: &str, module: &str) -> String {
    let mut path = Path::new(importer).parent().map(PathBuf::from).unwrap_or_default();
    for component in Path::new(module).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(part) => path.push(part),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{LinkError, link};

    /// Links `main.js` of some modules, each a path and a text.
    fn linked(modules: &[(&str, &str)]) -> Result<String, LinkError> {
        link("main.js", |path| {
            modules.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn modules_run_once_and_after_what_they_import() {
        let script = linked(&[
            ("main.js", "import { a } from \"./deep/a.js\";\nimport { b as c } from \"./b.js\";\n"),
            ("deep/a.js", "import { b } from \"../b.js\";\nexport const a = b;\n"),
            ("b.js", "export async function b() {}\n"),
        ]);
        let expected = "const modules = {};\n\
            modules[\"b.js\"] = (() => {\nasync function b() {}\nreturn { b };\n})();\n\
            modules[\"deep/a.js\"] = (() => {\nconst { b } = modules[\"b.js\"];\nconst a = b;\n\
            return { a };\n})();\n\
            modules[\"main.js\"] = (() => {\nconst { a } = modules[\"deep/a.js\"];\n\
            const { b: c } = modules[\"b.js\"];\nreturn {  };\n})();\n";
        assert_eq!(script.as_deref(), Ok(expected));
    }

    #[test]
    fn modules_that_are_imported_later_are_linked_too() {
        let script = linked(&[
            ("main.js", "  const { a } = await import(\"./a.js\");\n"),
            ("a.js", "export class a {}\n"),
        ]);
        assert!(script.is_ok_and(|script| script.contains("  const { a } = modules[\"a.js\"];\n")));
    }

    #[test]
    fn what_cannot_be_linked_is_named() {
        let missing = linked(&[("main.js", "import { a } from \"./a.js\";\n")]);
        let [importer, module] = ["main.js", "a.js"].map(str::to_owned);
        assert_eq!(missing, Err(LinkError::Missing { importer, module }));
        let circle = [
            ("main.js", "import { a } from \"./a.js\";\n"),
            ("a.js", "import { b } from \"./main.js\";\n"),
        ];
        assert_eq!(linked(&circle), Err(LinkError::Cycle("main.js".to_owned())));
        for line in [
            "import a from \"./a.js\";",
            "import * as a from \"./a.js\";",
            "import { a } from \"a\";",
            "import {",
            "export default 5;",
            "export let a = 5;",
            "export { a };",
            "export * from \"./a.js\";",
        ] {
            let error = LinkError::Form { module: "main.js".to_owned(), line: 2 };
            assert_eq!(linked(&[("main.js", &format!("\n{line}\n"))]), Err(error), "{line}");
        }
    }
}
