//! Deliverable templates available to every firm: the built-in ones, and those that staff add.

use crate::db::schema::global_template;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::deliverable::{DeliverableKind, DeliverableTemplate, TemplateInput, built_in_templates};
use uuid::Uuid;

/// Query limit.
const MOST_SHOWN: i64 = 500;

#[derive(Queryable, Selectable)]
#[diesel(table_name = global_template, check_for_backend(Pg))]
struct Row {
    uuid: Uuid,
    template_type: i16,
    name: String,
    is_default: bool,
    is_retired: bool,
    body: serde_json::Value,
    version: i32,
}

impl From<Row> for DeliverableTemplate {
    fn from(row: Row) -> Self {
        Self {
            uuid: row.uuid,
            template_type: u8::try_from(row.template_type).unwrap_or(0),
            name: row.name,
            is_global: true,
            is_default: row.is_default,
            // Use the defaults for settings written by a newer server version.
            settings: serde_json::from_value(row.body).unwrap_or_default(),
            is_retired: row.is_retired,
            version: Some(row.version),
            // Counted separately.
            schedule_count: 0,
        }
    }
}

/// Lists the templates of a kind: those added by staff by name, then the built-in one. Includes retired templates if
/// `with_retired` is set.
pub async fn list(
    connection: &mut AsyncPgConnection,
    kind: DeliverableKind,
    with_retired: bool,
) -> QueryResult<Vec<DeliverableTemplate>> {
    let rows: Vec<Row> = global_template::table
        .filter(global_template::template_type.eq(i16::from(kind.number())))
        .filter(
            global_template::is_retired
                .eq(false)
                .or(with_retired.into_sql::<Bool>()),
        )
        .order((global_template::name, global_template::uuid))
        .limit(MOST_SHOWN)
        .select(Row::as_select())
        .load(connection)
        .await?;
    let mut templates: Vec<DeliverableTemplate> = rows.into_iter().map(Into::into).collect();
    let has_default = templates.iter().any(|template| template.is_default);
    let built_in = built_in_templates().filter(|template| template.template_type == kind.number());
    templates.extend(built_in.map(|template| DeliverableTemplate {
        is_default: !has_default,
        ..template
    }));
    Ok(templates)
}

/// Looks up a template by uuid, built-in or added by staff. Also finds retired templates.
pub async fn find(
    connection: &mut AsyncPgConnection,
    uuid: Uuid,
) -> QueryResult<Option<DeliverableTemplate>> {
    match built_in_templates().find(|template| template.uuid == uuid) {
        Some(template) => Ok(Some(template)),
        None => find_added(connection, uuid).await,
    }
}

/// Looks up a template that staff added.
pub async fn find_added(
    connection: &mut AsyncPgConnection,
    uuid: Uuid,
) -> QueryResult<Option<DeliverableTemplate>> {
    let row: Option<Row> = global_template::table
        .find(uuid)
        .select(Row::as_select())
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// Inserts a template if `version` is `None`, otherwise updates it. Returns `false` if the template does not exist or
/// its version has changed.
pub async fn save(
    connection: &mut AsyncPgConnection,
    (kind, uuid): (DeliverableKind, Uuid),
    input: &TemplateInput,
) -> QueryResult<bool> {
    let number = i16::from(kind.number());
    if input.is_default {
        diesel::update(global_template::table)
            .filter(global_template::template_type.eq(number))
            .filter(global_template::uuid.ne(uuid))
            .filter(global_template::is_default)
            .set(global_template::is_default.eq(false))
            .execute(connection)
            .await?;
    }
    let changed = (
        global_template::name.eq(&input.name),
        global_template::is_default.eq(input.is_default),
        global_template::body.eq(json!(input.settings)),
    );
    let saved = match input.version {
        None => {
            diesel::insert_into(global_template::table)
                .values((
                    global_template::uuid.eq(uuid),
                    global_template::template_type.eq(number),
                    changed,
                ))
                .execute(connection)
                .await?
        }
        Some(version) => {
            diesel::update(global_template::table.find(uuid))
                .filter(global_template::version.eq(version))
                .set((changed, global_template::version.eq(global_template::version + 1)))
                .execute(connection)
                .await?
        }
    };
    Ok(saved == 1)
}

/// Retires or reinstates a template, and clears its default flag. Returns `false` if its version has changed.
pub async fn retire(
    connection: &mut AsyncPgConnection,
    (uuid, version): (Uuid, i32),
    is_retired: bool,
) -> QueryResult<bool> {
    let saved = diesel::update(global_template::table.find(uuid))
        .filter(global_template::version.eq(version))
        .set((
            global_template::is_retired.eq(is_retired),
            global_template::is_default.eq(false),
            global_template::version.eq(global_template::version + 1),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Returns the uuids and names of the given templates added by staff, and of all built-in ones.
pub async fn names(connection: &mut AsyncPgConnection, uuids: &[Uuid]) -> QueryResult<Vec<(Uuid, String)>> {
    let mut names: Vec<(Uuid, String)> = global_template::table
        .filter(global_template::uuid.eq_any(uuids))
        .select((global_template::uuid, global_template::name))
        .load(connection)
        .await?;
    names.extend(built_in_templates().map(|template| (template.uuid, template.name)));
    Ok(names)
}
