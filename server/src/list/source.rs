//! Where the rows of a list come from, and the SQL of each of its columns.

use shared::list::ListName;

/// The FROM clause of a list, and its columns in SQL.
pub struct Source {
    /// The table; `t` in every expression.
    pub table: &'static str,
    /// What every row of the list has in common, beside the firm and being there.
    pub kind: Option<i16>,
    /// The SQL of a column; `$today` stands for the viewer's day.
    pub expression: fn(&str) -> Option<&'static str>,
    /// The SQL to order by, where it is not the expression itself: an indexed key.
    pub sort_key: fn(&str) -> Option<&'static str>,
}

impl Source {
    pub fn of(list: ListName) -> Self {
        let contact = |kind| Self {
            table: "contact",
            kind: Some(kind),
            expression: contact_column,
            sort_key: |key| (key == "name").then_some("t.name_key"),
        };
        match list {
            ListName::Agents => contact(1),
            ListName::Owners => contact(2),
            ListName::Insureds => contact(3),
            ListName::Policies => Self {
                table: "policy",
                kind: None,
                expression: policy_column,
                sort_key: |key| (key == "policyNumber").then_some("t.number_key"),
            },
            ListName::Annuities => Self {
                table: "annuity",
                kind: None,
                expression: annuity_column,
                sort_key: |key| (key == "contractNumber").then_some("t.number_key"),
            },
        }
    }
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

/// What policies and annuities have alike.
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
    fn every_column_of_every_list_has_its_sql() {
        for list in ListName::ALL {
            let source = Source::of(list);
            for column in list.columns() {
                assert!(
                    (source.expression)(column.key).is_some(),
                    "{}: {}",
                    list.as_str(),
                    column.key
                );
            }
        }
    }
}
