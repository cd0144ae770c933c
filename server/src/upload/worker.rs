//! Background worker for imports and undos. The row of an upload is its job: the node that locks it runs it.
//! If the node dies, its transaction is rolled back.

use super::Uploads;
use super::job::{Job, Outcome};
use super::owner::Owner;
use super::{contracts, import, outcomes, ready, undo};
use crate::audit;
use crate::auth::{Reader, Scope, Sight};
use crate::db::schema::{app_user, upload as columns};
use crate::db::{Transaction, advisory_lock, search_lists};
use crate::error::{ApiError, ApiResult};
use crate::records::upload::{self, StoredUpload};
use crate::request::RequestInfo;
use crate::telemetry::{jobs, origin, traces};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::{Value, json};
use shared::audit::AuditAction;
use shared::contact::validate::Context;
use shared::hub::push::JobState;
use shared::permission::Feature;
use shared::upload::record::{UploadError, UploadState};
use shared::upload::upload_type::UploadType;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::MissedTickBehavior;
use tracing::Instrument;
use uuid::Uuid;

/// Interval between checks for work submitted on other nodes.
const ROUND: Duration = Duration::from_secs(1);
/// Name of the job.
pub const JOB: &str = "imports";
/// Delay after a failure that the import did not cause, e.g. if the database is unavailable.
const REST: Duration = Duration::from_secs(2);
/// Maximum number of concurrent imports on a node. Each holds a pooled connection.
const AT_ONCE: usize = 2;
/// Statements over a whole file get a longer timeout. If the node dies, they end within a second.
const SETTINGS: &str =
    "SET LOCAL statement_timeout = '300s'; SET LOCAL client_connection_check_interval = '1s'";

/// Uploads that this node is working on.
type Running = Arc<Mutex<HashSet<Uuid>>>;

/// An upload in [`Running`], removed on drop.
struct RunningUpload {
    running: Running,
    storage_guid: Uuid,
}

impl RunningUpload {
    /// Returns `None` if this node is already working on the upload.
    fn take(running: &Running, storage_guid: Uuid) -> Option<Self> {
        let mut held = running.lock().unwrap_or_else(PoisonError::into_inner);
        held.insert(storage_guid).then(|| Self {
            running: running.clone(),
            storage_guid,
        })
    }
}

impl Drop for RunningUpload {
    fn drop(&mut self) {
        let mut held = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        held.remove(&self.storage_guid);
    }
}

pub async fn run(uploads: Uploads) {
    let (places, running) = (Arc::new(Semaphore::new(AT_ONCE)), Running::default());
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_failed = false;
    loop {
        tokio::select! {
            _ = rounds.tick() => {}
            () = uploads.woken() => {}
        }
        let found = jobs::round(JOB, waiting(&uploads)).await;
        if let (Err(error), false) = (&found, has_failed) {
            tracing::warn!(error = format!("{error:?}"), "failed to load pending imports");
        }
        has_failed = found.is_err();
        for (firm_id, storage_guid) in found.unwrap_or_default() {
            let Some(running) = RunningUpload::take(&running, storage_guid) else {
                continue;
            };
            let (uploads, places) = (uploads.clone(), places.clone());
            let work = async move {
                let Ok(_permit) = places.acquire().await else {
                    return;
                };
                let done = work_on(&uploads, firm_id, storage_guid).instrument(traces::job(JOB));
                if let Err(error) = done.await {
                    tracing::warn!(upload = %storage_guid, error = format!("{error:?}"), "failed to run an import, will retry");
                    tokio::time::sleep(REST).await;
                }
                drop(running);
            };
            tokio::spawn(origin::carried(work));
        }
    }
}

/// Lists the queued imports and undos of all firms: firm and upload.
async fn waiting(uploads: &Uploads) -> ApiResult<Vec<(i32, Uuid)>> {
    let mut transaction = uploads.db.begin_for_uploads().await?;
    let waiting = columns::table
        .filter(upload::IS_WORKING)
        .order((columns::submitted_at, columns::storage_guid))
        .select((columns::firm_id, columns::storage_guid))
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(waiting)
}

