//! The home page: contracts that need attention and unread notifications.

use super::{Access, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::list;
use crate::records::gift_due;
use crate::records::notification::{self, Asked, Part};
use axum::{Json, extract::State};
use http::StatusCode;
use shared::home::{DueKind, Home, HomeCard, HomeCardKind, HomeRow, ROWS};
use shared::list::check;
use shared::permission::Feature;

pub fn route() -> Route {
    Route::get("/Home", Access::Feature(Feature::Home, Read), home)
        .queries()
        .says(
            "Home",
            "Returns what needs the viewer's attention: contracts by reason, most urgent first, and unread notifications",
        )
        .gives::<Home>(
            StatusCode::OK,
            "A card per reason, for the lists that the viewer can read",
        )
}

async fn home(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Home>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let mut cards = Vec::new();
    for kind in HomeCardKind::ALL.iter().copied() {
        if viewer.permissions.can_read(kind.list().spec().feature) {
            cards.push(card(&app, &mut transaction, &viewer, kind).await?);
        }
    }
    let mut due = Vec::new();
    if viewer.permissions.can_read(Feature::AllPolicies) && !viewer.sees_shared_only() {
        let today = viewer.today(app.clock);
        for kind in DueKind::ALL.iter().copied() {
            due.push(gift_due::due(&mut transaction, &viewer, kind, today).await?);
        }
    }
    let (firm_id, user_key, at) = (viewer.firm.id, &viewer.user_key, app.clock.now());
    let unread = Asked {
        days: app.config.notification_days,
        is_unread: true,
        ..Asked::default()
    };
    let counts = notification::count(&transaction, firm_id, user_key, at, unread).await?;
    let latest = Part::first(ROWS.into());
    let latest = notification::find(&transaction, firm_id, user_key, at, unread, latest).await?;
    transaction.finish();
    Ok(Json(Home {
        cards,
        due,
        unread_count: counts.unread,
        unread: latest.into_iter().map(Into::into).collect(),
    }))
}

async fn card(
    app: &App,
    transaction: &mut Transaction,
    viewer: &Viewer,
    kind: HomeCardKind,
) -> ApiResult<HomeCard> {
    let query = check(kind.list(), &kind.query(), viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    let (total, rows) = list::top(transaction, viewer, &query).await?;
    let label = |place: usize| query.columns[place].label.to_owned();
    Ok(HomeCard {
        kind: kind.code().into(),
        title: kind.label().into(),
        list: kind.list(),
        filter: kind.filter(),
        sort: kind.sort(),
        day_label: label(2),
        amount_label: label(3),
        total,
        rows: rows
            .into_iter()
            .map(|(uuid, cells)| {
                let mut cells = cells.into_iter();
                let mut next = || cells.next().flatten();
                HomeRow {
                    uuid,
                    number: next().unwrap_or_default(),
                    who: next(),
                    day: next(),
                    amount: next(),
                }
            })
            .collect(),
    })
}
