//! Members of static cohorts, added and removed by uuid or query in one statement.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::ScopedQuery;
use crate::records::cohort;
use crate::records::cohort::members::{self, MemberChange};
use crate::routes::list_query;
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, PathParams};
use axum::extract::RawQuery;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::json;
use shared::cohort::{Cohort, CohortChange, CohortContacts, CohortKind};
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

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

/// Locks the cohort, so that its members are changed by one request at a time. Fails if it has been deleted.
async fn hold(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> ApiResult<()> {
    if cohort::change::lock(connection, firm_id, uuid).await? {
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

/// Compares the values that the request repeats with the viewer's firm and the path.
fn of_cohort(viewer: &Viewer, uuid: Uuid, contacts: &CohortContacts) -> [(&'static str, bool); 2] {
    [
        ("firmId", repeats(contacts.firm_id, viewer.firm.id)),
        ("cohortUuid", repeats(contacts.cohort_uuid, uuid)),
    ]
}

pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(contacts): Body<CohortContacts>,
) -> ApiResult<Json<CohortChange>> {
    let cohort = chosen(&app, &viewer, uuid).await?;
    must_repeat(of_cohort(&viewer, uuid, &contacts))?;
    let question = question(&app, &viewer, cohort.contact_type, contacts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    hold(&mut transaction, viewer.firm.id, uuid).await?;
    let added = members::add(&mut transaction, &viewer, uuid, &question).await?;
    let change = outcome(&mut transaction, &viewer, uuid, "enlist", added).await?;
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
    must_repeat(of_cohort(&viewer, uuid, &contacts))?;
    let question = question(&app, &viewer, cohort.contact_type, contacts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    hold(&mut transaction, viewer.firm.id, uuid).await?;
    let removed = members::remove(&mut transaction, viewer.firm.id, uuid, &question).await?;
    let change = outcome(&mut transaction, &viewer, uuid, "dismiss", removed).await?;
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
        ..CohortContacts::default()
    };
    remove(state, viewer, path, Body(contacts)).await
}

/// Returns the result of a change, after writing an audit entry if any member changed.
async fn outcome(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    action: &str,
    change: MemberChange,
) -> ApiResult<CohortChange> {
    let cohort = cohort::get(connection, viewer, uuid).await?;
    if !change.contact_uuids.is_empty() {
        let details = json!({ "contacts": change.contact_uuids.len() });
        audit::record(connection, viewer, action, ("cohort", Some(uuid)), details).await?;
    }
    Ok(CohortChange {
        unchanged_count: change.found - i64::try_from(change.contact_uuids.len()).unwrap_or(change.found),
        contact_uuids: change.contact_uuids,
        cohort,
    })
}
