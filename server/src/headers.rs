//! Security headers of all responses, with a content security policy for each kind of response.

use crate::config::Config;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use reqwest::Url;

/// Policy for responses that are not pages or files.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Policy for static files and the API documentation page.
const OWN_FILES: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
     object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Sites that may embed a page in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framed {
    Never,
    /// Our own pages, which run the silent token renewal in a hidden frame.
    ByOurselves,
}

/// Builds the policy of the web app's page. Styles need the nonce. Connections are allowed to this server,
/// the identity provider and the configured services.
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

/// Returns scheme, host and port. In a policy, a URL with a path would match only that path.
fn origin(address: &str) -> String {
    Url::parse(address).map_or_else(|_| address.to_owned(), |url| url.origin().ascii_serialization())
}

/// Builds the policy of a widget page. The sandbox gives the page an opaque origin without cookies or storage, even
/// outside a frame.
pub fn of_widget(origins: &[String]) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {}; \
         sandbox allow-scripts allow-forms allow-downloads",
        origins.join(" ")
    )
}

/// Marks a response that other sites may frame. Its content security policy lists them, which `X-Frame-Options` cannot
/// do.
#[derive(Debug, Clone, Copy)]
pub struct FramedByPartners;

pub fn of_file() -> HeaderValue {
    HeaderValue::from_static(OWN_FILES)
}

/// Returns a function that adds the default headers to a response, except those that it already has.
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
        let is_framed = response.extensions_mut().remove::<FramedByPartners>().is_some();
        for (name, value) in &defaults {
            if is_framed && *name == header::X_FRAME_OPTIONS {
                continue;
            }
            response
                .headers_mut()
                .entry(name)
                .or_insert_with(|| value.clone());
        }
        response
    }
}
