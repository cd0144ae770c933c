//! Negotiation: the request before a connection, which returns the available transports and a connection
//! token.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Transports in the order in which a server offers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Transport {
    WebSockets,
    ServerSentEvents,
    LongPolling,
}

impl Transport {
    pub const ALL: [Self; 3] = [Self::WebSockets, Self::ServerSentEvents, Self::LongPolling];

    pub fn name(self) -> &'static str {
        match self {
            Self::WebSockets => "WebSockets",
            Self::ServerSentEvents => "ServerSentEvents",
            Self::LongPolling => "LongPolling",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.name() == name)
    }
}

/// The server's negotiate response.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Negotiation))]
pub struct Answer<'a> {
    pub negotiate_version: u8,
    /// Public id.
    pub connection_id: &'a str,
    /// Secret that grants access to the connection. `None` for version 0, where the id serves as the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub connection_token: Option<&'a str>,
    pub available_transports: [Offer; 3],
    /// Set only if the client requested it. Other clients reject the response.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub use_stateful_reconnect: bool,
}

/// The server's response to a protocol version that it does not support.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NegotiationError {
    pub error: String,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    pub transport: Transport,
    pub transfer_formats: [&'static str; 1],
}

impl Offer {
    pub const ALL: [Self; 3] = [
        Self::of(Transport::WebSockets),
        Self::of(Transport::ServerSentEvents),
        Self::of(Transport::LongPolling),
    ];

    const fn of(transport: Transport) -> Self {
        Self {
            transport,
            transfer_formats: ["Text"],
        }
    }
}

/// Returns the version to respond with for the client's `negotiateVersion` parameter.
///
/// # Errors
/// Returns the error response if the version is negative or not an integer.
pub fn version(asked: Option<&str>) -> Result<u8, NegotiationError> {
    let Some(asked) = asked else { return Ok(0) };
    match asked.parse::<i32>() {
        Ok(version @ ..0) => Err(NegotiationError {
            error: format!(
                "The client requested version '{version}', but the server does not support this version."
            ),
        }),
        Ok(version) => Ok(u8::from(version > 0)),
        Err(_) => Err(NegotiationError {
            error: "The client requested a non-integer protocol version.".into(),
        }),
    }
}

/// A parsed negotiate response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Negotiated {
    /// Negotiate again at `url`, with `access_token` if it is set.
    Redirect {
        url: String,
        access_token: Option<String>,
    },
    Offers {
        /// The connection id if the server responds with version 0.
        connection_token: Option<String>,
        connection_id: Option<String>,
        offers: Vec<Offered>,
        stateful: bool,
    },
}

/// A transport listed in a negotiate response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    pub name: String,
    /// `None` if this client does not know the transport.
    pub transport: Option<Transport>,
    pub is_text: bool,
}

