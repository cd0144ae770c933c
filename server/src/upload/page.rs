//! What an upload would do: its counts over the whole file, and a page of its rows.

use super::fields;
use super::matching::{self, outcome};
use super::ready;
use super::row::Owner;
use super::stage::{self, Findings};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::db::models::upload::{self, StoredUpload};
use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::json;
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::contact::validate::Context;
use shared::contact::{Address, Person};
use shared::upload::groups::{FaultGroup, FaultSample};
use shared::upload::preview::{Counts, Preview, PreviewLimit, PreviewRow};
use shared::upload::record::PreviewRequest;
use uuid::Uuid;

/// Most rows of one page.
const MOST_ROWS: u32 = 100;
const SAMPLES: i64 = 3;
/// A statement over a whole file may take longer than others.
const SETTINGS: &str = "SET LOCAL statement_timeout = '60s'";

/// Takes the mapping over, makes the rows ready if others are needed, and says what would become of them.
///
/// # Errors
/// 400 for a mapping that cannot be read by, 404, 422 once it is submitted, and those of the file.
pub async fn preview(
    app: &App,
    viewer: &Viewer,
    storage_guid: Uuid,
    request: PreviewRequest,
) -> ApiResult<Preview> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let mut stored = upload::find(&mut transaction, viewer, storage_guid).await?;
    transaction.finish();
    must_be_open(&stored)?;
    let problems = request.mapping.problems(stored.upload.upload_type);
    if !problems.is_acceptable() {
        return Err(ApiError::Invalid(problems.0));
    }
    stored.mapping = request.mapping.without_tax_ids();
    if let Some(reading) = request.reading {
        stored.reading = reading;
    }
    let context = context_of(app, viewer);
    ready::stage(app, firm_id, &stored, context).await?;

    let mut transaction = app.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    let owner = owner_of(firm_id, &stored);
    let held = hold(&mut transaction, viewer, storage_guid).await?;
    if held.staged_key.as_ref() != Some(&stage::key(&stored.reading, &stored.mapping, &context)) {
        // Somebody looks at the same upload with another mapping: whoever asks last is answered.
        return Err(ApiError::Unavailable(
            "an upload is being previewed elsewhere".into(),
        ));
    }
    let counts = matching::rematch(&mut transaction, owner, &stored.mapping, &viewer.sight()).await?;
    diesel::sql_query(
        "UPDATE upload SET reading = $3, mapping = $4, counts = $5, state = 'Preview', error = NULL, touched_at = $6
         WHERE firm_id = $1 AND storage_guid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(storage_guid)
    .bind::<Jsonb, _>(json!(stored.reading))
    .bind::<Jsonb, _>(json!(stored.mapping))
    .bind::<Jsonb, _>(json!(counts))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .execute(&mut *transaction)
    .await?;
    stored.findings = held.findings;
    let preview = page(&mut transaction, owner, &stored, counts, request.limit).await?;
    transaction.commit().await?;
    Ok(preview)
}

/// The upload as it is matched with the book now: what a submit is judged by. The upload stays locked.
///
/// # Errors
/// As [`preview`]; 409 with the new preview where the counts are not those that were seen.
pub async fn still_holds(
    app: &App,
    viewer: &Viewer,
    storage_guid: Uuid,
    seen: Counts,
) -> ApiResult<(Transaction, StoredUpload)> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, viewer, storage_guid).await?;
    transaction.finish();
    must_be_open(&stored)?;
    if stored.upload.counts.is_none() {
        return Err(ApiError::Refused {
            code: "not_previewed",
            message: "Look at the preview first.".into(),
        });
    }
    ready::stage(app, firm_id, &stored, context_of(app, viewer)).await?;
    let mut transaction = app.db.begin(firm_id).await?;
    transaction.batch_execute(SETTINGS).await?;
    let held = hold(&mut transaction, viewer, storage_guid).await?;
    let owner = owner_of(firm_id, &held);
    let counts = matching::rematch(&mut transaction, owner, &held.mapping, &viewer.sight()).await?;
    if counts == seen {
        return Ok((transaction, held));
    }
    diesel::sql_query("UPDATE upload SET counts = $3 WHERE firm_id = $1 AND storage_guid = $2")
        .bind::<Integer, _>(firm_id)
        .bind::<SqlUuid, _>(storage_guid)
        .bind::<Jsonb, _>(json!(counts))
        .execute(&mut *transaction)
        .await?;
    let current = page(&mut transaction, owner, &held, counts, PreviewLimit::default()).await?;
    transaction.commit().await?;
    Err(ApiError::CountsChanged(Box::new(json!(current))))
}

pub fn context_of(app: &App, viewer: &Viewer) -> Context {
    Context {
        today: viewer.today(app.clock),
        is_demo_firm: viewer.firm.is_demo,
    }
}

fn owner_of(firm_id: i32, stored: &StoredUpload) -> Owner {
    Owner {
        firm_id,
        storage_guid: stored.upload.storage_guid,
        kind: stored.upload.upload_type,
    }
}

/// The upload, locked until the end of the transaction.
async fn hold(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Uuid,
) -> ApiResult<StoredUpload> {
    diesel::sql_query("SELECT FROM upload WHERE firm_id = $1 AND storage_guid = $2 FOR UPDATE")
        .bind::<Integer, _>(viewer.firm.id)
        .bind::<SqlUuid, _>(storage_guid)
        .execute(&mut *connection)
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
        message: "This upload was submitted already.".into(),
    }
}

