//! Renders documents in child processes. A large or hostile document can exhaust the memory of its renderer, and
//! a render cannot be canceled.

use crate::error::{ApiError, ApiResult};
use anyhow::{Context as _, anyhow};
use bytes::Bytes;
use documents::{ImageProblem, check_image};
use shared::deliverable::layout::RenderOrder;
use std::io;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Subcommand of the server that renders a document. It reads the order from stdin.
pub const COMMAND: &str = "render-document";

/// Exit code if the document cannot be rendered. stderr then contains the reason.
const REFUSED: i32 = 3;
/// Maximum number of documents that a node renders concurrently. Each renderer may use memory up to its limit.
const AT_ONCE: usize = 2;
/// Timeouts for a slot and for rendering. Together shorter than the request timeout, so that the user gets a specific
/// error.
const SLOT_PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(12);
/// For documents generated in the background.
const BACKGROUND_PATIENCE: Duration = Duration::from_secs(60);
const MOST_OUTPUT_BYTES: u64 = 64 * 1024 * 1024;
const MOST_ERROR_BYTES: u64 = 64 * 1024;
/// By default the allocator reserves a gigabyte of address space.
const RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64MiB");

/// Starts renderers, with a limit on concurrent ones.
#[derive(Clone)]
pub struct Renderer {
    program: PathBuf,
    slots: Arc<Semaphore>,
    /// Held while a document is rendered in the background.
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
    /// Returns `ApiError::Unavailable` if no slot becomes free, `ApiError::RenderTimeout` if it takes too long,
    /// `ApiError::Refused` if it exceeds the limits on memory or processor time, and `ApiError::Internal` if the
    /// renderer fails for another reason.
    pub async fn render(&self, order: &RenderOrder) -> ApiResult<Bytes> {
        self.render_within(order, PATIENCE).await
    }

    /// Like [`Self::render`], with a longer timeout. Renders one document at a time, so that slots remain free for
    /// documents that users wait for.
    ///
    /// # Errors
    /// See [`Self::render`].
    pub async fn render_in_background(&self, order: &RenderOrder) -> ApiResult<Bytes> {
        let _turn = self.background.acquire().await.map_err(anyhow::Error::from)?;
        self.render_within(order, BACKGROUND_PATIENCE).await
    }

    /// Decodes an image and returns its width and height in pixels. Counts toward the limit on concurrent renders.
    ///
    /// # Errors
    /// Returns `ApiError::Refused` if the image is damaged or has too many pixels, and `ApiError::Unavailable` if no
    /// slot becomes free.
    pub async fn image_size(&self, bytes: Bytes) -> ApiResult<(i32, i32)> {
        let slot = self.slot().await?;
        let checked = spawn_blocking(move || {
            let _slot = slot;
            check_image(bytes.into())
        });
        checked.await.map_err(anyhow::Error::from)?.map_err(|problem| {
            let (code, message) = match problem {
                ImageProblem::Unreadable => (
                    "image_damaged",
                    "The image is damaged. Save it again as a PNG or JPEG file, then upload it.",
                ),
                ImageProblem::TooManyPixels => (
                    "image_too_large",
                    "The image has more than 16 million pixels. Upload a smaller one.",
                ),
            };
            ApiError::Refused {
                code,
                message: message.into(),
            }
        })
    }

    async fn slot(&self) -> ApiResult<OwnedSemaphorePermit> {
        Ok(timeout(SLOT_PATIENCE, self.slots.clone().acquire_owned())
            .await
            .map_err(|_| ApiError::Unavailable("too many documents are being rendered".into()))?
            .map_err(anyhow::Error::from)?)
    }

    async fn render_within(&self, order: &RenderOrder, patience: Duration) -> ApiResult<Bytes> {
        let input = serde_json::to_vec(order).context("cannot write the order")?;
        self.run(&input, patience).await
    }

    async fn run(&self, input: &[u8], patience: Duration) -> ApiResult<Bytes> {
        let _slot = self.slot().await?;
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
        match timeout(patience, exchange(child, input)).await {
            Ok(output) => result(output.context("cannot talk to the renderer")?),
            Err(_) => Err(ApiError::RenderTimeout),
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
        // Ignore write errors: a renderer that has exited does not read its input. Its exit status gives the reason.
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
        // Killed by a signal for exceeding its time or memory limit.
        None => {
            tracing::warn!(status = %output.status, %said, "the renderer was ended by a signal");
            Err(ApiError::Refused {
                code: "document_too_large",
                message: "The document is too large to be created. Leave out annuities, or export the list instead."
                    .into(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[tokio::test]
    async fn stops_a_renderer_that_exceeds_the_timeout() {
        let program = std::env::temp_dir().join(format!("slow-renderer-{}", crate::ids::new_uuid()));
        fs::write(&program, "#!/bin/sh\nexec sleep 60\n").expect("a script");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("permissions");
        let renderer = Renderer::new(Some(&program)).expect("a renderer");
        let rendered = renderer.run(b"{}", Duration::from_millis(100)).await;
        fs::remove_file(&program).expect("no script");
        assert!(matches!(rendered, Err(ApiError::RenderTimeout)), "{rendered:?}");
    }
}
