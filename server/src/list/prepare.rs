//! From what a request asks to what is compiled: the check, and the saved report that narrows it.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::list::{CheckedQuery, ListName, ListQuery, check};
use uuid::Uuid;

/// Checks a query for the viewer's day. A saved report adds its filter and its search to it.
///
/// # Errors
/// 400 with the fields at fault, 404 for a report or cohort that the viewer does not have.
pub async fn prepare(
    app: &App,
    viewer: &Viewer,
    list: ListName,
    query: ListQuery,
) -> ApiResult<CheckedQuery> {
    let today = viewer.today(app.clock);
    let mut checked = check(list, &query, today).map_err(ApiError::Invalid)?;
    checked.time_zone.clone_from(&viewer.time_zone);
    if let Some(cohort) = checked.cohort {
        must_have_cohort(app, viewer, cohort).await?;
    }
    if let Some(report) = checked.report {
        let saved = saved_report(app, viewer, list, report).await?;
        let narrowing = ListQuery {
            filter: saved.filter,
            search_text: saved.search_text,
            ..ListQuery::default()
        };
        let narrowing = check(list, &narrowing, today).map_err(ApiError::Invalid)?;
        checked.filter.extend(narrowing.filter);
        checked.search.extend(narrowing.search);
    }
    Ok(checked)
}

#[derive(QueryableByName)]
struct SavedReport {
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
}

async fn saved_report(app: &App, viewer: &Viewer, list: ListName, uuid: Uuid) -> ApiResult<ListQuery> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved: SavedReport = diesel::sql_query(
        "SELECT query FROM report
         WHERE firm_id = $1 AND uuid = $2 AND report_type = ANY($3) AND (owner_key = $4 OR EXISTS (
           SELECT FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND user_key = $4))",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<SmallInt>, _>(report_types(list))
    .bind::<Text, _>(&viewer.user_key)
    .get_result(&mut *transaction)
    .await
    .optional()?
    .ok_or(ApiError::NotFound("report"))?;
    transaction.finish();
    Ok(serde_json::from_value(saved.query).map_err(anyhow::Error::from)?)
}

/// `reportType`: 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner.
fn report_types(list: ListName) -> Vec<i16> {
    match list {
        ListName::Policies => vec![1, 2],
        ListName::Annuities => vec![3],
        ListName::Agents => vec![4],
        ListName::Insureds => vec![5],
        ListName::Owners => vec![6],
        ListName::AuditLog => Vec::new(),
    }
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    exists: bool,
}

async fn must_have_cohort(app: &App, viewer: &Viewer, uuid: Uuid) -> ApiResult<()> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found: Found =
        diesel::sql_query("SELECT EXISTS (SELECT FROM cohort WHERE firm_id = $1 AND uuid = $2) AS exists")
            .bind::<Integer, _>(viewer.firm.id)
            .bind::<SqlUuid, _>(uuid)
            .get_result(&mut *transaction)
            .await?;
    transaction.finish();
    if found.exists {
        Ok(())
    } else {
        Err(ApiError::NotFound("cohort"))
    }
}
