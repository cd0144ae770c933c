//! PostgreSQL `LISTEN` on a dedicated connection that reconnects after an error.

use super::pool::{needs_tls, tls_connector};
use std::future::poll_fn;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};

const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(500);

/// An event of a listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// The listener is connected. All later notifications are delivered.
    Listening,
    Notification(String),
    /// The connection was lost. Notifications may be missed until the next [`Heard::Listening`].
    Lost,
}

/// Listens on a channel until the process ends. Calls `hear` for each event.
pub async fn listen(url: String, channel: &'static str, hear: impl Fn(Heard) + Send) {
    loop {
        if let Err(error) = listen_once(&url, channel, &hear).await {
            tracing::warn!(
                channel,
                error = format!("{error:#}"),
                "listener failed, reconnecting"
            );
        }
        hear(Heard::Lost);
        tokio::time::sleep(PAUSE_BETWEEN_TRIES).await;
    }
}

async fn listen_once(url: &str, channel: &str, hear: &(impl Fn(Heard) + Send)) -> anyhow::Result<()> {
    let mut config: Config = url.parse()?;
    config.application_name(format!("firmbook listens: {channel}"));
    if needs_tls(&config) {
        let (client, connection) = config.connect(tls_connector()?).await?;
        drive(client, connection, channel, hear).await
    } else {
        let (client, connection) = config.connect(NoTls).await?;
        drive(client, connection, channel, hear).await
    }
}

async fn drive<S, T>(
    client: Client,
    mut connection: Connection<S, T>,
    channel: &str,
    hear: &(impl Fn(Heard) + Send),
) -> anyhow::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let command = format!("LISTEN {channel}");
    let mut listening = Box::pin(client.batch_execute(&command));
    let mut is_listening = false;
    loop {
        tokio::select! {
            done = &mut listening, if !is_listening => {
                done?;
                is_listening = true;
                hear(Heard::Listening);
            }
            message = poll_fn(|context| connection.poll_message(context)) => match message {
                Some(Ok(AsyncMessage::Notification(notification))) => {
                    hear(Heard::Notification(notification.payload().to_owned()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Ok(()),
            },
        }
    }
}
