//! The server: accepts a limited number of visitors until it is dropped, in a thread of its own.
//!
//! Invariant: a request takes bounded memory and bounded time, whatever a visitor sends.

use std::io;
use std::net::{self, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::web::bind::{Bind, BindError};
use crate::web::guard::{Refusal, guarded};

/// The maximum number of visitors at once.
const VISITORS: u32 = 64;
/// The time that the server waits, when it ends, until visitors have the last news.
const FAREWELL: Duration = Duration::from_secs(2);
/// The pause after the system could not accept a visitor.
const PAUSE: Duration = Duration::from_millis(100);
/// The time in which a request must be complete.
const REQUEST: Duration = Duration::from_secs(10);
/// The time in which a visitor must read some part of an answer.
const WRITE: Duration = Duration::from_secs(10);
/// The time that the server waits after an answer until the visitor closes the connection.
const GOODBYE: Duration = Duration::from_millis(300);
/// The maximum number of bytes in the head of a request.
const LONGEST: usize = 8 * 1024;
/// The maximum number of header fields of a request.
const LINES: usize = 64;
/// The maximum number of bytes that are read from a visitor after the answer.
const DRAINED: u64 = 64 * 1024;

/// A running server. Dropping it ends it; visitors then have two seconds to read the rest.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    end: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Begins to serve pages, to visitors who name this machine.
    ///
    /// # Errors
    /// Returns an error if the system does not let the server listen or start a thread.
    pub fn start(bind: &Bind, machine: &str, pages: Router) -> Result<Self, BindError> {
        let (listener, address, hosts) = bind.listen(machine)?;
        let failed = |source| BindError { place: address.to_string(), source };
        let end = Arc::new(Notify::new());
        let thread = spawn(listener, guarded(pages, hosts), Arc::clone(&end)).map_err(failed)?;
        Ok(Self { address, end, thread: Some(thread) })
    }

    /// Returns the address at which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the page for a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", reachable(self.address))
    }

    /// Returns whether other machines can connect.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end.notify_one();
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("the thread that serves the page panicked");
        }
    }
}

/// Returns the loopback address for one that stands for all addresses of the machine.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Begins the thread that serves pages until it is told to end.
fn spawn(
    listener: net::TcpListener,
    pages: Router,
    end: Arc<Notify>,
) -> io::Result<JoinHandle<()>> {
    listener.set_nonblocking(true)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = {
        let _context = runtime.enter();
        TcpListener::from_std(listener)?
    };
    let serve = async move {
        let places = Arc::new(Semaphore::new(VISITORS as usize));
        let welcome = tokio::spawn(welcome(listener, pages, Arc::clone(&places)));
        end.notified().await;
        welcome.abort();
        // All places are free when all visitors have left.
        timeout(FAREWELL, places.acquire_many(VISITORS)).await.ok();
    };
    thread::Builder::new().name("page".to_owned()).spawn(move || runtime.block_on(serve))
}

/// Accepts visitors.
async fn welcome(listener: TcpListener, pages: Router, places: Arc<Semaphore>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let place = Arc::clone(&places).try_acquire_owned().ok();
                let visit = visit(stream, pages.clone(), place);
                tokio::spawn(async {
                    if let Err(error) = visit.await {
                        // A lost connection is no failure of the server.
                        log::debug!("a visitor of the page has left: {error}");
                    }
                });
            }
            Err(error) => {
                log::debug!("cannot accept a visitor of the page: {error}");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Answers the one request of a visitor, or refuses the visitor without a place. A connection that
/// becomes a WebSocket belongs to the page that answered.
async fn visit(
    stream: TcpStream,
    pages: Router,
    place: Option<OwnedSemaphorePermit>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let stream = stream.into_std()?;
    // The socket stays open after the answer: closing it while a visitor still sends would make the
    // system drop the answer.
    let mut kept = TcpStream::from_std(stream.try_clone()?)?;
    if place.is_none() {
        return timeout(GOODBYE, refuse(&mut kept, Refusal::Crowded)).await?;
    }
    let is_upgraded = Arc::new(AtomicBool::new(false));
    let pages =
        pages.layer(middleware::map_response_with_state(Arc::clone(&is_upgraded), note_upgrade));
    let mut stream = TimeoutStream::new(TcpStream::from_std(stream)?);
    stream.set_write_timeout(Some(WRITE));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST)
        .max_buf_size(LONGEST)
        .max_headers(LINES)
        .keep_alive(false)
        .half_close(true)
        .title_case_headers(true)
        .auto_date_header(false)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(pages))
        .with_upgrades();
    match connection.await {
        Err(error) if error.is_incomplete_message() => {
            refuse(&mut kept, Refusal::Malformed).await?;
        }
        Err(error) if error.is_timeout() => refuse(&mut kept, Refusal::Late).await?,
        Err(error) => log::debug!("a visitor of the page was not understood: {error}"),
        Ok(()) if is_upgraded.load(Ordering::Relaxed) => return Ok(()),
        Ok(()) => {}
    }
    kept.shutdown().await?;
    let rest = &mut kept.take(DRAINED);
    timeout(GOODBYE, tokio::io::copy(rest, &mut tokio::io::sink())).await?.map(drop)
}

/// Notes that a connection becomes a WebSocket.
async fn note_upgrade(State(is_upgraded): State<Arc<AtomicBool>>, response: Response) -> Response {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        is_upgraded.store(true, Ordering::Relaxed);
    }
    response
}

/// Refuses a visitor whose request could not be read.
async fn refuse(stream: &mut TcpStream, refusal: Refusal) -> io::Result<()> {
    stream.write_all(refusal.answer().as_bytes()).await?;
    stream.shutdown().await
}
