//! Branding for a firm's host names: validation, logo and derived theme colors.

pub mod color;
pub mod theme;

pub use color::Color;
pub use theme::{BrandColors, BrandShades};

use crate::contact::{email, phone};
use crate::fault::Fault;
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};

/// Default brand color.
pub const PLATFORM_COLOR: Color = Color::new(0x11, 0x6a, 0x74);

/// Default platform name.
pub const PLATFORM_NAME: &str = "Firmbook";
/// Maximum size of a logo.
pub const MAX_LOGO_BYTES: usize = 200 * 1024;
const MAX_NAME_CHARS: usize = 40;
const MAX_URL_CHARS: usize = 300;

/// Branding of the portal for the host name of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Branding {
    /// Small logo for the header. Null for the default logo.
    pub app_logo_url: Option<String>,
    /// Large logo for pages without the app header. Null for the default logo.
    pub full_logo_url: Option<String>,
    pub platform_name: String,
    pub support_url: Option<String>,
    /// Receives the questions that users send on the support page.
    pub support_email: Option<String>,
    /// In stored form, such as `+14155550100x12`
    pub contact_phone_number: Option<String>,
    /// `#rrggbb`, or null for the default color. `brandColors` in the wasm module derives accessible shades.
    pub primary_color: Option<String>,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            app_logo_url: None,
            full_logo_url: None,
            platform_name: PLATFORM_NAME.into(),
            support_url: None,
            support_email: None,
            contact_phone_number: None,
            primary_color: None,
        }
    }
}

/// Editable branding for one of the firm's host names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BrandingSettings {
    pub host: String,
    pub version: i32,
    #[serde(flatten)]
    pub branding: Branding,
}

/// Request to change the branding for one of the firm's host names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BrandingInput {
    /// One of the firm's host names.
    pub host: String,
    /// Version of the record that the form loaded.
    pub version: i32,
    pub platform_name: String,
    /// An `https://` or `http://` URL.
    #[serde(default)]
    pub support_url: Option<String>,
    #[serde(default)]
    pub support_email: Option<String>,
    #[serde(default)]
    pub contact_phone_number: Option<String>,
    /// `#rrggbb`. `None` selects the default color.
    #[serde(default)]
    pub primary_color: Option<String>,
}

/// Returns the branding in stored form and its validation errors.
pub fn normalize(input: BrandingInput) -> (BrandingInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let platform_name = findings.bounded_text(Some(&input.platform_name), "platformName", MAX_NAME_CHARS);
    if platform_name.is_none() {
        findings.fault("platformName", "required", "Enter a platform name.");
    }
    let support_url = findings
        .bounded_text(input.support_url.as_deref(), "supportUrl", MAX_URL_CHARS)
        .and_then(|url| findings.take("supportUrl", web_address(url)));
    let support_email = input
        .support_email
        .filter(|typed| !typed.trim().is_empty())
        .and_then(|typed| findings.take("supportEmail", email::normalize(typed.trim())));
    let contact_phone_number = input
        .contact_phone_number
        .filter(|typed| !typed.trim().is_empty())
        .and_then(|typed| findings.take("contactPhoneNumber", phone::normalize(&typed)));
    let primary_color = input
        .primary_color
        .filter(|typed| !typed.trim().is_empty())
        .and_then(|typed| findings.take("primaryColor", color_of(&typed)))
        .map(|color| color.to_string());
    let branding = BrandingInput {
        platform_name: platform_name.unwrap_or_default(),
        support_url,
        support_email,
        contact_phone_number,
        primary_color,
        ..input
    };
    (branding, findings.0)
}

fn color_of(typed: &str) -> Result<Color, Fault> {
    Color::parse(typed).ok_or_else(|| Fault::new("invalid_color", "Enter a hex color, e.g. #116A74."))
}

