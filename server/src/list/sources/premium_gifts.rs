//! Premium gifts as a list, with the current names of the trust and of the policy's parties.

use super::contracts::contracts_of_block;
use super::source::{RowCount, Source};
use crate::list::masks::Masks;
use shared::contract::Line;

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: false,
    row_count: RowCount::Sql(
        "SELECT count(*) FROM premium_gift gift \
         LEFT JOIN policy ON policy.firm_id = gift.firm_id AND policy.uuid = policy_uuid \
         WHERE policy.deleted_at IS NULL AND gift.firm_id = ",
    ),
    expression: column,
    sort_key: |key| (key == "policyNumber").then_some("t.number_key"),
    write_block: |statement, block| contracts_of_block(statement, block, ("t.policy_uuid", Some(Line::Life))),
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Policy and trust always exist. They are outer-joined to fix the join order, as in the list of duplicates.
const TABLE: &str = "(SELECT gift.*, trust.display_name AS trust_name, policy.policy_number, policy.number_key, policy.insured_name, \
policy.carrier_name, policy.agent_name, policy.status AS policy_status, \
coalesce(letters_sent_on, letter_date) + 30 AS window_ends, \
concat_ws(' ', trust.search_text, policy.search_text) AS search_text \
FROM premium_gift gift \
LEFT JOIN policy ON policy.firm_id = gift.firm_id AND policy.uuid = policy_uuid \
LEFT JOIN contact trust ON trust.firm_id = gift.firm_id AND trust.uuid = trust_uuid \
WHERE policy.deleted_at IS NULL)";

/// Same rule as `Gift::state`. A test compares the two.
const STATE: &str = "CASE WHEN t.premium_paid_on IS NOT NULL THEN 'PremiumPaid' \
WHEN CASE WHEN t.letters_sent_on IS NOT NULL THEN t.premium_due \
WHEN t.received_on IS NOT NULL THEN t.letter_date ELSE t.gift_date END < $today THEN 'Overdue' \
WHEN t.letters_sent_on IS NOT NULL THEN CASE WHEN t.window_ends < $today THEN 'WindowOver' ELSE 'WindowOpen' END \
WHEN t.received_on IS NOT NULL THEN 'Received' ELSE 'Planned' END";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "giftDate" => "t.gift_date",
        "state" => STATE,
        "trust" => "t.trust_name",
        "policyNumber" => "t.policy_number",
        "insured" => "t.insured_name",
        "amount" => "t.amount",
        "letterDate" => "t.letter_date",
        "windowEnds" => "t.window_ends",
        "premiumDue" => "t.premium_due",
        "receivedOn" => "t.received_on",
        "lettersSentOn" => "t.letters_sent_on",
        "premiumPaidOn" => "t.premium_paid_on",
        "carrier" => "t.carrier_name",
        "policyStatus" => "t.policy_status",
        "agent" => "t.agent_name",
        "policyId" => "t.policy_uuid::text",
        "trustId" => "t.trust_uuid::text",
        _ => return None,
    })
}
