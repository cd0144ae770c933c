//! Messages between a page and its embedded widget.
//!
//! Each side posts its first message to the other window. All further messages use the channel whose port
//! `connect` transfers.

use super::theme::WidgetTheme;
use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// Version of the messages. Pages load a script of the same version.
pub const VERSION: u8 = 1;
const MAX_SEARCH_CHARS: usize = 200;
const MAX_SECRET_CHARS: usize = 200;
const MAX_LOCALE_CHARS: usize = 35;
const PAGE_SIZES: std::ops::RangeInclusive<u16> = 5..=100;

/// A message of the page to the widget, with the version of its script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct HostEnvelope {
    pub v: u8,
    pub message: HostMessage,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    try_from = "HostMessageFields"
)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum HostMessage {
    /// Carries a port of the message channel.
    Connect,
    /// Answers `needSecret`.
    Secret {
        client_secret: String,
    },
    /// The page could not get a client secret.
    SecretFailed,
    Update {
        options: Box<WidgetOptions>,
    },
    /// Ends the session.
    Logout,
}

/// All fields of host messages. A derived `Deserialize` for the tagged enum would buffer the input, and that
/// code would make every widget about a quarter larger.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HostMessageFields {
    r#type: HostMessageType,
    client_secret: Option<String>,
    options: Option<Box<WidgetOptions>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum HostMessageType {
    Connect,
    Secret,
    SecretFailed,
    Update,
    Logout,
}

impl TryFrom<HostMessageFields> for HostMessage {
    type Error = &'static str;

    fn try_from(fields: HostMessageFields) -> Result<Self, Self::Error> {
        Ok(match (fields.r#type, fields.client_secret, fields.options) {
            (HostMessageType::Connect, None, None) => Self::Connect,
            (HostMessageType::Secret, Some(client_secret), None) => Self::Secret { client_secret },
            (HostMessageType::SecretFailed, None, None) => Self::SecretFailed,
            (HostMessageType::Update, None, Some(options)) => Self::Update { options },
            (HostMessageType::Logout, None, None) => Self::Logout,
            _ => return Err("the message has missing or unknown fields"),
        })
    }
}

/// Options that the page sets. Missing ones stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct WidgetOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub search_text: Option<String>,
    /// Rows per page, 5 to 100. Default: 20
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub page_size: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub color_scheme: Option<ColorScheme>,
    /// Replaces the whole theme.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub theme: Option<WidgetTheme>,
    /// Language tag for the format of numbers and dates, such as `en-GB`. Default: `en-US`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub locale: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ColorScheme {
    Light,
    Dark,
    System,
}

/// A message of the widget to the page, with the version of the widget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct WidgetEnvelope {
    pub v: u8,
    pub message: WidgetMessage,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum WidgetMessage {
    /// The widget has loaded. Asks for `connect`.
    Hello,
    /// Asks for a client secret: at the start, before the token expires, and once after it was refused.
    NeedSecret,
    /// The first rows are shown.
    Ready,
    /// Height of the content in CSS pixels.
    Resize { height: u32 },
    /// The access token expires in this many seconds. The widget asks for a client secret as well.
    TokenExpiring { seconds: u32 },
    Error {
        /// Stable code
        code: String,
        message: String,
    },
    /// The user chose a policy.
    Select { uuid: String, policy_number: String },
    /// An import finished. The numbers are rows of the file.
    Imported {
        upload_uuid: String,
        added: u32,
        updated: u32,
        rejected: u32,
    },
    /// Tokens of the theme had too little contrast and were adjusted, such as `light.text`.
    ThemeCorrected { tokens: Vec<String> },
}

