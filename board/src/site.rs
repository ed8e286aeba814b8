//! The pages of the board: files that are part of this program, and the socket behind them.
//!
//! Invariants: the socket accepts only the page that this program opened, because no other page knows the
//! token, and it refuses pages of another origin even with the token. The size and the number of messages
//! are bounded.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use loopback_server::Refusal;
use rust_embed::RustEmbed;
use serde::Deserialize;
use tokio::time::{interval, timeout};

use crate::host::{Host, Visit};

/// The files of the page, without those that make it installable: it works only with its program.
#[derive(RustEmbed)]
#[folder = "page"]
#[exclude = "tests/*"]
#[exclude = "*.json"]
#[exclude = "app.webmanifest"]
#[exclude = "icons/*"]
#[exclude = "service-worker.js"]
struct Files;

/// The security policy of every file: nothing is loaded from other origins.
const POLICY: (HeaderName, &str) = (
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'",
);
/// The maximum number of bytes of a message of the page: a kept game of 200,000 nodes with their lines.
const MESSAGE_BYTES: usize = 64 << 20;
/// The interval between pings.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The time limit for a page to read a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// A table that pages can join, and the token that they need.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) host: Arc<Host>,
    pub(crate) token: Arc<str>,
}

/// The query of an address.
#[derive(Deserialize)]
struct Admission {
    #[serde(default)]
    token: String,
}

/// Returns the service of all addresses.
pub(crate) fn pages(site: Site) -> Router {
    Router::new()
        .route("/", get(async || start_page()))
        .route("/play/token", get(check_token))
        .route("/play/socket", get(socket))
        .route("/{*path}", get(async |Path(path): Path<String>| file(&path)))
        .with_state(site)
}

/// Returns the page. A mark tells it that its table is this program: the same page on another server has
/// a table of its own.
fn start_page() -> Response {
    let Some(page) = Files::get("index.html") else { return Refusal::NotFound.into_response() };
    let page = String::from_utf8_lossy(&page.data);
    let page = page.replacen("<html ", "<html data-table=\"program\" ", 1);
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), POLICY], page).into_response()
}

/// Answers whether a token is right, which a page cannot learn from a refused socket.
async fn check_token(State(site): State<Site>, Query(admission): Query<Admission>) -> Response {
    if admission.token == *site.token {
        StatusCode::NO_CONTENT.into_response()
    } else {
        Refusal::Stranger.into_response()
    }
}

/// Returns a file of the page.
fn file(path: &str) -> Response {
    let Some(file) = Files::get(path) else { return Refusal::NotFound.into_response() };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind), POLICY], file.data).into_response()
}

/// Lets a page join the table.
async fn socket(
    State(site): State<Site>,
    Query(admission): Query<Admission>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if admission.token != *site.token || !is_same_origin(&headers) {
        return Refusal::Stranger.into_response();
    }
    let Some(visit) = site.host.join() else { return Refusal::Crowded.into_response() };
    upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(async |socket| converse(socket, visit).await)
}

/// Returns whether a page of this server makes the request: its origin is the host of the request.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else {
        return false;
    };
    origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host))
}

/// Carries messages between a page and its table until one of them leaves.
async fn converse(mut socket: WebSocket, mut visit: Visit) {
    let mut heartbeat = interval(HEARTBEAT);
    loop {
        let outgoing = tokio::select! {
            news = visit.news.recv() => match news {
                Some(news) => Message::Text(news.as_ref().into()),
                None => return,
            },
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => {
                    visit.say(text.to_string());
                    continue;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
            },
            _ = heartbeat.tick() => Message::Ping(Vec::new().into()),
        };
        if !matches!(timeout(SEND_TIMEOUT, socket.send(outgoing)).await, Ok(Ok(()))) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

    use super::is_same_origin;

    #[test]
    fn only_the_own_origin_is_let_in() {
        let check = |pairs: &[(HeaderName, &'static str)]| {
            let headers: HeaderMap = pairs
                .iter()
                .map(|(name, value)| (name.clone(), HeaderValue::from_static(value)))
                .collect();
            is_same_origin(&headers)
        };
        let host = (header::HOST, "127.0.0.1:8225");
        assert!(check(&[host.clone(), (header::ORIGIN, "http://127.0.0.1:8225")]));
        for origin in
            ["http://127.0.0.1:8226", "https://127.0.0.1:8225", "null", "http://evil.example"]
        {
            assert!(!check(&[host.clone(), (header::ORIGIN, origin)]), "{origin}");
        }
        assert!(!check(&[host]), "a page always sends its origin");
    }
}
