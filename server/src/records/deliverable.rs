//! Templates of deliverables and the documents generated from them.

use crate::auth::Viewer;
use crate::db::schema::{app_user, document, template};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::deliverable::{DeliverableKind, DeliverableTemplate, StoredDeliverable, global_templates};
use uuid::Uuid;

/// Query limit for templates, and for the documents of one record.
const MOST_SHOWN: i64 = 500;

/// Lists the firm's templates of one kind, followed by the global ones if `with_global` is set.
pub async fn templates(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: DeliverableKind,
    with_global: bool,
) -> QueryResult<Vec<DeliverableTemplate>> {
    let rows: Vec<(Uuid, String, bool)> = template::table
        .filter(template::firm_id.eq(firm_id))
        .filter(template::template_type.eq(i16::from(kind.number())))
        .order((template::name, template::uuid))
        .limit(MOST_SHOWN)
        .select((template::uuid, template::name, template::is_default))
        .load(connection)
        .await?;
    let own = rows
        .into_iter()
        .map(|(uuid, name, is_default)| DeliverableTemplate {
            uuid,
            template_type: kind.number(),
            name,
            is_global: false,
            is_default,
        });
    let global = global_templates().filter(|global| with_global && global.template_type == kind.number());
    Ok(own.chain(global).collect())
}

/// Looks up a template of a kind that the firm can use.
pub async fn template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: DeliverableKind,
    uuid: Uuid,
) -> QueryResult<Option<DeliverableTemplate>> {
    let templates = templates(connection, firm_id, kind, true).await?;
    Ok(templates.into_iter().find(|template| template.uuid == uuid))
}

type StoredRow = (
    Uuid,
    String,
    jiff_diesel::Timestamp,
    i64,
    Option<(String, String)>,
    Option<Uuid>,
    Option<String>,
);

/// Lists the documents generated for a record that are not deleted, newest first.
pub async fn of_subject(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: Uuid,
) -> QueryResult<Vec<StoredDeliverable>> {
    let rows: Vec<StoredRow> = document::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(document::stored_by)))
        .left_join(
            template::table.on(template::uuid
                .nullable()
                .eq(document::template_uuid)
                .and(template::firm_id.eq(viewer.firm.id))),
        )
        .filter(document::firm_id.eq(viewer.firm.id))
        .filter(document::subject_uuid.eq(subject))
        .filter(document::deleted_at.is_null())
        .filter(document::template_uuid.is_not_null())
        .order((document::store_date.desc(), document::uuid.desc()))
        .limit(MOST_SHOWN)
        .select((
            document::uuid,
            document::name,
            document::store_date,
            document::size_bytes,
            (app_user::first_name, app_user::last_name).nullable(),
            document::template_uuid,
            template::name.nullable(),
        ))
        .load(connection)
        .await?;
    let shown = |(document_id, name, store_date, size_bytes, user, template, template_name): StoredRow| {
        let global = || global_templates().find(|global| Some(global.uuid) == template);
        StoredDeliverable {
            document_id,
            name,
            store_date: store_date.to_jiff(),
            size_bytes,
            stored_by: user.map(|(first, last)| format!("{first} {last}")),
            template_name: template_name.or_else(|| global().map(|template| template.name)),
        }
    };
    Ok(rows.into_iter().map(shown).collect())
}
