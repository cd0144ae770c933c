//! Possible duplicates among agents or owners.

use super::Mergeable;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::resolution::pairs::{self, Wanted};
use crate::routes::Body;
use axum::{Json, extract::State};
use shared::resolution::{CandidatesQuery, DuplicateCandidates, MAX_PAIRS};

/// Lists the stored pairs.
pub(super) async fn list<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<CandidatesQuery>,
) -> ApiResult<Json<DuplicateCandidates>> {
    let wanted = Wanted {
        kind: Some(K::KIND),
        contact_uuid: query.contact_uuid,
        is_dismissed: Some(query.is_dismissed),
        ..Wanted::default()
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let limit = i64::try_from(MAX_PAIRS).unwrap_or(i64::MAX);
    let (items, total) = pairs::load(&mut transaction, &viewer, &wanted, limit).await?;
    transaction.finish();
    Ok(Json(DuplicateCandidates { items, total }))
}
