//! The lists of policies and annuities.

use super::source::{Block, RowCount, Source};
use crate::list::masks::Masks;
use crate::list::statement::Statement;
use shared::contract::Line;

pub(super) fn source(line: Line) -> Source {
    match line {
        Line::Life => Source {
            table: "policy",
            totals_table: None,
            kind: None,
            has_deleted: true,
            row_count: RowCount::Maintained,
            expression: policy_column,
            sort_key: |key| (key == "policyNumber").then_some("t.number_key"),
            write_block: |statement, block| {
                contracts_of_block(statement, block, ("t.uuid", Some(Line::Life)));
            },
            agents: Vec::new(),
            masks: Masks::NONE,
        },
        Line::Annuity => Source {
            table: "annuity",
            totals_table: None,
            kind: None,
            has_deleted: true,
            row_count: RowCount::Maintained,
            expression: annuity_column,
            sort_key: |key| (key == "contractNumber").then_some("t.number_key"),
            write_block: |statement, block| {
                contracts_of_block(statement, block, ("t.uuid", Some(Line::Annuity)));
            },
            agents: Vec::new(),
            masks: Masks::NONE,
        },
    }
}

/// Restricts rows to the contracts of the block's agents. `uuid` is the SQL of the contract's uuid. A `line` of `None`
/// selects policies and annuities.
pub(super) fn contracts_of_block(
    statement: &mut Statement,
    block: &Block<'_>,
    (uuid, line): (&str, Option<Line>),
) {
    statement.sql(&format!(" AND {uuid} IN ("));
    block.write_contracts(statement);
    if let Some(line) = line {
        statement.sql(&format!(" AND line = {}", line.number()));
    }
    statement
        .sql(" AND contact_uuid = ANY(")
        .bind(block.agents())
        .sql("))");
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
        "gracePeriodEndDate" => "t.grace_period_end_date",
        "projectedLapseDate" => "t.projected_lapse_date",
        "lapseAge" => "t.lapse_age::bigint",
        "issueAge" => "t.issue_age::bigint",
        "riskClass" => "t.risk_class",
        "isTobacco" => "t.is_tobacco",
        "deathBenefitOption" => "t.death_benefit_option",
        "lastPremiumDate" => "t.last_premium_date",
        "lastPremiumAmount" => "t.last_premium_amount",
        "paymentMethod" => "t.payment_method",
        "paysAutomatically" => "firmbook_pays_automatically(t.payment_method)",
        "loanRate" => "t.loan_rate",
        "dividendOption" => "t.dividend_option",
        "creditingRate" => "t.crediting_rate",
        "nextRequestDate" => "t.next_request_date",
        "anniversaryMonth" => {
            "CASE WHEN date_part('day', t.issue_date) = 29 AND date_part('month', t.issue_date) = 2 THEN $leap_month
             ELSE to_char(t.issue_date, 'MM') END"
        }
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
        "surrenderPeriodYears" => "t.surrender_period_years::bigint",
        "surrenderSchedule" => {
            "(SELECT string_agg(trim_scale(charge) || '%', ', ' ORDER BY place)
              FROM unnest(t.surrender_schedule) WITH ORDINALITY AS listed (charge, place))"
        }
        "freeWithdrawalPercent" => "t.free_withdrawal_percent",
        "hasMarketValueAdjustment" => "t.has_market_value_adjustment",
        "guaranteedRate" => "t.guaranteed_rate",
        "guaranteedRateEndDate" => "t.guaranteed_rate_end_date",
        "creditedRate" => "t.credited_rate",
        "rmdRequired" => "t.rmd_required",
        "rmdAmount" => "t.rmd_amount",
        "rmdTaken" => "t.rmd_taken",
        "rmdDueDate" => "t.rmd_due_date",
        "annuitizationDate" => "t.annuitization_date",
        "maxAnnuityAge" => "t.max_annuity_age::bigint",
        "indexStrategies" => {
            "(SELECT string_agg(strategy->>'name', ', ' ORDER BY place)
              FROM jsonb_array_elements(t.index_strategies) WITH ORDINALITY AS listed (strategy, place))"
        }
        other => return contract_column(other),
    })
}

/// Returns the SQL of a column shared by policies and annuities.
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
        // Codes as words, such as `Waiver Of Premium`.
        "riders" => {
            "(SELECT string_agg(regexp_replace(rider->>'type', '([a-z])([A-Z])', '\\1 \\2', 'g'), ', ' ORDER BY place)
              FROM jsonb_array_elements(t.riders) WITH ORDINALITY AS listed (rider, place))"
        }
        "valuesAsOf" => "t.values_as_of",
        "sourceFile" => "t.source_file",
        "source" => "t.source",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
}
