//! Virus scan of uploaded files with clamd, while they are received. Uses its `INSTREAM` command.
//!
//! A file that could not be scanned is rejected, never accepted unscanned.

use crate::config::{Clamd, Config};
use crate::error::{ApiError, ApiResult};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

/// Timeout for connecting and for sending a part. Shorter than the time limit for a part of an upload.
const PATIENCE: Duration = Duration::from_secs(10);
/// Timeout for the verdict after the last part.
const VERDICT: Duration = Duration::from_secs(60);
const MAX_REPLY_BYTES: u64 = 4 * 1024;

trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// The scan of one file. Does nothing if no scanner is configured.
pub struct Scan {
    connection: Option<Box<dyn Connection>>,
    /// The first error. Reported by [`Scan::finish`].
    failure: Option<io::Error>,
}

impl Scan {
    /// Connects to the configured scanner.
    ///
    /// # Errors
    /// Returns [`ApiError::NotScanned`] if the scanner is unreachable.
    pub async fn begin(config: &Config) -> ApiResult<Self> {
        let connection = match &config.clamd {
            Some(clamd) => Some(connect(clamd).await.map_err(|error| not_scanned(&error))?),
            None => None,
        };
        Ok(Self {
            connection,
            failure: None,
        })
    }

    /// Passes the content on and sends it to the scanner.
    pub fn through<'a, E: Send + 'a>(
        &'a mut self,
        content: impl Stream<Item = Result<Bytes, E>> + Send + 'a,
    ) -> impl Stream<Item = Result<Bytes, E>> + Send + 'a {
        stream::unfold((Box::pin(content), self), async |(mut content, scan)| {
            let part = content.next().await?;
            if let Ok(part) = &part {
                scan.send(part).await;
            }
            Some((part, (content, scan)))
        })
    }

    async fn send(&mut self, part: &[u8]) {
        if self.failure.is_some() || part.is_empty() {
            return;
        }
        let Some(connection) = &mut self.connection else {
            return;
        };
        let sent = async {
            let length = u32::try_from(part.len()).map_err(io::Error::other)?;
            connection.write_all(&length.to_be_bytes()).await?;
            connection.write_all(part).await
        };
        self.failure = within(PATIENCE, sent).await.err();
    }

    /// Ends the file. Returns the name of the virus if it contains one.
    ///
    /// # Errors
    /// Returns [`ApiError::NotScanned`] if the scanner failed.
    pub async fn finish(self) -> ApiResult<Option<String>> {
        if let Some(failure) = self.failure {
            return Err(not_scanned(&failure));
        }
        let Some(connection) = self.connection else {
            return Ok(None);
        };
        within(VERDICT, verdict(connection))
            .await
            .map_err(|error| not_scanned(&error))
    }
}

async fn connect(clamd: &Clamd) -> io::Result<Box<dyn Connection>> {
    within(PATIENCE, async {
        let mut connection: Box<dyn Connection> = match clamd {
            Clamd::Unix(path) => Box::new(UnixStream::connect(path).await?),
            Clamd::Tcp(address) => Box::new(TcpStream::connect(address).await?),
        };
        connection.write_all(b"zINSTREAM\0").await?;
        Ok(connection)
    })
    .await
}

async fn verdict(mut connection: Box<dyn Connection>) -> io::Result<Option<String>> {
    connection.write_all(&0_u32.to_be_bytes()).await?;
    connection.flush().await?;
    let mut reply = String::new();
    connection
        .take(MAX_REPLY_BYTES)
        .read_to_string(&mut reply)
        .await?;
    let verdict = reply.trim_end_matches(['\0', '\n']);
    let verdict = verdict.strip_prefix("stream: ").unwrap_or(verdict);
    match verdict.strip_suffix(" FOUND") {
        Some(virus) => Ok(Some(virus.to_owned())),
        None if verdict == "OK" => Ok(None),
        None => Err(io::Error::other(format!(
            "unexpected reply of clamd: {verdict:?}"
        ))),
    }
}

async fn within<T>(limit: Duration, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
        Err(io::Error::new(
            ErrorKind::TimedOut,
            "clamd did not respond in time",
        ))
    })
}

fn not_scanned(error: &io::Error) -> ApiError {
    ApiError::NotScanned(error.to_string())
}

/// Returns the error for an infected file.
pub fn infected() -> ApiError {
    ApiError::Refused {
        code: "virus",
        message: "The file was not saved because it contains a virus. Check your computer for viruses."
            .into(),
    }
}
