//! Trusts, their people and the calendar of their gifts. The lists have routes in `lists.rs`.

mod calendar;
mod details;
mod people;

use super::{Access, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::trust;
use http::StatusCode;
use shared::contract::gift::calendar::GiftCalendar;
use shared::permission::Feature::Trusts;
use shared::trust::{TrustPerson, TrustRecord};
use uuid::Uuid;

const GROUP: &str = "Trusts";

pub fn routes() -> [Route; 7] {
    let (read, write) = (Access::Feature(Trusts, Read), Access::Feature(Trusts, Write));
    let trust = "/Trust/{uuid}";
    let people = format!("{trust}/person");
    let person = format!("{people}/{{personUuid}}");
    let conflict = "The person has been changed since. `current` is the latest version";
    [
        Route::get("/PremiumGift/calendar", read, calendar::get)
            .says(GROUP, "Lists the dates of premium gifts in a range of days")
            .gives::<GiftCalendar>(StatusCode::OK, "The dates of gifts of policies in force"),
        Route::get(trust, read, details::get)
            .says(GROUP, "Returns one trust with its people and policies")
            .gives::<TrustRecord>(StatusCode::OK, "The trust"),
        Route::put(trust, write, details::change)
            .says(GROUP, "Updates the type, governing state and notes of a trust")
            .gives::<TrustRecord>(StatusCode::OK, "The saved trust")
            .refuses(
                StatusCode::CONFLICT,
                "The trust has been changed since. `current` is the latest version",
            ),
        Route::post(people, write, people::add)
            .says(GROUP, "Adds a grantor, trustee or beneficiary to a trust")
            .gives::<TrustPerson>(StatusCode::CREATED, "The person")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many_people`"),
        Route::put(person.clone(), write, people::change)
            .says(GROUP, "Updates a person of a trust")
            .gives::<TrustPerson>(StatusCode::OK, "The saved person")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::delete(person.clone(), write, people::delete)
            .says(GROUP, "Deletes a person of a trust")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{person}/restore"), write, people::restore)
            .says(GROUP, "Restores a deleted person of a trust")
            .gives::<TrustPerson>(StatusCode::OK, "The person")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`shares_exceed_100`, `too_many_people`",
            ),
    ]
}

/// Returns a trust that is visible to the viewer.
async fn must_see(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<TrustRecord> {
    trust::find(transaction, viewer, uuid, viewer.today(app.clock))
        .await?
        .ok_or(ApiError::NotFound("trust"))
}
