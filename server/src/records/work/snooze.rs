//! Work queue rows that users snoozed until a day.

use crate::auth::Viewer;
use crate::db::schema::work_snooze::{self, dsl};
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::home::{MAX_SNOOZED, SnoozeInput, WorkKind};
use std::collections::HashMap;
use uuid::Uuid;

pub struct Snooze {
    pub uuid: Uuid,
    pub day: Option<Date>,
    pub until: Date,
}

type Row = (String, Uuid, Option<jiff_diesel::Date>, jiff_diesel::Date);

/// Returns the rows that the viewer snoozed past a day, by kind.
pub async fn beyond(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    today: Date,
) -> QueryResult<HashMap<WorkKind, Vec<Snooze>>> {
    let rows: Vec<Row> = work_snooze::table
        .filter(dsl::firm_id.eq(viewer.firm.id))
        .filter(dsl::user_key.eq(&viewer.user_key))
        .filter(dsl::until.gt(jiff_diesel::Date::from(today)))
        .select((dsl::kind, dsl::record_uuid, dsl::day, dsl::until))
        .load(connection)
        .await?;
    let mut by_kind: HashMap<WorkKind, Vec<Snooze>> = HashMap::new();
    for (kind, uuid, day, until) in rows {
        if let Some(kind) = WorkKind::from_code(&kind) {
            by_kind.entry(kind).or_default().push(Snooze {
                uuid,
                day: day.map(jiff_diesel::Date::to_jiff),
                until: until.to_jiff(),
            });
        }
    }
    Ok(by_kind)
}

/// Snoozes a row in the viewer's queue, replacing any previous snooze. Also deletes expired snoozes.
///
/// # Errors
/// Returns `ApiError::Refused` if the viewer has snoozed [`MAX_SNOOZED`] other rows.
pub async fn set(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (WorkKind, Uuid),
    input: &SnoozeInput,
    today: Date,
) -> ApiResult<()> {
    let own = || {
        work_snooze::table
            .filter(dsl::firm_id.eq(viewer.firm.id))
            .filter(dsl::user_key.eq(&viewer.user_key))
    };
    diesel::delete(own().filter(dsl::until.le(jiff_diesel::Date::from(today))))
        .execute(&mut *connection)
        .await?;
    diesel::insert_into(work_snooze::table)
        .values((
            dsl::firm_id.eq(viewer.firm.id),
            dsl::user_key.eq(&viewer.user_key),
            dsl::kind.eq(kind.code()),
            dsl::record_uuid.eq(uuid),
            dsl::day.eq(input.day.map(jiff_diesel::Date::from)),
            dsl::until.eq(jiff_diesel::Date::from(input.until)),
        ))
        .on_conflict((dsl::firm_id, dsl::user_key, dsl::kind, dsl::record_uuid))
        .do_update()
        .set((
            dsl::day.eq(excluded(dsl::day)),
            dsl::until.eq(excluded(dsl::until)),
        ))
        .execute(&mut *connection)
        .await?;
    let snoozed: i64 = own().count().get_result(connection).await?;
    if usize::try_from(snoozed).is_ok_and(|snoozed| snoozed > MAX_SNOOZED) {
        return Err(ApiError::Refused {
            code: "too_many_snoozed",
            message: format!("You can snooze up to {MAX_SNOOZED} rows. Show some of them again first."),
        });
    }
    Ok(())
}

/// Ends the snooze of a row in the viewer's queue.
pub async fn end(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (WorkKind, Uuid),
) -> QueryResult<()> {
    diesel::delete(work_snooze::table.find((viewer.firm.id, &viewer.user_key, kind.code(), uuid)))
        .execute(connection)
        .await
        .map(drop)
}