impl HostEnvelope {
    /// Validates a message from the page.
    ///
    /// # Errors
    /// Returns `version` for another version, and `length` or `out_of_range` for values over the limits.
    pub fn check(&self) -> Result<(), Fault> {
        if self.v != VERSION {
            return Err(Fault::new(
                "version",
                format!("This widget needs version {VERSION} of the script."),
            ));
        }
        match &self.message {
            HostMessage::Secret { client_secret } if client_secret.len() > MAX_SECRET_CHARS => {
                Err(Fault::new("length", "The client secret is too long."))
            }
            HostMessage::Update { options } => {
                let is_long = |text: &String| text.chars().count() > MAX_SEARCH_CHARS;
                if options.search_text.as_ref().is_some_and(is_long) {
                    return Err(Fault::new("length", "searchText has up to 200 characters."));
                }
                if options.page_size.is_some_and(|size| !PAGE_SIZES.contains(&size)) {
                    return Err(Fault::new("out_of_range", "pageSize is 5 to 100."));
                }
                if options
                    .locale
                    .as_ref()
                    .is_some_and(|locale| !is_language_tag(locale))
                {
                    return Err(Fault::new(
                        "invalid_locale",
                        "locale is a language tag such as en-GB.",
                    ));
                }
                if let Some(theme) = &options.theme {
                    theme.check()?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether a text is formatted as a language tag (RFC 5646). The browser decides whether it supports
/// the language.
fn is_language_tag(text: &str) -> bool {
    text.len() <= MAX_LOCALE_CHARS
        && text.split('-').enumerate().all(|(index, part)| {
            (1..=8).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && (index > 0 || (part.len() >= 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic())))
        })
}

/// Minimum number of seconds between a token's renewal and its expiration.
const MARGIN_SECONDS: u32 = 5;

/// Returns the number of seconds after which a widget renews a token that expires in `expires_in` seconds.
/// Leaves a tenth of the lifetime, and at least five seconds.
pub fn renew_after(expires_in: u32) -> u32 {
    expires_in.saturating_sub((expires_in / 10).max(MARGIN_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(message: Value) -> Result<HostMessage, String> {
        let envelope: HostEnvelope = serde_json::from_value(message).map_err(|error| error.to_string())?;
        envelope.check().map_err(|fault| fault.code.to_owned())?;
        Ok(envelope.message)
    }

    #[test]
    fn accepts_every_message_from_the_page() {
        let theme = json!({ "radius": 0, "light": { "accent": "#004488" } });
        let options = json!({ "searchText": "Lee", "pageSize": 5, "colorScheme": "dark", "theme": theme,
                              "locale": "en-GB" });
        for message in [
            json!({ "type": "connect" }),
            json!({ "type": "secret", "clientSecret": "fbs_1-x" }),
            json!({ "type": "secretFailed" }),
            json!({ "type": "update", "options": options }),
            json!({ "type": "update", "options": {} }),
            json!({ "type": "logout" }),
        ] {
            let read = read(json!({ "v": 1, "message": message })).unwrap();
            assert_eq!(json!(read), message);
        }
    }

    #[test]
    fn rejects_garbage_other_versions_and_values_over_the_limits() {
        for message in [
            json!(null),
            json!("connect"),
            json!({}),
            json!({ "v": 1 }),
            json!({ "v": 2, "message": { "type": "connect" } }),
            json!({ "v": "1", "message": { "type": "connect" } }),
            json!({ "v": 1, "message": { "type": "evaluate", "code": "1" } }),
            json!({ "v": 1, "message": { "type": "secret" } }),
            json!({ "v": 1, "message": { "type": "update" } }),
            json!({ "v": 1, "message": { "clientSecret": "fbs_1-x" } }),
            json!({ "v": 1, "message": { "type": "logout", "clientSecret": "fbs_1-x" } }),
            json!({ "v": 1, "message": { "type": "connect", "options": {} } }),
            json!({ "v": 1, "message": { "type": "secret", "clientSecret": "fbs_1-x", "options": {} } }),
            json!({ "v": 1, "message": { "type": "secret", "clientSecret": 7 } }),
            json!({ "v": 1, "message": { "type": "secret", "clientSecret": "x".repeat(201) } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "pageSize": 4 } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "pageSize": 101 } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "searchText": "é".repeat(201) } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "html": "<b>" } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "colorScheme": "red" } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "locale": "" } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "locale": "e" } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "locale": "en_GB" } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "theme": { "radius": 99 } } } }),
            json!({ "v": 1, "message": { "type": "update", "options": { "theme": { "shadow": 1 } } } }),
        ] {
            assert!(read(message.clone()).is_err(), "{message}");
        }
    }

    #[test]
    fn renews_a_token_before_it_expires() {
        for (expires_in, after) in [(0, 0), (4, 0), (10, 5), (60, 54), (600, 540), (900, 810)] {
            assert_eq!(renew_after(expires_in), after, "{expires_in}");
        }
    }
}
