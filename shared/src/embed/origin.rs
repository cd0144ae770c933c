//! Origins of partner sites, used in a content security policy.

use crate::fault::Fault;

pub const MAX_ORIGINS: usize = 20;
const MAX_CHARS: usize = 200;

/// Normalizes an origin to the form that browsers use: scheme, lower-case host, and the port unless it is the default.
///
/// # Errors
/// Returns `invalid_origin` unless the input consists of a scheme, a host without wildcards and an optional
/// port. Returns `not_https` for `http`, except on the loopback interface, which partners use during
/// development.
pub fn normalize(typed: &str) -> Result<String, Fault> {
    let lower = typed.trim().to_ascii_lowercase();
    let refuse = || {
        Fault::new(
            "invalid_origin",
            "Enter an origin, such as https://www.example.com.",
        )
    };
    let (scheme, rest) = lower.split_once("://").ok_or_else(refuse)?;
    let default_port = match scheme {
        "https" => 443,
        "http" => 80,
        _ => return Err(refuse()),
    };
    let authority = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port.parse::<u16>().map_err(|_| refuse())?)),
        None => (authority, None),
    };
    if lower.len() > MAX_CHARS || port == Some(0) || !is_host(host) {
        return Err(refuse());
    }
    if scheme == "http" && !is_loopback(host) {
        return Err(Fault::new("not_https", "Use https. Only localhost can use http."));
    }
    Ok(match port.filter(|port| *port != default_port) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

fn is_host(host: &str) -> bool {
    host.split('.').all(|label| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1") || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_origins_as_browsers_do() {
        for (typed, origin) in [
            ("https://www.example.com", "https://www.example.com"),
            (" HTTPS://WWW.Example.com/ ", "https://www.example.com"),
            ("https://example.com:443", "https://example.com"),
            ("https://example.com:8443", "https://example.com:8443"),
            ("http://localhost:4004", "http://localhost:4004"),
            ("http://localhost:80", "http://localhost"),
            ("http://127.0.0.1:4004", "http://127.0.0.1:4004"),
            ("http://bank.localhost", "http://bank.localhost"),
            ("https://xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example"),
        ] {
            assert_eq!(normalize(typed).as_deref(), Ok(origin), "{typed}");
        }
    }

    #[test]
    fn rejects_anything_but_a_single_secure_origin() {
        for (typed, code) in [
            ("", "invalid_origin"),
            ("example.com", "invalid_origin"),
            ("https://", "invalid_origin"),
            ("https://*.example.com", "invalid_origin"),
            ("https://example.com/path", "invalid_origin"),
            ("https://example.com?x", "invalid_origin"),
            ("https://user@example.com", "invalid_origin"),
            ("https://example.com; script-src *", "invalid_origin"),
            ("https://example.com 'self'", "invalid_origin"),
            ("https://example.com:0", "invalid_origin"),
            ("https://example.com:99999", "invalid_origin"),
            ("https://-a.example", "invalid_origin"),
            ("https://münchen.example", "invalid_origin"),
            ("ftp://example.com", "invalid_origin"),
            ("null", "invalid_origin"),
            ("http://example.com", "not_https"),
            ("http://localhost.example.com", "not_https"),
        ] {
            assert_eq!(normalize(typed).unwrap_err().code, code, "{typed}");
        }
    }
}
