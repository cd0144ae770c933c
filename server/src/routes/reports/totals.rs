//! Totals of a report for the viewer, compared with those of its owner.

use super::readable;
use crate::app::App;
use crate::auth::{Reader, Sight, Viewer};
use crate::error::ApiResult;
use crate::records::report::Saved;
use crate::report::count;
use crate::routes::PathParams;
use axum::{Json, extract::State};
use shared::report::{ReportTotals, ReportTotalsAnswer};
use uuid::Uuid;

pub(super) async fn totals(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ReportTotalsAnswer>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = readable(&mut transaction, &viewer, uuid).await?;
    let owner = if saved.owner_key == viewer.user_key {
        None
    } else {
        Reader::find(&mut transaction, viewer.firm.id, &saved.owner_key).await?
    };
    transaction.finish();
    let sight = viewer.row_sight();
    let count = count::totals(&app.db, app.clock, &sight, &saved).await?;
    let owner_totals_differ = match owner {
        Some(owner) if owner.scope.key() != viewer.scopes.rows.key() => {
            differ(&app, &viewer, &saved, &owner, &count.totals).await?
        }
        _ => false,
    };
    Ok(Json(ReportTotalsAnswer {
        uuid,
        totals: count.totals,
        totals_as_of: count.totals_as_of.unwrap_or_else(|| app.clock.now()),
        is_total_stale: count.is_total_stale,
        owner_totals_differ,
    }))
}

/// Compares the totals with the owner's. Both use the viewer's date and time zone, so that only row
/// visibility matters.
async fn differ(
    app: &App,
    viewer: &Viewer,
    saved: &Saved,
    owner: &Reader,
    totals: &ReportTotals,
) -> ApiResult<bool> {
    let sight = Sight {
        scope: &owner.scope,
        ..viewer.row_sight()
    };
    Ok(count::totals(&app.db, app.clock, &sight, saved).await?.totals != *totals)
}