/// Runs a job completely or not at all. Returns only errors for which a retry may succeed.
async fn work_on(uploads: &Uploads, firm_id: i32, storage_guid: Uuid) -> ApiResult<()> {
    let ready = match make_ready(uploads, firm_id, storage_guid).await {
        Err(error) if !matches!(error, ApiError::Refused { .. }) => return Err(error),
        ready => ready,
    };
    let mut transaction = uploads.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    search_lists::grow(&mut transaction).await?;
    // Imports of a firm run one at a time.
    let is_free = advisory_lock::try_lock(&mut transaction, "firmbook_import", firm_id).await?;
    let claimed = if is_free {
        upload::claim(&mut transaction, firm_id, storage_guid).await?
    } else {
        None
    };
    let Some(stored) = claimed else {
        transaction.finish();
        return Ok(());
    };
    let user_key = stored.submitted_by.clone().unwrap_or_default();
    let user: Option<(String, String)> = app_user::table
        .find(&user_key)
        .select((app_user::first_name, app_user::last_name))
        .first(&mut *transaction)
        .await
        .optional()?;
    let user_name = user.map_or_else(String::new, |(first, last)| format!("{first} {last}"));
    let request = request(&stored);
    let job = Job {
        uploads,
        owner: Owner {
            firm_id,
            storage_guid,
            kind: stored.upload.upload_type,
        },
        user_key: &user_key,
        user_name: &user_name,
        request: &request,
    };
    let outcome = match ready {
        Ok(()) => do_job(&mut transaction, &job, &stored).await,
        Err(error) => Err(error),
    };
    let done = match outcome {
        Ok(Outcome::Done(details)) => finish(transaction, &job, &stored, details).await,
        Ok(Outcome::CountsChanged) => {
            drop(transaction);
            return look_again(&job).await;
        }
        Err(error) => {
            drop(transaction);
            Err(error)
        }
    };
    match done {
        Ok(()) => ready::forget(uploads, job.owner).await,
        Err(error @ (ApiError::Unavailable(_) | ApiError::StorageUnavailable(_))) => Err(error),
        // Another request took an NPN between matching and writing.
        Err(ApiError::Taken { .. }) => look_again(&job).await,
        Err(error) => fail(&job, &stored, error).await,
    }
}

/// Stages the rows of a submitted upload again if a database crash lost them.
async fn make_ready(uploads: &Uploads, firm_id: i32, storage_guid: Uuid) -> ApiResult<()> {
    let mut transaction = uploads.db.begin(firm_id).await?;
    let working = upload::working(&mut transaction, firm_id, storage_guid).await?;
    let submitted = working.filter(|stored| stored.upload.state == UploadState::Submitted);
    let Some(stored) = submitted else {
        transaction.finish();
        return Ok(());
    };
    let context = Context {
        today: uploads.clock.today_in("UTC"),
        is_demo_firm: ready::is_demo_firm(&mut transaction, firm_id).await?,
    };
    transaction.finish();
    ready::stage(uploads, firm_id, &stored, context).await
}

async fn do_job(transaction: &mut Transaction, job: &Job<'_>, stored: &StoredUpload) -> ApiResult<Outcome> {
    if stored.upload.state == UploadState::Undoing {
        return match job.owner.kind.line() {
            Some(line) => contracts::undo::run(transaction, job, (stored, line)).await,
            None => undo::run(transaction, job, stored).await,
        };
    }
    let (scope, time_zone) = scope(transaction, job, stored).await?;
    let sight = Sight {
        firm_id: job.owner.firm_id,
        scope: &scope,
        day: job.uploads.clock.today_in(&time_zone),
        time_zone: &time_zone,
    };
    match job.owner.kind.line() {
        Some(line) => contracts::import::run(transaction, job, (stored, line), &sight).await,
        None => import::run(transaction, job, stored, &sight).await,
    }
}

/// Returns the current row scope and time zone of the user who submitted the upload.
async fn scope(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    stored: &StoredUpload,
) -> ApiResult<(Scope, String)> {
    if stored.is_staffs {
        return Ok((Scope::All, "UTC".into()));
    }
    let reader = Reader::find(connection, job.owner.firm_id, job.user_key).await?;
    match reader {
        Some(reader) if may_import(&reader, job.owner.kind) => Ok((reader.scope, reader.time_zone)),
        _ => Err(ApiError::Refused {
            code: "no_longer_allowed",
            message: "The user who submitted this upload can no longer import data.".into(),
        }),
    }
}

fn may_import(reader: &Reader, upload_type: UploadType) -> bool {
    let can_write = |feature| reader.permissions.can_write(feature);
    can_write(Feature::ImportData) && upload_type.feature().is_none_or(can_write)
}

