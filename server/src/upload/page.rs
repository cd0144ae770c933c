//! Previews an upload: counts over the whole file and a page of its rows.

mod rows;

use super::Uploads;
use super::contracts;
use super::matching;
use super::outcomes;
use super::owner::Owner;
use super::ready;
use super::stage::{self, Findings};
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::db::schema::upload as columns;
use crate::error::{ApiError, ApiResult};
use crate::records::upload::{self, StoredUpload};
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::json;
use shared::contact::validate::Context;
use shared::upload::groups::{FaultGroup, FaultSample};
use shared::upload::matching::ReviewGroup;
use shared::upload::matching::ReviewReason;
use shared::upload::preview::{Counts, Preview, PreviewLimit, RowOutcome};
use shared::upload::question::{Question, QuestionKind};
use shared::upload::record::{PreviewRequest, UploadState};
use uuid::Uuid;

const SAMPLES: i64 = 3;
/// Raises the timeout for statements over a whole file.
const SETTINGS: &str = "SET LOCAL statement_timeout = '60s'";

/// Maximum number of rows that are matched again on submit. The import matches all rows again and stops if the counts
/// have changed, so with more rows the user would only wait.
const MATCHED_ON_SUBMIT: u32 = 10_000;

/// Applies the mapping, stages the rows if necessary and returns their outcomes.
///
/// # Errors
/// Returns `ApiError::Invalid` if the mapping has errors, and `ApiError::Refused` if the upload has already been
/// submitted or the file is rejected.
pub async fn preview(
    uploads: &Uploads,
    viewer: &Viewer,
    mut stored: StoredUpload,
    request: PreviewRequest,
) -> ApiResult<Preview> {
    let firm_id = viewer.firm.id;
    let storage_guid = stored.upload.storage_guid;
    must_be_open(&stored)?;
    let problems = request.mapping.problems(stored.upload.upload_type);
    if !problems.is_acceptable() {
        return Err(ApiError::Invalid(problems.0));
    }
    let mapping = request.mapping.without_tax_ids();
    let reading = request.reading.unwrap_or_else(|| stored.reading.clone());
    let is_same = (&mapping, &reading) == (&stored.mapping, &stored.reading);
    let is_matched = is_same
        && stored.upload.state == UploadState::Preview
        && stored.matched_by.as_ref() == Some(&viewer.user_key);
    let kept = stored.upload.counts.filter(|_| is_matched);
    (stored.mapping, stored.reading) = (mapping, reading);
    let context = context_of(uploads, viewer);
    let shown = Shown {
        limit: request.limit,
        outcome: request.outcome,
    };
    if request.is_page
        && let Some(counts) = kept
        && let Some(preview) = page_of_matched(uploads, viewer, &stored, counts, shown).await?
    {
        return Ok(preview);
    }
    ready::stage(uploads, firm_id, &stored, context).await?;

    let mut transaction = uploads.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    let owner = owner_of(firm_id, &stored);
    let held = hold(&mut transaction, viewer, storage_guid).await?;
    if held.staged_key.as_ref() != Some(&stage::key(&stored.reading, &stored.mapping, &context)) {
        // Another request has staged the upload with a different mapping. The last request wins.
        return Err(ApiError::Unavailable(
            "the upload is being previewed with another mapping".into(),
        ));
    }
    let counts = outcomes::rematch(&mut transaction, owner, &stored.mapping, &viewer.sight()).await?;
    diesel::update(columns::table.find((firm_id, storage_guid)))
        .set((
            columns::reading.eq(json!(stored.reading)),
            columns::mapping.eq(json!(stored.mapping)),
            columns::counts.eq(json!(counts)),
            columns::matched_by.eq(&viewer.user_key),
            columns::state.eq(UploadState::Preview.code()),
            columns::error.eq(None::<serde_json::Value>),
            columns::touched_at.eq(jiff_diesel::Timestamp::from(uploads.clock.now())),
        ))
        .execute(&mut *transaction)
        .await?;
    stored.findings = held.findings;
    let preview = page(&mut transaction, viewer, owner, &stored, counts, shown).await?;
    transaction.commit().await?;
    Ok(preview)
}

/// The rows of a page.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    limit: PreviewLimit,
    outcome: Option<RowOutcome>,
}

