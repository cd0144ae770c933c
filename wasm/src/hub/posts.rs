//! Outgoing messages of transports without a socket. Sends one POST request at a time. Messages that are queued
//! meanwhile are combined in the next request.

use super::http::Caller;
use super::line::{Order, Orders};
use futures_util::{FutureExt, StreamExt};
use shared::hub::transport::read_post;

/// Sends messages until the transport must close.
///
/// # Errors
/// Returns the reason for the connection loss.
pub async fn send(caller: &Caller<'_>, url: &str, mut orders: Orders) -> Result<(), String> {
    while let Some(Order::Send(mut text)) = orders.next().await {
        let mut is_end = false;
        while let Some(order) = orders.next().now_or_never() {
            match order {
                Some(Order::Send(more)) => text += &more,
                Some(Order::Close) | None => {
                    is_end = true;
                    break;
                }
            }
        }
        let (status, body) = caller.post(url, &text).await?;
        read_post(status, &body)?;
        if is_end {
            break;
        }
    }
    Ok(())
}