async fn finish(
    mut transaction: Transaction,
    job: &Job<'_>,
    stored: &StoredUpload,
    details: Value,
) -> ApiResult<()> {
    search_lists::merge(&mut transaction).await?;
    let now = jiff_diesel::Timestamp::from(job.uploads.clock.now());
    let (state, action, finished_at, undone_at) = match stored.upload.state {
        UploadState::Undoing => (UploadState::Undone, "undoImport", None, Some(now)),
        _ => {
            let action = AuditAction::of_import(job.owner.kind).code();
            (UploadState::Done, action, Some(now), None)
        }
    };
    diesel::update(columns::table.find((job.owner.firm_id, job.owner.storage_guid)))
        .set((
            columns::state.eq(state.code()),
            finished_at.map(|at| columns::finished_at.eq(at)),
            undone_at.map(|at| columns::undone_at.eq(at)),
            columns::error.eq(None::<Value>),
        ))
        .execute(&mut *transaction)
        .await?;
    job.post(&mut transaction, JobState::Done, None).await?;
    job.tell_webhooks(&mut transaction, state).await?;
    let author = audit::Author {
        firm_id: job.owner.firm_id,
        actor_key: job.user_key,
        on_behalf_of: None,
        request: job.request,
    };
    let subject = ("upload", Some(job.owner.storage_guid));
    audit::record(&mut transaction, author, action, subject, details).await?;
    transaction.commit().await
}

/// Returns the request that submitted the job.
fn request(stored: &StoredUpload) -> RequestInfo {
    let mut info = RequestInfo::default();
    if let Some(request) = &stored.request {
        info.trace_id = request["traceId"].as_str().unwrap_or_default().into();
        info.address = request["address"]
            .as_str()
            .and_then(|address| address.parse().ok());
    }
    info
}

/// Serializes the request information stored with a job.
pub fn kept_request(request: &RequestInfo) -> Value {
    json!({ "traceId": &*request.trace_id, "address": request.address })
}

/// Matches the upload again and returns it to its user for review.
async fn look_again(job: &Job<'_>) -> ApiResult<()> {
    let Owner {
        firm_id,
        storage_guid,
        ..
    } = job.owner;
    let mut transaction = job.uploads.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    let Some(stored) = upload::claim(&mut transaction, firm_id, storage_guid).await? else {
        transaction.finish();
        return Ok(());
    };
    let (scope, time_zone) = scope(&mut transaction, job, &stored).await?;
    let sight = Sight {
        firm_id,
        scope: &scope,
        day: job.uploads.clock.today_in(&time_zone),
        time_zone: &time_zone,
    };
    let counts = outcomes::rematch(&mut transaction, job.owner, &stored.mapping, &sight).await?;
    let error = UploadError {
        code: "counts_changed".into(),
        message:
            "The firm's records changed since the preview. Nothing was imported. Please review the preview again."
                .into(),
    };
    end(
        transaction,
        job,
        UploadState::CountsChanged,
        Some(json!(counts)),
        &error,
    )
    .await
}

async fn fail(job: &Job<'_>, stored: &StoredUpload, error: ApiError) -> ApiResult<()> {
    let told = match &error {
        ApiError::Refused { code, message } => UploadError {
            code: (*code).into(),
            message: message.clone(),
        },
        ApiError::DatabaseFull(_) => UploadError {
            code: "database_full".into(),
            message: error.to_string(),
        },
        other => {
            tracing::error!(upload = %job.owner.storage_guid, error = format!("{other:?}"), "failed to import an upload");
            UploadError {
                code: "unknown".into(),
                message: shared::messages::UNKNOWN_ERROR.into(),
            }
        }
    };
    let state = match stored.upload.state {
        UploadState::Undoing => UploadState::Done,
        _ => UploadState::Failed,
    };
    let Owner {
        firm_id,
        storage_guid,
        ..
    } = job.owner;
    let mut transaction = job.uploads.db.begin(firm_id).await?;
    if upload::claim(&mut transaction, firm_id, storage_guid)
        .await?
        .is_none()
    {
        // Another node is working on the upload.
        transaction.finish();
        return Ok(());
    }
    end(transaction, job, state, None, &told).await
}

/// Ends a job that wrote nothing. The upload must be locked.
async fn end(
    mut transaction: Transaction,
    job: &Job<'_>,
    state: UploadState,
    counts: Option<Value>,
    error: &UploadError,
) -> ApiResult<()> {
    diesel::update(columns::table.find((job.owner.firm_id, job.owner.storage_guid)))
        .set((
            columns::state.eq(state.code()),
            columns::error.eq(json!(error)),
            counts.map(|counts| columns::counts.eq(counts)),
        ))
        .execute(&mut *transaction)
        .await?;
    job.post(&mut transaction, JobState::Failed, None).await?;
    if state == UploadState::Failed {
        job.tell_webhooks(&mut transaction, state).await?;
    }
    transaction.commit().await
}
