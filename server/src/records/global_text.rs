//! Default texts of deliverables that staff set for all firms.

use crate::auth::Viewer;
use crate::db::schema::global_text;
use anyhow::Context;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::SetText;
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, TextLevel};

type Row = (String, String, i32, jiff_diesel::Timestamp, String);

/// Lists the texts of a kind that staff have set: at most one per part.
///
/// # Errors
/// Returns an error if the query fails or a stored text is not valid.
pub async fn of_kind(
    connection: &mut AsyncPgConnection,
    kind: DeliverableKind,
) -> anyhow::Result<Vec<SetText>> {
    let rows: Vec<Row> = global_text::table
        .filter(global_text::template_type.eq(i16::from(kind.number())))
        .select((
            global_text::part,
            global_text::value,
            global_text::version,
            global_text::updated_at,
            global_text::updated_by_name,
        ))
        .load(connection)
        .await?;
    let text = |(part, value, version, at, updated_by): Row| {
        Ok(SetText {
            level: TextLevel::Global,
            part: Part::from_name(kind, &part).with_context(|| format!("unknown part {part}"))?,
            value: serde_json::from_str(&value).context("cannot read a stored text")?,
            version,
            updated_at: at.to_jiff(),
            updated_by: Some(updated_by),
        })
    };
    rows.into_iter().map(text).collect()
}

/// Saves a text. `version` is `None` if none was set. Returns `false` if the version has changed.
///
/// # Errors
/// Returns an error if the text cannot be written as JSON or the query fails.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, part): (DeliverableKind, Part),
    (value, version): (&RichText, Option<i32>),
    now: Timestamp,
) -> anyhow::Result<bool> {
    let value = serde_json::to_string(value)?;
    let key = (i16::from(kind.number()), part.name());
    let changed = (
        global_text::value.eq(&value),
        global_text::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        global_text::updated_by.eq(&viewer.user_key),
        global_text::updated_by_name.eq(viewer.name()),
    );
    let saved = match version {
        None => {
            diesel::insert_into(global_text::table)
                .values((
                    global_text::template_type.eq(key.0),
                    global_text::part.eq(key.1),
                    changed,
                ))
                .on_conflict_do_nothing()
                .execute(connection)
                .await?
        }
        Some(version) => {
            diesel::update(global_text::table.find(key))
                .filter(global_text::version.eq(version))
                .set((changed, global_text::version.eq(global_text::version + 1)))
                .execute(connection)
                .await?
        }
    };
    Ok(saved == 1)
}

/// Deletes a text, so that the built-in one applies. Returns `false` if the version has changed.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    (kind, part): (DeliverableKind, Part),
    version: i32,
) -> QueryResult<bool> {
    let key = (i16::from(kind.number()), part.name());
    let deleted = diesel::delete(global_text::table.find(key))
        .filter(global_text::version.eq(version))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}
