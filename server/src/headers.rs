//! What every answer tells a browser: a page keeps to itself, and runs nothing that was not built with it.

use crate::config::Config;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use reqwest::Url;

/// For answers that are no page.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For files, and for the page of the documentation, whose scripts are files too.
const OWN_FILES: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
     object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may put a page into a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framed {
    Never,
    /// The page on which a silent renewal of the token ends runs in a hidden frame of our own page.
    ByOurselves,
}

/// The policy of the web app's page: styles carry the nonce, scripts are files, and calls go to us, to the identity
/// provider and to the services of the configuration.
pub fn of_page(config: &Config, nonce: &str, framed: Framed) -> String {
    let issuer = origin(&config.oidc.issuer);
    let services: String = [
        config.error_reporting.as_ref().map(|reporting| &reporting.dsn),
        config.analytics_url.as_ref(),
    ]
    .into_iter()
    .flatten()
    .map(|url| format!(" {}", url.origin().ascii_serialization()))
    .collect();
    let ancestors = match framed {
        Framed::Never => "'none'",
        Framed::ByOurselves => "'self'",
    };
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; connect-src 'self' {issuer}{services}; frame-src 'self' {issuer}; object-src 'none'; \
         base-uri 'none'; form-action 'self' {issuer}; frame-ancestors {ancestors}"
    )
}

/// Scheme, host and port: a policy takes a path for that one file.
fn origin(address: &str) -> String {
    Url::parse(address).map_or_else(|_| address.to_owned(), |url| url.origin().ascii_serialization())
}

pub fn of_file() -> HeaderValue {
    HeaderValue::from_static(OWN_FILES)
}

/// What the answer does not say itself.
pub fn safe(config: &Config) -> impl Fn(Response) -> Response + Clone + use<> {
    let mut defaults = HeaderMap::new();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, NOTHING),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        defaults.insert(name, HeaderValue::from_static(value));
    }
    if config.public_url.starts_with("https://") {
        let year = HeaderValue::from_static("max-age=31536000");
        defaults.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    move |mut response| {
        for (name, value) in &defaults {
            response
                .headers_mut()
                .entry(name)
                .or_insert_with(|| value.clone());
        }
        response
    }
}
