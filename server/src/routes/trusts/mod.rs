//! Trusts, their people, letters, and the calendar of their gifts. The lists have routes in `lists.rs`.

mod calendar;
mod details;
mod feed;
mod letters;
mod people;

pub use feed::feeds;

use super::{Access, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::trust;
use http::StatusCode;
use shared::contract::gift::calendar::GiftCalendar;
use shared::contract::gift::feed::{CalendarFeed, CalendarLink};
use shared::permission::Feature::Trusts;
use shared::trust::letters::{CrummeyLetter, GiftLetters, TrustLetters};
use shared::trust::{TrustPerson, TrustRecord};
use uuid::Uuid;

const GROUP: &str = "Trusts";

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = records().into();
    routes.extend(letters_of());
    routes.extend(calendar_link());
    routes
}

fn records() -> [Route; 7] {
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

fn calendar_link() -> [Route; 3] {
    let read = Access::Feature(Trusts, Read);
    let path = "/PremiumGift/calendar/feed";
    [
        Route::get(path, read, feed::find)
            .says(GROUP, "Returns whether the user has a private link to the calendar of gifts")
            .gives::<CalendarFeed>(StatusCode::OK, "The link, without its address"),
        Route::post(path, read, feed::create)
            .says(
                GROUP,
                "Creates a private link to the calendar of gifts in the iCalendar format. A previous link stops working",
            )
            .gives::<CalendarLink>(StatusCode::CREATED, "The link. It cannot be read again"),
        Route::delete(path, read, feed::delete)
            .says(GROUP, "Deletes the private link of the user")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
    ]
}

fn letters_of() -> [Route; 6] {
    let (read, write) = (Access::Feature(Trusts, Read), Access::Feature(Trusts, Write));
    let letters = "/Trust/{uuid}/letters";
    let letter = format!("{letters}/{{letterUuid}}");
    let delivery = format!("{letter}/delivery");
    let conflict = "The letter has been changed since. `current` is the latest version";
    [
        Route::get(letters, read, letters::list)
            .says(GROUP, "Lists the gifts to a trust with their Crummey letters")
            .gives::<TrustLetters>(StatusCode::OK, "The gifts, latest first"),
        Route::post(letters, write, letters::create)
            .says(GROUP, "Creates the Crummey letters of a gift as PDF documents of the trust")
            .gives::<GiftLetters>(StatusCode::CREATED, "The gift with its letters")
            .refuses(
                StatusCode::CONFLICT,
                "The gift has been changed since. `current` is the latest version",
            )
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`document_too_large`"),
        Route::post(format!("{letters}/delivery"), write, letters::deliver)
            .says(
                GROUP,
                "Emails letters, or records that they were mailed or handed over. Once all letters of a gift are delivered, its withdrawal window opens",
            )
            .gives::<TrustLetters>(StatusCode::OK, "The gifts with their letters")
            .refuses(StatusCode::CONFLICT, "A letter has been changed since. `current` are the letters"),
        Route::delete(delivery, write, letters::undo)
            .says(GROUP, "Removes a delivery by mail or by hand")
            .gives::<TrustLetters>(StatusCode::OK, "The gifts with their letters")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`not_recorded`, `premium_paid`"),
        Route::put(format!("{letter}/proof"), write, letters::prove)
            .says(GROUP, "Sets or removes the document that proves the delivery of a letter")
            .gives::<CrummeyLetter>(StatusCode::OK, "The letter")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`unknown_document`"),
        Route::delete(letter, write, letters::delete)
            .says(GROUP, "Deletes a letter that was not sent")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_delivered`"),
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
