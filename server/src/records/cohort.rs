//! Cohorts visible to a viewer: all of the firm, or the viewer's own and those of the professionals they
//! support.

pub mod change;
pub mod members;

use crate::auth::{Scope, Viewer};
use crate::error::{ApiError, ApiResult};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::cohort::{Cohort, CohortKind, list_of, rule_query};
use shared::contact::ContactKind;
use shared::list::{CheckedQuery, check};
use shared::problem::FieldProblem;
use uuid::Uuid;

/// Query limit. Pickers show fewer.
const MAX_COHORTS: i64 = 1_000;

#[derive(QueryableByName)]
struct CohortRow {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    description: Option<String>,
    #[diesel(sql_type = SmallInt)]
    contact_kind: i16,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Nullable<Jsonb>)]
    filter: Option<serde_json::Value>,
    #[diesel(sql_type = BigInt)]
    contact_count: i64,
    #[diesel(sql_type = Nullable<Text>)]
    maker_name: Option<String>,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

impl TryFrom<CohortRow> for Cohort {
    type Error = anyhow::Error;

    fn try_from(row: CohortRow) -> anyhow::Result<Self> {
        let kind = CohortKind::from_code(&row.kind).context("unknown cohort kind")?;
        let contact_type = ContactKind::ALL
            .into_iter()
            .find(|kind| *kind as i16 == row.contact_kind)
            .context("unknown contact kind of a cohort")?;
        Ok(Self {
            uuid: row.uuid,
            firm_id: row.firm_id,
            version: row.version,
            name: row.name,
            description: row.description,
            contact_type,
            kind,
            filter: row
                .filter
                .map(serde_json::from_value)
                .transpose()?
                .unwrap_or_default(),
            contact_count: (kind == CohortKind::Static).then_some(row.contact_count),
            created_by: row.maker_name,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// Looks up one cohort that is visible to the viewer.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<Cohort>> {
    Ok(load(connection, viewer, Some(&[uuid]), None).await?.pop())
}

/// Returns a cohort if it is visible to the viewer.
///
/// # Errors
/// Returns [`ApiError::NotFound`] if there is none.
pub async fn get(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Cohort> {
    find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("cohort"))
}

/// Filters the given cohorts to those visible to the viewer.
pub async fn among(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuids: &[Uuid],
) -> ApiResult<Vec<Cohort>> {
    load(connection, viewer, Some(uuids), None).await
}

/// Looks up any cohort of the firm, for background work without a viewer.
pub async fn of_firm(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> ApiResult<Option<Cohort>> {
    Ok(rows(connection, firm_id, None, Some(&[uuid]), None).await?.pop())
}

/// Lists the cohorts visible to the viewer by name, optionally only those of one contact type.
pub async fn all(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contact_type: Option<ContactKind>,
) -> ApiResult<Vec<Cohort>> {
    load(connection, viewer, None, contact_type).await
}

async fn load(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuids: Option<&[Uuid]>,
    contact_type: Option<ContactKind>,
) -> ApiResult<Vec<Cohort>> {
    let maker = match &viewer.scopes.rows {
        Scope::All => None,
        Scope::Block { maker, .. } => Some(maker.as_str()),
        Scope::Shared(_) => return Ok(Vec::new()),
    };
    rows(connection, viewer.firm.id, maker, uuids, contact_type).await
}

async fn rows(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    maker: Option<&str>,
    uuids: Option<&[Uuid]>,
    contact_type: Option<ContactKind>,
) -> ApiResult<Vec<Cohort>> {
    let rows: Vec<CohortRow> = diesel::sql_query(
        "SELECT cohort.*, coalesce(maker.first_name || ' ' || maker.last_name, created_by) AS maker_name
         FROM cohort LEFT JOIN app_user maker ON maker.user_key = created_by
         WHERE cohort.firm_id = $1 AND deleted_at IS NULL AND ($2 IS NULL OR uuid = ANY($2))
           AND ($3 IS NULL OR contact_kind = $3)
           AND ($4 IS NULL OR created_by = $4 OR created_by IN (
             SELECT professional_key FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $4))
         ORDER BY firmbook_fold(name) COLLATE \"C\", uuid LIMIT $5",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Nullable<Array<SqlUuid>>, _>(uuids)
    .bind::<Nullable<SmallInt>, _>(contact_type.map(|kind| kind as i16))
    .bind::<Nullable<Text>, _>(maker)
    .bind::<BigInt, _>(MAX_COHORTS)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(Cohort::try_from)
        .collect::<anyhow::Result<_>>()?)
}

/// Checks the filter of a rule-based cohort and returns it as a list query.
///
/// # Errors
/// Returns the problems of a filter that the list no longer supports.
pub fn rule(cohort: &Cohort, today: Date) -> Result<CheckedQuery, Vec<FieldProblem>> {
    let list = list_of(cohort.contact_type).ok_or_else(Vec::new)?;
    check(list, &rule_query(&cohort.filter), today)
}

/// Builds the error for a cohort that exceeds the contact limit.
pub fn too_many_contacts(advice: &str) -> ApiError {
    ApiError::Refused {
        code: "too_many_contacts",
        message: shared::cohort::too_many_contacts(advice),
    }
}

/// Builds the error for a cohort whose filter is invalid.
#[must_use]
pub fn cannot_ask(faults: Vec<FieldProblem>) -> ApiError {
    let reason = faults.into_iter().next().map(|fault| fault.message);
    ApiError::Refused {
        code: "cohort_problem",
        message: format!(
            "This cohort's filter cannot be applied: {} Edit the filter and try again.",
            reason.unwrap_or_else(|| "It was saved by a different version of the application.".into())
        ),
    }
}
