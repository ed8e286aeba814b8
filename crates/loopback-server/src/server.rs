//! The server: answers visitors in a thread of its own until it is dropped.

use std::io;
use std::net::{self, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::bind::{Bind, BindError};
use crate::guard::guarded;
use crate::visitor::Door;

/// The time that visitors have, after the end of the server, to read the rest of their answers.
const FAREWELL: Duration = Duration::from_secs(2);

/// A running server. Dropping it ends it; visitors then have two seconds to read the rest.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    end: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts to serve pages.
    ///
    /// # Errors
    /// Returns an error if the system does not let the server listen or start a thread.
    pub fn start<const PORT: u16>(bind: &Bind<PORT>, pages: Router) -> Result<Self, BindError> {
        let (listener, address, hosts) = bind.listen()?;
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
        let mut address = self.address;
        // A browser cannot open the address that means all addresses of the machine.
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{address}/")
    }

    /// Returns the address of the page for a browser on another machine, if other machines can connect
    /// and the system reports an address of this one.
    #[must_use]
    pub fn url_for_others(&self) -> Option<String> {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(outward(address.ip()).ok()?);
        }
        (!address.ip().is_loopback()).then(|| format!("http://{address}/"))
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

/// Returns the address of this machine on the interface that leads to the network. Connecting a UDP socket
/// sends nothing: it only makes the system choose the interface.
fn outward(unspecified: IpAddr) -> io::Result<IpAddr> {
    // Addresses for documentation (RFC 5737 and RFC 3849).
    let elsewhere: IpAddr = match unspecified {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let socket = net::UdpSocket::bind((unspecified, 0))?;
    socket.connect((elsewhere, 9))?;
    Ok(socket.local_addr()?.ip())
}

/// Starts the thread that serves pages until the end.
fn spawn(
    listener: net::TcpListener,
    pages: Router,
    end: Arc<Notify>,
) -> io::Result<JoinHandle<()>> {
    listener.set_nonblocking(true)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let door = {
        let _context = runtime.enter();
        Door::new(TcpListener::from_std(listener)?)
    };
    let serve = async move {
        let closing = Arc::new(Notify::new());
        let closed = Arc::clone(&closing);
        let served =
            axum::serve(door, pages).with_graceful_shutdown(async move { closed.notified().await });
        let serving = tokio::spawn(served.into_future());
        end.notified().await;
        closing.notify_one();
        if let Ok(Err(error)) = timeout(FAREWELL, serving).await {
            log::error!("the server of the page panicked: {error}");
        }
    };
    thread::Builder::new().name("page".to_owned()).spawn(move || runtime.block_on(serve))
}
