//! Members of static cohorts, added and removed by uuid or query in one statement.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::statement::{Bind, Statement};
use crate::list::{self, ScopedQuery};
use crate::records::cohort;
use crate::records::cohort::too_many_contacts;
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use axum::extract::RawQuery;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::cohort::{Cohort, CohortChange, CohortContacts, CohortKind, MAX_CONTACTS};
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

/// One more than `MAX_CONTACTS`, enough to detect that there are too many.
const ENOUGH: i64 = MAX_CONTACTS as i64 + 1;

#[derive(QueryableByName)]
pub(super) struct Moved {
    #[diesel(sql_type = BigInt)]
    found: i64,
    #[diesel(sql_type = Array<SqlUuid>)]
    moved: Vec<Uuid>,
}

/// Builds the query for the selected contacts that are visible to the viewer.
///
/// # Errors
/// Returns `ApiError::Invalid` if the selection is invalid, and the errors of [`list_query::prepare`].
pub(super) async fn question(
    app: &App,
    viewer: &Viewer,
    contact_type: ContactKind,
    contacts: CohortContacts,
) -> ApiResult<ScopedQuery> {
    let faults = contacts.faults();
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let list = ListName::of_contacts(contact_type);
    let Some(query) = contacts.query else {
        let mut question = list_query::prepare(app, viewer, list, ListQuery::default()).await?;
        question.query.among = Some(contacts.contact_uuids);
        return Ok(question);
    };
    list_query::prepare(app, viewer, list, query).await
}

/// Adds the contacts found by the query. Fails if the cohort would exceed `MAX_CONTACTS`.
pub(super) async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: Uuid,
    question: &ScopedQuery,
) -> ApiResult<Moved> {
    let firm_id = viewer.firm.id;
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql("WITH found AS MATERIALIZED (");
    list::write_uuids(&mut statement, question, firm_id);
    // Lock the contacts, so that none is deleted between the search and the count.
    statement
        .sql(" LIMIT ")
        .bind(Bind::BigInt(ENOUGH))
        .sql(" FOR SHARE OF t), added AS (")
        .sql("INSERT INTO cohort_contact (firm_id, cohort_uuid, contact_uuid, added_by) SELECT ")
        .bind(Bind::Integer(firm_id))
        .sql(", ")
        .bind(Bind::Uuid(cohort))
        .sql(", uuid, ")
        .bind(Bind::Text(viewer.user_key.clone()))
        .sql(" FROM found ON CONFLICT DO NOTHING RETURNING contact_uuid) ")
        .sql("SELECT (SELECT count(*) FROM found) AS found, coalesce(array_agg(contact_uuid), '{}') AS moved FROM added");
    let moved: Moved = statement.get_result(&mut *connection).await?;
    let count: Count = diesel::sql_query("SELECT contact_count FROM cohort WHERE firm_id = $1 AND uuid = $2")
        .bind::<Integer, _>(firm_id)
        .bind::<SqlUuid, _>(cohort)
        .get_result(connection)
        .await?;
    if moved.found >= ENOUGH || count.contact_count >= ENOUGH {
        return Err(too_many_contacts("Narrow the selection."));
    }
    Ok(moved)
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    contact_count: i64,
}

async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: Uuid,
    question: &ScopedQuery,
) -> ApiResult<Moved> {
    let firm_id = viewer.firm.id;
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql("WITH found AS MATERIALIZED (");
    list::write_uuids(&mut statement, question, firm_id);
    statement
        .sql(" FOR SHARE OF t), removed AS (DELETE FROM cohort_contact WHERE firm_id = ")
        .bind(Bind::Integer(firm_id))
        .sql(" AND cohort_uuid = ")
        .bind(Bind::Uuid(cohort))
        .sql(" AND contact_uuid IN (SELECT uuid FROM found) RETURNING contact_uuid) ")
        .sql("SELECT (SELECT count(*) FROM found) AS found, coalesce(array_agg(contact_uuid), '{}') AS moved FROM removed");
    Ok(statement.get_result(connection).await?)
}

