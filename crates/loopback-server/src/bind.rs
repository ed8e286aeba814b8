//! The address at which the server listens.

use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::str::FromStr;
use std::{env, fs, io};

use thiserror::Error;

use crate::names::{Hosts, split};

/// The default address, which only this machine can reach.
const HOST: &str = "127.0.0.1";

/// The address at which to listen, with the default port `PORT`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Bind<const PORT: u16 = 8225> {
    /// Address or name to listen on; 0.0.0.0 means all addresses of this machine [default:
    /// 127.0.0.1, which other machines cannot reach].
    #[cfg_attr(feature = "clap", arg(long, value_name = "ADDRESS"))]
    pub host: Option<String>,

    /// Port; 0 picks any free port.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(value_parser = number_text::whole_number_in::<u16>(0..=u16::MAX)))]
    #[cfg_attr(feature = "clap", arg(help = format!("Port; 0 picks any free port [default: {PORT} if it is free]")))]
    pub port: Option<u16>,
}

/// An error about an invalid address to listen on.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid address {text:?}: expected ADDRESS:PORT, such as 127.0.0.1:8225")]
pub struct ParseBindError {
    /// The text.
    pub text: String,
}

/// The server cannot listen at an address.
#[derive(Debug, Error)]
#[error("cannot serve the page on {place}: {source}")]
pub struct BindError {
    /// The address.
    pub place: String,
    /// The error that the system reports.
    pub source: io::Error,
}

impl<const PORT: u16> FromStr for Bind<PORT> {
    type Err = ParseBindError;

    /// Reads `ADDRESS:PORT`, either of which may be left out: `8225`, `localhost`, `[::1]:0`.
    fn from_str(text: &str) -> Result<Self, ParseBindError> {
        let error = || ParseBindError { text: text.to_owned() };
        let host = |host: &str| (!host.is_empty()).then(|| host.to_owned());
        if text.is_empty() || text.contains('/') {
            return Err(error());
        }
        if let Ok(port) = text.parse() {
            return Ok(Self { host: None, port: Some(port) });
        }
        // An IPv6 address contains colons.
        if text.parse::<IpAddr>().is_ok() {
            return Ok(Self { host: host(text), port: None });
        }
        let (name, port) = split(text).ok_or_else(error)?;
        let port = port.map(str::parse).transpose().map_err(|_| error())?;
        Ok(Self { host: host(name), port })
    }
}

impl<const PORT: u16> Bind<PORT> {
    /// The port of a server that gets no other one, unless it is taken.
    pub const PORT: u16 = PORT;

    /// Starts to listen at this address.
    pub(crate) fn listen(&self) -> Result<(TcpListener, SocketAddr, Hosts), BindError> {
        let host = self.host.as_deref().unwrap_or(HOST);
        let error = |port: u16| {
            let place = format!("{host}, port {port}");
            move |source| BindError { place, source }
        };
        let first = self.port.unwrap_or(PORT);
        let listener = match bind(host, first) {
            Err(taken) if self.port.is_none() && taken.kind() == io::ErrorKind::AddrInUse => {
                bind(host, 0).map_err(error(0))?
            }
            listener => listener.map_err(error(first))?,
        };
        let address = listener.local_addr().map_err(error(first))?;
        let hosts = Hosts::new(address.ip(), vec![machine(), host.to_owned()]);
        Ok((listener, address, hosts))
    }
}

/// Returns the name of this machine, or an empty text if the system does not report one.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname");
    name.ok().or_else(|| env::var("COMPUTERNAME").ok()).unwrap_or_default().trim().to_owned()
}

fn bind(host: &str, port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    TcpListener::bind(addresses.as_slice())
}

#[cfg(test)]
mod tests {
    use super::Bind;

    #[test]
    fn addresses() {
        let check = |text: &str, host: Option<&str>, port: Option<u16>| {
            let bind = Bind { host: host.map(str::to_owned), port };
            assert_eq!(text.parse::<Bind>(), Ok(bind), "{text}");
        };
        check("8225", None, Some(8225));
        check("0", None, Some(0));
        check(":80", None, Some(80));
        check("localhost", Some("localhost"), None);
        check("arena:1", Some("arena"), Some(1));
        check("0.0.0.0", Some("0.0.0.0"), None);
        check("0.0.0.0:99", Some("0.0.0.0"), Some(99));
        check("::1", Some("::1"), None);
        check("[::1]", Some("::1"), None);
        check("[::1]:5", Some("::1"), Some(5));
        for text in ["", "x:", "x:y", "x:70000", "[::1]5", "http://x", "a:b:c", ":"] {
            assert!(text.parse::<Bind>().is_err(), "{text:?}");
        }
    }
}
