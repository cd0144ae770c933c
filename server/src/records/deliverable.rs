//! Templates of deliverables and the documents generated from them.

use super::global_template;
use crate::auth::Viewer;
use crate::db::schema::{app_user, cohort_schedule, deliverable_content, document, template};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::cohort::schedule::ScheduleStatus;
use shared::deliverable::{DeliverableKind, DeliverableTemplate, StoredDeliverable, TemplateInput};
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
    let rows: Vec<TemplateRow> = template::table
        .filter(template::firm_id.eq(firm_id))
        .filter(template::template_type.eq(i16::from(kind.number())))
        .order((template::name, template::uuid))
        .limit(MOST_SHOWN)
        .select(TemplateRow::as_select())
        .load(connection)
        .await?;
    let mut templates: Vec<DeliverableTemplate> = rows.into_iter().map(Into::into).collect();
    if with_global {
        templates.extend(global_template::list(connection, kind, false).await?);
    }
    count_schedules(connection, firm_id, &mut templates).await?;
    Ok(templates)
}

/// Sets each template's `schedule_count` to the number of the firm's schedules that use it and have not ended.
async fn count_schedules(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    templates: &mut [DeliverableTemplate],
) -> QueryResult<()> {
    let uuids: Vec<Uuid> = templates.iter().map(|template| template.uuid).collect();
    let counts: Vec<(Option<Uuid>, i64)> = cohort_schedule::table
        .filter(cohort_schedule::firm_id.eq(firm_id))
        .filter(cohort_schedule::template_uuid.eq_any(uuids))
        .filter(cohort_schedule::status.ne(ScheduleStatus::Ended.code()))
        .filter(cohort_schedule::deleted_at.is_null())
        .group_by(cohort_schedule::template_uuid)
        .select((cohort_schedule::template_uuid, count_star()))
        .load(connection)
        .await?;
    for template in templates {
        let own = counts.iter().find(|(uuid, _)| *uuid == Some(template.uuid));
        template.schedule_count = own.map_or(0, |(_, count)| *count);
    }
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = template, check_for_backend(Pg))]
struct TemplateRow {
    uuid: Uuid,
    template_type: i16,
    name: String,
    is_default: bool,
    body: serde_json::Value,
    version: i32,
}

impl From<TemplateRow> for DeliverableTemplate {
    fn from(row: TemplateRow) -> Self {
        Self {
            uuid: row.uuid,
            template_type: u8::try_from(row.template_type).unwrap_or(0),
            name: row.name,
            is_global: false,
            is_default: row.is_default,
            // Use the defaults for settings written by a newer server version.
            settings: serde_json::from_value(row.body).unwrap_or_default(),
            is_retired: false,
            version: Some(row.version),
            // Counted separately.
            schedule_count: 0,
        }
    }
}

/// Looks up a template of a kind that the firm can use.
pub async fn template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: DeliverableKind,
    uuid: Uuid,
) -> QueryResult<Option<DeliverableTemplate>> {
    let template = match own_template(connection, firm_id, uuid).await? {
        Some(own) => Some(own),
        None => global_template::find(connection, uuid).await?,
    };
    Ok(template.filter(|template| template.template_type == kind.number()))
}

/// Inserts a template of the firm if `version` is `None`, otherwise updates it. Returns `false` if the template does
/// not exist or its version has changed.
pub async fn save_template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (kind, uuid): (DeliverableKind, Uuid),
    input: &TemplateInput,
) -> QueryResult<bool> {
    let number = i16::from(kind.number());
    if input.is_default {
        diesel::update(template::table)
            .filter(template::firm_id.eq(firm_id))
            .filter(template::template_type.eq(number))
            .filter(template::uuid.ne(uuid))
            .set(template::is_default.eq(false))
            .execute(connection)
            .await?;
    }
    let changed = (
        template::name.eq(&input.name),
        template::is_default.eq(input.is_default),
        template::body.eq(json!(input.settings)),
    );
    let saved = match input.version {
        None => {
            diesel::insert_into(template::table)
                .values((
                    template::firm_id.eq(firm_id),
                    template::uuid.eq(uuid),
                    template::template_type.eq(number),
                    changed,
                ))
                .execute(connection)
                .await?
        }
        Some(version) => {
            diesel::update(template::table.find((firm_id, uuid)))
                .filter(template::version.eq(version))
                .set((changed, template::version.eq(template::version + 1)))
                .execute(connection)
                .await?
        }
    };
    Ok(saved == 1)
}

/// Looks up a template of the firm by uuid.
pub async fn own_template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<DeliverableTemplate>> {
    let row: Option<TemplateRow> = template::table
        .find((firm_id, uuid))
        .select(TemplateRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let mut template = DeliverableTemplate::from(row);
    count_schedules(connection, firm_id, std::slice::from_mut(&mut template)).await?;
    Ok(Some(template))
}

/// Deletes a template of the firm and its texts. Returns `false` if its version has changed.
pub async fn delete_template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (uuid, version): (Uuid, i32),
) -> QueryResult<bool> {
    let deleted = diesel::delete(template::table.find((firm_id, uuid)))
        .filter(template::version.eq(version))
        .execute(connection)
        .await?;
    if deleted == 0 {
        return Ok(false);
    }
    diesel::delete(deliverable_content::table)
        .filter(deliverable_content::firm_id.eq(firm_id))
        .filter(deliverable_content::template_uuid.eq(uuid))
        .execute(connection)
        .await?;
    Ok(true)
}

/// Restricts generated documents to those that contain only rows in the viewer's row scope: the viewer's own
/// documents, or all documents if the viewer sees all rows of the firm.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn is_visible<'a>(viewer: &'a Viewer) -> _ {
    let sees_all: bool = viewer.sees_all_rows();
    let user_key: &'a str = viewer.user_key.as_str();
    document::stored_by
        .is_not_distinct_from(user_key)
        .or(sees_all.into_sql::<Bool>())
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

/// Lists the visible documents generated for a record that are not deleted, newest first.
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
        .filter(is_visible(viewer))
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
    let of_rows: Vec<Uuid> = rows.iter().filter_map(|row| row.5).collect();
    let global = global_template::names(connection, &of_rows).await?;
    let shown = |(document_id, name, store_date, size_bytes, user, template, template_name): StoredRow| {
        let global = || global.iter().find(|(uuid, _)| Some(*uuid) == template);
        StoredDeliverable {
            document_id,
            name,
            store_date: store_date.to_jiff(),
            size_bytes,
            stored_by: user.map(|(first, last)| format!("{first} {last}")),
            template_name: template_name.or_else(|| global().map(|(_, name)| name.clone())),
        }
    };
    Ok(rows.into_iter().map(shown).collect())
}
