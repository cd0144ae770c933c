//! The table behind each list, and the SQL of its columns.

use super::{audit_log, cohorts, scoped};
use crate::auth::Scope;
use shared::list::ListName;

/// The FROM clause of a list and the SQL of its columns.
pub struct Source {
    /// A table or subquery. Expressions refer to it as `t`.
    pub table: &'static str,
    /// Value of the `kind` column for all rows of the list, or `None` if the table serves one list only.
    pub kind: Option<i16>,
    /// Whether the table keeps deleted rows, with a `deleted_at` time.
    pub has_deleted: bool,
    /// SQL of the maintained row count. The firm id must be appended.
    pub kept_count: &'static str,
    /// SQL of a column. `$today` is the viewer's date, `$zone` their time zone.
    pub expression: fn(&str) -> Option<&'static str>,
    /// SQL of an indexed sort key, for columns that have one.
    pub sort_key: fn(&str) -> Option<&'static str>,
}

macro_rules! kept {
    ($list:literal) => {
        concat!(
            "SELECT row_count FROM firm_list_total WHERE list = '",
            $list,
            "' AND firm_id = "
        )
    };
}

impl Source {
    /// Returns the source of a list for viewers of this scope.
    pub fn of(list: ListName, scope: &Scope) -> Self {
        let contact = |kind, kept_count| Self {
            table: "contact",
            kind: Some(kind),
            has_deleted: true,
            kept_count,
            expression: match scope {
                Scope::All => contact_column,
                Scope::Block { .. } | Scope::Shared(_) => {
                    |key| scoped::column(key).or_else(|| contact_column(key))
                }
            },
            sort_key: |key| (key == "name").then_some("t.name_key"),
        };
        match list {
            ListName::Agents => contact(1, kept!("agents")),
            ListName::Owners => contact(2, kept!("owners")),
            ListName::Insureds => contact(3, kept!("insureds")),
            ListName::Policies => Self {
                table: "policy",
                kind: None,
                has_deleted: true,
                kept_count: kept!("policies"),
                expression: policy_column,
                sort_key: |key| (key == "policyNumber").then_some("t.number_key"),
            },
            ListName::Annuities => Self {
                table: "annuity",
                kind: None,
                has_deleted: true,
                kept_count: kept!("annuities"),
                expression: annuity_column,
                sort_key: |key| (key == "contractNumber").then_some("t.number_key"),
            },
            ListName::AuditLog => Self {
                table: audit_log::TABLE,
                kind: None,
                has_deleted: false,
                kept_count: "SELECT id FROM audit_head WHERE firm_id = ",
                expression: audit_log::column,
                sort_key: |_| None,
            },
            ListName::Cohorts => Self {
                table: cohorts::TABLE,
                kind: None,
                has_deleted: true,
                kept_count: "SELECT count(*) FROM cohort WHERE deleted_at IS NULL AND firm_id = ",
                expression: cohorts::column,
                sort_key: |_| None,
            },
        }
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

fn contact_column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.display_name",
        "npn" => "t.npn",
        "agencyCode" => "t.agency_code",
        "email" => "t.email",
        "phone" => "t.phone",
        "mobilePhone" => "t.mobile_phone",
        "state" => "t.state",
        "policyCount" => "t.policy_count",
        "deathBenefit" => "t.death_benefit",
        "annualizedPremium" => "t.annualized_premium",
        "policyCashValue" => "t.policy_cash_value",
        "policySurrenderValue" => "t.policy_surrender_value",
        "annuityCount" => "t.annuity_count",
        "contractValue" => "t.contract_value",
        "premiumsPaid" => "t.premiums_paid",
        "annuityCashValue" => "t.annuity_cash_value",
        "annuitySurrenderValue" => "t.annuity_surrender_value",
        "nextCohortSend" => "t.next_cohort_send",
        "agentIntegrationEnabled" => "t.agent_integration_enabled",
        "age" => "date_part('year', age($today, t.dob))::bigint",
        "sex" => "t.sex",
        "ownerType" => "t.owner_type::text",
        "bestInterestStatus" => "t.best_interest_status",
        "lastReview" => "t.last_review",
        "medicalRequestState" => "t.medical_request_state",
        "firstName" => "t.first_name",
        "lastName" => "t.last_name",
        "organizationName" => "t.organization_name",
        "addressLine1" => "t.address_line1",
        "city" => "t.city",
        "postalCode" => "t.postal_code",
        "dob" => "t.dob",
        "taxId" => "CASE WHEN t.tax_id_kind = 'Ein' THEN '**-***' ELSE '***-**-' END || t.tax_id_last4",
        "externalId" => "t.external_id",
        "source" => "t.source",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
}

fn policy_column(key: &str) -> Option<&'static str> {
    Some(match key {
        "policyNumber" => "t.policy_number",
        "insured" => "t.insured_name",
        "policyCashValue" => "t.cash_value",
        "policySurrenderValue" => "t.surrender_value",
        "deathBenefit" => "t.death_benefit",
        "annualizedPremium" => "t.annualized_premium",
        "paidToDate" => "t.paid_to_date",
        "faceAmount" => "t.face_amount",
        "premiumMode" => "t.premium_mode",
        "modalPremium" => "t.modal_premium",
        "loanBalance" => "t.loan_balance",
        "nextPremiumDate" => "t.next_premium_date",
        "maturityDate" => "t.maturity_date",
        "levelPeriodEndDate" => "t.level_period_end_date",
        "conversionExpiryDate" => "t.conversion_expiry_date",
        "anniversaryMonth" => "to_char(t.issue_date, 'MM')",
        other => return contract_column(other),
    })
}

fn annuity_column(key: &str) -> Option<&'static str> {
    Some(match key {
        "contractNumber" => "t.contract_number",
        "annuitant" => "t.annuitant_name",
        "contractValue" => "t.contract_value",
        "annuityCashValue" => "t.cash_value",
        "annuitySurrenderValue" => "t.surrender_value",
        "premiumsPaid" => "t.premiums_paid",
        "surrenderPeriodEndDate" => "t.surrender_period_end_date",
        "taxType" => "t.tax_type",
        "agentIntegrationEnabled" => "t.agent_integration_enabled",
        "deathBenefit" => "t.death_benefit",
        "costBasis" => "t.cost_basis",
        "accountValueDate" => "t.account_value_date",
        other => return contract_column(other),
    })
}

/// Columns shared by policies and annuities.
fn contract_column(key: &str) -> Option<&'static str> {
    Some(match key {
        "status" => "t.status",
        "statusDate" => "t.status_date",
        "productType" => "t.product_type",
        "productName" => "t.product_name",
        "carrier" => "t.carrier_name",
        "owner" => "t.owner_name",
        "agent" => "t.agent_name",
        "issueDate" => "t.issue_date",
        "issueState" => "t.issue_state",
        "policyGuard" => "t.policy_guard",
        "source" => "t.source",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
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
