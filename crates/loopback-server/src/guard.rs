//! The checks of every request, and the header fields of every answer.
//!
//! Invariant: no answer with a body can be cached, framed, sniffed or read by a page of another
//! origin. (hyper refuses a request that it cannot parse with an empty answer of its own, with the
//! status 400 or 431.)

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::names::Hosts;

/// The header fields of every answer. A connection serves one request.
const COMMON: [(HeaderName, &str); 6] = [
    (header::CONNECTION, "close"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request is not valid HTTP.
    Malformed,
    /// Its method is neither GET nor HEAD.
    Method,
    /// Its `Host` names another server.
    OtherHost,
    /// The request lacks the token of the page, or comes from another page.
    Stranger,
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
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Stranger => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Crowded => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns the reason as a line of text.
    fn text(self) -> &'static str {
        match self {
            Self::Malformed => "invalid request\n",
            Self::Method => "only GET and HEAD are supported\n",
            Self::OtherHost => {
                "this server answers requests to its address or to localhost, not to other names\n"
            }
            Self::Stranger => "invalid token: open the address that the program printed\n",
            Self::NotFound => "page not found\n",
            Self::Crowded => "too many visitors\n",
        }
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

/// Returns the pages behind the checks of requests, with the header fields of every answer.
pub(crate) fn guarded(pages: Router, hosts: Hosts) -> Router {
    pages
        .fallback(async || Refusal::NotFound)
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard))
}

/// Refuses invalid requests, and adds the common header fields to every answer.
async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&hosts, &request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    for (name, value) in COMMON {
        if !(is_upgrade && name == header::CONNECTION) {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// Returns the reason to refuse a request for any page.
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
