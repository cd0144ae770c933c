//! Private links to the gift calendar.

use crate::auth::Viewer;
use crate::db::schema::calendar_feed;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::contract::gift::feed::CalendarFeed;

type Times = (jiff_diesel::Timestamp, Option<jiff_diesel::Timestamp>);

/// Looks up the viewer's link.
pub async fn find(connection: &mut AsyncPgConnection, viewer: &Viewer) -> QueryResult<CalendarFeed> {
    let times: Option<Times> = calendar_feed::table
        .find((viewer.firm.id, &viewer.user_key))
        .select((calendar_feed::created_at, calendar_feed::last_read_at))
        .first(connection)
        .await
        .optional()?;
    let Some((created_at, last_read_at)) = times else {
        return Ok(CalendarFeed::default());
    };
    Ok(CalendarFeed {
        created_at: Some(created_at.to_jiff()),
        last_read_at: last_read_at.map(jiff_diesel::Timestamp::to_jiff),
    })
}

/// Sets the viewer's link. A previous link stops working.
pub async fn set(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    token_hash: &[u8],
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(calendar_feed::table)
        .values((
            calendar_feed::firm_id.eq(viewer.firm.id),
            calendar_feed::user_key.eq(&viewer.user_key),
            calendar_feed::token_hash.eq(token_hash),
            calendar_feed::created_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .on_conflict((calendar_feed::firm_id, calendar_feed::user_key))
        .do_update()
        .set((
            calendar_feed::token_hash.eq(excluded(calendar_feed::token_hash)),
            calendar_feed::created_at.eq(excluded(calendar_feed::created_at)),
            calendar_feed::last_read_at.eq(None::<jiff_diesel::Timestamp>),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Deletes the viewer's link. Returns `false` if there is none.
pub async fn delete(connection: &mut AsyncPgConnection, viewer: &Viewer) -> QueryResult<bool> {
    let deleted = diesel::delete(calendar_feed::table.find((viewer.firm.id, &viewer.user_key)))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}

/// The owner of a link.
#[derive(Queryable)]
pub struct FeedOwner {
    pub user_key: String,
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    pub last_read_at: Option<Timestamp>,
}

/// Looks up and locks a link.
pub async fn of_token(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    token_hash: &[u8],
) -> QueryResult<Option<FeedOwner>> {
    calendar_feed::table
        .filter(calendar_feed::firm_id.eq(firm_id))
        .filter(calendar_feed::token_hash.eq(token_hash))
        .select((calendar_feed::user_key, calendar_feed::last_read_at))
        .for_no_key_update()
        .first(connection)
        .await
        .optional()
}

/// Records that a calendar program used the link.
pub async fn read(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::update(calendar_feed::table.find((firm_id, user_key)))
        .set(calendar_feed::last_read_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await
        .map(drop)
}
