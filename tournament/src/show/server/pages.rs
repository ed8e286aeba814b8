//! The addresses of the server, and its answers.
//!
//! Invariant: no answer with a body may be kept, framed, guessed to be of another type, or read by
//! the page of another site. (To a request that `hyper` cannot parse, it gives an empty answer of its
//! own, with the status 400 or 431.)

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, body::Body};
use futures_util::stream::{self, StreamExt};

use crate::show::server::hub::{EVENTS, Hub, News};
use crate::show::server::names::Hosts;

/// The header fields of every answer, besides `Connection: close`.
const COMMON: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
];
/// The interval at which a listener gets a sign of life if there is no news.
const BEAT: Duration = Duration::from_secs(15);
/// The maximum number of listeners at once.
const LISTENERS: usize = 32;

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The request is not valid HTTP.
    Malformed,
    /// Its method is neither GET nor HEAD.
    Method,
    /// The request was not complete in time.
    Late,
    /// Its `Host` names another server.
    OtherHost,
    /// The page does not exist.
    NotFound,
    /// There are too many visitors or listeners.
    Crowded,
}

impl Refusal {
    fn status(self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Late => StatusCode::REQUEST_TIMEOUT,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Crowded => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The reason, as a line of text.
    fn text(self) -> &'static str {
        match self {
            Self::Malformed => "invalid request\n",
            Self::Method => "only GET and HEAD are supported\n",
            Self::Late => "the request took too long\n",
            Self::OtherHost => {
                "this server answers requests to its address or to localhost, not to other names\n"
            }
            Self::NotFound => "page not found\n",
            Self::Crowded => "too many visitors\n",
        }
    }

    /// Returns the whole answer as text, for a visitor whose request could not be read.
    pub(super) fn answer(self) -> String {
        let fields = with_common_fields(self.into_response()).headers().clone();
        let mut answer = format!("HTTP/1.1 {}\r\n", self.status());
        for (name, value) in &fields {
            answer += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
        }
        let text = self.text();
        answer + &format!("content-length: {}\r\nconnection: close\r\n\r\n{text}", text.len())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.text()).into_response();
        let more = match self {
            Self::Method => Some((header::ALLOW, "GET, HEAD")),
            Self::Crowded => Some((header::RETRY_AFTER, "10")),
            _ => None,
        };
        let more = more.map(|(name, value)| (name, HeaderValue::from_static(value)));
        response.headers_mut().extend(more);
        response
    }
}

/// Returns the service of all addresses, for requests that name one of these hosts.
pub(super) fn pages(hosts: Hosts, hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/data.json", get(data))
        .route(EVENTS, get(events))
        .fallback(async || Refusal::NotFound)
        .layer(middleware::from_fn_with_state(hosts, guard))
        .with_state(hub)
}

/// Refuses invalid requests, and adds the common header fields to every answer.
async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    with_common_fields(match refusal(&hosts, &request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    })
}

/// Adds the header fields of every answer.
fn with_common_fields(mut response: Response) -> Response {
    for (name, value) in COMMON {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the reason to refuse a request, whatever page it asks for.
fn refusal(hosts: &Hosts, request: &Request<Body>) -> Option<Refusal> {
    let uri = request.uri();
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Some(Refusal::Method);
    }
    let mut named = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else { return Some(Refusal::Malformed) };
    if uri.scheme().is_some() || !uri.path().starts_with('/') {
        return Some(Refusal::Malformed);
    }
    match host.to_str() {
        Ok(host) if hosts.allow(host) => None,
        Ok(_) => Some(Refusal::OtherHost),
        Err(_) => Some(Refusal::Malformed),
    }
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
        // Otherwise a browser asks for more again and again.
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

    use super::{COMMON, Refusal, since};

    #[test]
    fn refusals_have_all_common_header_fields() {
        for refusal in [Refusal::Malformed, Refusal::Late, Refusal::Crowded] {
            let answer = refusal.answer();
            for (name, value) in COMMON {
                assert!(answer.contains(&format!("\r\n{name}: {value}\r\n")), "{answer}");
            }
            let waits = answer.contains("\r\nretry-after: 10\r\n");
            assert_eq!(waits, refusal == Refusal::Crowded, "{answer}");
        }
    }

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
