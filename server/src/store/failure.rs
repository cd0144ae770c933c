//! Errors of the folder or the bucket.

use crate::error::ApiError;
use object_store::Error;
use std::io::{self, ErrorKind};

/// The bucket is currently unavailable. Wrapped in an `io::Error`.
#[derive(Debug, thiserror::Error)]
#[error("the bucket is unavailable: {0}")]
struct Unavailable(Error);

/// Converts an error, so that a folder and a bucket report a missing file and a full disk in the same way.
pub(super) fn failed(error: Error) -> io::Error {
    let words = error.to_string();
    match error {
        Error::NotFound { .. } if !words.contains("NoSuchBucket") => {
            io::Error::new(ErrorKind::NotFound, error)
        }
        Error::Generic {
            store: "LocalFileSystem",
            ..
        }
        | Error::InvalidPath { .. }
        | Error::JoinError { .. } => io::Error::other(error),
        _ if words.contains("507 Insufficient Storage") => io::Error::new(ErrorKind::StorageFull, error),
        other => io::Error::other(Unavailable(other)),
    }
}

/// Returns the API error if the bucket is unavailable.
pub fn unavailable(error: &io::Error) -> Option<ApiError> {
    let is_unavailable = matches!(error.get_ref(), Some(cause) if cause.is::<Unavailable>());
    is_unavailable.then(|| ApiError::StorageUnavailable(error.to_string()))
}
