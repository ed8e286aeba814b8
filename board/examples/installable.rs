//! Makes the static page of the board installable: its start page names the manifest, and its service worker knows
//! the files of this version. Opened from a disk, the start page names the single file.
//!
//! ```text
//! cargo run -p board --example installable -- FOLDER
//! ```
//!
//! FOLDER is what `board/build.sh` makes. The single file `dolmen.html` is no part of the installed page.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use serde_json::json;
use sha2::{Digest, Sha256};

/// The files of the folder that the installed page does not need.
const OUTSIDE: [&str; 2] = ["dolmen.html", "service-worker.js"];
/// The elements of the start page of an installable page.
const ELEMENTS: &str = "<link rel=\"manifest\" href=\"app.webmanifest\">\n\
    <link rel=\"apple-touch-icon\" href=\"icons/192.png\">\n";
/// The script that shows the way to the single file where the start page is opened from a disk: browsers run modules
/// only from a server.
const ON_DISK: &str = "<script>\n\
    if (location.protocol === \"file:\") addEventListener(\"DOMContentLoaded\", () => {\n  \
    document.querySelector(\"main\").outerHTML = `<p class=\"banner lone\"><span>Browsers run this page only from a web \
    server. From a disk, open <a href=\"dolmen.html\">dolmen.html</a>, the same board as a single file.</span></p>`;\n\
    });\n</script>\n";
/// The number of hexadecimal digits that name a version.
const VERSION_DIGITS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [folder] = &arguments[..] else {
        return Err("expected an argument: the folder of the static page".into());
    };
    let folder = Path::new(folder);
    let start = folder.join("index.html");
    let page = fs::read_to_string(&start)?;
    if page.matches("</head>").count() != 1 {
        return Err("index.html: expected </head> once".into());
    }
    fs::write(&start, page.replacen("</head>", &format!("{ELEMENTS}{ON_DISK}</head>"), 1))?;

    let mut files = serde_json::Map::new();
    add_hashes(folder, "", &mut files)?;
    let version = hash(json!(files).to_string().as_bytes());
    let release = json!({ "version": &version[..VERSION_DIGITS], "files": files });
    let worker = folder.join("service-worker.js");
    let script = fs::read_to_string(&worker)?;
    Ok(fs::write(&worker, format!("self.release = {release};\n{script}"))?)
}

/// Adds the hash of every file in a folder by its path, which begins with `prefix`.
fn add_hashes(
    folder: &Path,
    prefix: &str,
    files: &mut serde_json::Map<String, serde_json::Value>,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("odd name {name:?}"))?;
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            add_hashes(&entry.path(), &format!("{path}/"), files)?;
        } else if !OUTSIDE.contains(&path.as_str()) {
            files.insert(path, hash(&fs::read(entry.path())?).into());
        }
    }
    Ok(())
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
