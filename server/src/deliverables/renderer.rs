//! Renders documents in child processes. A large or hostile document can exhaust the memory of its renderer, and
//! a render cannot be canceled.

use crate::error::{ApiError, ApiResult};
use anyhow::{Context as _, anyhow};
use bytes::Bytes;
use shared::deliverable::layout::RenderOrder;
use std::io;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Subcommand of the server that renders a document. It reads the order from stdin.
pub const COMMAND: &str = "render-document";

/// Exit code if the document cannot be rendered. stderr then has the reason.
const REFUSED: i32 = 3;
/// Number of documents that a node renders at once. Each renderer may use memory up to its limit.
const AT_ONCE: usize = 2;
/// Together shorter than the timeout of requests, so that the user learns what took too long.
const SLOT_PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(12);
/// For documents generated in the background.
const BACKGROUND_PATIENCE: Duration = Duration::from_secs(60);
const MOST_OUTPUT_BYTES: u64 = 64 * 1024 * 1024;
const MOST_ERROR_BYTES: u64 = 64 * 1024;
/// By default the allocator reserves a gigabyte of address space.
const RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64MiB");

/// Starts renderers, up to a limit at once.
#[derive(Clone)]
pub struct Renderer {
    program: PathBuf,
    slots: Arc<Semaphore>,
    /// Held by the document that is rendered in the background.
    background: Arc<Semaphore>,
}

impl Renderer {
    /// Uses this executable unless another program is configured.
    ///
    /// # Errors
    /// Returns an error if the path of this executable is unknown.
    pub fn new(program: Option<&PathBuf>) -> io::Result<Self> {
        Ok(Self {
            program: program.map_or_else(std::env::current_exe, |program| Ok(program.clone()))?,
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            background: Arc::new(Semaphore::new(1)),
        })
    }

    /// Renders a document.
    ///
    /// # Errors
    /// Returns `ApiError::Unavailable` if no slot becomes free, `ApiError::Refused` if the document exceeds the limits
    /// of the renderer, and `ApiError::Internal` if the renderer fails otherwise.
    pub async fn render(&self, order: &RenderOrder) -> ApiResult<Bytes> {
        self.render_within(order, PATIENCE).await
    }

    /// Like [`Self::render`], with more time. Renders one document at a time, so that documents that users wait for have
    /// a free slot.
    ///
    /// # Errors
    /// See [`Self::render`].
    pub async fn render_in_background(&self, order: &RenderOrder) -> ApiResult<Bytes> {
        let _turn = self.background.acquire().await.map_err(anyhow::Error::from)?;
        self.render_within(order, BACKGROUND_PATIENCE).await
    }

    async fn render_within(&self, order: &RenderOrder, patience: Duration) -> ApiResult<Bytes> {
        let _slot = timeout(SLOT_PATIENCE, self.slots.acquire())
            .await
            .map_err(|_| ApiError::Unavailable("too many documents are being rendered".into()))?
            .map_err(anyhow::Error::from)?;
        let input = serde_json::to_vec(order).context("cannot write the order")?;
        let child = Command::new(&self.program)
            .arg(COMMAND)
            .env_clear()
            .env(RESERVE.0, RESERVE.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start the renderer")?;
        match timeout(patience, exchange(child, &input)).await {
            Ok(output) => result(output.context("cannot talk to the renderer")?),
            Err(_) => Err(limit_exceeded()),
        }
    }
}

async fn exchange(mut child: Child, input: &[u8]) -> io::Result<Output> {
    let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
    let mut stdin = child.stdin.take().ok_or_else(broken)?;
    let stdout = child.stdout.take().ok_or_else(broken)?;
    let stderr = child.stderr.take().ok_or_else(broken)?;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let write = async {
        // A renderer that has ended does not read its input. Its exit status says why.
        _ = stdin.write_all(input).await;
        drop(stdin);
        Ok(0)
    };
    let (mut stdout, mut stderr) = (stdout.take(MOST_OUTPUT_BYTES), stderr.take(MOST_ERROR_BYTES));
    tokio::try_join!(write, stdout.read_to_end(&mut out), stderr.read_to_end(&mut err))?;
    Ok(Output {
        status: child.wait().await?,
        stdout: out,
        stderr: err,
    })
}

fn result(output: Output) -> ApiResult<Bytes> {
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(output.stdout.into()),
        Some(REFUSED) => Err(anyhow!("the document cannot be rendered: {said}").into()),
        Some(_) => Err(anyhow!("the renderer exited with {}: {said}", output.status).into()),
        // It was killed for exceeding its limit of time or memory.
        None => {
            tracing::warn!(status = %output.status, %said, "the renderer was ended by a signal");
            Err(limit_exceeded())
        }
    }
}

fn limit_exceeded() -> ApiError {
    ApiError::Refused {
        code: "document_too_large",
        message: "The document is too large to create. Leave out annuities, or export the list instead."
            .into(),
    }
}
