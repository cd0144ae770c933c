//! Log of staff changes that affect all firms. Firms' audit logs do not contain them.

use crate::auth::Viewer;
use crate::db::schema::platform_change;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::Value;
use shared::deliverable::global::{PlatformAction, PlatformChange};

/// Query limit.
const MOST_SHOWN: i64 = 100;

/// Records a change. Runs in the same transaction as the change.
pub async fn record(
    connection: &mut AsyncPgConnection,
    (viewer, at): (&Viewer, Timestamp),
    (action, about): (PlatformAction, &str),
    (before, after): (Option<Value>, Option<Value>),
) -> QueryResult<()> {
    diesel::insert_into(platform_change::table)
        .values((
            platform_change::at.eq(jiff_diesel::Timestamp::from(at)),
            platform_change::actor_key.eq(&viewer.user_key),
            platform_change::actor_name.eq(viewer.name()),
            platform_change::action.eq(action.code()),
            platform_change::about.eq(about),
            platform_change::before.eq(before),
            platform_change::after.eq(after),
        ))
        .execute(connection)
        .await
        .map(drop)
}

type Row = (i64, jiff_diesel::Timestamp, String, String, String);

/// Lists the latest changes, newest first.
pub async fn latest(connection: &mut AsyncPgConnection) -> QueryResult<Vec<PlatformChange>> {
    let rows: Vec<Row> = platform_change::table
        .order(platform_change::id.desc())
        .limit(MOST_SHOWN)
        .select((
            platform_change::id,
            platform_change::at,
            platform_change::actor_name,
            platform_change::action,
            platform_change::about,
        ))
        .load(connection)
        .await?;
    let change = |(id, at, changed_by, action, about): Row| PlatformChange {
        id,
        at: at.to_jiff(),
        changed_by,
        action: PlatformAction::from_code(&action).map_or(action, |known| known.label().to_owned()),
        about,
    };
    Ok(rows.into_iter().map(change).collect())
}
