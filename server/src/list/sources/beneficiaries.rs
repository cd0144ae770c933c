//! Beneficiaries of policies and annuities as a list, with the current values of their contract.

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
        "SELECT count(*) FROM beneficiary \
         LEFT JOIN policy ON policy.firm_id = beneficiary.firm_id AND policy.uuid = contract_uuid \
           AND policy.deleted_at IS NOT NULL \
         LEFT JOIN annuity ON annuity.firm_id = beneficiary.firm_id AND annuity.uuid = contract_uuid \
           AND annuity.deleted_at IS NOT NULL \
         WHERE policy.uuid IS NULL AND annuity.uuid IS NULL AND beneficiary.deleted_at IS NULL \
         AND beneficiary.firm_id = ",
    ),
    expression: column,
    sort_key: |key| match key {
        "name" => Some("t.name_key"),
        "contractNumber" => Some("t.number_key"),
        _ => None,
    },
    write_block: |statement, block| contracts_of_block(statement, block, ("t.contract_uuid", None)),
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Beneficiaries of contracts that are not deleted. The contract always exists, as a policy or as an annuity. Both are
/// outer-joined to fix the join order, as in the list of duplicates.
///
/// The search box matches only beneficiary names, which are indexed. If it also matched the names on the contract, a
/// person would be found on every contract that insures them.
const TABLE: &str = "(SELECT beneficiary.firm_id, beneficiary.uuid, beneficiary.deleted_at, beneficiary.updated_at, \
contract_uuid, class, coalesce(list_name, name) AS name, name_key, relationship, share_percent, \
policy.uuid AS policy_uuid, annuity.uuid AS annuity_uuid, \
coalesce(policy_number, contract_number) AS contract_number, \
coalesce(policy.number_key, annuity.number_key) AS number_key, \
coalesce(policy.carrier_name, annuity.carrier_name) AS carrier_name, \
coalesce(insured_name, annuitant_name) AS insured_name, \
coalesce(policy.status, annuity.status) AS contract_status, \
name_key AS search_text \
FROM beneficiary \
LEFT JOIN policy ON policy.firm_id = beneficiary.firm_id AND policy.uuid = contract_uuid AND line = 1 \
LEFT JOIN annuity ON annuity.firm_id = beneficiary.firm_id AND annuity.uuid = contract_uuid AND line = 2 \
WHERE policy.deleted_at IS NULL AND annuity.deleted_at IS NULL)";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.name",
        "class" => "t.class",
        "relationship" => "t.relationship",
        "sharePercent" => "t.share_percent",
        "contractNumber" => "t.contract_number",
        "carrier" => "t.carrier_name",
        "insured" => "t.insured_name",
        "contractStatus" => "t.contract_status",
        "updatedAt" => "t.updated_at",
        "policyId" => "t.policy_uuid::text",
        "annuityId" => "t.annuity_uuid::text",
        _ => return None,
    })
}
