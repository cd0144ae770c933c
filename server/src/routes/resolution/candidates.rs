//! Pairs of contacts that may be duplicates.

use super::Mergeable;
use super::affected::selected;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::resolution::candidates::{self, Compared};
use crate::routes::Body;
use anyhow::Context;
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::contact::Person;
use shared::list::ListName;
use shared::resolution::{
    Candidate, CandidatesQuery, Details, DuplicateCandidates, DuplicatePair, MAX_PAIRS, PairedContact, pairs,
};
use std::collections::HashSet;
use tokio::sync::Semaphore;
use uuid::Uuid;

/// Maximum number of contacts that are compared. Scoring them takes about 160 MB of memory per 100,000.
const MAX_COMPARED: i64 = 200_000;

/// Comparing all contacts of a firm keeps a processor busy for seconds, so that a node does one at a time.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// Compares all contacts of the firm with each other.
pub(super) async fn list<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<CandidatesQuery>,
) -> ApiResult<Json<DuplicateCandidates>> {
    let turn = ONE_AT_A_TIME
        .acquire()
        .await
        .context("the semaphore is never closed")?;
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let compared = candidates::compared(&mut transaction, firm_id, K::KIND, MAX_COMPARED + 1).await?;
    let dismissed = candidates::dismissed(&mut transaction, firm_id).await?;
    transaction.finish();
    if compared.len() as i64 > MAX_COMPARED {
        let many = ListName::of_contacts(K::KIND).spec().rows;
        return Err(ApiError::Refused {
            code: "too_many_contacts",
            message: format!("Duplicates can be searched among up to 200,000 {many}. Contact support."),
        });
    }
    let found = tokio::task::spawn_blocking(move || {
        // Held by the work, which goes on if the client disconnects.
        let _turn = turn;
        find(compared, &dismissed, query)
    });
    Ok(Json(found.await.context("failed to compare contacts")?))
}

/// A contact as shown, with the values to compare.
fn prepared(row: Compared) -> (PairedContact, Candidate) {
    let person = Person::from(row.person.clone());
    let candidate = Candidate::new(&Details::of(&person, row.tax_id_hash.as_deref()));
    let shown = PairedContact {
        uuid: row.uuid,
        name: row.person.display_name,
        detail: person
            .email
            .or(person.phone)
            .or(person.mobile_phone)
            .or(person.address.city),
        policy_count: row.policy_count,
        annuity_count: row.annuity_count,
    };
    (shown, candidate)
}

fn find(
    compared: Vec<Compared>,
    dismissed: &HashSet<(Uuid, Uuid)>,
    query: CandidatesQuery,
) -> DuplicateCandidates {
    let (contacts, candidates): (Vec<PairedContact>, Vec<Candidate>) =
        compared.into_iter().map(prepared).unzip();
    let mut found: Vec<DuplicatePair> = pairs(&candidates)
        .into_iter()
        .filter_map(|(first, second, score)| {
            DuplicatePair::new(contacts[first].clone(), contacts[second].clone(), &score)
        })
        .filter(|pair| {
            let (first, second) = (pair.first.uuid, pair.second.uuid);
            dismissed.contains(&(first.min(second), first.max(second))) == query.is_dismissed
                && query
                    .contact_uuid
                    .is_none_or(|uuid| uuid == first || uuid == second)
        })
        .collect();
    found.sort_by_key(|pair| (std::cmp::Reverse(pair.percent), pair.first.uuid, pair.second.uuid));
    let total = found.len();
    found.truncate(MAX_PAIRS);
    DuplicateCandidates { items: found, total }
}

/// Marks a pair as not duplicates, until one of the contacts changes.
pub(super) async fn dismiss<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(selection): Body<K::Selection>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let pair = pair(&selected::<K>(&mut transaction, &viewer, selection).await?)?;
    candidates::dismiss(&mut transaction, &viewer, pair).await?;
    let details = json!({ "other": pair.1 });
    let subject = (K::KIND.noun(), Some(pair.0));
    audit::record(&mut transaction, &viewer, "notDuplicate", subject, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes [`dismiss`].
pub(super) async fn reopen<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(selection): Body<K::Selection>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let pair = pair(&selected::<K>(&mut transaction, &viewer, selection).await?)?;
    candidates::reopen(&mut transaction, viewer.firm.id, pair).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn pair(uuids: &[Uuid]) -> ApiResult<(Uuid, Uuid)> {
    match *uuids {
        [first, second] if first != second => Ok((first, second)),
        _ => Err(ApiError::Refused {
            code: "not_a_pair",
            message: "Select two different contacts.".into(),
        }),
    }
}
