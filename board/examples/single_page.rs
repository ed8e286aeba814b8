//! Writes the static page of the board as a single file, which opens from a disk without a server.
//!
//! ```text
//! cargo run -p board --example single_page -- FOLDER FILE
//! ```
//!
//! FOLDER is what `board/build.sh` makes. Styles, scripts, the icon and the packed module become parts of
//! the page. The modules of each script share one scope, so their names must differ.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The scripts of the workers, which the page holds as text elements.
const WORKERS: [&str; 2] = ["wasm/table-worker.js", "engine/worker.js"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [folder, file] = &arguments[..] else {
        return Err("expected two arguments: the folder of the static page, and a file".into());
    };
    let page = single_page(Path::new(folder))?;
    fs::write(file, &page)?;
    let written = format!("{}: {} bytes", Path::new(file).display(), page.len());
    Ok(writeln!(io::stdout(), "{written}")?)
}

/// Returns the page of a folder with its styles, scripts, icon and module inlined.
fn single_page(folder: &Path) -> Result<String, Box<dyn Error>> {
    let text = |path: &str| fs::read_to_string(folder.join(path));
    let mut page = text("index.html")?;
    for style in ["tokens.css", "board.css", "style.css"] {
        let inside = format!("<style>\n{}</style>", text(style)?);
        page = replaced(&page, &format!(r#"<link rel="stylesheet" href="{style}">"#), &inside)?;
    }
    let icon = STANDARD.encode(text("icon.svg")?);
    page = replaced(
        &page,
        r#"href="icon.svg""#,
        &format!(r#"href="data:image/svg+xml;base64,{icon}""#),
    )?;
    let scripts = format!(
        "{}{}",
        resources(folder)?,
        script("type=\"module\"", &linked(&folder.join("main.js"))?)?
    );
    replaced(&page, r#"<script type="module" src="main.js"></script>"#, &scripts)
}

/// Returns the packed module, the workers and the puzzles as elements that a browser does not run.
fn resources(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(folder.join("wasm/dolmen.wasm"))?)?;
    let module = STANDARD.encode(encoder.finish()?);
    let mut elements = script(r#"type="text/plain" data-resource="dolmen.wasm""#, &module)?;
    for worker in WORKERS {
        let (_, name) = worker.split_once('/').unwrap_or_default();
        let attributes = format!(r#"type="text/plain" data-resource="{name}""#);
        elements += &script(&attributes, &linked(&folder.join(worker))?)?;
    }
    let mut puzzles: Vec<PathBuf> = fs::read_dir(folder.join("puzzles"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    puzzles.sort();
    for path in puzzles {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let attributes = format!(r#"type="text/plain" data-resource="{name}""#);
        elements += &script(&attributes, &fs::read_to_string(&path)?)?;
    }
    Ok(elements)
}

/// Returns a script preceded by all modules that it imports, without `import` and `export`.
fn linked(entry: &Path) -> io::Result<String> {
    let mut script = String::new();
    add(&entry.canonicalize()?, &mut Vec::new(), &mut script)?;
    Ok(script)
}

/// Adds a module after those that it imports, unless it has been added.
fn add(module: &Path, added: &mut Vec<PathBuf>, script: &mut String) -> io::Result<()> {
    if added.iter().any(|known| known == module) {
        return Ok(());
    }
    added.push(module.to_owned());
    let mut own = String::new();
    for line in fs::read_to_string(module)?.lines() {
        let at_start = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from \""));
        let imported = at_start.or_else(|| line.split_once(" await import(\""));
        match imported.and_then(|(_, rest)| rest.split_once('"')) {
            Some((path, _)) => add(&module.with_file_name(path).canonicalize()?, added, script)?,
            None => own += &format!("{}\n", line.strip_prefix("export ").unwrap_or(line)),
        }
    }
    script.push_str(&own);
    Ok(())
}

/// Returns an element for a script.
fn script(attributes: &str, text: &str) -> Result<String, Box<dyn Error>> {
    if text.contains("</script") || text.contains("<!--") {
        return Err("a script contains text that would end its element".into());
    }
    Ok(format!("<script {attributes}>{text}</script>\n"))
}

/// Replaces a part of a text that must occur exactly once.
fn replaced(text: &str, part: &str, by: &str) -> Result<String, Box<dyn Error>> {
    if text.matches(part).count() != 1 {
        return Err(format!("index.html: expected {part} once").into());
    }
    Ok(text.replacen(part, by, 1))
}
