//! Verifies a document's content while it is read.

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use std::io::{self, ErrorKind};

/// Documents up to this size are checked before the response starts. Larger ones are checked while they are
/// sent.
const CHECKED_FIRST: u64 = 1024 * 1024;

/// The content of a stored document differs from the uploaded content. Wrapped in an `io::Error` of kind `InvalidData`.
#[derive(Debug, thiserror::Error)]
#[error("the stored document is damaged")]
pub(super) struct Damaged;

impl From<Damaged> for io::Error {
    fn from(damaged: Damaged) -> Self {
        Self::new(ErrorKind::InvalidData, damaged)
    }
}

/// Returns the content if its SHA-256 is `hash`. `None` skips the comparison.
///
/// # Errors
/// Returns [`Damaged`] or a read error for a small document. The stream of a large document ends with that
/// error instead of the last part, so that the transfer is incomplete.
pub(super) async fn checked(
    content: BoxStream<'static, io::Result<Bytes>>,
    hash: Option<&[u8]>,
    size_bytes: u64,
) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
    let checked = match hash {
        Some(hash) => without_unchecked_end(content, hash.to_vec()).boxed(),
        None => content,
    };
    if size_bytes > CHECKED_FIRST {
        return Ok(checked);
    }
    let parts: Vec<Bytes> = checked.try_collect().await?;
    Ok(stream::iter(parts.into_iter().map(Ok)).boxed())
}

struct Check {
    content: BoxStream<'static, io::Result<Bytes>>,
    /// `None` after the content has been compared.
    hash: Option<Context>,
    expected: Vec<u8>,
    /// The last part read, held back until another part arrives or the hash matches.
    held: Option<Bytes>,
}

/// Delays the stream by one part. The last part is sent only if the whole content matches, because a client
/// that has received every byte would not notice an error.
fn without_unchecked_end(
    content: BoxStream<'static, io::Result<Bytes>>,
    expected: Vec<u8>,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let check = Check {
        content,
        hash: Some(Context::new(&SHA256)),
        expected,
        held: None,
    };
    stream::try_unfold(check, async |mut check| {
        while let Some(hash) = &mut check.hash {
            let Some(part) = check.content.try_next().await? else {
                let hash = check.hash.take().map(Context::finish);
                if hash.is_none_or(|hash| hash.as_ref() != check.expected) {
                    return Err(Damaged.into());
                }
                break;
            };
            hash.update(&part);
            if let Some(before) = check.held.replace(part) {
                return Ok(Some((before, check)));
            }
        }
        Ok(check.held.take().map(|last| (last, check)))
    })
}
