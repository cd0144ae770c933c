//! Jobs on stored documents: encryption of files that earlier versions stored unencrypted, removal of deleted documents
//! and of files without a row, and key rotation.

mod leftovers;
mod rotation;
mod sealing;

pub use rotation::{reseal_documents, reseal_medical, reseal_uploads};

use crate::clock::Clock;
use crate::db::Db;
use crate::error::ApiResult;
use crate::store::Store;
use crate::telemetry::jobs;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

const ROUND: Duration = Duration::from_secs(60 * 60);
/// Name of the job.
pub const JOB: &str = "documents";

/// Dependencies of the jobs.
#[derive(Clone)]
pub struct Files {
    pub db: Db,
    pub clock: Clock,
    pub store: Store,
}

pub async fn run(files: Files) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Err(error) = jobs::round(JOB, round(&files)).await {
            tracing::warn!(
                error = format!("{error:?}"),
                "failed to maintain stored documents"
            );
        }
    }
}

/// Removes deleted documents and files without a row, then encrypts unencrypted ones. A replaced unencrypted file is
/// removed in a later round, so that downloads in progress can still read it.
///
/// # Errors
/// Returns an error if the database or the store fails.
pub async fn round(files: &Files) -> ApiResult<()> {
    leftovers::remove_deleted(files).await?;
    leftovers::remove(files).await?;
    sealing::seal_all(files).await
}
