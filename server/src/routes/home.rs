//! The home page: contracts that need attention and unread notifications.

use super::{Access, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::db::schema::user_notification;
use crate::error::{ApiError, ApiResult};
use crate::list;
use crate::records::notification;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use http::StatusCode;
use shared::home::{Home, HomeCard, HomeCardKind, HomeRow, ROWS};
use shared::list::{ListName, check};
use shared::permission::Feature;

pub fn route() -> Route {
    Route::get("/Home", Access::Feature(Feature::Home, Read), home)
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
        let feature = match kind.list() {
            ListName::Annuities => Feature::Annuities,
            _ => Feature::AllPolicies,
        };
        if viewer.permissions.can_read(feature) {
            cards.push(card(&app, &mut transaction, &viewer, kind).await?);
        }
    }
    let unread = || notification::own(&viewer).filter(user_notification::is_read.eq(false));
    let unread_count: i64 = unread().count().get_result(&mut *transaction).await?;
    let last: Vec<notification::Notification> = unread()
        .order(user_notification::create_date.desc())
        .limit(ROWS.into())
        .select(notification::Notification::as_select())
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(Json(Home {
        cards,
        unread_count,
        unread: last.into_iter().map(Into::into).collect(),
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
