//! The static page, served and opened from a disk. The variable `DOLMEN_STATIC_PAGE` names the folder that
//! `board/build.sh` made.

use std::env;
use std::fs;
use std::path::PathBuf;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use loopback_server::{Bind, Server};

use crate::chromium::Page;
use crate::page;
use crate::play;

/// Returns the folder of the static page.
fn folder() -> PathBuf {
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

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_static_page_plays() {
    let folder = folder();
    let home = folder.clone();
    let pages = Router::new()
        .route("/", get(async move || file(home.join("index.html"))))
        .route("/{*path}", get(async move |Path(path): Path<String>| file(folder.join(path))));
    let bind = Bind { host: None, port: Some(0) };
    let server = Server::start(&bind, pages).expect("it can listen");
    page::test_at(&server.url(), use_it);
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_page_plays_from_a_disk() {
    let folder = folder();
    let path = folder.join("dolmen.html").canonicalize().expect("build.sh has written it");
    page::test_at(&format!("file://{}", path.display()), use_it);
}