/// Accepts `http` and `https` URLs with an optional port. Rejects user info, spaces and quotes.
fn web_address(url: String) -> Result<String, Fault> {
    let refuse = || {
        Fault::new(
            "invalid_url",
            "Enter a web address that starts with https:// or http://.",
        )
    };
    let lower = url.to_ascii_lowercase();
    let rest = lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://"))
        .ok_or_else(refuse)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let is_host = !host.is_empty()
        && host.len() <= 253
        && host.split('.').all(|label| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        });
    let is_plain = url
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`'));
    if is_host && is_plain && port.parse::<u16>().is_ok() {
        Ok(url)
    } else {
        Err(refuse())
    }
}

/// Extracts the host name from a `Host` header, in lower case and without the port. Returns `None` if it is
/// invalid.
pub fn host_name(header: &str) -> Option<String> {
    let name = match header.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.contains(':') => name,
        _ => header,
    };
    let name = name.trim_end_matches('.');
    let is_name = (1..=253).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    is_name.then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> BrandingInput {
        BrandingInput {
            host: "portal.example".into(),
            version: 1,
            platform_name: " Harbor  Portal ".into(),
            support_url: Some(" https://help.example/a?b=c#d ".into()),
            support_email: Some(" Help@Portal.Example ".into()),
            contact_phone_number: Some("(415) 555-0100".into()),
            primary_color: Some("#A1B2C3".into()),
        }
    }

    fn faults(change: impl FnOnce(&mut BrandingInput)) -> Vec<(String, String)> {
        let mut input = input();
        change(&mut input);
        normalize(input)
            .1
            .into_iter()
            .map(|fault| (fault.field, fault.code))
            .collect()
    }

    #[test]
    fn normalizes_valid_branding() {
        let (stored, faults) = normalize(input());
        assert_eq!(faults, []);
        assert_eq!(stored.platform_name, "Harbor Portal");
        assert_eq!(
            stored.support_url.as_deref(),
            Some("https://help.example/a?b=c#d")
        );
        assert_eq!(stored.support_email.as_deref(), Some("Help@portal.example"));
        assert_eq!(stored.contact_phone_number.as_deref(), Some("+14155550100"));
        assert_eq!(stored.primary_color.as_deref(), Some("#a1b2c3"));
        let (empty, faults) = normalize(BrandingInput {
            support_url: Some(" ".into()),
            support_email: Some(" ".into()),
            contact_phone_number: Some(String::new()),
            primary_color: None,
            ..input()
        });
        assert_eq!(faults, []);
        assert_eq!(
            (
                empty.support_url,
                empty.support_email,
                empty.contact_phone_number,
                empty.primary_color
            ),
            (None, None, None, None)
        );
    }

    #[test]
    fn reports_errors_by_field() {
        let one = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
        assert_eq!(
            faults(|input| input.platform_name = " ".into()),
            one("platformName", "required")
        );
        assert_eq!(
            faults(|input| input.platform_name = "x".repeat(41)),
            one("platformName", "too_long")
        );
        assert_eq!(
            faults(|input| input.support_email = Some("help".into())),
            one("supportEmail", "invalid_email")
        );
        assert_eq!(
            faults(|input| input.contact_phone_number = Some("12".into())),
            one("contactPhoneNumber", "invalid_phone")
        );
        assert_eq!(PLATFORM_COLOR.to_string(), "#116a74");
        for color in ["teal", "#fff", "url(x)", "#12345g"] {
            assert_eq!(
                faults(|input| input.primary_color = Some(color.into())),
                one("primaryColor", "invalid_color"),
                "{color}"
            );
        }
    }

    #[test]
    fn accepts_only_http_support_urls() {
        for url in [
            "https://help.example",
            "http://help.example:8080/",
            "HTTPS://Help.Example/Path",
            "https://localhost?x=%20",
        ] {
            assert_eq!(faults(|input| input.support_url = Some(url.into())), [], "{url}");
        }
        for url in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//help.example",
            "help.example",
            "ftp://help.example",
            "https://",
            "https:///path",
            "https://user:secret@help.example",
            "https://help.example@evil.example",
            "https://help.example:port",
            "https://help.example:99999",
            "https://help example",
            "https://help.example/\"onload=",
            "https://help..example",
            "https://-help.example",
            "https://[::1]/",
        ] {
            assert_eq!(
                faults(|input| input.support_url = Some(url.into())),
                [("supportUrl".to_owned(), "invalid_url".to_owned())],
                "{url}"
            );
        }
    }

    #[test]
    fn strips_port_from_host_name() {
        let long = "a".repeat(254);
        for (header, expected) in [
            ("Portal.Example", Some("portal.example")),
            ("portal.example:4000", Some("portal.example")),
            ("portal.example.", Some("portal.example")),
            ("127.0.0.1:80", Some("127.0.0.1")),
            ("", None),
            (":80", None),
            ("[::1]:4000", None),
            ("a b", None),
            ("a/b", None),
            ("portal.example:x", None),
            (long.as_str(), None),
        ] {
            assert_eq!(host_name(header).as_deref(), expected, "{header}");
        }
    }
}
