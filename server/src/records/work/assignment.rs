//! Work queue rows assigned to users.

use crate::auth::{Reader, Sight, Viewer};
use crate::db::schema::work_assignment::{self, dsl};
use crate::db::schema::{app_user, firm_assignment};
use crate::records::subject::SubjectKind;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::home::{AssignInput, Assignee, WorkKind};
use std::collections::HashMap;
use uuid::Uuid;

/// Maximum number of rows read for one user's queue.
const MAX_OF_USER: i64 = 200;
/// Maximum number of users considered as assignees.
const MAX_OFFERED: i64 = 200;

/// Returns the rows assigned to the viewer, with their due dates, by kind. Returns at most the 200 most recently
/// assigned ones.
pub async fn of_viewer(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
) -> QueryResult<HashMap<WorkKind, Vec<(Uuid, Option<Date>)>>> {
    let rows: Vec<(String, Uuid, Option<jiff_diesel::Date>)> = work_assignment::table
        .filter(dsl::firm_id.eq(viewer.firm.id))
        .filter(dsl::assignee.eq(&viewer.user_key))
        .order(dsl::assigned_at.desc())
        .limit(MAX_OF_USER)
        .select((dsl::kind, dsl::record_uuid, dsl::day))
        .load(connection)
        .await?;
    let mut by_kind: HashMap<WorkKind, Vec<(Uuid, Option<Date>)>> = HashMap::new();
    for (kind, uuid, day) in rows {
        if let Some(kind) = WorkKind::from_code(&kind) {
            let day = day.map(jiff_diesel::Date::to_jiff);
            by_kind.entry(kind).or_default().push((uuid, day));
        }
    }
    Ok(by_kind)
}

/// An assigned row with its due date.
pub struct Assigned {
    pub kind: String,
    pub uuid: Uuid,
    pub day: Option<Date>,
    pub to: Assignee,
}

/// Returns the assignments of the given rows of any kind.
pub async fn of_rows(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<Vec<Assigned>> {
    let rows: Vec<(String, Uuid, Option<jiff_diesel::Date>, String, String, String)> = work_assignment::table
        .inner_join(app_user::table.on(app_user::user_key.eq(dsl::assignee)))
        .filter(dsl::firm_id.eq(firm_id))
        .filter(dsl::record_uuid.eq_any(uuids))
        .select((
            dsl::kind,
            dsl::record_uuid,
            dsl::day,
            dsl::assignee,
            app_user::first_name,
            app_user::last_name,
        ))
        .load(connection)
        .await?;
    let assigned =
        |(kind, uuid, day, user_key, first, last): (_, _, Option<jiff_diesel::Date>, _, String, String)| {
            Assigned {
                kind,
                uuid,
                day: day.map(jiff_diesel::Date::to_jiff),
                to: Assignee {
                    user_key,
                    name: format!("{first} {last}"),
                },
            }
        };
    Ok(rows.into_iter().map(assigned).collect())
}

/// Returns the users who can see and change a row's record, by name. Considers only the first 200 users of the firm.
pub async fn candidates(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: WorkKind,
    (subject, uuid): (SubjectKind, Uuid),
    day: Date,
) -> QueryResult<Vec<Assignee>> {
    let users: Vec<(String, String, String)> = firm_assignment::table
        .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::is_active)
        .order((app_user::last_name, app_user::first_name, app_user::user_key))
        .limit(MAX_OFFERED)
        .select((app_user::user_key, app_user::first_name, app_user::last_name))
        .load(connection)
        .await?;
    let keys: Vec<String> = users.iter().map(|(key, ..)| key.clone()).collect();
    let readers = Reader::find_all(connection, firm_id, &keys).await?;
    let features = kind.features();
    let can_write = |reader: &Reader| {
        features
            .iter()
            .all(|feature| reader.permissions.can_write(*feature))
    };
    let offered: Vec<(Assignee, &Reader)> = users
        .into_iter()
        .filter_map(|(user_key, first, last)| {
            let reader = readers.get(&user_key).filter(|reader| can_write(reader))?;
            let name = format!("{first} {last}");
            Some((Assignee { user_key, name }, reader))
        })
        .collect();
    let sights: Vec<Sight<'_>> = offered
        .iter()
        .map(|(_, reader)| Sight {
            firm_id,
            scope: &reader.scope,
            day,
            time_zone: &reader.time_zone,
        })
        .collect();
    let seeing = subject.visible_to(connection, &sights, uuid).await?;
    let sees = |place: &usize| seeing.contains(place);
    let found = offered.into_iter().enumerate().filter(|(place, _)| sees(place));
    Ok(found.map(|(_, (user, _))| user).collect())
}

/// Assigns a row to a user, replacing any previous assignment.
pub async fn set(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (WorkKind, Uuid),
    input: &AssignInput,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(work_assignment::table)
        .values((
            dsl::firm_id.eq(viewer.firm.id),
            dsl::kind.eq(kind.code()),
            dsl::record_uuid.eq(uuid),
            dsl::day.eq(input.day.map(jiff_diesel::Date::from)),
            dsl::assignee.eq(&input.user_key),
            dsl::assigned_by.eq(&viewer.user_key),
            dsl::assigned_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .on_conflict((dsl::firm_id, dsl::kind, dsl::record_uuid))
        .do_update()
        .set((
            dsl::day.eq(excluded(dsl::day)),
            dsl::assignee.eq(excluded(dsl::assignee)),
            dsl::assigned_by.eq(excluded(dsl::assigned_by)),
            dsl::assigned_at.eq(excluded(dsl::assigned_at)),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Removes a row's assignment. Returns `false` if there is none.
pub async fn end(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (WorkKind, Uuid),
) -> QueryResult<bool> {
    let row = work_assignment::table.find((viewer.firm.id, kind.code(), uuid));
    Ok(diesel::delete(row).execute(connection).await? > 0)
}
