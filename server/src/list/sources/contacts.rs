//! The lists of agents, owners and insureds. They share one table.

use super::source::{Block, RowCount, Rows, Source};
use crate::auth::Scope;
use crate::list::masks::{Masks, shows_maintained};
use crate::list::statement::{Bind, Statement};
use shared::contact::ContactKind;
use shared::list::ListName;
use shared::list::custom_fields::number_of;

/// Contacts with their ten totals over all contracts of the firm. PostgreSQL omits the join if no total is used.
pub const TABLE: &str = "(SELECT contact.*, policy_count, death_benefit, annualized_premium, policy_cash_value, \
policy_surrender_value, annuity_count, contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value \
FROM contact LEFT JOIN contact_total total ON total.firm_id = contact.firm_id AND total.uuid = contact.uuid)";

pub(super) fn source(kind: ContactKind, scope: &Scope) -> Source {
    Source {
        table: TABLE,
        totals_table: (*scope == Scope::All).then_some("contact_total"),
        kind: Some(kind as i16),
        has_deleted: true,
        row_count: RowCount::Maintained,
        expression: if shows_maintained(ListName::of_contacts(kind), scope) {
            contact_column
        } else {
            |key| scoped_total(key).or_else(|| contact_column(key))
        },
        sort_key: |key| (key == "name").then_some("t.name_key"),
        write_block: match kind {
            ContactKind::Agent => agents_of_block,
            ContactKind::Owner => |statement, block| parties_of_block(statement, block, OWNER),
            ContactKind::Insured => {
                |statement, block| parties_of_block(statement, block, ("t.uuid", ContactKind::Insured))
            }
        },
        agents: Vec::new(),
        masks: Masks::NONE,
    }
}

pub(super) const OWNER: (&str, ContactKind) = ("t.uuid", ContactKind::Owner);

/// Restricts rows to the agents of the block and those that the user added.
fn agents_of_block(statement: &mut Statement, block: &Block<'_>) {
    if block.rows == Rows::Few {
        statement.sql(" AND (t.uuid = ANY(").bind(block.agents());
        statement.sql(") OR t.created_by = ").bind(block.maker()).sql(")");
        return;
    }
    statement
        .sql(" AND t.uuid IN (SELECT unnest(")
        .bind(block.agents())
        .sql(") UNION ALL SELECT own.uuid FROM contact own WHERE own.kind = 1 AND own.firm_id = ")
        .bind(Bind::Integer(block.firm_id));
    statement
        .sql(" AND own.created_by = ")
        .bind(block.maker())
        .sql(")");
}

/// Restricts rows to contacts of a kind on the block's contracts and those that the user added. `uuid` is the SQL of
/// the contact's uuid.
pub(super) fn parties_of_block(
    statement: &mut Statement,
    block: &Block<'_>,
    (uuid, kind): (&str, ContactKind),
) {
    let kind = kind as i16;
    let one = |column: &str| match block.rows {
        Rows::Many => String::new(),
        Rows::Few => format!(" AND {column} = {uuid}"),
    };
    statement
        .sql(&format!(
            " AND {uuid} IN (SELECT own.uuid FROM contact own WHERE own.kind = {kind}{} AND own.firm_id = ",
            one("own.uuid")
        ))
        .bind(Bind::Integer(block.firm_id));
    statement.sql(" AND own.created_by = ").bind(block.maker());
    statement
        .sql(&format!(
            " UNION ALL SELECT contact_uuid FROM contract_party WHERE deleted_at IS NULL AND kind = {kind}{} AND firm_id = ",
            one("contact_uuid")
        ))
        .bind(Bind::Integer(block.firm_id));
    statement.sql(" AND contract_uuid IN (");
    block.write_contracts(statement);
    statement
        .sql(" AND contact_uuid = ANY(")
        .bind(block.agents())
        .sql(")))");
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
        "bestInterestReviewDue" => "t.best_interest_review_due",
        "lastReview" => "t.last_review",
        "medicalRequestState" => "t.medical_request_state",
        "title" => "t.title",
        "firstName" => "t.first_name",
        "middleName" => "t.middle_name",
        "suffix" => "t.suffix",
        "trustDate" => "t.trust_date",
        "lastName" => "t.last_name",
        "organizationName" => "t.organization_name",
        "addressLine1" => "t.address_line1",
        "addressLine2" => "t.address_line2",
        "city" => "t.city",
        "postalCode" => "t.postal_code",
        "country" => "t.country",
        "notes" => "t.notes",
        "sourceFile" => "t.source_file",
        "dob" => "t.dob",
        "taxId" => "CASE WHEN t.tax_id_kind = 'Ein' THEN '**-***' ELSE '***-**-' END || t.tax_id_last4",
        "externalId" => "t.external_id",
        "source" => "t.source",
        "recordId" => "(t.uuid)::text",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return number_of(key).map(|_| "t.custom_fields ->> $custom_field"),
    })
}

/// Returns the SQL of a total within the scope, which `scoped.rs` joins. The total is zero if the contact has no
/// visible contracts.
fn scoped_total(key: &str) -> Option<&'static str> {
    Some(match key {
        "policyCount" => "coalesce(scoped.policy_count, 0)",
        "deathBenefit" => "coalesce(scoped.death_benefit, 0.00)",
        "annualizedPremium" => "coalesce(scoped.annualized_premium, 0.00)",
        "policyCashValue" => "coalesce(scoped.policy_cash_value, 0.00)",
        "policySurrenderValue" => "coalesce(scoped.policy_surrender_value, 0.00)",
        "annuityCount" => "coalesce(scoped.annuity_count, 0)",
        "contractValue" => "coalesce(scoped.contract_value, 0.00)",
        "premiumsPaid" => "coalesce(scoped.premiums_paid, 0.00)",
        "annuityCashValue" => "coalesce(scoped.annuity_cash_value, 0.00)",
        "annuitySurrenderValue" => "coalesce(scoped.annuity_surrender_value, 0.00)",
        _ => return None,
    })
}
