//! Loans and withdrawals of contracts.

use super::versioned::{PartVersion, restore, save, soft_delete};
use crate::auth::Viewer;
use crate::db::schema::contract_transaction;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::Line;
use shared::contract::transaction::{ContractTransaction, TransactionEntry};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contract_transaction, check_for_backend(Pg))]
struct TransactionRow {
    uuid: Uuid,
    kind: String,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    transaction_date: Date,
    amount: Decimal,
    surrender_charge: Option<Decimal>,
    tax_withheld: Option<Decimal>,
    note: Option<String>,
    version: i32,
}

impl From<TransactionRow> for ContractTransaction {
    fn from(row: TransactionRow) -> Self {
        Self {
            uuid: row.uuid,
            kind: row.kind,
            transaction_date: row.transaction_date,
            amount: row.amount,
            surrender_charge: row.surrender_charge,
            tax_withheld: row.tax_withheld,
            note: row.note,
            version: row.version,
            ..Self::default()
        }
        .named()
    }
}

/// Lists the transactions of a contract, without balances.
pub async fn of_contract(
    mut connection: &AsyncPgConnection,
    viewer: &Viewer,
    contract: Uuid,
) -> QueryResult<Vec<ContractTransaction>> {
    let rows: Vec<TransactionRow> = contract_transaction::table
        .filter(contract_transaction::firm_id.eq(viewer.firm.id))
        .filter(contract_transaction::contract_uuid.eq(contract))
        .filter(contract_transaction::deleted_at.is_null())
        .select(TransactionRow::as_select())
        .load(&mut connection)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = contract_transaction, treat_none_as_null = true)]
struct TransactionFields<'a> {
    kind: &'static str,
    transaction_date: jiff_diesel::Date,
    amount: Decimal,
    surrender_charge: Option<Decimal>,
    tax_withheld: Option<Decimal>,
    note: Option<&'a str>,
}

impl<'a> From<&'a TransactionEntry> for TransactionFields<'a> {
    fn from(new: &'a TransactionEntry) -> Self {
        Self {
            kind: new.kind.code(),
            transaction_date: new.transaction_date.into(),
            amount: new.amount,
            surrender_charge: new.surrender_charge,
            tax_withheld: new.tax_withheld,
            note: new.note.as_deref(),
        }
    }
}

/// A transaction to add to a contract.
pub struct NewTransaction<'a> {
    pub uuid: Uuid,
    pub line: Line,
    pub contract: Uuid,
    pub entry: &'a TransactionEntry,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewTransaction<'_>,
) -> QueryResult<()> {
    let now = jiff_diesel::Timestamp::from(new.now);
    diesel::insert_into(contract_transaction::table)
        .values((
            contract_transaction::firm_id.eq(viewer.firm.id),
            contract_transaction::uuid.eq(new.uuid),
            contract_transaction::line.eq(i16::from(new.line.number())),
            contract_transaction::contract_uuid.eq(new.contract),
            contract_transaction::request_hash.eq(new.request_hash),
            contract_transaction::created_at.eq(now),
            contract_transaction::created_by.eq(&viewer.user_key),
            contract_transaction::updated_at.eq(now),
            contract_transaction::updated_by.eq(&viewer.user_key),
            TransactionFields::from(new.entry),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Saves a transaction. Returns `false` if it is deleted or its version has changed.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    new: &TransactionEntry,
    now: Timestamp,
) -> QueryResult<bool> {
    save!(
        contract_transaction,
        connection,
        viewer,
        (one.uuid, one.version),
        TransactionFields::from(new),
        now,
        contract_transaction::contract_uuid.eq(one.whole)
    )
}

/// Deletes a transaction. Returns `false` if it is already deleted or its version has changed.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    now: Timestamp,
) -> QueryResult<bool> {
    soft_delete!(
        contract_transaction,
        connection,
        viewer,
        (one.uuid, one.version),
        now,
        contract_transaction::contract_uuid.eq(one.whole)
    )
}

/// Restores a deleted transaction. Returns `false` if the contract has no deleted transaction with this uuid.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (contract, uuid): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    restore!(
        contract_transaction,
        connection,
        viewer,
        uuid,
        now,
        contract_transaction::contract_uuid.eq(contract)
    )
}
