//! The live server: the report as a page that follows the games.
//!
//! ```text
//! run, or a file that is followed ─► hub ─► pages
//! ```
//!
//! Invariants: requests cannot change anything, and no visitor delays the games.

mod hub;
mod pages;

use std::net::SocketAddr;
use std::sync::Arc;

pub use hub::Hub;
use loopback_server::BindError;

/// The address at which a report is served. Its usual port is not that of the program `board`, to which the page has
/// links.
pub type Bind = loopback_server::Bind<8226>;

/// A running server of a report. Dropping it closes its hub and ends it.
#[derive(Debug)]
pub struct Server {
    hub: Arc<Hub>,
    server: loopback_server::Server,
}

impl Server {
    /// Starts a server for the pages of `hub`.
    ///
    /// # Errors
    /// Returns an error if the system does not let the server listen or start a thread.
    pub fn start(bind: &Bind, hub: Arc<Hub>) -> Result<Self, BindError> {
        let server = loopback_server::Server::start(bind, pages::pages(Arc::clone(&hub)))?;
        Ok(Self { hub, server })
    }

    /// Returns the address at which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Returns the address of the page for a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Returns the hub that has the pages.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Returns whether other machines can connect.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.server.is_open()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Listeners receive the last news while the server waits for open connections.
        self.hub.close();
    }
}

#[cfg(test)]
mod tests;
