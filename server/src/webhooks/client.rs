//! The HTTP client of webhooks.

use super::address::{NotPublic, PublicResolver};
use super::outbox::Delivery;
use super::signature;
use crate::config::Config;
use anyhow::Context;
use http::header::{CONTENT_TYPE, USER_AGENT};
use jiff::Timestamp;
use reqwest::Url;
use shared::embed::webhook::SIGNATURE_HEADER;
use std::error::Error;
use std::net::IpAddr;
use std::time::Duration;

/// Timeout for the whole request.
const TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_CONNECTIONS_PER_HOST: usize = 2;

/// Sends events to webhooks.
#[derive(Clone)]
pub struct Sender {
    client: reqwest::Client,
    resolver: PublicResolver,
    timeout: Duration,
}

/// A failed attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Status of the response. `None` if there was none.
    pub status: Option<u16>,
    /// Text shown to administrators.
    pub words: &'static str,
}

impl Failure {
    pub fn without_response(words: &'static str) -> Self {
        Self { status: None, words }
    }
}

impl Sender {
    /// Creates a sender. It reaches the local machine only if the portal itself runs there, for development.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be built.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let resolver = PublicResolver {
            allows_loopback: is_local(&config.public_url),
        };
        let client = reqwest::Client::builder()
            // A proxy would resolve the hosts itself, without checking their addresses.
            .no_proxy()
            .dns_resolver(resolver)
            .redirect(reqwest::redirect::Policy::none())
            .pool_max_idle_per_host(IDLE_CONNECTIONS_PER_HOST)
            .build()
            .context("failed to build the HTTP client")?;
        Ok(Self {
            client,
            resolver,
            timeout: TIMEOUT,
        })
    }

    /// Returns a sender with another timeout.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sends an event. Returns the status of the response, from 200 to 299. The body of the response is not read.
    pub(super) async fn send(
        &self,
        url: &str,
        secrets: &[String],
        delivery: &Delivery,
        now: Timestamp,
    ) -> Result<u16, Failure> {
        let url: Url = url
            .parse()
            .map_err(|_| Failure::without_response("The URL is not valid."))?;
        // The client does not call the resolver for IP addresses in URLs.
        if let Some(address) = address_in(&url)
            && !self.resolver.allows(address)
        {
            return Err(Failure::without_response(NOT_PUBLIC));
        }
        let request = self
            .client
            .post(url)
            .timeout(self.timeout)
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, "Firmbook-Webhooks/1")
            .header(SIGNATURE_HEADER, signature::header(secrets, now, &delivery.body))
            .body(delivery.body.clone());
        let response = request.send().await.map_err(|error| {
            tracing::debug!(delivery.uuid = %delivery.uuid, error = format!("{error:?}"), "webhook request failed");
            Failure::without_response(words_of(&error))
        })?;
        let status = response.status();
        if status.is_success() {
            return Ok(status.as_u16());
        }
        Err(Failure {
            status: Some(status.as_u16()),
            words: if status.is_redirection() {
                "The URL redirects. Redirects are not followed."
            } else {
                "The response has an error status."
            },
        })
    }
}

const NOT_PUBLIC: &str = "The host has no public address.";

fn words_of(error: &reqwest::Error) -> &'static str {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(cause) = source {
        if cause.is::<NotPublic>() {
            return NOT_PUBLIC;
        }
        source = cause.source();
    }
    if error.is_timeout() {
        "The webhook did not respond in time."
    } else if error.is_connect() {
        "The connection failed. Check the host and its certificate."
    } else {
        "The request failed."
    }
}

/// Returns the IP address of a URL, or `None` if the URL contains a host name.
fn address_in(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn is_local(public_url: &str) -> bool {
    let Ok(url) = public_url.parse::<Url>() else {
        return false;
    };
    address_in(&url).is_some_and(|address| address.is_loopback())
        || url
            .host_str()
            .is_some_and(|host| host == "localhost" || host.ends_with(".localhost"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_addresses_in_every_notation() {
        for (url, address) in [
            ("https://127.0.0.1/", "127.0.0.1"),
            ("https://2130706433/", "127.0.0.1"),
            ("https://0x7f.1/", "127.0.0.1"),
            ("https://0251.0376.0251.0376/", "169.254.169.254"),
            ("https://[::1]/", "::1"),
        ] {
            let found = address_in(&url.parse().unwrap());
            assert_eq!(found, Some(address.parse().unwrap()), "{url}");
        }
        assert_eq!(address_in(&"https://bank.example/".parse().unwrap()), None);
    }

    #[test]
    fn recognizes_a_portal_on_the_local_machine() {
        for (url, expected) in [
            ("http://localhost:4000", true),
            ("http://127.0.0.1:4000", true),
            ("http://[::1]:4000", true),
            ("https://portal.example", false),
            ("https://localhost.example", false),
            ("not a url", false),
        ] {
            assert_eq!(is_local(url), expected, "{url}");
        }
    }
}
