//! The SQL of each list: its table, its columns and the rows of a block.

mod audit_log;
mod beneficiaries;
mod best_interest_forms;
mod cohorts;
mod contacts;
mod contracts;
mod duplicates;
mod premium_gifts;
mod source;
mod transactions;
mod trust_people;
mod trusts;

pub use contacts::TABLE as CONTACTS;
pub use duplicates::TABLE as DUPLICATE_PAIRS;
pub use source::{Block, RowCount, Rows, Source};

use super::masks::Masks;
use super::statement::{Bind, Statement};
use crate::auth::Scope;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::ListName;
use shared::trust::TrustRole;

impl Source {
    /// Returns the source of a list for viewers of this scope.
    pub fn of(list: ListName, scope: &Scope) -> Self {
        let source = match list {
            ListName::Agents => contacts::source(ContactKind::Agent, scope),
            ListName::Owners => contacts::source(ContactKind::Owner, scope),
            ListName::Insureds => contacts::source(ContactKind::Insured, scope),
            ListName::Policies => contracts::source(Line::Life),
            ListName::Annuities => contracts::source(Line::Annuity),
            ListName::AuditLog => audit_log::source(),
            ListName::Cohorts => cohorts::SOURCE,
            ListName::Duplicates => duplicates::SOURCE,
            ListName::PremiumGifts => premium_gifts::SOURCE,
            ListName::Trusts => trusts::source(scope),
            ListName::TrustGrantors => trust_people::source(TrustRole::Grantor, scope),
            ListName::Trustees => trust_people::source(TrustRole::Trustee, scope),
            ListName::TrustBeneficiaries => trust_people::source(TrustRole::Beneficiary, scope),
            ListName::BestInterestForms => best_interest_forms::SOURCE,
            ListName::Beneficiaries => beneficiaries::SOURCE,
            ListName::Transactions => transactions::SOURCE,
        };
        let agents = match scope {
            Scope::Block { agents, .. } => agents.clone(),
            Scope::All | Scope::Shared(_) => Vec::new(),
        };
        Self {
            agents,
            masks: Masks::new(list, scope),
            ..source
        }
    }

    /// Writes the statement for the count of all rows of the firm.
    pub(super) fn write_row_count(&self, statement: &mut Statement, list: ListName, firm_id: i32) {
        match self.row_count {
            RowCount::Maintained => statement.sql(&format!(
                "SELECT coalesce(sum(row_count), 0)::bigint FROM firm_list_total WHERE list = '{}' AND firm_id = ",
                list.as_str()
            )),
            RowCount::Sql(sql) => statement.sql(sql),
        };
        statement.bind(Bind::Integer(firm_id));
    }
}

/// Returns the list columns whose SQL reads this table column.
pub fn keys_reading(list: ListName, column: &str) -> impl Iterator<Item = &'static str> {
    let source = Source::of(list, &Scope::All);
    let name = format!("t.{column}");
    let reads = move |sql: &str| {
        sql.match_indices(&name).any(|(at, _)| {
            let rest = sql[at + name.len()..].chars().next();
            !rest.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    list.columns()
        .iter()
        .filter(move |column| (source.expression)(column.key).is_some_and(&reads))
        .map(|column| column.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_sql_in_every_scope() {
        let block = Scope::Block {
            agents: Vec::new(),
            maker: String::new(),
        };
        for (list, scope) in ListName::ALL
            .into_iter()
            .flat_map(|list| [(list, &Scope::All), (list, &block)])
        {
            let source = Source::of(list, scope);
            for column in list.columns() {
                let sql = (source.expression)(column.key);
                assert!(sql.is_some(), "{}: {}", list.as_str(), column.key);
                // Maintained totals include contracts outside the scope.
                let is_scoped = sql.is_some_and(|sql| sql.contains("scoped."));
                let must_be = column.totals && list.contact_kind().is_some() && *scope != Scope::All;
                assert_eq!(is_scoped, must_be, "{}: {}", list.as_str(), column.key);
            }
        }
    }
}
