//! Contract values by date. Rows are append-only, except that undoing a change withdraws its row.

use crate::auth::Viewer;
use crate::db::FixedSql;
use crate::db::schema::value_snapshot;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::Line;
use shared::contract::contracts::{ValueSnapshot, Values};
use std::collections::HashSet;
use uuid::Uuid;

/// Query limit for a contract's snapshots.
const MOST_SHOWN: i64 = 400;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = value_snapshot, treat_none_as_default_value = false)]
struct ValueColumns {
    death_benefit: Option<Decimal>,
    annualized_premium: Option<Decimal>,
    cash_value: Option<Decimal>,
    surrender_value: Option<Decimal>,
    loan_balance: Option<Decimal>,
    contract_value: Option<Decimal>,
    premiums_paid: Option<Decimal>,
    crediting_rate: Option<Decimal>,
    lapse_age: Option<i16>,
}

macro_rules! same_fields {
    ($from:ident -> $to:ident) => {
        impl From<$from> for $to {
            fn from(values: $from) -> Self {
                let $from {
                    death_benefit,
                    annualized_premium,
                    cash_value,
                    surrender_value,
                    loan_balance,
                    contract_value,
                    premiums_paid,
                    crediting_rate,
                    lapse_age,
                } = values;
                Self {
                    death_benefit,
                    annualized_premium,
                    cash_value,
                    surrender_value,
                    loan_balance,
                    contract_value,
                    premiums_paid,
                    crediting_rate,
                    lapse_age,
                }
            }
        }
    };
}
same_fields!(ValueColumns -> Values);
same_fields!(Values -> ValueColumns);

#[derive(Queryable, Selectable)]
#[diesel(table_name = value_snapshot, check_for_backend(diesel::pg::Pg))]
struct SnapshotRow {
    #[diesel(deserialize_as = jiff_diesel::Date)]
    as_of: Date,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    recorded_at: jiff::Timestamp,
    source: String,
    #[diesel(embed)]
    values: ValueColumns,
}

/// Lists a contract's snapshots by `as_of`, then by recording time, newest first.
pub async fn all(
    mut connection: &AsyncPgConnection,
    viewer: &Viewer,
    contract: Uuid,
) -> QueryResult<Vec<ValueSnapshot>> {
    let rows: Vec<SnapshotRow> = value_snapshot::table
        .filter(value_snapshot::firm_id.eq(viewer.firm.id))
        .filter(value_snapshot::contract_uuid.eq(contract))
        .filter(value_snapshot::withdrawn_at.is_null())
        .order((value_snapshot::as_of.desc(), value_snapshot::recorded_at.desc()))
        .limit(MOST_SHOWN)
        .select(SnapshotRow::as_select())
        .load(&mut connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| ValueSnapshot {
            as_of: row.as_of,
            recorded_at: row.recorded_at,
            source: row.source,
            values: row.values.into(),
        })
        .collect())
}

/// A snapshot to insert.
pub struct NewSnapshot<'a> {
    pub contract: Uuid,
    pub line: Line,
    pub as_of: Date,
    pub source: &'a str,
    /// Key of the user who entered the values. `None` for the values before the first edit.
    pub recorded_by: Option<&'a str>,
    pub values: Values,
}

/// Inserts a snapshot. Earlier snapshots of the same date are kept.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewSnapshot<'_>,
) -> QueryResult<usize> {
    diesel::insert_into(value_snapshot::table)
        .values((
            value_snapshot::firm_id.eq(viewer.firm.id),
            value_snapshot::contract_uuid.eq(new.contract),
            value_snapshot::line.eq(i16::from(new.line.number())),
            value_snapshot::as_of.eq(jiff_diesel::Date::from(new.as_of)),
            // `now()` is constant within a transaction, which may add two snapshots for one date.
            value_snapshot::recorded_at.eq(FixedSql::<Timestamptz>::new("clock_timestamp()")),
            value_snapshot::source.eq(new.source),
            value_snapshot::recorded_by.eq(new.recorded_by),
            ValueColumns::from(new.values),
        ))
        .execute(connection)
        .await
}

/// Withdraws a snapshot that the viewer entered. Returns `false` if there is none or it is already withdrawn.
pub async fn withdraw(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contract: Uuid,
    snapshot: &ValueSnapshot,
) -> QueryResult<bool> {
    let key = (
        viewer.firm.id,
        contract,
        jiff_diesel::Date::from(snapshot.as_of),
        jiff_diesel::Timestamp::from(snapshot.recorded_at),
    );
    let withdrawn = diesel::update(value_snapshot::table.find(key))
        .filter(value_snapshot::recorded_by.eq(&viewer.user_key))
        .filter(value_snapshot::withdrawn_at.is_null())
        .set(value_snapshot::withdrawn_at.eq(diesel::dsl::now))
        .execute(connection)
        .await?;
    Ok(withdrawn > 0)
}

/// Number of snapshots per statement.
const BATCH: usize = 1_000;

/// Inserts snapshots in the given order.
pub async fn add_all(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    snapshots: Vec<NewSnapshot<'_>>,
) -> QueryResult<()> {
    let mut rows: Vec<_> = snapshots
        .into_iter()
        .map(|new| {
            (
                value_snapshot::firm_id.eq(firm_id),
                value_snapshot::contract_uuid.eq(new.contract),
                value_snapshot::line.eq(i16::from(new.line.number())),
                value_snapshot::as_of.eq(jiff_diesel::Date::from(new.as_of)),
                value_snapshot::recorded_at.eq(diesel::dsl::sql::<Timestamptz>("clock_timestamp()")),
                value_snapshot::source.eq(new.source.to_owned()),
                value_snapshot::recorded_by.eq(new.recorded_by.map(ToOwned::to_owned)),
                ValueColumns::from(new.values),
            )
        })
        .collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        diesel::insert_into(value_snapshot::table)
            .values(rows)
            .execute(&mut *connection)
            .await?;
        rows = rest;
    }
    Ok(())
}

/// Returns the contracts that have a value history.
pub async fn with_history(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contracts: &[Uuid],
) -> QueryResult<HashSet<Uuid>> {
    let found: Vec<Uuid> = value_snapshot::table
        .filter(value_snapshot::firm_id.eq(firm_id))
        .filter(value_snapshot::contract_uuid.eq_any(contracts))
        .filter(value_snapshot::withdrawn_at.is_null())
        .select(value_snapshot::contract_uuid)
        .distinct()
        .load(connection)
        .await?;
    Ok(found.into_iter().collect())
}
