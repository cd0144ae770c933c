//! Background worker that generates report summaries, one at a time per node. If the node dies, another one takes the
//! job over when its lease has ended.

use super::summary::Summary;
use super::{MAX_BYTES, MEDIA_TYPE, Renderer, file_name};
use crate::auth::{Reader, Scope, Sight};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::schema::app_user;
use crate::error::{ApiError, ApiResult};
use crate::notify::{self, Notice, To};
use crate::records::document::{self, NewDocument};
use crate::records::report::{self, Saved};
use crate::records::summary_job::{self, SummaryJob};
use crate::store::Store;
use crate::telemetry::jobs;
use anyhow::Context;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use futures_util::stream;
use jiff::SignedDuration;
use shared::deliverable::layout::{Format, Layout, RenderOrder};
use shared::deliverable::summary_group;
use shared::messages::{Action, failure};
use shared::notification::NotificationKind;
use shared::permission::Feature;
use std::io;
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

/// Interval between checks for work.
const ROUND: Duration = Duration::from_secs(1);
/// Name of the job.
pub const JOB: &str = "summaries";
/// Longer than a render can take.
const LEASE: SignedDuration = SignedDuration::from_secs(90);
/// Pause after a failure that may not occur again, such as an unavailable database.
const REST: SignedDuration = SignedDuration::from_secs(5);
const MOST_ATTEMPTS: i16 = 3;

/// The parts of the server that the worker needs.
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
                tracing::warn!(
                    error = format!("{error:?}"),
                    "failed to load pending report summaries"
                );
            }
            has_failed = done.is_err();
        }
    }

    /// Generates the summaries that are due. A failure of one does not stop the others.
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
                    "failed to generate a report summary, will retry"
                );
            }
        }
        Ok(())
    }

    /// Generates a summary if no other node works on it.
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
            "failed to generate a report summary"
        );
        if job.attempts >= MOST_ATTEMPTS {
            // Details are in the log.
            let unknown = failure(Action::GenerateSummary, None).message;
            return self.fail(&job, &unknown).await;
        }
        let mut transaction = self.db.begin(key.0).await?;
        summary_job::postpone(&mut transaction, key, self.clock.now() + REST).await?;
        transaction.commit().await
    }

    /// Renders and stores the document, and notifies the user. Nothing is stored if the job was deleted meanwhile.
    async fn generate(&self, job: &SummaryJob) -> ApiResult<()> {
        let (report, layout) = self.layout(job).await?;
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
                MAX_BYTES,
                0,
                |_| Ok(()),
            )
            .await?;
        let new = NewDocument {
            uuid: job.document_uuid,
            subject_type: "report",
            subject: job.report_uuid,
            template: Some(job.template_uuid),
            name: &name,
            media_type: MEDIA_TYPE,
            size_bytes: kept.size_bytes,
            content_hash: &kept.hash,
            storage_key: &kept.key,
            request_hash: job.request_hash.as_deref(),
        };
        // A file without a row is removed later, also if this node ends here.
        let mut transaction = self.db.begin(job.firm_id).await?;
        if !summary_job::delete(&mut transaction, (job.firm_id, job.document_uuid)).await? {
            transaction.finish();
            self.store.remove(&kept.key).await;
            return Ok(());
        }
        let owner = (job.firm_id, job.requested_by.as_str());
        document::insert(&mut transaction, owner, &new).await?;
        summary_job::delete_failed(
            &mut transaction,
            (job.firm_id, job.report_uuid),
            &job.requested_by,
        )
        .await?;
        let notice = notice(job, &report, NotificationKind::SummaryReady, report.name.clone());
        notify::send(&mut transaction, job.firm_id, self.clock.now(), &[notice]).await?;
        transaction.commit().await
    }

    /// Loads the rows that the user who requested the summary sees now.
    async fn layout(&self, job: &SummaryJob) -> ApiResult<(Saved, Layout)> {
        let mut transaction = self.db.begin(job.firm_id).await?;
        let user_key = job.requested_by.as_str();
        let reader = Reader::find(&mut transaction, job.firm_id, user_key).await?;
        let (scope, time_zone, inherits) = match reader {
            _ if job.is_staffs => (Scope::All, "UTC".to_owned(), true),
            Some(reader) if reader.permissions.can_write(Feature::Deliverables) => {
                let inherits = reader.permissions.can_write(Feature::ManageUsers);
                (reader.scope, reader.time_zone, inherits)
            }
            _ => return Err(ApiError::Forbidden),
        };
        let user = (user_key, inherits);
        let report = report::find_for(&mut transaction, job.firm_id, user, job.report_uuid)
            .await?
            .ok_or(ApiError::NotFound("report"))?;
        let (first, last): (String, String) = app_user::table
            .find(user_key)
            .select((app_user::first_name, app_user::last_name))
            .first(&mut *transaction)
            .await?;
        transaction.finish();
        let number = |number: i16| u8::try_from(number).unwrap_or(0);
        let (kind, group_by) = summary_group(
            report.report_type,
            number(job.deliverable_type),
            number(job.group_by),
        )
        .map_err(ApiError::Invalid)
        .context("the job has an invalid grouping")?;
        let summary = Summary {
            sight: Sight {
                firm_id: job.firm_id,
                scope: &scope,
                day: self.clock.today_in(&time_zone),
                time_zone: &time_zone,
            },
            prepared_by: format!("{first} {last}"),
            report: &report,
            kind,
            template: job.template_uuid,
            group_by,
        };
        let layout = summary.layout(&self.db).await?;
        Ok((report, layout))
    }

    async fn fail(&self, job: &SummaryJob, error: &str) -> ApiResult<()> {
        let mut transaction = self.db.begin(job.firm_id).await?;
        let key = (job.firm_id, job.document_uuid);
        let report = match report::saved(&mut transaction, job.firm_id, job.report_uuid).await {
            // A report that cannot be run has no readable query.
            Err(ApiError::Refused { .. }) => None,
            report => report?,
        };
        if summary_job::fail(&mut transaction, key, error).await?
            && let Some(report) = report
        {
            let text = format!("{}: {error}", report.name);
            let notice = notice(job, &report, NotificationKind::SummaryFailed, text);
            notify::send(&mut transaction, job.firm_id, self.clock.now(), &[notice]).await?;
        }
        transaction.commit().await
    }
}

fn notice(job: &SummaryJob, report: &Saved, kind: NotificationKind, text: String) -> Notice {
    Notice {
        kind,
        // A job that was started again may fail again.
        key: format!("{}:{}", job.document_uuid, crate::ids::new_uuid()),
        display_name: text,
        application_url: Some(format!(
            "{}/{}?panel=summary",
            report.report_type.page(),
            report.uuid
        )),
        details: Vec::new(),
        to: To::User(job.requested_by.clone()),
    }
}
