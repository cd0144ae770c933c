//! Grantors, trustees and beneficiaries as lists, with the current name of their trust.

use super::contacts::parties_of_block;
use super::{RowCount, Source};
use crate::auth::Scope;
use crate::list::masks::Masks;
use shared::contact::ContactKind;
use shared::trust::TrustRole;

/// The trust always exists. It is outer-joined to fix the join order. Hides people of deleted trusts and of contacts
/// that are no longer trusts.
macro_rules! table {
    ($role:literal) => {
        concat!(
            "(SELECT person.firm_id, person.uuid, person.deleted_at, person.trust_uuid, person.is_successor, \
             coalesce(person.list_name, person.name) AS name, person.name_key, \
             person.birth_date, person.email, person.phone, person.state, \
             person.share_percent, person.guardian, person.has_withdrawal_right, person.created_at, \
             person.updated_at, contact.display_name AS trust_name, \
             trust_type, policy_count, concat_ws(' ', person.search_text, contact.search_text) AS search_text \
             FROM trust_person person \
             LEFT JOIN contact ON contact.firm_id = person.firm_id AND contact.uuid = person.trust_uuid \
             LEFT JOIN trust ON trust.firm_id = person.firm_id AND trust.contact_uuid = person.trust_uuid \
             LEFT JOIN contact_total total ON total.firm_id = person.firm_id AND total.uuid = person.trust_uuid \
             WHERE person.role = '",
            $role,
            "' AND contact.deleted_at IS NULL AND contact.owner_type = 2)"
        )
    };
}

macro_rules! row_count {
    ($role:literal) => {
        concat!(
            "SELECT count(*) FROM trust_person person \
             LEFT JOIN contact ON contact.firm_id = person.firm_id AND contact.uuid = person.trust_uuid \
             WHERE person.role = '",
            $role,
            "' AND person.deleted_at IS NULL AND contact.deleted_at IS NULL AND contact.owner_type = 2 \
             AND person.firm_id = "
        )
    };
}

pub(super) fn source(role: TrustRole, scope: &Scope) -> Source {
    let (table, row_count) = match role {
        TrustRole::Grantor => (table!("Grantor"), row_count!("Grantor")),
        TrustRole::Trustee => (table!("Trustee"), row_count!("Trustee")),
        TrustRole::Beneficiary => (table!("Beneficiary"), row_count!("Beneficiary")),
    };
    Source {
        table,
        totals_table: None,
        kind: None,
        has_deleted: true,
        row_count: RowCount::Sql(row_count),
        expression: match scope {
            Scope::All | Scope::Shared(_) => column,
            Scope::Block { .. } => |key| column_of_block(key).or_else(|| column(key)),
        },
        sort_key: |key| (key == "name").then_some("t.name_key"),
        write_block: |statement, block| parties_of_block(statement, block, TRUST),
        agents: Vec::new(),
        masks: Masks::NONE,
    }
}

const TRUST: (&str, ContactKind) = ("t.trust_uuid", ContactKind::Owner);

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.name",
        "trust" => "t.trust_name",
        "isSuccessor" => "t.is_successor",
        "state" => "t.state",
        "phone" => "t.phone",
        "email" => "t.email",
        "policyCount" => "t.policy_count",
        "trustType" => "t.trust_type",
        "birthDate" => "t.birth_date",
        "age" => "date_part('year', age($today, t.birth_date))::bigint",
        "sharePercent" => "t.share_percent",
        "guardian" => "t.guardian",
        "hasWithdrawalRight" => "t.has_withdrawal_right",
        "trustId" => "t.trust_uuid::text",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
}

/// Returns the SQL of the policy count, excluding policies outside the block.
fn column_of_block(key: &str) -> Option<&'static str> {
    (key == "policyCount")
        .then_some("(SELECT policy_count FROM firmbook_contact_totals(t.firm_id, t.trust_uuid, $agents))")
}
