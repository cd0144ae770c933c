//! Server-sent events for incoming messages, and POST requests for outgoing ones.

use super::http::{Caller, Token};
use super::line::{Orders, TransportReporter};
use super::posts;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use gloo_net::eventsource::futures::EventSource;
use shared::hub::negotiate::Transport::ServerSentEvents;
use shared::hub::transport::{EVENTS_FAILED, line_url};
use std::pin::pin;

/// Runs the transport until it ends. Returns the error, if any.
pub async fn carry(ear: &TransportReporter, url: &str, token: Token, orders: Orders) -> Option<String> {
    let page = &ear.driver.page;
    let address = match token.get(page, false).await {
        Ok(own) => line_url(ServerSentEvents, url, own.as_deref()),
        Err(error) => return Some(error),
    };
    let caller = Caller::new(page, token);
    let heard = pin!(listen(ear, &address));
    let said = pin!(posts::send(&caller, url, orders));
    match select(heard, said).await {
        Either::Left((ended, _)) => ended.err(),
        Either::Right((ended, _)) => ended.err(),
    }
}

/// Reads the stream. Dropping the future closes it.
async fn listen(ear: &TransportReporter, address: &str) -> Result<(), String> {
    let mut source = EventSource::new(address).map_err(|error| error.to_string())?;
    let mut subscribe = |name| source.subscribe(name).map_err(|error| error.to_string());
    // Any error ends the transport. Otherwise the browser would reconnect on its own.
    let (mut opens, mut messages, mut errors) =
        (subscribe("open")?, subscribe("message")?, subscribe("error")?);
    // Every subscription also yields the errors of the stream, such as a response with an error status.
    let Either::Left((Some(Ok(_)), _)) = select(opens.next(), errors.next()).await else {
        return Err(EVENTS_FAILED.into());
    };
    ear.opened();
    loop {
        match select(messages.next(), errors.next()).await {
            Either::Left((Some(Ok((_, message))), _)) => {
                if let Some(text) = message.data().as_string() {
                    ear.received(text);
                }
            }
            _ => return Ok(()),
        }
    }
}