async fn page(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    stored: &StoredUpload,
    counts: Counts,
    limit: PreviewLimit,
) -> ApiResult<Preview> {
    let findings = stored.findings.clone().map(serde_json::from_value);
    let Findings {
        mut groups,
        questions,
    } = findings.transpose().context("findings")?.unwrap_or_default();
    let errors = groups
        .iter()
        .take_while(|group| !group.warning && !group.is_skipped)
        .count();
    matching::plan(connection, matching::Planned::ForMany).await?;
    groups.splice(errors..errors, groups_of_book(connection, owner).await?);
    matching::plan(connection, matching::Planned::AsUsual).await?;
    Ok(Preview {
        mapping: stored.mapping.clone(),
        limit,
        rows: rows(connection, owner, stored, limit).await?,
        counts,
        groups,
        questions,
    })
}

#[derive(QueryableByName)]
struct Reason {
    #[diesel(sql_type = Text)]
    reason: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Array<Integer>)]
    rows: Vec<i32>,
    #[diesel(sql_type = Array<Text>)]
    names: Vec<String>,
}

/// What is wrong with rows that only the firm's book tells.
async fn groups_of_book(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<Vec<FaultGroup>> {
    let reasons: Vec<Reason> = diesel::sql_query(
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

/// A reason in one sentence.
pub fn reason_text(code: &str) -> &'static str {
    match code {
        "outside_block" => "This contact is not among those that you may change.",
        "ambiguous_match" => "Several contacts of the firm match this row.",
        "npn_taken" => "The NPN belongs to another agent.",
        "other_kind" => "One is a person and the other an organization.",
        _ => "This row was not taken.",
    }
}

#[derive(QueryableByName)]
struct RowRow {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    #[diesel(sql_type = Text)]
    outcome: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    matched_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    contact_name: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    faults: Option<serde_json::Value>,
    #[diesel(sql_type = Array<Text>)]
    changes: Vec<String>,
    #[diesel(sql_type = Jsonb)]
    custom_fields: serde_json::Value,
    #[diesel(sql_type = Nullable<Text>)]
    title: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    middle_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    suffix: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    organization_name: Option<String>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    owner_type: Option<i16>,
    #[diesel(sql_type = Nullable<Date>, deserialize_as = jiff_diesel::NullableDate)]
    trust_date: Option<jiff::civil::Date>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    mobile_phone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    address_line1: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    address_line2: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    city: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    state: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    postal_code: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Nullable<Date>, deserialize_as = jiff_diesel::NullableDate)]
    dob: Option<jiff::civil::Date>,
    #[diesel(sql_type = Nullable<Text>)]
    sex: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    tax_id_kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    tax_id_last4: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    npn: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    agency_code: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    external_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    notes: Option<String>,
}

impl TryFrom<RowRow> for PreviewRow {
    type Error = anyhow::Error;

    fn try_from(row: RowRow) -> anyhow::Result<Self> {
        let kind = row.tax_id_kind.as_deref().and_then(TaxIdKind::from_code);
        Ok(Self {
            row: row.row_number.unsigned_abs(),
            outcome: outcome(&row.outcome).context("an outcome that is none")?,
            contact_uuid: row.matched_uuid,
            contact_name: row.contact_name,
            tax_id_masked: kind.zip(row.tax_id_last4).map(|(kind, last4)| mask(kind, &last4)),
            custom: serde_json::from_value(row.custom_fields)?,
            faults: row
                .faults
                .map(serde_json::from_value)
                .transpose()?
                .unwrap_or_default(),
            changes: row.changes,
            person: Person {
                title: row.title,
                first_name: row.first_name,
                middle_name: row.middle_name,
                last_name: row.last_name,
                suffix: row.suffix,
                organization_name: row.organization_name,
                owner_type: row.owner_type.and_then(|number| u8::try_from(number).ok()),
                trust_date: row.trust_date,
                email: row.email,
                phone: row.phone,
                mobile_phone: row.mobile_phone,
                address: Address {
                    line1: row.address_line1,
                    line2: row.address_line2,
                    city: row.city,
                    state: row.state,
                    postal_code: row.postal_code,
                    country: row.country,
                },
                dob: row.dob,
                sex: row.sex,
                tax_id: None,
                npn: row.npn,
                agency_code: row.agency_code,
                external_id: row.external_id,
                notes: row.notes,
            },
        })
    }
}

/// A contact that the viewer does not see stays without a name.
async fn rows(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    stored: &StoredUpload,
    limit: PreviewLimit,
) -> ApiResult<Vec<PreviewRow>> {
    let found: Vec<RowRow> = diesel::sql_query(format!(
        "SELECT r.*, m.outcome, c.uuid AS matched_uuid, c.display_name AS contact_name,
           CASE WHEN m.outcome = 'Update' THEN {} ELSE '{{}}' END AS changes
         FROM (SELECT * FROM upload_row WHERE firm_id = $1 AND storage_guid = $2
               ORDER BY row_number OFFSET $3 LIMIT $4) r
         JOIN upload_match m USING (firm_id, storage_guid, row_number)
         LEFT JOIN contact c ON c.firm_id = $1 AND c.uuid = m.contact_uuid AND m.reason IS DISTINCT FROM 'outside_block'
         ORDER BY row_number",
        fields::changed_paths(stored.mapping.mode)
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<BigInt, _>(i64::from(limit.offset))
    .bind::<BigInt, _>(i64::from(limit.row_count.min(MOST_ROWS)))
    .load(connection)
    .await?;
    Ok(found
        .into_iter()
        .map(PreviewRow::try_from)
        .collect::<anyhow::Result<_>>()?)
}