/// Locks the cohort, so that its members change one request at a time. Fails if it has been deleted.
async fn hold(connection: &mut AsyncPgConnection, viewer: &Viewer, cohort: &Cohort) -> ApiResult<()> {
    let held = diesel::sql_query(
        "SELECT FROM cohort WHERE firm_id = $1 AND uuid = $2 AND deleted_at IS NULL FOR UPDATE",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(cohort.uuid)
    .execute(connection)
    .await?;
    if held == 1 {
        Ok(())
    } else {
        Err(ApiError::NotFound("cohort"))
    }
}

/// Looks up a cohort. Fails if it is rule-based.
async fn chosen(app: &App, viewer: &Viewer, uuid: Uuid) -> ApiResult<Cohort> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, viewer, uuid).await?;
    transaction.finish();
    if cohort.kind == CohortKind::Rule {
        return Err(ApiError::Refused {
            code: "by_rule",
            message: "This cohort selects its contacts by rule. Edit the rule instead.".into(),
        });
    }
    Ok(cohort)
}

pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(contacts): Body<CohortContacts>,
) -> ApiResult<Json<CohortChange>> {
    let cohort = chosen(&app, &viewer, uuid).await?;
    let question = question(&app, &viewer, cohort.contact_type, contacts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    hold(&mut transaction, &viewer, &cohort).await?;
    let moved = insert(&mut transaction, &viewer, uuid, &question).await?;
    let change = outcome(&mut transaction, &viewer, uuid, "enlist", moved).await?;
    transaction.commit().await?;
    Ok(Json(change))
}

pub(super) async fn remove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(contacts): Body<CohortContacts>,
) -> ApiResult<Json<CohortChange>> {
    let cohort = chosen(&app, &viewer, uuid).await?;
    let question = question(&app, &viewer, cohort.contact_type, contacts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    hold(&mut transaction, &viewer, &cohort).await?;
    let moved = delete(&mut transaction, &viewer, uuid, &question).await?;
    let change = outcome(&mut transaction, &viewer, uuid, "dismiss", moved).await?;
    transaction.commit().await?;
    Ok(Json(change))
}

#[derive(IntoParams)]
#[into_params(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "documentation only: serde cannot read repeated parameters"
)]
pub(super) struct NamedParams {
    /// UUID of a contact to remove. Can be repeated
    #[param(required = true)]
    contact_uuids: Vec<Uuid>,
}

/// Removes the contacts given by repeated `contactUuids` query parameters.
pub(super) async fn remove_named(
    state: State<App>,
    viewer: Viewer,
    path: PathParams<Uuid>,
    RawQuery(query): RawQuery,
) -> ApiResult<Json<CohortChange>> {
    let query = query.unwrap_or_default();
    let named = query
        .split('&')
        .filter_map(|pair| pair.strip_prefix("contactUuids="));
    let contact_uuids = named.map(str::parse).collect::<Result<Vec<Uuid>, _>>();
    let Ok(contact_uuids) = contact_uuids else {
        let mut findings = Findings::default();
        findings.fault("contactUuids", "type", "Must be a UUID.");
        return Err(ApiError::Invalid(findings.0));
    };
    let contacts = CohortContacts {
        contact_uuids,
        query: None,
    };
    remove(state, viewer, path, Body(contacts)).await
}

/// Returns the result of a change, after writing an audit entry if any member changed.
async fn outcome(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    action: &str,
    Moved { found, moved }: Moved,
) -> ApiResult<CohortChange> {
    let cohort = cohort::get(connection, viewer, uuid).await?;
    if !moved.is_empty() {
        let details = json!({ "contacts": moved.len() });
        audit::record(connection, viewer, action, ("cohort", Some(uuid)), details).await?;
    }
    Ok(CohortChange {
        unchanged_count: found - i64::try_from(moved.len()).unwrap_or(found),
        contact_uuids: moved,
        cohort,
    })
}
