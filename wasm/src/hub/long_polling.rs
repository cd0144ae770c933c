//! Long polling: one pending GET request for incoming messages, and POST requests for outgoing ones.

use super::http::{Caller, Token};
use super::line::{Orders, TransportReporter};
use super::posts;
use futures_util::future::{Either, select};
use shared::hub::transport::{Polled, poll_url, read_poll};
use std::pin::pin;

/// Runs the transport until it ends. Returns the error, if any.
pub async fn carry(ear: &TransportReporter, url: &str, token: Token, orders: Orders) -> Option<String> {
    let caller = Caller::new(&ear.driver.page, token);
    {
        let polls = pin!(poll(ear, &caller, url));
        let said = pin!(posts::send(&caller, url, orders));
        match select(polls, said).await {
            Either::Left((ended, _)) => return ended.err(),
            Either::Right((Err(error), _)) => return Some(error),
            // Closed by the client: the pending poll is aborted.
            Either::Right((Ok(()), _)) => {}
        }
    }
    _ = caller.delete(url).await;
    None
}

async fn poll(ear: &TransportReporter, caller: &Caller<'_>, url: &str) -> Result<(), String> {
    for number in 0.. {
        let moment_ms = js_sys::Date::now() as u64;
        let (status, body) = caller.get(&poll_url(url, number, moment_ms)).await?;
        let polled = read_poll(status, body)?;
        if number == 0 && polled != Polled::End {
            ear.opened();
        }
        match polled {
            Polled::Records(text) => ear.received(text),
            Polled::Nothing => {}
            Polled::End => break,
        }
    }
    Ok(())
}
