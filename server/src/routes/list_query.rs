//! Prepares list requests for compilation: checks the query and applies the saved report or cohort that
//! narrows it.

use crate::app::App;
use crate::auth::{Reader, Scope, Viewer};
use crate::error::{ApiError, ApiResult};
use crate::list::{Page, ScopedQuery, page};
use crate::records::report::{Saved, sharing};
use crate::records::subject::SubjectKind;
use crate::records::{cohort, report};
use jiff::civil::Date;
use shared::cohort::CohortKind;
use shared::list::{CheckedQuery, ListName, ListQuery, Private, Shown, check_shown};
use shared::permission::Feature;
use shared::report::ReportQuery;
use uuid::Uuid;

/// A saved report that narrows a query.
struct OpenReport {
    saved: Saved,
    /// For a viewer who sees only shared reports: the scope of the report's owner, and the columns that the
    /// viewer sees, or `None` if they see all.
    shared: Option<(Scope, Option<Shown>)>,
}

async fn open_report(app: &App, viewer: &Viewer, list: ListName, uuid: Uuid) -> ApiResult<OpenReport> {
    let missing = || ApiError::NotFound("report");
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = report::find(&mut transaction, viewer, uuid)
        .await?
        .filter(|saved| saved.report_type.list() == list)
        .ok_or_else(missing)?;
    let mut shared = None;
    if viewer.sees_shared_only() {
        let opens = sharing::opens(&mut transaction, viewer.firm.id, uuid, &viewer.user_key)
            .await?
            .ok_or_else(missing)?;
        let owner = Reader::find(&mut transaction, viewer.firm.id, &saved.owner_key).await?;
        shared = match owner.map(|owner| owner.scope) {
            Some(scope @ (Scope::All | Scope::Block { .. })) => {
                Some((scope, opens.shown(&saved.query, saved.report_type)))
            }
            _ => return Err(missing()),
        };
    }
    if report::opened(&mut transaction, viewer, app.clock, &saved).await? {
        transaction.commit().await?;
    } else {
        transaction.finish();
    }
    Ok(OpenReport { saved, shared })
}

/// Limits a widget's query to the contact of its session.
///
/// # Errors
/// Returns `ApiError::Forbidden` if the query names a saved report, a cohort or a contact, which belong to the portal.
fn of_widget(viewer: &Viewer, query: ListQuery) -> ApiResult<ListQuery> {
    let Some(embedded) = &viewer.embedded else {
        return Ok(query);
    };
    let is_plain = query.report_uuid.is_none()
        && query.cohort_uuid.is_none()
        && query.uuid.is_none()
        && query.contact_type.is_none()
        && query.party_set.is_none();
    if !is_plain {
        return Err(ApiError::Forbidden);
    }
    let (contact_type, uuid) = embedded.contact.unzip();
    Ok(ListQuery {
        contact_type,
        uuid,
        ..query
    })
}

/// Checks a query as of the viewer's current date. A saved report adds its filter and search. A viewer who
/// sees only shared reports gets the rows that the report's owner can see, and the columns that the report
/// shows.
///
/// # Errors
/// Returns `ApiError::Invalid` if the query is invalid, `ApiError::NotFound` if the report, cohort or party is
/// not visible to the viewer, and `ApiError::Refused` if the report or rule can no longer run.
pub async fn prepare(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<ScopedQuery> {
    let query = of_widget(viewer, query)?;
    let today = viewer.today(app.clock);
    let report = match query.report_uuid {
        Some(uuid) => Some(open_report(app, viewer, list, uuid).await?),
        None => None,
    };
    let shared = report.as_ref().and_then(|report| report.shared.clone());
    let rows = &viewer.scopes.rows;
    let (scope, shown) = shared.unwrap_or_else(|| (rows.clone(), rows.shown(list)));
    let private = Private::ReadableBy(&viewer.permissions);
    let mut checked =
        check_shown(list, (shown.as_ref(), private), &query, today).map_err(ApiError::Invalid)?;
    checked.time_zone.clone_from(&viewer.time_zone);
    if let Some(cohort) = checked.cohort {
        narrow_to_cohort(app, viewer, &mut checked, cohort, today).await?;
    }
    if let Some((kind, uuid)) = checked.party
        && viewer.sees_shared_only()
    {
        // The contracts of a contact are part of its record.
        let mut transaction = app.db.begin(viewer.firm.id).await?;
        SubjectKind::Contact(kind)
            .must_see(&mut transaction, viewer, uuid)
            .await?;
        transaction.finish();
    }
    // Shared reports do not show the parties of contracts.
    if checked.without.is_some() && viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    if checked.beneficiary.is_some() && viewer.sees_shared_only() {
        return Err(ApiError::NotFound("beneficiary"));
    }
    // Clear the report, because its conditions become part of the query.
    checked.report = None;
    if let Some(OpenReport { saved, .. }) = report {
        let narrowing = ReportQuery {
            filter: saved.query.filter.clone(),
            search_text: saved.query.search_text.clone(),
            ..ReportQuery::default()
        };
        let narrowing = narrowing
            .checked(saved.report_type, today)
            .map_err(report::cannot_run)?;
        checked.filter.extend(narrowing.filter);
        checked.report_search = narrowing.search;
    }
    Ok(ScopedQuery {
        query: checked,
        scope,
    })
}

/// Narrows the query to the members of a cohort: the selected contacts, or the current matches of its rule.
async fn narrow_to_cohort(
    app: &App,
    viewer: &Viewer,
    checked: &mut CheckedQuery,
    uuid: Uuid,
    today: Date,
) -> ApiResult<()> {
    viewer.may_read(Feature::Cohorts)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::find(&mut transaction, viewer, uuid).await?;
    transaction.finish();
    let cohort = cohort
        .filter(|cohort| Some(cohort.contact_type) == checked.list.contact_kind())
        .ok_or(ApiError::NotFound("cohort"))?;
    if cohort.kind == CohortKind::Rule {
        checked.cohort = None;
        checked
            .filter
            .extend(cohort::rule(&cohort, today).map_err(cohort::cannot_ask)?.filter);
    }
    Ok(())
}

/// Loads a page of a list for the viewer.
///
/// # Errors
/// Returns the errors of [`prepare`].
pub async fn search(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<Page> {
    let query = prepare(app, viewer, list, query).await?;
    page(&app.db, viewer, &query).await
}
