//! The server over real sockets: answers and refusals.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use loopback_server::{Bind, Server};

/// A time limit that even a busy machine keeps.
const PATIENCE: Duration = Duration::from_secs(60);

fn server() -> Server {
    let pages = Router::new().route("/", get(async || "hello"));
    let bind: Bind = Bind { host: None, port: Some(0) };
    Server::start(&bind, pages).expect("a port is free")
}

/// Returns the head, in lower case, and the body of the answer to a request.
fn ask(server: &Server, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(server.address()).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("the time is not zero");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    (head.to_lowercase(), body.to_owned())
}

/// Checks the status of the answer to a request.
fn check(server: &Server, request: &str, status: &str) -> String {
    let (head, body) = ask(server, &format!("{request}\r\n\r\n"));
    assert!(head.starts_with(&format!("http/1.1 {status} ")), "{request}: {head}");
    assert!(!body.contains('<'), "{request}: {body}");
    head
}

#[test]
fn answers_are_private() {
    let server = server();
    assert_eq!(server.url(), format!("http://{}/", server.address()));
    assert!(!server.is_open());
    let (head, body) = ask(&server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(body, "hello");
    for field in [
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "cross-origin-resource-policy: same-origin",
        "connection: close",
        "content-length: 5",
    ] {
        assert!(head.lines().any(|line| line == field), "{field} in {head}");
    }
    let head = check(&server, "HEAD /?x HTTP/1.1\r\nHost: [::1]:1", "200");
    assert!(head.contains("content-length: 5"), "{head}");
}

#[test]
fn refusals() {
    let server = server();
    for path in ["/x", "/../etc/passwd", "//", "/%2e%2e/", "/INDEX"] {
        check(&server, &format!("GET {path} HTTP/1.1\r\nHost: localhost"), "404");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: localhost");
        let head = check(&server, &request, "405");
        assert!(head.contains("\r\nallow: get, head\r\n"), "{head}");
    }
    for host in ["evil.example", "evil.example:8225", "192.168.1.1", "localhost.evil.example"] {
        check(&server, &format!("GET / HTTP/1.1\r\nHost: {host}"), "421");
    }
    for request in [
        "GET / HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil",
        "GET http://localhost/ HTTP/1.1\r\nHost: localhost",
        "GET * HTTP/1.1\r\nHost: localhost",
        "GET / HTTP/9.9\r\nHost: localhost",
        "GET / HTTP/1.1\r\nHost localhost",
        "\u{16}\u{3}\u{1}",
    ] {
        check(&server, request, "400");
    }
    let many = "X: y\r\n".repeat(200);
    check(&server, &format!("GET / HTTP/1.1\r\n{many}Host: localhost"), "431");
    check(&server, "GET / HTTP/1.1\r\nHost: localhost", "200");
}
