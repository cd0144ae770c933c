//! Contacts with the values that the duplicate score compares.

use crate::auth::Viewer;
use crate::db::copy::Columns;
use crate::list::statement::{Bind, Statement};
use crate::list::{CONTACTS, Rows, write_visible};
use crate::records::contact::PersonColumns;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::{ContactKind, Person};
use shared::list::ListName;
use shared::resolution::{Candidate, Details, PairedContact};
use std::collections::HashMap;
use uuid::Uuid;

/// A contact prepared for the score.
pub struct Compared {
    pub uuid: Uuid,
    /// Number of a [`ContactKind`].
    pub kind: i16,
    pub candidate: Candidate,
    /// Digest of the compared values.
    pub values: String,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SmallInt)]
    kind: i16,
    #[diesel(embed)]
    person: PersonColumns,
    #[diesel(sql_type = Nullable<Binary>)]
    tax_id_hash: Option<Vec<u8>>,
    #[diesel(sql_type = Text)]
    match_values: String,
}

impl From<Row> for Compared {
    fn from(row: Row) -> Self {
        let person = Person::from(row.person);
        Self {
            uuid: row.uuid,
            kind: row.kind,
            candidate: Candidate::new(&Details::of(&person, row.tax_id_hash.as_deref())),
            values: row.match_values,
        }
    }
}

/// Loads the given contacts. Leaves out insureds and deleted contacts.
pub async fn compared(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<Vec<Compared>> {
    let rows: Vec<Row> = diesel::sql_query(format!(
        "SELECT uuid, kind, {}, tax_id_hash, firmbook_match_values(c) AS match_values FROM contact c
         WHERE firm_id = $1 AND uuid = ANY($2) AND kind IN ({}, {}) AND deleted_at IS NULL",
        PersonColumns::names().join(", "),
        ContactKind::Agent as i16,
        ContactKind::Owner as i16,
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(uuids)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Compared::from).collect())
}

#[derive(QueryableByName)]
struct ShownRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    detail: Option<String>,
    #[diesel(sql_type = BigInt)]
    policy_count: i64,
    #[diesel(sql_type = BigInt)]
    annuity_count: i64,
}

/// Returns the given contacts that the viewer can see, keyed by uuid.
pub async fn visible(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuids: &[Uuid],
) -> QueryResult<HashMap<Uuid, PairedContact>> {
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT t.uuid, t.display_name, coalesce(t.email, t.phone, t.mobile_phone, t.city) AS detail,
               t.policy_count, t.annuity_count
             FROM ",
        )
        .sql(CONTACTS)
        .sql(" t WHERE t.deleted_at IS NULL AND t.firm_id = ")
        .bind(Bind::Integer(viewer.firm.id))
        .sql(&format!(" AND t.kind = {} AND t.uuid = ANY(", kind as i16))
        .bind(Bind::Uuids(uuids.to_vec()))
        .sql(")");
    let list = ListName::of_contacts(kind);
    write_visible(&mut statement, list, &viewer.sight(), Rows::Few);
    let rows: Vec<ShownRow> = statement.load(connection).await?;
    let shown = |row: ShownRow| {
        let contact = PairedContact {
            uuid: row.uuid,
            name: row.display_name,
            detail: row.detail,
            policy_count: row.policy_count,
            annuity_count: row.annuity_count,
        };
        (row.uuid, contact)
    };
    Ok(rows.into_iter().map(shown).collect())
}
