//! The addresses of the report, and the answers to requests for them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{self, HeaderMap};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream::{self, StreamExt};
use loopback_server::Refusal;

use crate::show::server::hub::{EVENTS, Hub, News};

/// The interval of the heartbeat that a listener gets if there is no news.
const BEAT: Duration = Duration::from_secs(15);
/// The maximum number of listeners at once.
const LISTENERS: usize = 32;

/// Returns the router of all addresses.
pub(super) fn pages(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/data.json", get(data))
        .route(EVENTS, get(events))
        .with_state(hub)
}

async fn page(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], hub.page().await)
}

async fn data(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], hub.data().await)
}

/// Sends news to a listener until it leaves or the hub closes.
async fn events(State(hub): State<Arc<Hub>>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(listener) = hub.listen(since(&headers, &uri), LISTENERS) else {
        return Refusal::Crowded.into_response();
    };
    let news = stream::unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        let news = listener.next(BEAT).await;
        let events = stream::iter(events_of(&news, listener.has.data));
        Some((events, (!news.is_last).then_some(listener)))
    });
    Sse::new(news.flatten()).into_response()
}

/// Returns the version of the data that a listener already has, or 0. The browser of a listener
/// whose connection broke repeats the old address, with the number of the last event in a header.
fn since(headers: &HeaderMap, uri: &Uri) -> u64 {
    let seen =
        headers.get("Last-Event-ID").and_then(|seen| seen.to_str().ok()?.trim().parse().ok());
    let mut parts = uri.query().unwrap_or_default().split('&');
    let asked = || parts.find_map(|part| part.strip_prefix("since=")?.parse().ok());
    seen.or_else(asked).unwrap_or(0)
}

/// Returns the events for some news. Data carry the number that [`since`] reads after a broken
/// connection. Without news there is a comment, which fails to be sent if the listener has left.
fn events_of(news: &News, version: u64) -> Vec<Result<Event, Infallible>> {
    let mut events = Vec::new();
    if let Some(data) = &news.data {
        events.push(Event::default().id(version.to_string()).event("data").data(data));
    }
    if let Some(running) = &news.running {
        events.push(Event::default().event("running").data(running));
    }
    if news.is_last {
        // Without this event, a browser would reconnect again and again.
        events.push(Event::default().event("end").data("{}"));
    }
    if events.is_empty() {
        events.push(Event::default().comment("still here"));
    }
    events.into_iter().map(Ok).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Uri};

    use super::since;

    #[test]
    fn versions() {
        let check = |address: &str, seen: Option<&'static str>, expected: u64| {
            let mut headers = HeaderMap::new();
            if let Some(seen) = seen {
                headers.insert("last-event-id", HeaderValue::from_static(seen));
            }
            let uri: Uri = address.parse().expect("it is an address");
            assert_eq!(since(&headers, &uri), expected, "{address} {seen:?}");
        };
        check("/", None, 0);
        check("/events?since=7", None, 7);
        check("/e?since=7", Some("9"), 9);
        check("/e?since=-1&since=x", None, 0);
        check("/e?since=7", Some("x"), 7);
    }
}
