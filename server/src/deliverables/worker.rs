//! Background worker that generates report summaries and large books of business, one at a time per node. If the node
//! dies, another one takes over the job once its lease expires.

use super::{MAX_PDF_BYTES, MEDIA_TYPE, Renderer, file_name, job};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::document::{self, NewDocument};
use crate::records::summary_job::{self, SummaryJob};
use crate::store::Store;
use crate::telemetry::jobs;
use futures_util::stream;
use jiff::SignedDuration;
use shared::deliverable::layout::{Format, RenderOrder};
use shared::messages::failure;
use shared::notification::NotificationKind;
use std::io;
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

/// Interval between checks for work.
const ROUND: Duration = Duration::from_secs(1);
/// Name of the job.
pub const JOB: &str = "summaries";
/// Lease of a job. Longer than a render can take.
const LEASE: SignedDuration = SignedDuration::from_secs(90);
/// Pause after a transient failure, such as an unavailable database.
const REST: SignedDuration = SignedDuration::from_secs(5);
const MOST_ATTEMPTS: i16 = 3;

/// The worker and its dependencies.
#[derive(Clone)]
pub struct SummaryWorker {
    pub db: Db,
    pub clock: Clock,
    pub store: Store,
    pub renderer: Renderer,
}

impl SummaryWorker {
    pub async fn run(self) {
        let mut rounds = tokio::time::interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_failed = false;
        loop {
            rounds.tick().await;
            let done = jobs::round(JOB, self.round()).await;
            if let (Err(error), false) = (&done, has_failed) {
                tracing::warn!(error = format!("{error:?}"), "failed to load pending documents");
            }
            has_failed = done.is_err();
        }
    }

    /// Generates the documents that are due. A failure of one does not stop the others.
    async fn round(&self) -> ApiResult<()> {
        let mut transaction = self.db.begin_for_summaries().await?;
        let due = summary_job::due(&mut transaction, self.clock.now()).await?;
        transaction.finish();
        for key in due {
            if let Err(error) = self.work_on(key).await {
                tracing::warn!(
                    firm.id = key.0,
                    document.uuid = %key.1,
                    error = format!("{error:?}"),
                    "failed to generate a document, will retry"
                );
            }
        }
        Ok(())
    }

    /// Generates a document unless another node is working on it.
    ///
    /// # Errors
    /// Returns an error if the outcome cannot be stored. The job is then due again when its lease ends.
    async fn work_on(&self, key: (i32, Uuid)) -> ApiResult<()> {
        let mut transaction = self.db.begin(key.0).await?;
        let claimed = summary_job::claim(&mut transaction, key, self.clock.now(), LEASE).await?;
        transaction.commit().await?;
        let Some(job) = claimed else { return Ok(()) };
        let error = match self.generate(&job).await {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        let is_final = matches!(
            error,
            ApiError::Refused { .. } | ApiError::NotFound(_) | ApiError::Forbidden
        );
        if is_final {
            return self.fail(&job, &error.to_string()).await;
        }
        tracing::warn!(
            firm.id = job.firm_id,
            document.uuid = %job.document_uuid,
            attempt = job.attempts,
            error = format!("{error:?}"),
            "failed to generate a document"
        );
        if job.attempts >= MOST_ATTEMPTS {
            let text = match error {
                ApiError::RenderTimeout => error.to_string(),
                // Details are in the log.
                _ => failure(job::action(&job), None).message,
            };
            return self.fail(&job, &text).await;
        }
        let mut transaction = self.db.begin(key.0).await?;
        summary_job::postpone(&mut transaction, key, self.clock.now() + REST).await?;
        transaction.commit().await
    }

    /// Renders and stores the document, and notifies the user. Stores nothing if the job was deleted in the meantime.
    async fn generate(&self, job: &SummaryJob) -> ApiResult<()> {
        let (subject, layout) = job::layout(&self.db, self.clock, job).await?;
        let name = file_name(&layout);
        let format = Format::Pdf;
        let order = RenderOrder { format, layout };
        let pdf = self.renderer.render_in_background(&order).await?;
        let content = stream::iter([io::Result::Ok(pdf)]);
        let (kept, ()) = self
            .store
            .keep(
                (job.firm_id, job.document_uuid),
                content,
                MAX_PDF_BYTES,
                0,
                |_| Ok(()),
            )
            .await?;
        let new = NewDocument {
            uuid: job.document_uuid,
            subject_type: subject.noun,
            subject: subject.uuid,
            template: Some(job.template_uuid),
            name: &name,
            media_type: MEDIA_TYPE,
            size_bytes: kept.size_bytes,
            content_hash: &kept.hash,
            storage_key: &kept.key,
            request_hash: job.request_hash.as_deref(),
        };
        // If this node dies here, the cleanup removes the file later, because it has no row.
        let mut transaction = self.db.begin(job.firm_id).await?;
        if !summary_job::delete(&mut transaction, (job.firm_id, job.document_uuid)).await? {
            transaction.finish();
            self.store.remove(&kept.key).await;
            return Ok(());
        }
        let owner = (job.firm_id, job.requested_by.as_str());
        document::insert(&mut transaction, owner, &new).await?;
        summary_job::delete_failed(&mut transaction, (job.firm_id, subject.of), &job.requested_by).await?;
        let title = subject.title.clone();
        let notice = subject.notice(job, NotificationKind::SummaryReady, title);
        notify::send(&mut transaction, job.firm_id, self.clock.now(), &[notice]).await?;
        transaction.commit().await
    }

    async fn fail(&self, job: &SummaryJob, error: &str) -> ApiResult<()> {
        let mut transaction = self.db.begin(job.firm_id).await?;
        let key = (job.firm_id, job.document_uuid);
        let subject = job::subject(&mut transaction, job).await?;
        if summary_job::fail(&mut transaction, key, error).await?
            && let Some(subject) = subject
        {
            let text = format!("{}: {error}", subject.title);
            let notice = subject.notice(job, NotificationKind::SummaryFailed, text);
            notify::send(&mut transaction, job.firm_id, self.clock.now(), &[notice]).await?;
        }
        transaction.commit().await
    }
}
