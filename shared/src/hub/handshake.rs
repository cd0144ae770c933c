//! Protocol handshake: the first record in each direction.

use super::frame::{Fault as FrameFault, SEPARATOR, record};
use serde::Deserialize;
use serde_json::{Value, json};

/// Hub protocol version. Version 2 adds stateful reconnect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    One,
    Two,
}

#[derive(Deserialize)]
struct Request {
    protocol: String,
    version: i64,
}

/// Encodes the client's handshake request.
pub fn request(version: Version) -> String {
    let version = match version {
        Version::One => 1,
        Version::Two => 2,
    };
    record(format!(r#"{{"protocol":"json","version":{version}}}"#))
}

/// Encodes the response that accepts a handshake.
pub fn accepted() -> String {
    record("{}".into())
}

/// Encodes the response that rejects a handshake. The server closes the connection after it.
pub fn refused(error: &str) -> String {
    record(json!({ "error": error }).to_string())
}

/// The error for a handshake that timed out or was too large.
pub const CANCELED: &str = "Handshake was canceled.";

/// Parses a handshake request.
///
/// # Errors
/// Returns the message for [`refused`] if the request is malformed, or the protocol or version is not
/// supported.
pub fn read_request(record: &str) -> Result<Version, String> {
    let request: Request = serde_json::from_str(record)
        .map_err(|_| "An unexpected error occurred during connection handshake.".to_owned())?;
    if request.protocol != "json" {
        let protocol: String = request.protocol.chars().take(100).collect();
        return Err(format!("The protocol '{protocol}' is not supported."));
    }
    match request.version {
        0 | 1 => Ok(Version::One),
        2 => Ok(Version::Two),
        other => Err(format!(
            "The server does not support version {other} of the 'json' protocol."
        )),
    }
}

/// Parses the server's handshake response. Returns the text that follows it in the same message.
///
/// # Errors
/// Returns the error to report for the start if the response is malformed or rejects the handshake.
pub fn read_answer(text: &str) -> Result<&str, String> {
    let wrong = |why: &str| format!("Error parsing handshake response: Error: {why}");
    let (answer, rest) = text
        .split_once(SEPARATOR)
        .ok_or_else(|| wrong(&FrameFault::Incomplete.to_string()))?;
    let unexpected = || wrong("Expected a handshake response from the server.");
    let Ok(Value::Object(fields)) = serde_json::from_str(answer) else {
        return Err(unexpected());
    };
    if fields.get("type").is_some_and(|kind| !kind.is_null()) {
        return Err(unexpected());
    }
    match fields.get("error") {
        Some(Value::String(error)) if !error.is_empty() => {
            Err(format!("Server returned handshake error: {error}"))
        }
        _ => Ok(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_accepts_json_protocol_up_to_version_2() {
        for (record, version) in [
            (r#"{"protocol":"json","version":0}"#, Version::One),
            (r#"{"protocol":"json","version":1}"#, Version::One),
            (r#"{"version":2,"protocol":"json","more":[]}"#, Version::Two),
        ] {
            assert_eq!(read_request(record), Ok(version));
        }
        for version in [Version::One, Version::Two] {
            assert_eq!(
                read_request(request(version).trim_end_matches(SEPARATOR)),
                Ok(version)
            );
        }
    }

    #[test]
    fn server_rejects_other_protocols_with_a_reason() {
        const UNEXPECTED: &str = "An unexpected error occurred during connection handshake.";
        for (record, error) in [
            (
                r#"{"protocol":"foo","version":1}"#,
                "The protocol 'foo' is not supported.",
            ),
            (
                r#"{"protocol":"json","version":3}"#,
                "The server does not support version 3 of the 'json' protocol.",
            ),
            (r#"{"protocol":"json"}"#, UNEXPECTED),
            (r#"{"type":6}"#, UNEXPECTED),
            ("", UNEXPECTED),
            ("[1]", UNEXPECTED),
        ] {
            assert_eq!(read_request(record).unwrap_err(), error, "{record}");
        }
    }

    #[test]
    fn client_reads_the_response_and_returns_the_rest() {
        assert_eq!(read_answer(&accepted()), Ok(""));
        assert_eq!(
            read_answer("{\"minorVersion\":1}\u{1e}{\"type\":6}\u{1e}"),
            Ok("{\"type\":6}\u{1e}")
        );
        for (text, error) in [
            (refused("no"), "Server returned handshake error: no"),
            (
                "{}".into(),
                "Error parsing handshake response: Error: Message is incomplete.",
            ),
            (
                "{\"type\":6}\u{1e}".into(),
                "Error parsing handshake response: Error: Expected a handshake response from the server.",
            ),
            (
                "x\u{1e}".into(),
                "Error parsing handshake response: Error: Expected a handshake response from the server.",
            ),
        ] {
            assert_eq!(read_answer(&text).unwrap_err(), error);
        }
    }
}
