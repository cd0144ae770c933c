//! From what a request asks to what is compiled: the check, and the saved report that narrows it.

use crate::app::App;
use crate::auth::{Reader, Scope, Viewer};
use crate::db::models::{cohort, report};
use crate::error::{ApiError, ApiResult};
use jiff::civil::Date;
use shared::cohort::CohortKind;
use shared::list::{CheckedQuery, ListName, ListQuery, check};
use shared::permission::Feature;
use shared::report::ReportQuery;
use std::ops::Deref;
use uuid::Uuid;

/// A checked query, and over whose rows it is asked.
pub struct Prepared {
    pub query: CheckedQuery,
    pub scope: Scope,
}

impl Deref for Prepared {
    type Target = CheckedQuery;

    fn deref(&self) -> &CheckedQuery {
        &self.query
    }
}

/// Checks a query for the viewer's day. A saved report adds its filter and its search to it; whoever sees only what is
/// shared with them sees the rows of the report as its owner does.
///
/// # Errors
/// 400 with the fields at fault, 404 for a report or cohort that the viewer does not have, 422 for a report or a
/// rule that cannot be run.
pub async fn prepare(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<Prepared> {
    let today = viewer.today(app.clock);
    let mut checked = check(list, &query, today).map_err(ApiError::Invalid)?;
    checked.time_zone.clone_from(&viewer.time_zone);
    if let Some(cohort) = checked.cohort {
        narrow_to_cohort(app, viewer, &mut checked, cohort, today).await?;
    }
    let mut scope = viewer.scope.clone();
    // What a report narrows it to is part of the query from here on.
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
    Ok(Prepared {
        query: checked,
        scope,
    })
}

/// The members of a cohort are those that were added, or those that its rule finds now.
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
