//! Review of possible duplicates.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::resolution::checks;
use crate::records::resolution::pairs::{self, Wanted};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::contact::ContactKind;
use shared::resolution::{DuplicatePair, DuplicateProgress, MAX_REVIEWED, PairReview};
use uuid::Uuid;

/// Noun in the error for an unknown pair.
const PAIR: &str = "duplicate pair";

pub(super) async fn one(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<DuplicatePair>> {
    let wanted = Wanted {
        uuid: Some(uuid),
        ..Wanted::default()
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (found, _) = pairs::load(&mut transaction, &viewer, &wanted, 1).await?;
    transaction.finish();
    found.into_iter().next().map(Json).ok_or(ApiError::NotFound(PAIR))
}

/// Marks pairs as not duplicates, or reopens them. Ignores pairs that already have this state.
pub(super) async fn review(
    State(app): State<App>,
    viewer: Viewer,
    Body(mut review): Body<PairReview>,
) -> ApiResult<StatusCode> {
    review.uuids.sort_unstable();
    review.uuids.dedup();
    if !(1..=MAX_REVIEWED).contains(&review.uuids.len()) {
        return Err(ApiError::Refused {
            code: "pair_count",
            message: format!("Select 1 to {MAX_REVIEWED} pairs."),
        });
    }
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    if pairs::count(&mut transaction, &viewer, &review.uuids).await? < review.uuids.len() {
        return Err(ApiError::NotFound(PAIR));
    }
    let (action, reviewed) = if review.is_dismissed {
        let user = &viewer.user_key;
        (
            "notDuplicate",
            pairs::dismiss(&mut transaction, firm_id, &review.uuids, user).await?,
        )
    } else {
        (
            "reopenPair",
            pairs::reopen(&mut transaction, firm_id, &review.uuids).await?,
        )
    };
    let noun = |kind| {
        let is_agent = kind == ContactKind::Agent as i16;
        let kind = if is_agent {
            ContactKind::Agent
        } else {
            ContactKind::Owner
        };
        kind.noun()
    };
    let entries = reviewed.iter().map(|pair| {
        let subject = (noun(pair.contact_kind), Some(pair.first_uuid));
        (subject.into(), json!({ "other": pair.second_uuid }))
    });
    audit::record_each(&mut transaction, &viewer, action, entries.collect()).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn progress(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<DuplicateProgress>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let progress = checks::progress(&mut transaction, viewer.firm.id).await?;
    transaction.finish();
    Ok(Json(progress))
}

/// Compares all agents and owners of the firm again, in the background.
pub(super) async fn rescore(
    State(app): State<App>,
    viewer: Viewer,
) -> ApiResult<(StatusCode, Json<DuplicateProgress>)> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    checks::add_all(&mut transaction, firm_id, Some(&viewer.user_key)).await?;
    let progress = checks::progress(&mut transaction, firm_id).await?;
    transaction.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(progress)))
}
