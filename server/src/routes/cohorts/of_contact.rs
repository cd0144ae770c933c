//! The cohorts of a contact, with the reasons for each membership.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::cohort;
use crate::records::cohort::members::{self, Joined};
use crate::records::subject::SubjectKind;
use crate::routes::PathParams;
use axum::{Json, extract::State};
use shared::cohort::{Cohort, CohortKind, Membership, Reason, reasons};
use shared::contact::ContactKind;
use shared::list::eval::{Cell, Row};
use shared::list::{CheckedQuery, Column, ListName, ListQuery, check};
use std::collections::HashMap;
use uuid::Uuid;

pub(super) async fn memberships(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<Membership>>> {
    let today = viewer.today(app.clock);
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SubjectKind::Contact(kind)
        .must_see(&mut transaction, &viewer, uuid)
        .await?;
    let cohorts = cohort::all(&mut transaction, &viewer, Some(kind)).await?;
    let joined = members::joined_by(&mut transaction, viewer.firm.id, uuid).await?;
    // An invalid rule matches no contact.
    let rules: HashMap<Uuid, CheckedQuery> = cohorts
        .iter()
        .filter(|cohort| cohort.kind == CohortKind::Rule)
        .filter_map(|cohort| Some((cohort.uuid, cohort::rule(cohort, today).ok()?)))
        .collect();
    let mut columns: Vec<&'static Column> = rules
        .values()
        .flat_map(|rule| rule.filter.iter().flatten())
        .map(|condition| condition.column)
        .collect();
    columns.sort_by_key(|column| column.key);
    columns.dedup_by_key(|column| column.key);
    let list = ListName::of_contacts(kind);
    let mut query = check(list, &ListQuery::default(), today).map_err(ApiError::Invalid)?;
    query.among = Some(vec![uuid]);
    query.columns.clone_from(&columns);
    let question = ScopedQuery {
        query,
        scope: viewer.scopes.rows.clone(),
    };
    let cells = list::first_row(&mut transaction, viewer.firm.id, &question)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.finish();
    let contact = Contact(columns.iter().map(|column| column.key).zip(cells).collect());
    let memberships = cohorts.into_iter().filter_map(|cohort| {
        let reasons: Vec<Vec<Reason>> = match rules.get(&cohort.uuid) {
            Some(rule) => reasons(&cohort.filter, rule, &contact)?,
            None => Vec::new(),
        };
        membership(cohort, &joined, reasons)
    });
    Ok(Json(memberships.collect()))
}

fn membership(
    cohort: Cohort,
    joined: &HashMap<Uuid, Joined>,
    reasons: Vec<Vec<Reason>>,
) -> Option<Membership> {
    let joined = joined.get(&cohort.uuid);
    if cohort.kind == CohortKind::Static && joined.is_none()
        || cohort.kind == CohortKind::Rule && reasons.is_empty()
    {
        return None;
    }
    Some(Membership {
        cohort,
        added_at: joined.map(|joined| joined.added_at),
        added_by: joined.and_then(|joined| joined.added_by.clone()),
        reasons,
    })
}

/// The cells of a contact that the rules evaluate.
struct Contact(HashMap<&'static str, Cell>);

impl Row for Contact {
    fn cell(&self, key: &str) -> Cell {
        self.0.get(key).cloned().unwrap_or(Cell::Empty)
    }

    /// Rules have no search text.
    fn search_text(&self) -> String {
        String::new()
    }
}
