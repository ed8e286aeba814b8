//! Connections of visitors, limited in number and time.
//!
//! Invariant: a connection ends if its request is not complete in time, or if the visitor stops
//! reading the answer.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// The maximum number of visitors at once; the system queues further connections.
const MAX_VISITORS: usize = 64;
/// The time limit for a request, and for reading each part of the answer.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// A listener that admits a limited number of visitors.
pub(crate) struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Door {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(MAX_VISITORS)) }
    }
}

impl Listener for Door {
    type Io = Visitor;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visitor, SocketAddr) {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        let (stream, address) = Listener::accept(&mut self.listener).await;
        if let Err(error) = stream.set_nodelay(true) {
            log::debug!("cannot send small packets at once: {error}");
        }
        let limit = Box::pin(sleep(READ_TIMEOUT));
        (Visitor { stream, limit, stage: Stage::Request, _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The stage of a connection.
#[derive(PartialEq)]
enum Stage {
    /// The request is being read, until the limit.
    Request,
    /// The answer is being written.
    Answer,
    /// The visitor has not read the last part of the answer yet, and has until the limit.
    Stuck,
}

/// The connection of a visitor.
pub(crate) struct Visitor {
    stream: TcpStream,
    limit: Pin<Box<Sleep>>,
    stage: Stage,
    _place: OwnedSemaphorePermit,
}

impl Visitor {
    /// Returns the timeout error of a visitor once its limit has passed.
    fn poll_limit<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        ready!(self.limit.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Visitor {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let visitor = self.get_mut();
        match Pin::new(&mut visitor.stream).poll_read(context, buffer) {
            Poll::Pending if visitor.stage == Stage::Request => visitor.poll_limit(context),
            polled => polled,
        }
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let visitor = self.get_mut();
        let polled = Pin::new(&mut visitor.stream).poll_write(context, bytes);
        if polled.is_ready() {
            visitor.stage = Stage::Answer;
            return polled;
        }
        if visitor.stage != Stage::Stuck {
            visitor.stage = Stage::Stuck;
            visitor.limit.as_mut().reset(Instant::now() + READ_TIMEOUT);
        }
        visitor.poll_limit(context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
