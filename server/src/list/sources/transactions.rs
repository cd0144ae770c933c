//! Transactions of policies and annuities as a list, with the current values of their contract.

use super::contracts::contracts_of_block;
use super::source::{RowCount, Source};
use crate::list::masks::Masks;

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: true,
    // Looks up the few deleted contracts, not the contract of each row.
    row_count: RowCount::Sql(
        "SELECT count(*) FROM contract_transaction entry \
         LEFT JOIN policy ON policy.firm_id = entry.firm_id AND policy.uuid = contract_uuid \
           AND policy.deleted_at IS NOT NULL \
         LEFT JOIN annuity ON annuity.firm_id = entry.firm_id AND annuity.uuid = contract_uuid \
           AND annuity.deleted_at IS NOT NULL \
         WHERE policy.uuid IS NULL AND annuity.uuid IS NULL AND entry.deleted_at IS NULL \
         AND entry.firm_id = ",
    ),
    expression: column,
    sort_key: |key| (key == "contractNumber").then_some("t.number_key"),
    // Users see the transactions of every contract that they can open, no matter who entered them.
    write_block: |statement, block| contracts_of_block(statement, block, ("t.contract_uuid", None)),
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Transactions of contracts that are not deleted. The contract always exists, as a policy or as an annuity. Both are
/// outer-joined to fix the join order, as in the list of duplicates.
const TABLE: &str = "(SELECT entry.firm_id, entry.uuid, entry.deleted_at, entry.created_at, entry.updated_at, \
contract_uuid, entry.kind, transaction_date, amount, surrender_charge, tax_withheld, note, \
policy.uuid AS policy_uuid, annuity.uuid AS annuity_uuid, \
coalesce(policy_number, contract_number) AS contract_number, \
coalesce(policy.number_key, annuity.number_key) AS number_key, \
coalesce(policy.carrier_name, annuity.carrier_name) AS carrier_name, \
coalesce(insured_name, annuitant_name) AS insured_name, \
coalesce(policy.owner_name, annuity.owner_name) AS owner_name, \
coalesce(policy.status, annuity.status) AS contract_status, \
coalesce(maker.first_name || ' ' || maker.last_name, entry.created_by) AS maker_name, \
concat_ws(' ', entry.search_text, policy.search_text, annuity.search_text) AS search_text \
FROM contract_transaction entry \
LEFT JOIN policy ON policy.firm_id = entry.firm_id AND policy.uuid = contract_uuid AND line = 1 \
LEFT JOIN annuity ON annuity.firm_id = entry.firm_id AND annuity.uuid = contract_uuid AND line = 2 \
LEFT JOIN app_user maker ON maker.user_key = entry.created_by \
WHERE policy.deleted_at IS NULL AND annuity.deleted_at IS NULL)";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "transactionDate" => "t.transaction_date",
        "kind" => "t.kind",
        "amount" => "t.amount",
        "contractNumber" => "t.contract_number",
        "carrier" => "t.carrier_name",
        "insured" => "t.insured_name",
        "owner" => "t.owner_name",
        "createdBy" => "t.maker_name",
        "surrenderCharge" => "t.surrender_charge",
        "taxWithheld" => "t.tax_withheld",
        "note" => "t.note",
        "contractStatus" => "t.contract_status",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        "policyId" => "t.policy_uuid::text",
        "annuityId" => "t.annuity_uuid::text",
        _ => return None,
    })
}
