//! Contracts that a form can refer to.

use crate::auth::Viewer;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_visible};
use diesel::prelude::*;
use diesel::sql_types::{Array, Date as SqlDate, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::best_interest::{ContractValues, has_cash_surrender, recorded};
use shared::contract::{Line, PolicyStatus, ProductType};
use shared::list::ListName;
use uuid::Uuid;

/// Maximum number of policies, and of annuities.
const MOST_SHOWN: i64 = 200;

#[derive(QueryableByName)]
struct ValuesRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    number: String,
    #[diesel(sql_type = Text)]
    carrier_name: String,
    #[diesel(sql_type = Text)]
    product_type: String,
    #[diesel(sql_type = Nullable<Text>)]
    product_name: Option<String>,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<Numeric>)]
    value: Option<Decimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    surrender_value: Option<Decimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    loan_balance: Option<Decimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    death_benefit: Option<Decimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    cost_basis: Option<Decimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    guaranteed_rate: Option<Decimal>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    surrender_period_end_date: Option<Date>,
    #[diesel(sql_type = Array<Text>)]
    riders: Vec<String>,
}

impl ValuesRow {
    fn shown(self, line: Line) -> ContractValues {
        ContractValues {
            uuid: self.uuid,
            line: line.number(),
            number: self.number,
            carrier: self.carrier_name,
            product: self
                .product_name
                .unwrap_or_else(|| ProductType::label_of(&self.product_type)),
            status: PolicyStatus::label_of(&self.status),
            value: self.value,
            has_cash_surrender: has_cash_surrender(&self.product_type, self.surrender_value),
            surrender_value: recorded(self.surrender_value),
            loan_balance: self.loan_balance,
            death_benefit: self.death_benefit,
            cost_basis: self.cost_basis,
            guaranteed_rate: self.guaranteed_rate,
            surrender_period_end_date: self.surrender_period_end_date,
            riders: self.riders,
        }
    }
}

/// Lists the annuities and policies of an owner that the viewer can open, annuities first, each by number.
pub async fn contracts_of(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    owner: Uuid,
) -> QueryResult<Vec<ContractValues>> {
    let mut contracts = Vec::new();
    for line in [Line::Annuity, Line::Life] {
        let list = ListName::of_contracts(line);
        if !viewer.permissions.can_read(list.spec().feature) {
            continue;
        }
        let columns = match line {
            Line::Annuity => {
                "contract_number AS number, contract_value AS value, surrender_value, NULL::numeric AS loan_balance,
                 death_benefit, cost_basis, guaranteed_rate, surrender_period_end_date"
            }
            Line::Life => {
                "policy_number AS number, cash_value AS value, surrender_value, loan_balance, death_benefit,
                 NULL::numeric AS cost_basis, NULL::numeric AS guaranteed_rate,
                 NULL::date AS surrender_period_end_date"
            }
        };
        let table = match line {
            Line::Annuity => "annuity",
            Line::Life => "policy",
        };
        let mut statement = Statement::default();
        statement
            .sql(&format!(
                "SELECT t.uuid, {columns}, carrier_name, product_type, product_name, status,
                   ARRAY(SELECT rider->>'type' FROM jsonb_array_elements(riders) rider) AS riders
                 FROM {table} t
                 WHERE t.deleted_at IS NULL AND t.uuid IN (SELECT contract_uuid FROM contract_party
                   WHERE role IN ('Owner', 'JointOwner') AND deleted_at IS NULL AND contact_uuid = "
            ))
            .bind(Bind::Uuid(owner))
            .sql(" AND firm_id = ")
            .bind(Bind::Integer(viewer.firm.id))
            .sql(") AND t.firm_id = ")
            .bind(Bind::Integer(viewer.firm.id));
        write_visible(&mut statement, list, &viewer.sight(), Rows::Few);
        statement.sql(&format!(" ORDER BY number, t.uuid LIMIT {MOST_SHOWN}"));
        let rows: Vec<ValuesRow> = statement.load(connection).await?;
        contracts.extend(rows.into_iter().map(|row| row.shown(line)));
    }
    Ok(contracts)
}
