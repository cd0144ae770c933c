//! Trusts as a list: owners of the type Trust, with the names of their people and the next dates of their gifts.

use super::contacts::{OWNER, parties_of_block};
use super::{RowCount, Source};
use crate::auth::Scope;
use crate::list::masks::Masks;

pub(super) fn source(scope: &Scope) -> Source {
    Source {
        table: TABLE,
        totals_table: None,
        kind: None,
        has_deleted: true,
        row_count: RowCount::Sql(
            "SELECT count(*) FROM contact WHERE kind = 2 AND owner_type = 2 AND deleted_at IS NULL AND firm_id = ",
        ),
        expression: match scope {
            Scope::All | Scope::Shared(_) => column,
            Scope::Block { .. } => |key| column_of_block(key).or_else(|| column(key)),
        },
        sort_key: |key| (key == "name").then_some("t.name_key"),
        write_block: |statement, block| parties_of_block(statement, block, OWNER),
        agents: Vec::new(),
        masks: Masks::NONE,
    }
}

const TABLE: &str = "(SELECT contact.*, trust_type, governing_state, trust.notes AS trust_notes, policy_count, \
greatest(contact.updated_at, trust.updated_at) AS changed_at \
FROM contact \
LEFT JOIN trust ON trust.firm_id = contact.firm_id AND trust.contact_uuid = contact.uuid \
LEFT JOIN contact_total total ON total.firm_id = contact.firm_id AND total.uuid = contact.uuid \
WHERE contact.kind = 2 AND contact.owner_type = 2)";

/// SQL for the names of a trust's people in one role.
macro_rules! names {
    ($condition:literal) => {
        concat!(
            "(SELECT string_agg(person.name, ', ' ORDER BY person.name_key, person.uuid) FROM trust_person person \
             WHERE person.firm_id = t.firm_id AND person.trust_uuid = t.uuid AND person.deleted_at IS NULL AND ",
            $condition,
            ")"
        )
    };
}

/// SQL for the earliest date of a pending step among the trust's gifts. Skips gifts whose policy is deleted or does not
/// meet the condition.
macro_rules! next {
    ($date:literal, $done:literal, $condition:expr) => {
        concat!(
            "(SELECT min(gift.",
            $date,
            ") FROM premium_gift gift \
             LEFT JOIN policy ON policy.firm_id = gift.firm_id AND policy.uuid = gift.policy_uuid \
             WHERE gift.firm_id = t.firm_id AND gift.trust_uuid = t.uuid AND policy.deleted_at IS NULL AND gift.",
            $done,
            " IS NULL",
            $condition,
            ")"
        )
    };
}

/// SQL condition: an agent of the block is a party to the gift's policy.
macro_rules! of_block {
    () => {
        " AND EXISTS (SELECT FROM contract_party agent WHERE agent.firm_id = gift.firm_id \
         AND agent.contract_uuid = gift.policy_uuid AND agent.line = 1 AND agent.kind = 1 \
         AND agent.deleted_at IS NULL AND agent.contact_uuid = ANY($agents))"
    };
}

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.display_name",
        "trustType" => "t.trust_type",
        "taxId" => "CASE WHEN t.tax_id_kind = 'Ein' THEN '**-***' ELSE '***-**-' END || t.tax_id_last4",
        "trustee" => names!("person.role = 'Trustee' AND NOT person.is_successor"),
        "grantor" => names!("person.role = 'Grantor'"),
        "policyCount" => "t.policy_count",
        "nextGiftDate" => next!("gift_date", "received_on", ""),
        "nextLetterDate" => next!("letter_date", "letters_sent_on", ""),
        "trustDate" => "t.trust_date",
        "governingState" => "t.governing_state",
        "state" => "t.state",
        "email" => "t.email",
        "phone" => "t.phone",
        "notes" => "t.trust_notes",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.changed_at",
        _ => return None,
    })
}

/// Returns the SQL of counts and dates, excluding policies outside the block.
fn column_of_block(key: &str) -> Option<&'static str> {
    Some(match key {
        "policyCount" => "(SELECT policy_count FROM firmbook_contact_totals(t.firm_id, t.uuid, $agents))",
        "nextGiftDate" => next!("gift_date", "received_on", of_block!()),
        "nextLetterDate" => next!("letter_date", "letters_sent_on", of_block!()),
        _ => return None,
    })
}
