//! The static page, served and opened from a disk. The variable `DOLMEN_STATIC_PAGE` names the folder that
//! `board/build.sh` made.
//!
//! With `DOLMEN_PAGE=static` or `DOLMEN_PAGE=disk` the flows of the other files run on this page, too.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use loopback_server::{Bind, Server};

use crate::chromium::Page;
use crate::page;
use crate::play;

/// The maximum number of bytes of the scripts and the styles that a visitor loads, gzipped.
const MAX_LOADED: usize = 72_000;

/// Returns the folder of the static page.
pub(crate) fn folder() -> PathBuf {
    env::var_os("DOLMEN_STATIC_PAGE").expect("the variable names the folder of the page").into()
}

/// Returns a file as a web server does.
fn file(path: PathBuf) -> Response {
    let Ok(bytes) = fs::read(&path) else { return StatusCode::NOT_FOUND.into_response() };
    let kind = match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// Plays two stones against the engine in the page, takes one back, analyses and reloads.
fn use_it(page: &Page) {
    page.until("the engine is loaded", || page.state() == "Your move.");
    for stones in [2, 4] {
        play(page, if stones == 2 { "h8" } else { "a1" });
        page.until("Dolmen has answered", || page.stones().len() == stones);
    }
    page.press("takeBack");
    page.press("takeBack");
    page.until("two stones are gone", || page.stones().len() == 2);
    page.press("pause");
    page.press("review");
    page.press("analyse");
    page.until("lines are there", || page.count("ol.best li") > 0);
    page.press("analyse");
    page.reload();
    page.ready();
    page.until("the game is there again", || page.stones().len() == 2);
}

/// Runs a test on the static page behind a web server.
pub(crate) fn test_served(test: impl FnOnce(&Page)) {
    let (_server, address) = serve(folder());
    page::test_at(&address, test);
}

/// Serves a folder below a path, as servers of many projects do; returns the address of the page.
pub(crate) fn serve(folder: PathBuf) -> (Server, String) {
    let home = folder.clone();
    let pages = Router::new()
        .route("/games/dolmen/", get(async move || file(home.join("index.html"))))
        .route(
            "/games/dolmen/{*path}",
            get(async move |Path(path): Path<String>| file(folder.join(path))),
        );
    let bind: Bind = Bind { host: None, port: Some(0) };
    let server = Server::start(&bind, pages).expect("it can listen");
    let address = format!("{}games/dolmen/", server.url());
    (server, address)
}

/// Runs a test on the page that is a single file.
pub(crate) fn test_from_disk(test: impl FnOnce(&Page)) {
    let path = folder().join("dolmen.html").canonicalize().expect("build.sh has written it");
    page::test_at(&format!("file://{}", path.display()), test);
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_static_page_plays() {
    test_served(use_it);
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_page_plays_from_a_disk() {
    test_from_disk(use_it);
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_start_page_names_the_single_file_on_a_disk() {
    let path = folder().join("index.html").canonicalize().expect("build.sh has written it");
    page::test_with_errors(&format!("file://{}", path.display()), |page| {
        let said = page.text(".banner");
        assert!(said.ends_with("open dolmen.html, the same board as a single file."), "{said}");
        assert_eq!(
            page.run("return document.querySelector('.banner a').pathname.split('/').pop()", ""),
            "dolmen.html"
        );
    });
}

/// Returns the size of a file as servers send it.
fn gzipped(path: PathBuf) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(path).expect("the file is there")).expect("memory takes all");
    encoder.finish().expect("memory takes all").len()
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn a_visitor_loads_few_scripts_and_styles() {
    test_served(|page| {
        play(page, "h8");
        page.until("the engine has answered", || page.stones().len() == 2);
        let loaded = "return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)";
        let loaded = page.run(loaded, "");
        let loaded: Vec<String> = serde_json::from_value(loaded).expect("they are texts");
        let paths = loaded.iter().filter_map(|path| path.strip_prefix("/games/dolmen/"));
        let code = paths.filter(|path| path.ends_with(".js") || path.ends_with(".css"));
        let sizes: Vec<_> = code.map(|path| (path, gzipped(folder().join(path)))).collect();
        assert!(sizes.iter().any(|(path, _)| *path == "main.js"), "{sizes:?}");
        let sum: usize = sizes.iter().map(|(_, size)| size).sum();
        assert!(sum <= MAX_LOADED, "{sum}: {sizes:?}");
    });
}
