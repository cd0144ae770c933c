//! Custom fields of a firm.

use crate::auth::Viewer;
use crate::db::schema::custom_field;
use crate::db::{FixedSql, advisory_lock};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contact::custom::CustomField;
use shared::list::{CheckedQuery, ListName, custom_fields};
use shared::upload::upload_type::UploadType;

/// Returns the firm's custom fields for a kind of contact, by name.
pub async fn all(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
) -> QueryResult<Vec<CustomField>> {
    let fields: Vec<(String, Option<i16>)> = custom_field::table
        .filter(custom_field::firm_id.eq(firm_id))
        .filter(custom_field::contact_kind.eq(kind as i16))
        .order((FixedSql::<Text>::new("firmbook_fold(name)"), custom_field::name))
        .select((custom_field::name, custom_field::column_number))
        .load(connection)
        .await?;
    let fields = fields.into_iter().map(|(name, number)| CustomField {
        name,
        column: number.and_then(custom_fields::key_of).map(str::to_owned),
    });
    Ok(fields.collect())
}

/// Returns the names of the custom fields that a file can fill. Contracts have none.
pub async fn names(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload_type: UploadType,
) -> QueryResult<Vec<String>> {
    let Some(kind) = upload_type.contact_kind() else {
        return Ok(Vec::new());
    };
    let fields = all(connection, firm_id, kind).await?;
    Ok(fields.into_iter().map(|field| field.name).collect())
}

/// Returns a list's custom fields that the viewer can see. Viewers of shared reports see the fields that a report
/// shows as columns. Only lists of contacts have custom fields.
pub async fn visible(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
) -> QueryResult<Vec<CustomField>> {
    let Some(kind) = list.contact_kind() else {
        return Ok(Vec::new());
    };
    let mut fields = all(connection, viewer.firm.id, kind).await?;
    if viewer.sees_shared_only() {
        let shows = |key: &String| viewer.scopes.rows.shows(list, key);
        fields.retain(|field| field.column.as_ref().is_some_and(shows));
    }
    Ok(fields)
}

/// Labels custom field columns with the names of their fields, unless the viewer renamed them. Removes columns
/// without a field. Returns the firm's fields, or none if the query has no such column.
pub async fn label_columns(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    query: &mut CheckedQuery,
) -> QueryResult<Vec<CustomField>> {
    let kind = query
        .list
        .contact_kind()
        .filter(|_| query.columns.iter().any(|column| column.is_custom));
    let Some(kind) = kind else {
        return Ok(Vec::new());
    };
    let fields = all(connection, firm_id, kind).await?;
    let name_of = |key: &str| fields.iter().find(|field| field.column.as_deref() == Some(key));
    query
        .columns
        .retain(|column| !column.is_custom || name_of(column.key).is_some());
    for column in &query.columns {
        if let Some(field) = name_of(column.key) {
            query
                .labels
                .entry(column.key)
                .or_insert_with(|| field.name.clone());
        }
    }
    Ok(fields)
}

/// Adds the custom fields that the firm does not have yet. Each gets the lowest free column, if there is one.
pub async fn define(
    connection: &mut AsyncPgConnection,
    (firm_id, kind): (i32, ContactKind),
    names: &[&str],
    maker: &str,
) -> QueryResult<()> {
    let known = all(connection, firm_id, kind).await?;
    if names
        .iter()
        .all(|name| known.iter().any(|field| field.name == *name))
    {
        return Ok(());
    }
    // Two imports must not choose the same column.
    advisory_lock::lock(connection, "firmbook_custom_field", firm_id).await?;
    diesel::sql_query(
        "WITH added AS (
           SELECT name, row_number() OVER (ORDER BY min(place)) AS nth
           FROM unnest($3) WITH ORDINALITY AS wanted (name, place)
           WHERE NOT EXISTS (
             SELECT FROM custom_field f WHERE f.firm_id = $1 AND f.contact_kind = $2 AND f.name = wanted.name)
           GROUP BY name
         ), free AS (
           SELECT number, row_number() OVER (ORDER BY number) AS nth FROM generate_series(1, $5) AS number
           WHERE NOT EXISTS (
             SELECT FROM custom_field f WHERE f.firm_id = $1 AND f.contact_kind = $2 AND f.column_number = number)
         )
         INSERT INTO custom_field (firm_id, contact_kind, name, created_by, column_number)
         SELECT $1, $2, name, $4, number FROM added LEFT JOIN free USING (nth)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<Array<Text>, _>(names)
    .bind::<Text, _>(maker)
    .bind::<Integer, _>(i32::try_from(custom_fields::KEYS.len()).unwrap_or(i32::MAX))
    .execute(connection)
    .await
    .map(drop)
}