/// Returns a page of rows that are already matched, or `None` if a crash of the database has emptied the table.
async fn page_of_matched(
    uploads: &Uploads,
    viewer: &Viewer,
    stored: &StoredUpload,
    counts: Counts,
    shown: Shown,
) -> ApiResult<Option<Preview>> {
    let firm_id = viewer.firm.id;
    let mut transaction = uploads.db.begin(firm_id).await?;
    let owner = owner_of(firm_id, stored);
    if !outcomes::are_stored(&mut transaction, owner).await? {
        transaction.finish();
        return Ok(None);
    }
    let preview = page(&mut transaction, viewer, owner, stored, counts, shown).await?;
    transaction.finish();
    Ok(Some(preview))
}

/// Matches the upload against the current book before it is submitted. Returns the upload locked. Large uploads are only
/// compared with their last preview.
///
/// # Errors
/// Same as [`preview`]. Returns `ApiError::CountsChanged` with the new preview if the counts differ from
/// `seen`.
pub async fn still_holds(
    uploads: &Uploads,
    viewer: &Viewer,
    storage_guid: Uuid,
    seen: Counts,
) -> ApiResult<(Transaction, StoredUpload)> {
    let firm_id = viewer.firm.id;
    let mut transaction = uploads.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, viewer, storage_guid).await?;
    transaction.finish();
    must_be_open(&stored)?;
    if stored.upload.counts.is_none() {
        return Err(ApiError::Refused {
            code: "not_previewed",
            message: "Preview the upload before you submit it.".into(),
        });
    }
    ready::stage(uploads, firm_id, &stored, context_of(uploads, viewer)).await?;
    let mut transaction = uploads.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    let held = hold(&mut transaction, viewer, storage_guid).await?;
    let owner = owner_of(firm_id, &held);
    if seen.total > MATCHED_ON_SUBMIT
        && held.upload.counts == Some(seen)
        && outcomes::are_stored(&mut transaction, owner).await?
    {
        return Ok((transaction, held));
    }
    let counts = outcomes::rematch(&mut transaction, owner, &held.mapping, &viewer.sight()).await?;
    if counts == seen {
        return Ok((transaction, held));
    }
    diesel::update(columns::table.find((firm_id, storage_guid)))
        .set((
            columns::counts.eq(json!(counts)),
            columns::matched_by.eq(&viewer.user_key),
        ))
        .execute(&mut *transaction)
        .await?;
    let current = page(&mut transaction, viewer, owner, &held, counts, Shown::default()).await?;
    transaction.commit().await?;
    Err(ApiError::CountsChanged(Box::new(json!(current))))
}

pub fn context_of(uploads: &Uploads, viewer: &Viewer) -> Context {
    Context {
        today: viewer.today(uploads.clock),
        is_demo_firm: viewer.firm.is_demo,
    }
}

pub fn owner_of(firm_id: i32, stored: &StoredUpload) -> Owner {
    Owner {
        firm_id,
        storage_guid: stored.upload.storage_guid,
        kind: stored.upload.upload_type,
    }
}

/// Loads the upload and locks it until the end of the transaction.
async fn hold(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Uuid,
) -> ApiResult<StoredUpload> {
    columns::table
        .find((viewer.firm.id, storage_guid))
        .select(columns::storage_guid)
        .for_update()
        .execute(connection)
        .await?;
    let stored = upload::find(connection, viewer, storage_guid).await?;
    must_be_open(&stored)?;
    Ok(stored)
}

fn must_be_open(stored: &StoredUpload) -> ApiResult<()> {
    if stored.upload.state.is_open() {
        Ok(())
    } else {
        Err(already_submitted())
    }
}

pub fn already_submitted() -> ApiError {
    ApiError::Refused {
        code: "already_submitted",
        message: "This upload has already been submitted.".into(),
    }
}

/// Returns the findings of the file. Omits owner type questions if no row is a new owner without a type.
pub async fn findings(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    stored: &StoredUpload,
) -> ApiResult<Findings> {
    let found = stored.findings.clone().map(serde_json::from_value::<Findings>);
    let mut found = found
        .transpose()
        .context("cannot parse findings")?
        .unwrap_or_default();
    let asks_types = |question: &Question| question.is_open && question.kind == QuestionKind::OwnerType;
    if found.questions.iter().any(asks_types) && !matching::misses_owner_types(connection, owner).await? {
        found.questions.retain(|question| !asks_types(question));
    }
    Ok(found)
}

