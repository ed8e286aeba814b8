//! The checks of every request, and the header fields of every answer.
//!
//! Invariant: no answer with a body may be kept, framed, guessed to be of another type, or read by
//! the page of another site. (To a request that `hyper` cannot parse, it gives an empty answer of its
//! own, with the status 400 or 431.)

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::web::names::Hosts;

/// The header fields of every answer, besides `Connection: close`.
const COMMON: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The request is not valid HTTP.
    Malformed,
    /// Its method is neither GET nor HEAD.
    Method,
    /// The request was not complete in time.
    Late,
    /// Its `Host` names another server.
    OtherHost,
    /// The visitor does not know the token, or comes from another page.
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
            Self::Late => StatusCode::REQUEST_TIMEOUT,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Stranger => StatusCode::FORBIDDEN,
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
            Self::Stranger => {
                "open the address that the program printed: it has the token that lets a page in\n"
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

/// Returns pages that only valid requests reach, and whose answers have the common header fields.
pub(super) fn guarded(pages: Router, hosts: Hosts) -> Router {
    pages
        .fallback(async || Refusal::NotFound)
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard))
}

/// Refuses invalid requests, and adds the common header fields to every answer.
async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
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

#[cfg(test)]
mod tests {
    use super::{COMMON, Refusal};

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
}
