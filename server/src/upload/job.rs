//! An import or undo job: the user it runs for, its progress and its result.

use super::Uploads;
use super::owner::Owner;
use crate::db::schema::upload_progress;
use crate::hub::outbox;
use crate::request::RequestInfo;
use crate::webhooks;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;
use shared::embed::webhook::WebhookChange;
use shared::hub::push::{JobProgress, JobState};
use shared::upload::record::UploadState;

/// Result of a job.
pub enum Outcome {
    /// Completed. Contains the details for the audit log.
    Done(Value),
    /// The book has changed since the preview. Nothing was written.
    CountsChanged,
}

/// A job and the user it runs for.
pub struct Job<'a> {
    pub uploads: &'a Uploads,
    pub owner: Owner,
    pub user_key: &'a str,
    pub user_name: &'a str,
    /// The request that submitted the job.
    pub request: &'a RequestInfo,
}

impl Job<'_> {
    /// Publishes progress in a separate transaction. Errors are logged and otherwise ignored.
    pub async fn tell(&self, done: i32, total: i32) {
        let told = async {
            let mut transaction = self.uploads.db.begin(self.owner.firm_id).await?;
            let progress = (
                upload_progress::done.eq(i64::from(done)),
                upload_progress::total.eq(i64::from(total)),
            );
            diesel::insert_into(upload_progress::table)
                .values((
                    upload_progress::firm_id.eq(self.owner.firm_id),
                    upload_progress::storage_guid.eq(self.owner.storage_guid),
                    progress,
                ))
                .on_conflict((upload_progress::firm_id, upload_progress::storage_guid))
                .do_update()
                .set(progress)
                .execute(&mut *transaction)
                .await?;
            self.post(&mut transaction, JobState::Running, Some((done, total)))
                .await?;
            transaction.commit().await
        };
        if let Err(error) = told.await {
            tracing::debug!(error = format!("{error:?}"), "failed to publish import progress");
        }
    }

    /// Publishes the state of the job to its user within the transaction.
    pub(super) async fn post(
        &self,
        connection: &mut AsyncPgConnection,
        state: JobState,
        rows: Option<(i32, i32)>,
    ) -> QueryResult<()> {
        let progress = JobProgress {
            job_uuid: self.owner.storage_guid,
            done: rows.map_or(0, |(done, _)| done.into()),
            total: rows.map(|(_, total)| total.into()),
            state,
        };
        outbox::post_progress(connection, self.owner.firm_id, self.user_key, &progress).await
    }

    /// Queues the webhook event for an import that has ended or was undone, within the transaction.
    pub(super) async fn tell_webhooks(
        &self,
        connection: &mut AsyncPgConnection,
        state: UploadState,
    ) -> QueryResult<()> {
        let change = WebhookChange::Import {
            upload_uuid: self.owner.storage_guid,
            state: state.code(),
        };
        webhooks::queue(connection, self.owner.firm_id, &[change]).await
    }
}