/// Parses a negotiate response.
///
/// # Errors
/// Returns the error to report for the start if the request failed, or if the response is malformed or contains
/// an error.
pub fn read_answer(status: u16, body: &str, asked_stateful: bool) -> Result<Negotiated, String> {
    if status != 200 {
        if (200..300).contains(&status) {
            return Err(format!(
                "Unexpected status code returned from negotiate '{status}'"
            ));
        }
        let mut error =
            format!("Failed to complete negotiation with the server: Error: {body}: Status code '{status}'");
        if status == 404 {
            error += " Either this is not a SignalR endpoint or there is a proxy blocking the connection.";
        }
        return Err(error);
    }
    let answer: Value = serde_json::from_str(body)
        .map_err(|error| format!("Failed to complete negotiation with the server: {error}"))?;
    let text = |name: &str| {
        let text = answer.get(name).and_then(Value::as_str);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    if let Some(error) = text("error") {
        return Err(error);
    }
    if answer.get("ProtocolVersion").is_some() {
        return Err("Detected a connection attempt to an ASP.NET SignalR Server. This client only supports \
                    connecting to an ASP.NET Core SignalR Server. See https://aka.ms/signalr-core-differences \
                    for details."
            .into());
    }
    if let Some(url) = text("url") {
        return Ok(Negotiated::Redirect {
            url,
            access_token: text("accessToken"),
        });
    }
    let stateful = answer.get("useStatefulReconnect") == Some(&Value::Bool(true));
    if stateful && !asked_stateful {
        return Err("Client didn't negotiate Stateful Reconnect but the server did.".into());
    }
    let is_modern = answer
        .get("negotiateVersion")
        .and_then(Value::as_i64)
        .unwrap_or(0)
        > 0;
    let offers = answer.get("availableTransports").and_then(Value::as_array);
    Ok(Negotiated::Offers {
        connection_token: if is_modern {
            text("connectionToken")
        } else {
            text("connectionId")
        },
        connection_id: text("connectionId"),
        offers: offers.into_iter().flatten().map(offered).collect(),
        stateful,
    })
}

fn offered(offer: &Value) -> Offered {
    let name = offer.get("transport").and_then(Value::as_str).unwrap_or_default();
    let formats = offer.get("transferFormats").and_then(Value::as_array);
    Offered {
        transport: Transport::from_name(name),
        is_text: formats.is_some_and(|formats| formats.contains(&Value::from("Text"))),
        name: name.to_owned(),
    }
}

/// Builds the negotiate URL. The query string of the hub URL is kept.
pub fn negotiate_url(hub_url: &str, stateful: bool) -> String {
    let (path, query) = hub_url.split_once('?').unwrap_or((hub_url, ""));
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut url = format!("{path}/negotiate?{query}");
    if !query.is_empty() {
        url.push('&');
    }
    if !query.contains("negotiateVersion") {
        url += "negotiateVersion=1&";
    }
    if stateful && !query.contains("useStatefulReconnect") {
        url += "useStatefulReconnect=true&";
    }
    url.pop();
    url
}

/// Adds the connection token to the hub URL.
pub fn connect_url(hub_url: &str, token: Option<&str>) -> String {
    match token {
        None => hub_url.to_owned(),
        Some(token) => {
            let mark = if hub_url.contains('?') { '&' } else { '?' };
            format!("{hub_url}{mark}id={}", escaped(token))
        }
    }
}

/// Percent-encodes a value for a query string.
pub(super) fn escaped(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            escaped.push(byte.into());
        } else {
            escaped += &format!("%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_round_trips() {
        let answer = |use_stateful_reconnect| Answer {
            negotiate_version: 1,
            connection_id: "id",
            connection_token: Some("secret"),
            available_transports: Offer::ALL,
            use_stateful_reconnect,
        };
        let written = serde_json::to_string(&answer(false)).unwrap();
        assert_eq!(
            written,
            r#"{"negotiateVersion":1,"connectionId":"id","connectionToken":"secret","availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]},{"transport":"ServerSentEvents","transferFormats":["Text"]},{"transport":"LongPolling","transferFormats":["Text"]}]}"#
        );
        let Ok(Negotiated::Offers {
            connection_token,
            offers,
            stateful,
            ..
        }) = read_answer(200, &written, true)
        else {
            panic!("{written}")
        };
        assert_eq!((connection_token.as_deref(), stateful), (Some("secret"), false));
        let transports: Vec<_> = offers.iter().filter_map(|offer| offer.transport).collect();
        assert_eq!(transports, Transport::ALL);
        let stateful = serde_json::to_string(&answer(true)).unwrap();
        assert!(read_answer(200, &stateful, true).is_ok());
        assert_eq!(
            read_answer(200, &stateful, false).unwrap_err(),
            "Client didn't negotiate Stateful Reconnect but the server did."
        );
    }

    #[test]
    fn negotiates_the_version() {
        for (asked, version) in [(None, 0), (Some("0"), 0), (Some("1"), 1), (Some("7"), 1)] {
            assert_eq!(super::version(asked), Ok(version));
        }
        assert_eq!(
            version(Some("one")).unwrap_err().error,
            "The client requested a non-integer protocol version."
        );
        assert_eq!(
            version(Some("-1")).unwrap_err().error,
            "The client requested version '-1', but the server does not support this version."
        );
    }

    #[test]
    fn reports_failures_with_the_official_messages() {
        for (status, body, error) in [
            (
                404,
                "Not Found",
                "Failed to complete negotiation with the server: Error: Not Found: Status code '404' Either this is not a SignalR endpoint or there is a proxy blocking the connection.",
            ),
            (
                401,
                "Unauthorized",
                "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
            ),
            (204, "", "Unexpected status code returned from negotiate '204'"),
            (200, r#"{"error":"no","url":"x"}"#, "no"),
        ] {
            assert_eq!(read_answer(status, body, false).unwrap_err(), error);
        }
        let old = read_answer(200, r#"{"ProtocolVersion":"1.5"}"#, false).unwrap_err();
        assert!(old.starts_with("Detected a connection attempt to an ASP.NET SignalR Server."));
        assert!(read_answer(200, "<html>", false).is_err());
    }

    #[test]
    fn urls_keep_their_query_string() {
        for (hub, stateful, url) in [
            ("/notify", false, "/notify/negotiate?negotiateVersion=1"),
            ("/notify/", false, "/notify/negotiate?negotiateVersion=1"),
            (
                "/notify?firm=7",
                true,
                "/notify/negotiate?firm=7&negotiateVersion=1&useStatefulReconnect=true",
            ),
            ("/n?negotiateVersion=0", false, "/n/negotiate?negotiateVersion=0"),
        ] {
            assert_eq!(negotiate_url(hub, stateful), url);
        }
        assert_eq!(
            connect_url("/notify?firm=7", Some("t+k")),
            "/notify?firm=7&id=t%2Bk"
        );
        assert_eq!(connect_url("/notify/", Some("tok")), "/notify/?id=tok");
        assert_eq!(connect_url("/notify", None), "/notify");
    }
}
