//! The parties of a contract, as shown on its page.

use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::list::{CONTACTS, Rows, write_visible};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Numeric, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::contracts::{Party, role_label};
use shared::list::ListName;
use uuid::Uuid;

/// Maximum number of parties returned with a record.
const MOST_PARTIES: i32 = 500;

#[derive(QueryableByName)]
struct PartyRow {
    #[diesel(sql_type = SmallInt)]
    kind: i16,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    role: String,
    #[diesel(sql_type = SmallInt)]
    type_id: i16,
    #[diesel(sql_type = Nullable<Numeric>)]
    share_percent: Option<Decimal>,
    #[diesel(sql_type = Text)]
    origin: String,
    #[diesel(sql_type = Bool)]
    can_open: bool,
}

/// Loads the parties of a contract. `can_open` is `false` for parties that the viewer cannot see, such as an
/// agent of another block.
pub async fn of_contract(
    mut connection: &AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Vec<Party>> {
    let sight = viewer.sight();
    let firm = || Bind::Integer(sight.firm_id);
    let mut statement = Statement::default();
    statement.sql(
        "SELECT party.kind, t.uuid, t.display_name AS name, party.role, party.type_id, party.share_percent,
           party.origin, coalesce(FALSE",
    );
    for kind in ContactKind::ALL {
        statement.sql(&format!(" OR (t.kind = {}", kind as i16));
        write_visible(&mut statement, ListName::of_contacts(kind), &sight, Rows::Few);
        statement.sql(")");
    }
    statement
        .sql(", FALSE) AS can_open FROM contract_party party JOIN ")
        .sql(CONTACTS)
        .sql(" t ON t.uuid = party.contact_uuid AND t.deleted_at IS NULL AND t.firm_id = ")
        .bind(firm())
        .sql(" WHERE party.deleted_at IS NULL AND party.firm_id = ")
        .bind(firm())
        .sql(" AND party.contract_uuid = ")
        .bind(Bind::Uuid(uuid))
        .sql(" ORDER BY party.kind, party.type_id, t.name_key, party.role LIMIT ")
        .bind(Bind::Integer(MOST_PARTIES));
    let rows: Vec<PartyRow> = statement.load(&mut connection).await?;
    rows.into_iter()
        .map(|row| {
            let kind = u8::try_from(row.kind)
                .ok()
                .and_then(|kind| ContactKind::try_from(kind).ok())
                .context("unknown party kind")?;
            Ok(Party {
                kind,
                uuid: row.uuid,
                role_label: role_label(&row.role, row.type_id),
                name: row.name,
                role: row.role,
                type_id: row.type_id,
                share_percent: row.share_percent,
                origin: row.origin,
                can_open: row.can_open,
            })
        })
        .collect()
}
