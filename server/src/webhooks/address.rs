//! Addresses that webhooks can reach. Others are rejected, because they may belong to the server's network.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Resolves hosts to public addresses. The client connects to the addresses that were checked, so that a host cannot
/// change its address after the check.
#[derive(Debug, Clone, Copy)]
pub struct PublicResolver {
    pub allows_loopback: bool,
}

/// The host has no address that webhooks can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the host has no public address")]
pub struct NotPublic;

impl PublicResolver {
    pub fn allows(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || (self.allows_loopback && address.is_loopback())
    }
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = *self;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|found| resolver.allows(found.ip())).collect();
            if allowed.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is reachable from the internet. IPv4-mapped IPv6 addresses must first be converted to
/// IPv4.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Excludes the special-purpose addresses of RFC 6890 and its updates.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        // Carrier-grade NAT, which cloud providers also use for metadata services.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        // Reserved and broadcast addresses.
        || a >= 240)
}

/// Allows only global unicast addresses, except tunnels to IPv4 and documentation addresses.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let is_global_unicast = segments[0] & 0xe000 == 0x2000;
    is_global_unicast
        // IETF protocol assignments, including Teredo and ORCHID.
        && !(segments[0] == 0x2001 && segments[1] < 0x0200)
        && !(segments[0] == 0x2001 && segments[1] == 0x0db8)
        // 6to4.
        && segments[0] != 0x2002
        && !(segments[0] == 0x3fff && segments[1] < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(allows_loopback: bool, address: &str) -> bool {
        PublicResolver { allows_loopback }.allows(address.parse().unwrap())
    }

    #[test]
    fn allows_public_addresses() {
        for address in [
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.169.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
        ] {
            assert!(allows(false, address), "{address}");
        }
    }

    #[test]
    fn refuses_addresses_of_internal_networks() {
        for address in [
            "0.0.0.0",
            "10.0.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!allows(false, address), "{address}");
        }
    }

    #[test]
    fn allows_loopback_only_on_a_development_machine() {
        for address in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(allows(true, address) && !allows(false, address), "{address}");
        }
        assert!(!allows(true, "169.254.169.254") && !allows(true, "10.0.0.1"));
    }
}
