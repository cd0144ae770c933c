//! Single policies and annuities with their parties and value history.

use super::names::Kept;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, within};
use crate::records::{carrier, snapshot};
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Numeric, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::contracts::{ContractRecord, Party, role_label};
use shared::list::ListName;
use uuid::Uuid;

/// Maximum number of parties returned with a record.
const MOST_PARTIES: i32 = 500;

pub(super) async fn get<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = find::<C>(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    record.map(Json).ok_or(ApiError::NotFound(C::NOUN))
}

/// Loads a record in four statements.
pub(super) async fn find<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<ContractRecord<C>>> {
    let Some(stored) = C::find(connection, viewer, uuid).await? else {
        return Ok(None);
    };
    let carrier_uuid = stored.contract.carrier_uuid().unwrap_or_default();
    let carrier = carrier::find(connection, carrier_uuid)
        .await?
        .context("contract without a carrier")?;
    let parties = parties(connection, viewer, uuid).await?;
    let values = snapshot::all(connection, viewer, uuid).await?;
    Ok(Some(ContractRecord {
        uuid,
        firm_id: stored.firm_id,
        version: stored.version,
        contract: stored.contract,
        carrier,
        riders: stored.riders,
        index_strategies: stored.index_strategies,
        agent_integration_enabled: stored.agent_integration_enabled,
        parties,
        values,
        source: stored.source,
        source_file: stored.source_file,
        source_row: stored.source_row,
        created_at: stored.created_at,
        updated_at: stored.updated_at,
    }))
}

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
async fn parties(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Vec<Party>> {
    let sight = viewer.sight();
    let firm = || Bind::Integer(sight.firm_id);
    let mut statement = Statement::default();
    statement.sql(
        "SELECT party.kind, t.uuid, t.display_name AS name, party.role, party.type_id, party.share_percent,
           party.origin, coalesce(FALSE",
    );
    for kind in ContactKind::ALL {
        statement.sql(&format!(" OR (t.kind = {}", kind as i16));
        within(&mut statement, ListName::of_contacts(kind), &sight, Rows::Few);
        statement.sql(")");
    }
    statement
        .sql(
            ", FALSE) AS can_open FROM contract_party party
             JOIN contact t ON t.uuid = party.contact_uuid AND t.deleted_at IS NULL AND t.firm_id = ",
        )
        .bind(firm())
        .sql(" WHERE party.deleted_at IS NULL AND party.firm_id = ")
        .bind(firm())
        .sql(" AND party.contract_uuid = ")
        .bind(Bind::Uuid(uuid))
        .sql(" ORDER BY party.kind, party.type_id, t.name_key, party.role LIMIT ")
        .bind(Bind::Integer(MOST_PARTIES));
    let rows: Vec<PartyRow> = statement.load(connection).await?;
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
