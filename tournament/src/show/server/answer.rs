//! Answers in HTTP/1.1, one for each connection.
//!
//! Invariant: no answer may be kept, framed, guessed to be of another type, or read by the page
//! of another site.

use std::io::{self, Write};

use crate::show::server::request::Refusal;

/// The header lines of every answer.
const COMMON: &str = "Cache-Control: no-store\r\nConnection: close\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
     X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n";
/// A page in HTML.
pub(super) const HTML: &str = "text/html; charset=utf-8";
/// Data.
pub(super) const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const STREAM: &str = "text/event-stream";

/// Sends a text of a type.
pub(super) fn send(
    stream: &mut impl Write,
    kind: &str,
    text: &str,
    is_head: bool,
) -> io::Result<()> {
    answer(stream, "200 OK", kind, "", text, is_head)
}

/// Sends the head of a stream of events.
pub(super) fn begin_events(stream: &mut impl Write) -> io::Result<()> {
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: {STREAM}\r\n{COMMON}\r\n")?;
    stream.flush()
}

/// Sends an event with data in one line, and the number by which a visitor who was cut off
/// says what it has.
pub(super) fn event(
    stream: &mut impl Write,
    name: &str,
    data: &str,
    number: Option<u64>,
) -> io::Result<()> {
    if let Some(number) = number {
        writeln!(stream, "id: {number}")?;
    }
    write!(stream, "event: {name}\ndata: {data}\n\n")?;
    stream.flush()
}

/// Sends what visitors do not see, and shows whether they are still there.
pub(super) fn beat(stream: &mut impl Write) -> io::Result<()> {
    stream.write_all(b": still here\n\n")?;
    stream.flush()
}

/// Sends why a request is not answered.
pub(super) fn refuse(stream: &mut impl Write, refusal: Refusal) -> io::Result<()> {
    let (status, more, words) = match refusal {
        Refusal::Malformed => ("400 Bad Request", "", "invalid request"),
        Refusal::Method => {
            ("405 Method Not Allowed", "Allow: GET, HEAD\r\n", "only GET and HEAD are supported")
        }
        Refusal::Late => ("408 Request Timeout", "", "the request took too long"),
        Refusal::TooLong => ("431 Request Header Fields Too Large", "", "the request is too long"),
        Refusal::OtherHost => (
            "421 Misdirected Request",
            "",
            "this server answers requests to its address or to localhost, not to other names",
        ),
        Refusal::NotFound => ("404 Not Found", "", "page not found"),
        Refusal::Crowded => ("503 Service Unavailable", "Retry-After: 10\r\n", "too many visitors"),
    };
    answer(stream, status, TEXT, more, &format!("{words}\n"), false)
}

fn answer(
    stream: &mut impl Write,
    status: &str,
    kind: &str,
    more: &str,
    text: &str,
    is_head: bool,
) -> io::Result<()> {
    let length = text.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: \
         {length}\r\n{more}{COMMON}\r\n"
    )?;
    if !is_head {
        stream.write_all(text.as_bytes())?;
    }
    stream.flush()
}
