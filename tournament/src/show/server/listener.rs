//! The server: takes visitors, a few at a time, until it is dropped.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::show::server::bind::{Bind, BindError};
use crate::show::server::connection::{attend, send_away};
use crate::show::server::hub::Hub;
use crate::show::server::names::Hosts;

/// Visitors at once.
const VISITORS: usize = 64;
/// The time that the end waits for visitors to get the last news.
const FAREWELL: Duration = Duration::from_secs(2);
/// The time that the system has to recover when it cannot take visitors.
const PAUSE: Duration = Duration::from_millis(100);

/// A running server. Dropping it ends it, and closes its hub.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    hub: Arc<Hub>,
    is_closing: Arc<AtomicBool>,
    visitors: Arc<Visitors>,
    porter: Option<JoinHandle<()>>,
}

/// The number of visitors who are there.
#[derive(Debug, Default)]
struct Visitors {
    count: Mutex<usize>,
    left: Condvar,
}

/// A visitor's place.
struct Place(Arc<Visitors>);

impl Server {
    /// Begins to serve what `hub` has.
    ///
    /// # Errors
    /// The system does not let it.
    pub fn start(bind: &Bind, hub: Arc<Hub>) -> Result<Self, BindError> {
        let (listener, address, hosts) = bind.listen()?;
        let is_closing = Arc::new(AtomicBool::new(false));
        let visitors = Arc::new(Visitors::default());
        let porter = {
            let (hub, is_closing) = (Arc::clone(&hub), Arc::clone(&is_closing));
            let visitors = Arc::clone(&visitors);
            let work = move || welcome(&listener, &hosts, &hub, &visitors, &is_closing);
            thread::Builder::new().name("page".to_owned()).spawn(work)
        };
        let porter = porter.map_err(|source| BindError { place: address.to_string(), source })?;
        Ok(Self { address, hub, is_closing, visitors, porter: Some(porter) })
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page for a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", reachable(self.address))
    }

    /// Returns what is shown.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Returns whether other machines can connect.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.hub.close();
        self.is_closing.store(true, Ordering::Release);
        // The porter waits for a visitor; here is one.
        let woken = TcpStream::connect_timeout(&reachable(self.address), FAREWELL);
        if let (Ok(_), Some(porter)) = (woken, self.porter.take())
            && porter.join().is_err()
        {
            log::error!("the thread that serves the page panicked");
        }
        self.visitors.wait(FAREWELL);
    }
}

/// An address that means this machine, for one that means all of its own.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Takes visitors until it is time to close.
fn welcome(
    listener: &TcpListener,
    hosts: &Hosts,
    hub: &Arc<Hub>,
    visitors: &Arc<Visitors>,
    is_closing: &AtomicBool,
) {
    loop {
        let visitor = listener.accept();
        if is_closing.load(Ordering::Acquire) {
            return;
        }
        match visitor {
            Ok((stream, _)) => take_in(stream, hosts, hub, visitors),
            Err(error) => {
                log::debug!("cannot accept a visitor of the page: {error}");
                thread::sleep(PAUSE);
            }
        }
    }
}

fn take_in(stream: TcpStream, hosts: &Hosts, hub: &Arc<Hub>, visitors: &Arc<Visitors>) {
    let Some(place) = visitors.enter() else {
        log_end(send_away(&stream));
        return;
    };
    let (hosts, hub) = (hosts.clone(), Arc::clone(hub));
    let work = move || {
        let _place = place;
        log_end(attend(&stream, &hosts, &hub));
    };
    log_end(thread::Builder::new().name("visitor".to_owned()).spawn(work).map(|_| ()));
}

/// Visitors come and go as they like.
fn log_end(end: io::Result<()>) {
    if let Err(error) = end {
        log::debug!("a visitor of the page has left: {error}");
    }
}

impl Visitors {
    /// A place, if there is one.
    fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut count = self.count.lock().expect("no thread panicked while it held the lock");
        (*count < VISITORS).then(|| {
            *count += 1;
            Place(Arc::clone(self))
        })
    }

    /// Waits until all are gone, but not longer than this.
    fn wait(&self, timeout: Duration) {
        let count = self.count.lock().expect("no thread panicked while it held the lock");
        let left = self.left.wait_timeout_while(count, timeout, |count| *count > 0);
        if left.is_err() {
            log::error!("a thread that serves the page panicked");
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.count.lock().expect("no thread panicked while it held the lock") -= 1;
        self.0.left.notify_all();
    }
}
