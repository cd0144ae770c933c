//! Prepares list requests for compilation: checks the query and applies the saved report or cohort that
//! narrows it.

use crate::app::App;
use crate::auth::{Reader, Scope, Viewer};
use crate::error::{ApiError, ApiResult};
use crate::list::{Page, ScopedQuery, page};
use crate::records::{cohort, report};
use jiff::civil::Date;
use shared::cohort::CohortKind;
use shared::list::{CheckedQuery, ListName, ListQuery, check};
use shared::permission::Feature;
use shared::report::ReportQuery;
use uuid::Uuid;

/// Checks a query as of the viewer's current date. A saved report adds its filter and search. A viewer who
/// sees only shared reports gets the rows that the report's owner can see.
///
/// # Errors
/// Returns `ApiError::Invalid` if the query is invalid, `ApiError::NotFound` if the report or cohort is not
/// visible to the viewer, and `ApiError::Refused` if the report or rule can no longer run.
pub async fn prepare(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<ScopedQuery> {
    let today = viewer.today(app.clock);
    let mut checked = check(list, &query, today).map_err(ApiError::Invalid)?;
    checked.time_zone.clone_from(&viewer.time_zone);
    if let Some(cohort) = checked.cohort {
        narrow_to_cohort(app, viewer, &mut checked, cohort, today).await?;
    }
    let mut scope = viewer.scope.clone();
    // The conditions of the report become part of the query.
    if let Some(uuid) = checked.report.take() {
        let mut transaction = app.db.begin(viewer.firm.id).await?;
        let saved = report::find(&mut transaction, viewer, uuid)
            .await?
            .filter(|saved| saved.report_type.list() == list)
            .ok_or(ApiError::NotFound("report"))?;
        if matches!(scope, Scope::Shared(_)) {
            let owner = Reader::find(&mut transaction, viewer.firm.id, &saved.owner_key).await?;
            scope = match owner.map(|owner| owner.scope) {
                Some(scope @ (Scope::All | Scope::Block { .. })) => scope,
                _ => return Err(ApiError::NotFound("report")),
            };
        }
        if report::opened(&mut transaction, viewer, app.clock, &saved).await? {
            transaction.commit().await?;
        } else {
            transaction.finish();
        }
        let narrowing = ReportQuery {
            filter: saved.query.filter.clone(),
            search_text: saved.query.search_text.clone(),
            ..ReportQuery::default()
        };
        let narrowing = narrowing
            .checked(saved.report_type, today)
            .map_err(report::cannot_run)?;
        checked.filter.extend(narrowing.filter);
        checked.search.extend(narrowing.search);
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
