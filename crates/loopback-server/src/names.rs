//! The allow-list of host names.
//!
//! A site can let its own name resolve to this machine, and its pages could then read the pages of the
//! server (DNS rebinding). The browser sends that name in the `Host` header, where it is not on the
//! list. An IP address cannot be rebound.

use std::net::IpAddr;

/// The host names that the server accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts {
    /// Indicates whether only this machine can connect.
    is_local: bool,
    /// Names besides `localhost`.
    names: Vec<String>,
}

impl Hosts {
    /// Returns the list for a server that listens on `address` and has these names.
    pub(crate) fn new(address: IpAddr, names: Vec<String>) -> Self {
        Self { is_local: address.is_loopback(), names }
    }

    /// Returns whether a `Host` header, with or without a port, names this server.
    pub(crate) fn allow(&self, header: &str) -> bool {
        let Some(name) = name(header) else { return false };
        if let Ok(address) = name.parse::<IpAddr>() {
            return !self.is_local || address.is_loopback();
        }
        let name = name.strip_suffix('.').unwrap_or(name);
        let mut names = self.names.iter().map(String::as_str).filter(|_| !self.is_local);
        name.eq_ignore_ascii_case("localhost")
            || names.any(|known| !known.is_empty() && name.eq_ignore_ascii_case(known))
    }
}

/// Returns the host of a header, without brackets and port; `None` if the header is invalid.
fn name(header: &str) -> Option<&str> {
    let (name, port) = split(header.trim())?;
    let is_port = port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    (!name.is_empty() && is_port).then_some(name)
}

/// Splits `host:port`, in which an IPv6 address has brackets and the port may be missing.
pub(crate) fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let Some(rest) = text.strip_prefix('[') else {
        return Some(text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port))));
    };
    let (name, rest) = rest.split_once(']')?;
    let port = rest.strip_prefix(':');
    (port.is_some() || rest.is_empty()).then_some((name, port))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use super::Hosts;

    fn check(address: impl Into<IpAddr>, good: &str, bad: &str) {
        let address = address.into();
        let hosts = Hosts::new(address, vec!["Arena".to_owned(), String::new()]);
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for header in list(good) {
            assert!(hosts.allow(&header), "{address} {header}");
        }
        for header in list(bad).into_iter().chain([String::new(), " ".to_owned()]) {
            assert!(!hosts.allow(&header), "{address} {header:?}");
        }
    }

    #[test]
    fn names_of_this_machine_alone() {
        let good = "localhost LOCALHOST:80 localhost.:9 127.0.0.1 127.0.0.1:8225 127.3.2.1 [::1] \
                    [::1]:8225";
        let bad = "evil.example evil.example:8225 arena localhost.evil.example 192.168.0.1 [::2] \
                   ::1 :80 localhost:x localhost@evil 127.0.0.1.evil.example [::1 [::1]x \
                   localhost:80:80 0x7f.1 .";
        check(Ipv4Addr::LOCALHOST, good, bad);
        check(Ipv6Addr::LOCALHOST, good, bad);
    }

    #[test]
    fn names_in_the_network() {
        let good = "localhost arena ARENA:8225 arena. 192.168.0.1:1 [fe80::1]:8225 127.0.0.1";
        let bad = "evil.example arena.evil.example xarena";
        check(Ipv4Addr::UNSPECIFIED, good, bad);
        check([192, 168, 0, 1], good, bad);
    }
}
