//! Origin of a request, for audit entries and rate limits.

use crate::clock::Clock;
use crate::error::TraceId;
use axum::extract::ConnectInfo;
use http::{HeaderMap, request::Parts};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use uuid::Uuid;

#[derive(Debug, Clone, Default)]
pub struct RequestInfo {
    /// Identifies the request in logs, audit entries and error responses.
    pub trace_id: Arc<str>,
    /// The client's address, as far as it can be determined behind proxies.
    pub address: Option<IpAddr>,
    /// The clock of the server, for dates in the viewer's time zone.
    pub clock: Clock,
    /// Id of the browser page, from the `x-firmbook-page` header.
    pub page: Option<Uuid>,
}

impl RequestInfo {
    /// Reads the origin from the request's parts.
    pub fn of(parts: &Parts, trusted_proxies: &[IpNet], clock: Clock) -> Self {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Self {
            trace_id: parts
                .extensions
                .get::<TraceId>()
                .map_or_else(|| "".into(), |trace_id| trace_id.0.as_str().into()),
            address: peer.map(|peer| client_address(peer.0.ip(), &parts.headers, trusted_proxies)),
            clock,
            page: parts
                .headers
                .get("x-firmbook-page")
                .and_then(|page| Uuid::try_parse_ascii(page.as_bytes()).ok()),
        }
    }
}

/// Returns the peer address. If the peer is a trusted proxy, returns the last address in `X-Forwarded-For`
/// that is not one. Earlier addresses can be forged by the client.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return peer;
    }
    let lines = headers.get_all("x-forwarded-for").iter();
    let named: Vec<&str> = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .collect();
    let mut nearest = peer;
    for text in named.into_iter().rev() {
        let Ok(address) = text.trim().parse::<IpAddr>() else {
            break;
        };
        nearest = address.to_canonical();
        if !is_trusted(nearest) {
            break;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trusts_only_addresses_added_by_a_trusted_proxy() {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|net| net.parse().unwrap());
        for (peer, forwarded, client) in [
            ("203.0.113.9", None, "203.0.113.9"),
            ("203.0.113.9", Some("198.51.100.1"), "203.0.113.9"),
            ("10.0.0.1", None, "10.0.0.1"),
            ("10.0.0.1", Some("198.51.100.1"), "198.51.100.1"),
            ("10.0.0.1", Some("6.6.6.6, 198.51.100.1"), "198.51.100.1"),
            (
                "10.0.0.1",
                Some("6.6.6.6,198.51.100.1 , 10.0.0.2"),
                "198.51.100.1",
            ),
            ("10.0.0.1", Some("10.0.0.3"), "10.0.0.3"),
            ("10.0.0.1", Some("nonsense"), "10.0.0.1"),
            ("10.0.0.1", Some("198.51.100.1, nonsense"), "10.0.0.1"),
            ("::ffff:10.0.0.1", Some("2001:db8::1"), "2001:db8::1"),
            ("fd00::1", Some("::ffff:198.51.100.1"), "198.51.100.1"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(forwarded) = forwarded {
                headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            }
            let found = client_address(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn uses_the_last_of_several_headers() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "6.6.6.6".parse().unwrap());
        headers.append("x-forwarded-for", "198.51.100.1".parse().unwrap());
        let found = client_address("10.0.0.1".parse().unwrap(), &headers, &trusted);
        assert_eq!(found, "198.51.100.1".parse::<IpAddr>().unwrap());
    }
}
