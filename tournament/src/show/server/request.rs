//! The request of a visitor.
//!
//! Invariant: a request takes bounded memory and bounded time, whatever a visitor sends.

use std::io::{self, Read};
use std::time::Instant;

/// Bytes of a request's head.
const LONGEST: usize = 8 * 1024;
/// Lines of a request's head.
const LINES: usize = 64;

/// A request to show something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Indicates whether only the head of the answer is wanted.
    pub(super) is_head: bool,
    /// The requested path, without the part after the question mark.
    pub(super) path: String,
    /// The version of the data that the visitor has; 0: none.
    pub(super) since: u64,
    /// The name under which the server was addressed.
    pub(super) host: String,
}

/// A request that is not answered as it was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not HTTP as it should be.
    Malformed,
    /// It wants more than to look.
    Method,
    /// It did not come in time.
    Late,
    /// It is longer than anything that one could ask for.
    TooLong,
    /// It is addressed to another server.
    OtherHost,
    /// There is no such page.
    NotFound,
    /// Too many look on already.
    Crowded,
}

/// Reads the head of a request; nothing if the visitor went away without a word.
pub(super) fn read(stream: &mut impl Read, deadline: Instant) -> Result<Option<Request>, Refusal> {
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) if head.is_empty() => return Ok(None),
            Ok(0) => return Err(Refusal::Malformed),
            Ok(count) => head.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if is_timeout(&error) => return Err(Refusal::Late),
            Err(_) => return Ok(None),
        }
        if let Some(request) = parse(&head)? {
            return Ok(Some(request));
        }
        if head.len() > LONGEST {
            return Err(Refusal::TooLong);
        }
        if deadline < Instant::now() {
            return Err(Refusal::Late);
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// The request of a head; none if the head is not complete.
fn parse(head: &[u8]) -> Result<Option<Request>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; LINES];
    let mut parsed = httparse::Request::new(&mut headers);
    let status = parsed.parse(head).map_err(|error| match error {
        httparse::Error::TooManyHeaders => Refusal::TooLong,
        _ => Refusal::Malformed,
    })?;
    if status.is_partial() {
        return Ok(None);
    }
    let is_head = match parsed.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Err(Refusal::Method),
    };
    let target = parsed.path.filter(|target| target.starts_with('/')).ok_or(Refusal::Malformed)?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let values = |name: &str| {
        let named = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| std::str::from_utf8(header.value)).collect::<Vec<_>>()
    };
    let hosts = values("Host");
    let [Ok(host)] = hosts.as_slice() else { return Err(Refusal::Malformed) };
    // Who was cut off asks again with the number of the last event, besides the old address.
    let number = |text: &str| text.trim().parse().ok();
    let seen = values("Last-Event-ID").into_iter().find_map(|text| number(text.ok()?));
    let asked = query.split('&').find_map(|part| number(part.strip_prefix("since=")?));
    Ok(Some(Request {
        is_head,
        path: path.to_owned(),
        since: seen.or(asked).unwrap_or(0),
        host: (*host).to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Refusal, Request, parse, read};

    /// Checks what a head of a request is, its lines divided by `|`.
    fn check(head: &str, expected: Result<Option<(&str, u64)>, Refusal>) {
        let head = head.replace('|', "\r\n");
        let found = parse(head.as_bytes());
        let found = found.map(|request| request.map(|request| (request.path, request.since)));
        let expected = expected.map(|some| some.map(|(path, since)| (path.to_owned(), since)));
        assert_eq!(found, expected, "{head:?}");
    }

    #[test]
    fn heads() {
        check("GET / HTTP/1.1|Host: x||", Ok(Some(("/", 0))));
        check("HEAD /a%20b?c HTTP/1.0|hOsT: x||", Ok(Some(("/a%20b", 0))));
        check("GET /events?since=7 HTTP/1.1|Host: x||", Ok(Some(("/events", 7))));
        check("GET /e?since=7 HTTP/1.1|Host: x|Last-Event-ID: 9||", Ok(Some(("/e", 9))));
        check("GET /e?since=-1&since=x HTTP/1.1|Host: x||", Ok(Some(("/e", 0))));
        check("GET / HTTP/1.1|Host: x|", Ok(None));
        check("", Ok(None));
    }

    #[test]
    fn refusals() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get", "X"] {
            check(&format!("{method} / HTTP/1.1|Host: x||"), Err(Refusal::Method));
        }
        for head in [
            "GET / HTTP/1.1||",
            "GET / HTTP/1.1|Host: x|Host: y||",
            "GET http://x/ HTTP/1.1|Host: x||",
            "GET * HTTP/1.1|Host: x||",
            "GET / HTTP/9.9|Host: x||",
            "GET / HTTP/1.1|Host x||",
            "\u{1}\u{2}|",
            "GET|",
        ] {
            check(head, Err(Refusal::Malformed));
        }
        let many = "X: y|".repeat(70);
        check(&format!("GET / HTTP/1.1|Host: x|{many}|"), Err(Refusal::TooLong));
    }

    #[test]
    fn reading() {
        let soon = Instant::now() + Duration::from_secs(60);
        let check = |text: &str, deadline, expected: Result<Option<&str>, Refusal>| {
            let found = read(&mut text.as_bytes(), deadline);
            let path = |request: Request| request.path;
            let expected = expected.map(|path| path.map(str::to_owned));
            assert_eq!(found.map(|request| request.map(path)), expected, "{text:.40}");
        };
        check("GET /x HTTP/1.1\r\nHost: x\r\n\r\nmore", soon, Ok(Some("/x")));
        check("", soon, Ok(None));
        check("GET /x HTTP/1.1\r\n", soon, Err(Refusal::Malformed));
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(9000));
        check(&long, soon, Err(Refusal::TooLong));
        let past = Instant::now() - Duration::from_millis(1);
        check("GET /x HTTP/1.1\r\n", past, Err(Refusal::Late));
    }
}
