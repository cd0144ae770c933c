//! Requests and responses of the three transports, on the client.

use super::negotiate::{Transport, escaped};

/// Request timeout. The server ends an empty poll sooner.
pub const REQUEST_MS: u32 = 100_000;

pub const SOCKET_FAILED: &str = "WebSocket failed to connect. The connection could not be found on the server, either \
    the endpoint may not be a SignalR endpoint, the connection ID is not present on the server, or there is a proxy \
    blocking WebSockets. If you have multiple servers check that sticky sessions are enabled.";
pub const EVENTS_FAILED: &str = "EventSource failed to connect. The connection could not be found on the server, \
    either the connection ID is not present on the server, or a proxy is refusing/buffering the connection. If you \
    have multiple servers check that sticky sessions are enabled.";

/// Builds the URL of a transport connection. Sockets and event streams cannot send headers, so their token is
/// part of the query string.
pub fn line_url(transport: Transport, url: &str, access_token: Option<&str>) -> String {
    let mut url = match (transport, url.strip_prefix("http")) {
        (Transport::WebSockets, Some(rest)) => format!("ws{rest}"),
        _ => url.to_owned(),
    };
    if let Some(token) = access_token
        && transport != Transport::LongPolling
    {
        url.push(if url.contains('?') { '&' } else { '?' });
        url += "access_token=";
        url += &escaped(token);
    }
    url
}

/// Query parameter that numbers the polls of a connection. A browser silently repeats a request if a reused
/// connection breaks before the response starts. The number lets the server recognize the repeat and send the
/// same response.
pub const POLL: &str = "poll";

/// Builds the URL of one poll. `moment_ms` (Unix time) prevents caching.
pub fn poll_url(url: &str, number: u64, moment_ms: u64) -> String {
    let mark = if url.contains('?') { '&' } else { '?' };
    format!("{url}{mark}_={moment_ms}&{POLL}={number}")
}

/// Returns whether to repeat a rejected request with a new token. A token supplied by a redirect cannot be renewed.
pub fn should_renew_token(status: u16, is_own_token: bool, is_second: bool) -> bool {
    status == 401 && is_own_token && !is_second
}

/// The result of a poll.
#[derive(Debug, PartialEq, Eq)]
pub enum Polled {
    Records(String),
    Nothing,
    /// The connection has ended.
    End,
}

/// Reads the response to a poll.
///
/// # Errors
/// Returns the reason for the connection loss.
pub fn read_poll(status: u16, body: String) -> Result<Polled, String> {
    match status {
        200 if body.is_empty() => Ok(Polled::Nothing),
        200 => Ok(Polled::Records(body)),
        204 => Ok(Polled::End),
        _ => Err(http_error(status, &body)),
    }
}

/// Reads the response to posted records.
///
/// # Errors
/// Returns the reason for the connection loss.
pub fn read_post(status: u16, body: &str) -> Result<(), String> {
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(http_error(status, body))
}

/// Returns the error of a closed socket, or `None` for a normal close.
pub fn socket_error(code: u16, reason: &str) -> Option<String> {
    let reason = if reason.is_empty() {
        "no reason given"
    } else {
        reason
    };
    (code != 1000).then(|| format!("WebSocket closed with status code: {code} ({reason})."))
}

fn http_error(status: u16, body: &str) -> String {
    format!("{body}: Status code '{status}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Transport::{LongPolling, ServerSentEvents, WebSockets};

    #[test]
    fn puts_token_in_query_for_transports_without_headers() {
        for (transport, url, token, address) in [
            (
                WebSockets,
                "https://h/n?id=1",
                Some("a+b"),
                "wss://h/n?id=1&access_token=a%2Bb",
            ),
            (WebSockets, "http://h/n", None, "ws://h/n"),
            (
                ServerSentEvents,
                "http://h/n",
                Some("t"),
                "http://h/n?access_token=t",
            ),
            (LongPolling, "http://h/n?id=1", Some("t"), "http://h/n?id=1"),
        ] {
            assert_eq!(line_url(transport, url, token), address);
        }
        assert_eq!(poll_url("/n?id=1", 7, 5), "/n?id=1&_=5&poll=7");
        assert_eq!(poll_url("/n", 0, 5), "/n?_=5&poll=0");
    }

    #[test]
    fn renews_a_rejected_token_once() {
        assert!(should_renew_token(401, true, false));
        assert!(!should_renew_token(401, true, true));
        assert!(!should_renew_token(401, false, false));
        assert!(!should_renew_token(403, true, false));
    }

    #[test]
    fn maps_responses_and_close_codes() {
        assert_eq!(read_poll(200, String::new()), Ok(Polled::Nothing));
        assert_eq!(
            read_poll(200, "{}\u{1e}".into()),
            Ok(Polled::Records("{}\u{1e}".into()))
        );
        assert_eq!(read_poll(204, String::new()), Ok(Polled::End));
        let gone = "No Connection with that ID: Status code '404'".to_owned();
        assert_eq!(
            read_poll(404, "No Connection with that ID".into()),
            Err(gone.clone())
        );
        assert_eq!(read_post(404, "No Connection with that ID"), Err(gone));
        assert_eq!(read_post(200, ""), Ok(()));
        assert_eq!(socket_error(1000, "bye"), None);
        assert_eq!(
            socket_error(1006, "").unwrap(),
            "WebSocket closed with status code: 1006 (no reason given)."
        );
        assert_eq!(
            socket_error(1011, "full").unwrap(),
            "WebSocket closed with status code: 1011 (full)."
        );
    }
}
