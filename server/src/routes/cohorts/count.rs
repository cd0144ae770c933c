//! Current member counts of cohorts. Counts of rule-based cohorts are not stored.

use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::cohort;
use crate::routes::Body;
use axum::{Json, extract::State};
use shared::cohort::{Cohort, CohortCount, CohortKind, CohortsToCount};
use shared::list::{ListName, ListQuery, check};

/// Counts several cohorts. Leaves out cohorts that the viewer cannot see.
pub(super) async fn of_several(
    State(app): State<App>,
    viewer: Viewer,
    Body(asked): Body<CohortsToCount>,
) -> ApiResult<Json<Vec<CohortCount>>> {
    let faults = asked.faults();
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohorts = cohort::among(&mut transaction, &viewer, &asked.cohort_uuids).await?;
    let counts = counts(&mut transaction, &app, &viewer, &cohorts).await?;
    transaction.finish();
    Ok(Json(counts))
}

/// Counts the members visible to the viewer. Returns `None` if the cohort's rule is no longer valid.
pub(super) async fn of_one(app: &App, viewer: &Viewer, cohort: &Cohort) -> ApiResult<Option<i64>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let counts = counts(&mut transaction, app, viewer, std::slice::from_ref(cohort)).await?;
    transaction.finish();
    Ok(counts.first().and_then(|counted| counted.contact_count))
}

/// Counts all cohorts in one statement.
async fn counts(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    cohorts: &[Cohort],
) -> ApiResult<Vec<CohortCount>> {
    let mut counts = Vec::with_capacity(cohorts.len());
    let mut questions = Vec::new();
    for cohort in cohorts {
        let question = members(app, viewer, cohort);
        counts.push((cohort.uuid, question.is_some()));
        questions.extend(question);
    }
    let mut found = list::totals::counts(transaction, viewer.firm.id, &questions)
        .await?
        .into_iter();
    Ok(counts
        .into_iter()
        .map(|(uuid, is_asked)| CohortCount {
            uuid,
            contact_count: if is_asked { found.next() } else { None },
        })
        .collect())
}

/// Builds the query for the members. Returns `None` if the cohort's rule is no longer valid.
pub(super) fn members(app: &App, viewer: &Viewer, cohort: &Cohort) -> Option<ScopedQuery> {
    let today = viewer.today(app.clock);
    let mut query = match cohort.kind {
        CohortKind::Rule => cohort::rule(cohort, today).ok()?,
        CohortKind::Static => {
            let query = ListQuery {
                cohort_uuid: Some(cohort.uuid),
                ..ListQuery::default()
            };
            check(ListName::of_contacts(cohort.contact_type), &query, today).ok()?
        }
    };
    query.time_zone.clone_from(&viewer.time_zone);
    Some(ScopedQuery {
        query,
        scope: viewer.scopes.rows.clone(),
    })
}