async fn page(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    owner: Owner,
    stored: &StoredUpload,
    counts: Counts,
    shown: Shown,
) -> ApiResult<Preview> {
    let Findings {
        mut groups,
        questions,
    } = findings(connection, owner, stored).await?;
    let errors = groups
        .iter()
        .take_while(|group| !group.warning && !group.is_skipped)
        .count();
    matching::plan(connection, matching::Planned::ForMany).await?;
    let of_book = match owner.kind.line() {
        Some(_) => contracts::page::groups(connection, owner).await?,
        None => groups_of_book(connection, owner).await?,
    };
    groups.splice(errors..errors, of_book);
    matching::plan(connection, matching::Planned::AsUsual).await?;
    let rows = match (owner.kind.line(), owner.kind.contact_kind()) {
        (Some(line), _) => {
            contracts::page::rows(connection, (owner, line), shown.limit, shown.outcome).await?
        }
        (None, Some(kind)) => rows::rows(connection, viewer, (owner, kind), stored, shown).await?,
        (None, None) => Vec::new(),
    };
    Ok(Preview {
        mapping: stored.mapping.clone(),
        limit: shown.limit,
        rows,
        counts,
        groups,
        questions,
        reviews: reviews(connection, owner).await?,
    })
}

#[derive(QueryableByName)]
struct ReviewCount {
    #[diesel(sql_type = Text)]
    asks: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = BigInt)]
    open: i64,
}

/// Returns the rows that the user decides about, by reason.
async fn reviews(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<Vec<ReviewGroup>> {
    let counted: Vec<ReviewCount> = diesel::sql_query(
        "SELECT asks, count(*) AS rows, count(*) FILTER (WHERE outcome = 'Review') AS open FROM upload_match
         WHERE firm_id = $1 AND storage_guid = $2 AND asks IS NOT NULL GROUP BY asks ORDER BY asks",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .load(connection)
    .await?;
    let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(counted
        .into_iter()
        .filter_map(|found| {
            let reason = ReviewReason::from_code(&found.asks)?;
            Some(ReviewGroup {
                reason,
                message: reason.message().into(),
                rows: count(found.rows),
                open: count(found.open),
            })
        })
        .collect())
}

#[derive(QueryableByName)]
struct ReasonCount {
    #[diesel(sql_type = Text)]
    reason: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Array<Integer>)]
    rows: Vec<i32>,
    #[diesel(sql_type = Array<Text>)]
    names: Vec<String>,
}

/// Returns faults that depend on the firm's book, grouped by reason.
async fn groups_of_book(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<Vec<FaultGroup>> {
    let reasons: Vec<ReasonCount> = diesel::sql_query(
        "SELECT reason, count(*) AS count, (array_agg(row_number ORDER BY row_number))[1:$3] AS rows,
           (array_agg(display_name ORDER BY row_number))[1:$3] AS names
         FROM upload_match JOIN upload_row USING (firm_id, storage_guid, row_number)
         WHERE firm_id = $1 AND storage_guid = $2 AND reason IS NOT NULL GROUP BY reason ORDER BY count DESC, reason",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<BigInt, _>(SAMPLES)
    .load(connection)
    .await?;
    Ok(reasons
        .into_iter()
        .map(|found| FaultGroup {
            message: reason_text(&found.reason).into(),
            code: found.reason,
            field: String::new(),
            label: String::new(),
            column: None,
            warning: false,
            count: u32::try_from(found.count).unwrap_or(u32::MAX),
            samples: found
                .rows
                .into_iter()
                .zip(found.names)
                .map(|(row, value)| FaultSample {
                    row: row.unsigned_abs(),
                    value,
                })
                .collect(),
            repairs: Vec::new(),
            is_skipped: false,
        })
        .collect())
}

/// Returns the message for a reason code.
pub fn reason_text(code: &str) -> &'static str {
    match code {
        "outside_block" => "You don't have access to this contact.",
        "ambiguous_match" => {
            "More than one contact matches this row. Merge them, or add a value that tells them apart."
        }
        "npn_taken" => "This NPN is already used by another agent.",
        matching::OWNER_TYPE_MISSING => "Select an owner type.",
        "other_kind" => "This row and the contact it matches are not both people or both organizations.",
        _ => "This row was not imported.",
    }
}
