//! Letters to providers, which the office mails or faxes.

use crate::db::schema::{app_user, medical_letter};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::medical::{LetterChange, LetterFailure, LetterMethod, LetterState, LetterStep};
use uuid::Uuid;

/// A letter of a request.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct StoredLetter {
    pub uuid: Uuid,
    pub version: i32,
    pub request: Uuid,
    pub step: String,
    pub method: String,
    pub state: String,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    pub letter_date: Date,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub sent_on: Option<Date>,
    pub failure: Option<String>,
    pub document: Uuid,
    pub sent_by: Option<(String, String)>,
}

impl StoredLetter {
    pub fn state(&self) -> Option<LetterState> {
        LetterState::from_code(&self.state)
    }

    pub fn method(&self) -> Option<LetterMethod> {
        LetterMethod::from_code(&self.method)
    }

    pub fn failure_label(&self) -> Option<String> {
        self.failure.as_deref().map(LetterFailure::label_of)
    }
}

/// Lists the letters of requests, oldest first.
pub async fn of_requests(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    requests: &[Uuid],
) -> QueryResult<Vec<StoredLetter>> {
    medical_letter::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(medical_letter::sent_by)))
        .filter(medical_letter::firm_id.eq(firm_id))
        .filter(medical_letter::request_uuid.eq_any(requests))
        .order((medical_letter::created_at, medical_letter::uuid))
        .select((
            medical_letter::uuid,
            medical_letter::version,
            medical_letter::request_uuid,
            medical_letter::step,
            medical_letter::method,
            medical_letter::state,
            medical_letter::letter_date,
            medical_letter::sent_on,
            medical_letter::failure,
            medical_letter::document_uuid,
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await
}

/// A letter to insert.
pub struct NewMedicalLetter<'a> {
    pub uuid: Uuid,
    pub request: Uuid,
    pub step: LetterStep,
    pub method: LetterMethod,
    pub letter_date: Date,
    pub document: Uuid,
    pub request_hash: Option<&'a [u8]>,
}

/// Queues a letter. Fails if the request already has a letter of this step.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    (firm_id, user_key): (i32, &str),
    new: &NewMedicalLetter<'_>,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(medical_letter::table)
        .values((
            medical_letter::firm_id.eq(firm_id),
            medical_letter::uuid.eq(new.uuid),
            medical_letter::request_uuid.eq(new.request),
            medical_letter::step.eq(new.step.code()),
            medical_letter::method.eq(new.method.code()),
            medical_letter::letter_date.eq(jiff_diesel::Date::from(new.letter_date)),
            medical_letter::document_uuid.eq(new.document),
            medical_letter::request_hash.eq(new.request_hash),
            medical_letter::created_at.eq(jiff_diesel::Timestamp::from(now)),
            medical_letter::created_by.eq(user_key),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Records that a letter was sent, could not be delivered, or was queued again.
pub async fn change(
    connection: &mut AsyncPgConnection,
    (firm_id, user_key): (i32, &str),
    letter: Uuid,
    change: LetterChange,
) -> QueryResult<()> {
    let row = diesel::update(medical_letter::table.find((firm_id, letter)));
    let version = medical_letter::version.eq(medical_letter::version + 1);
    let no_day = medical_letter::sent_on.eq(None::<jiff_diesel::Date>);
    match change {
        LetterChange::Sent(day) => {
            row.set((
                version,
                medical_letter::state.eq(LetterState::Sent.code()),
                medical_letter::sent_on.eq(jiff_diesel::Date::from(day)),
                medical_letter::sent_by.eq(user_key),
                medical_letter::failure.eq(None::<String>),
            ))
            .execute(connection)
            .await
        }
        LetterChange::Failed(failure) => {
            row.set((
                version,
                medical_letter::state.eq(LetterState::Failed.code()),
                no_day,
                medical_letter::failure.eq(failure.code()),
            ))
            .execute(connection)
            .await
        }
        LetterChange::Queued(method) => {
            row.set((
                version,
                medical_letter::state.eq(LetterState::Queued.code()),
                no_day,
                medical_letter::method.eq(method.code()),
                medical_letter::failure.eq(None::<String>),
            ))
            .execute(connection)
            .await
        }
    }
    .map(drop)
}
