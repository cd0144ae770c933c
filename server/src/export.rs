//! Exports: files generated while the client downloads them. They use their own connections and low-priority
//! threads, so that a slow download never delays other requests.

use crate::auth::Viewer;
use crate::config::Config;
use crate::db::{Db, Purpose, Replica};
use crate::error::{ApiError, ApiResult};
use crate::priority;
use crate::telemetry::{origin, sql_errors};
use anyhow::{Context, anyhow};
use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::collections::HashMap;
use std::future::ready;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};

const THREADS: usize = 2;
/// Number of chunks generated ahead of the download.
const AHEAD: usize = 8;
/// A download is aborted if the client accepts no data for this long.
const STALLED: Duration = Duration::from_secs(60);
/// Statement timeout: long enough for a large file on a slow connection.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// Maximum number of concurrent exports per user.
const OF_ONE_USER: usize = 2;

#[derive(Clone)]
pub struct Exports(Arc<Inner>);

struct Inner {
    db: Db,
    replica: Option<Replica>,
    /// `None` only during drop.
    threads: Option<Runtime>,
    of_user: Mutex<HashMap<String, usize>>,
    /// Duration after which an export counts as long.
    long: Duration,
}

impl Exports {
    /// # Errors
    /// Returns an error if the threads cannot be started.
    pub fn new(config: &Config, database_url: &str) -> anyhow::Result<Self> {
        let threads = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("export")
            .on_thread_start(priority::lower_this_thread)
            .enable_all()
            .build()
            .context("failed to start the export threads")?;
        // Only the embedded cluster's processes run on this machine under our control.
        let is_own_cluster = config.database_url.is_none();
        let connect = if is_own_cluster { Db::giving_way } else { Db::new };
        Ok(Self(Arc::new(Inner {
            db: connect(database_url, Purpose::Exports, config.exports, LONGEST)?,
            replica: match &config.database_read_url {
                Some(url) => {
                    let db = Db::new(url, Purpose::Exports, config.exports, LONGEST)?;
                    Some(Replica::new(db))
                }
                None => None,
            },
            threads: Some(threads),
            of_user: Mutex::default(),
            long: config.long_export,
        })))
    }

    /// Reserves one of the user's export slots.
    ///
    /// # Errors
    /// Returns [`ApiError::Refused`] with the code `too_many_files` if all slots are in use.
    pub fn reserve_slot(&self, viewer: &Viewer) -> ApiResult<ExportSlot> {
        let mut of_user = self.0.of_user();
        let count = of_user.entry(viewer.user_key.clone()).or_default();
        if *count == OF_ONE_USER {
            return Err(ApiError::Refused {
                code: "too_many_files",
                message: "Two of your downloads are still running. Wait until one of them finishes.".into(),
            });
        }
        *count += 1;
        Ok(ExportSlot {
            inner: self.0.clone(),
            user_key: viewer.user_key.clone(),
        })
    }
}

impl Inner {
    /// Returns the read replica if it has replayed everything committed so far, otherwise the primary. An export must
    /// not miss a change that its user has already seen.
    async fn source(&self) -> Db {
        let current = match &self.replica {
            Some(replica) => replica.when_current(&self.db).await,
            None => None,
        };
        current.unwrap_or_else(|| self.db.clone())
    }

    fn of_user(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.of_user.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// A reserved export slot, released on drop.
pub struct ExportSlot {
    inner: Arc<Inner>,
    user_key: String,
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        let mut of_user = self.inner.of_user();
        if let Some(count) = of_user.get_mut(&self.user_key) {
            *count -= 1;
            if *count == 0 {
                of_user.remove(&self.user_key);
            }
        }
    }
}

impl ExportSlot {
    /// Generates the file. `begin` runs the query, and the stream that it returns becomes the response body.
    /// `when_long` runs after a long export, once the client has accepted the whole file.
    ///
    /// # Errors
    /// Returns the error of `begin`. A later error aborts the download, so that a partial file is not
    /// mistaken for a complete one.
    pub async fn write<F, S, N>(
        self,
        begin: impl FnOnce(Db) -> F + Send + 'static,
        when_long: impl FnOnce(Db) -> N + Send + 'static,
    ) -> ApiResult<Body>
    where
        F: Future<Output = ApiResult<S>> + Send + 'static,
        S: Stream<Item = anyhow::Result<Bytes>> + Send + 'static,
        N: Future<Output = ApiResult<()>> + Send + 'static,
    {
        let started = Instant::now();
        let threads = self.inner.threads.as_ref();
        let threads = threads
            .context("the export threads have stopped")?
            .handle()
            .clone();
        let (mut tell, begun) = oneshot::channel();
        let (give, mut take) = mpsc::channel(AHEAD);
        let (finish, finished) = oneshot::channel();
        let work = async move {
            let inner = self.inner.clone();
            let begin = async move { begin(inner.source().await).await };
            let begun = tokio::select! {
                begun = begin => begun,
                () = tell.closed() => return,
            };
            let pieces = match begun {
                Ok(pieces) => pieces,
                Err(error) => {
                    _ = tell.send(Err(error));
                    return;
                }
            };
            if tell.send(Ok(())).is_ok() && hand_over(pieces, &give).await {
                _ = finish.send(());
                if started.elapsed() >= self.inner.long
                    && let Err(error) = when_long(self.inner.db.clone()).await
                {
                    tracing::warn!(
                        error = format!("{error:?}"),
                        "failed to notify a user of a finished export"
                    );
                }
            }
        };
        // Boxed, because the work is too large to be copied several times on the stack of a debug build.
        threads.spawn(origin::carried(Box::pin(work)));
        begun.await.map_err(|_| anyhow!("export task ended early"))??;
        let pieces = stream::poll_fn(move |context| take.poll_recv(context));
        let end = stream::once(finished)
            .filter_map(|end| ready(end.is_err().then(|| Err(anyhow!("export was interrupted")))));
        Ok(Body::from_stream(pieces.chain(end)))
    }
}

/// Sends the chunks to the response body. Returns whether all of them were accepted.
async fn hand_over(
    pieces: impl Stream<Item = anyhow::Result<Bytes>>,
    give: &mpsc::Sender<anyhow::Result<Bytes>>,
) -> bool {
    let mut pieces = pin!(pieces);
    loop {
        let piece = tokio::select! {
            piece = pieces.next() => piece,
            () = give.closed() => return false,
        };
        let Some(piece) = piece else { return true };
        if let Err(error) = &piece {
            error.downcast_ref().and_then(sql_errors::count);
            tracing::error!(error = format!("{error:#}"), "export failed");
        }
        let is_broken = piece.is_err();
        let taken = tokio::time::timeout(STALLED, give.send(piece)).await;
        if is_broken || !matches!(taken, Ok(Ok(()))) {
            return false;
        }
    }
}
