//! Playing in a browser: the page of the board, and the table behind it with native engines.
//!
//! ```text
//! page ─► site (files, socket) ─► host (the thread of the table) ─► seat (process of an engine)
//! ```
//!
//! The table itself, with rules and clocks, is the crate `board`. This module adds what the table does
//! without: threads, processes, sockets and the time.

mod host;
mod seat;
mod site;

use std::sync::Arc;

use board_table::message::EngineInfo;
use board_table::table::Table;
use thiserror::Error;

use crate::config::EngineConfig;
use crate::play::host::Host;
use crate::play::site::{Site, pages};
use crate::store::Host as Machine;
use crate::web::{Bind, BindError, Server};

/// An engine at the table, and what it can do.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Its command and limits.
    pub engine: EngineConfig,
    /// Indicates whether it is Dolmen, which has levels and analyses.
    pub is_dolmen: bool,
}

/// A table that is played at. Dropping it ends the engines and lets the pages go.
#[derive(Debug)]
pub struct Play {
    server: Server,
    token: Arc<str>,
}

/// The reasons why nobody can play.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The page cannot be served.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The system has no random numbers for the token.
    #[error("cannot make a token: {0}")]
    Token(getrandom::Error),
    /// The thread of the table cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

impl Play {
    /// Begins to serve the page, with a game against the first engine ready to be played.
    ///
    /// # Errors
    /// Returns an error if the page cannot be served or the thread of the table cannot be started.
    pub fn start(bind: &Bind, guests: Vec<Guest>) -> Result<Self, PlayError> {
        let infos = guests.iter().enumerate().map(|(id, guest)| EngineInfo {
            id,
            name: guest.engine.name.clone(),
            has_levels: guest.is_dolmen,
            can_analyse: guest.is_dolmen,
        });
        let table = Table::new(infos.collect());
        let engines = guests.into_iter().map(|guest| guest.engine).collect();
        let host = Arc::new(Host::start(table, engines)?);
        let token: Arc<str> = token().map_err(PlayError::Token)?.into();
        let site = Site { host, token: Arc::clone(&token) };
        Ok(Self { server: Server::start(bind, &Machine::this().name, pages(site))?, token })
    }

    /// Returns the address of the page, with the token that lets a page join.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}?token={}", self.server.url(), self.token)
    }

    /// Returns whether other machines can connect.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.server.is_open()
    }
}

/// Returns a token that nobody can guess, as 32 hexadecimal digits.
fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
