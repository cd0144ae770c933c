//! Webhook settings and their validation.

use super::event::WebhookEvent;
use crate::embed::origin;
use crate::fault::Fault;
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of webhooks per partner.
pub const MAX_WEBHOOKS: usize = 5;
const MAX_URL_CHARS: usize = 500;

/// A URL of a partner that receives events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Webhook {
    pub uuid: Uuid,
    pub version: i32,
    pub url: String,
    pub events: Vec<WebhookEvent>,
    /// Whether events are sent
    pub is_active: bool,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    /// Until when the secret before the current one signs as well. Null if it no longer does
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub previous_secret_until: Option<jiff::Timestamp>,
}

/// A webhook with a new signing secret. The secret cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewWebhook {
    pub webhook: Webhook,
    /// Key of the signatures
    pub secret: String,
}

/// Request to add or change a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookInput {
    /// `https` URL of up to 500 characters. `http` is allowed for localhost only.
    pub url: String,
    /// At least one
    pub events: Vec<WebhookEvent>,
    pub is_active: bool,
    /// Version of the record that the form loaded. Null for a new webhook
    #[serde(default)]
    pub version: Option<i32>,
}

/// Returns the webhook in stored form and its validation errors.
pub fn normalize(input: &WebhookInput) -> (WebhookInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let url = findings.take("url", normalize_url(&input.url));
    let mut events = input.events.clone();
    events.sort_unstable();
    events.dedup();
    if events.is_empty() {
        findings.fault("events", "required", "Choose at least one event.");
    }
    let webhook = WebhookInput {
        url: url.unwrap_or_default(),
        events,
        is_active: input.is_active,
        version: input.version,
    };
    (webhook, findings.0)
}

fn normalize_url(typed: &str) -> Result<String, Fault> {
    let typed = typed.trim();
    if typed.chars().count() > MAX_URL_CHARS {
        return Err(Fault::new("too_long", "Enter a URL of up to 500 characters."));
    }
    let refuse = || {
        Fault::new(
            "invalid_url",
            "Enter a URL without user name and fragment, such as https://www.example.com/webhooks.",
        )
    };
    let (authority, path) = split(typed).ok_or_else(refuse)?;
    let origin = origin::normalize(authority).map_err(|fault| match fault.code {
        "not_https" => fault,
        _ => refuse(),
    })?;
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(&byte);
    if !path.bytes().all(is_allowed) {
        return Err(refuse());
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    Ok(format!("{origin}{slash}{path}"))
}

/// Splits a URL after its host and port. Returns `None` if it has no scheme.
fn split(url: &str) -> Option<(&str, &str)> {
    let start = url.find("://")? + 3;
    let end = url[start..]
        .find(['/', '?', '#'])
        .map_or(url.len(), |at| start + at);
    Some(url.split_at(end))
}

/// Returns scheme, host and port of a URL. Paths can contain secrets, so logs show only the origin.
pub fn origin_of(url: &str) -> &str {
    split(url).map_or("", |(origin, _)| origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_origins_of_urls_as_browsers_do() {
        for (typed, url) in [
            ("https://bank.example/webhooks", "https://bank.example/webhooks"),
            (
                " HTTPS://Bank.Example:443/A?b=C%20d ",
                "https://bank.example/A?b=C%20d",
            ),
            ("https://bank.example", "https://bank.example/"),
            ("https://bank.example?x=1", "https://bank.example/?x=1"),
            ("https://bank.example:8443/", "https://bank.example:8443/"),
            ("http://localhost:4004/w", "http://localhost:4004/w"),
            ("http://127.0.0.1:4004/w", "http://127.0.0.1:4004/w"),
        ] {
            assert_eq!(normalize_url(typed).as_deref(), Ok(url), "{typed}");
        }
    }

    #[test]
    fn rejects_urls_that_are_not_plain_https() {
        let long = format!("https://bank.example/{}", "x".repeat(480));
        for (typed, code) in [
            ("", "invalid_url"),
            ("bank.example/webhooks", "invalid_url"),
            ("https:///webhooks", "invalid_url"),
            ("https://user@bank.example/", "invalid_url"),
            ("https://user:pass@bank.example/", "invalid_url"),
            ("https://bank.example/#fragment", "invalid_url"),
            ("https://bank.example#fragment", "invalid_url"),
            ("https://bank.example\\@evil.example/", "invalid_url"),
            ("https://bank.example/a b", "invalid_url"),
            ("https://bank.example/a\nb", "invalid_url"),
            ("https://bank.example/münchen", "invalid_url"),
            ("https://[::1]/", "invalid_url"),
            ("https://*.example/", "invalid_url"),
            ("ftp://bank.example/", "invalid_url"),
            ("http://bank.example/", "not_https"),
            (long.as_str(), "too_long"),
        ] {
            assert_eq!(normalize_url(typed).unwrap_err().code, code, "{typed}");
        }
    }

    #[test]
    fn sorts_events_and_removes_repeated_ones() {
        use WebhookEvent::{ContactUpdated, ReportChanged};
        let mut input = WebhookInput {
            url: "https://bank.example/webhooks".into(),
            events: vec![ContactUpdated, ReportChanged, ContactUpdated],
            is_active: true,
            version: None,
        };
        let (webhook, faults) = normalize(&input);
        assert_eq!(
            (webhook.events, faults),
            (vec![ReportChanged, ContactUpdated], vec![])
        );
        input.events.clear();
        let (_, faults) = normalize(&input);
        assert_eq!((faults[0].field.as_str(), faults.len()), ("events", 1));
    }

    #[test]
    fn returns_the_origin_of_a_url() {
        assert_eq!(
            origin_of("https://bank.example:8443/w?key=1"),
            "https://bank.example:8443"
        );
    }
}
