//! Groups of policies by contact and by beneficiary.

use super::SUMS;
use crate::auth::Scope;
use crate::list::compile::{has_row_count, matching};
use crate::list::condition::in_set;
use crate::list::sources::Source;
use crate::list::statement::{Bind, Statement};
use shared::contact::ContactKind;
use shared::list::groups::PartySet;
use shared::list::{CheckedQuery, ListName};

/// If a filter matches at least this many policies, the parties of all of the firm's policies are read once. Otherwise,
/// they are looked up by policy.
const MANY: i64 = 10_000;

/// Completes the CTE of groups by contact.
pub(super) fn by_party(
    statement: &mut Statement,
    source: &Source,
    set: PartySet,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    let is_part = !has_row_count(query, scope);
    if !is_part && set == PartySet::Agents {
        by_contact_of_firm(statement, "grouped", ContactKind::Agent, firm_id);
        return;
    }
    if !is_part && set == PartySet::Owners {
        by_owner_of_firm(statement, firm_id);
        return;
    }
    let mut from = source.table;
    if is_part {
        statement.sql(&format!(
            "hits AS MATERIALIZED (SELECT t.uuid, t.death_benefit, t.annualized_premium, t.cash_value FROM {from} t"
        ));
        matching(statement, source, query, firm_id, scope);
        statement.sql("), ");
        from = "hits";
    }
    let parties = |statement: &mut Statement| {
        statement
            .sql(
                "SELECT DISTINCT contract_uuid, contact_uuid FROM contract_party
                 WHERE line = 1 AND deleted_at IS NULL AND ",
            )
            .sql(in_set(set))
            .sql(" AND firm_id = ")
            .bind(Bind::Integer(firm_id));
    };
    statement.sql(&format!(
        "grouped AS (SELECT party.contact_uuid AS key, {SUMS} FROM {from} t LEFT JOIN ("
    ));
    parties(statement);
    if is_part {
        // Only one of the two statements is executed.
        let size = "(SELECT count(*) FROM hits)";
        statement.sql(&format!(" AND {size} >= {MANY} UNION ALL "));
        parties(statement);
        statement.sql(&format!(
            " AND {size} < {MANY} AND contract_uuid IN (SELECT uuid FROM hits)"
        ));
    }
    statement.sql(") party ON party.contract_uuid = t.uuid");
    if !is_part {
        matching(statement, source, query, firm_id, scope);
    }
    statement.sql(" GROUP BY party.contact_uuid");
}

/// Completes the CTE of groups by beneficiary. The key of a group is one of the person's entries.
pub(super) fn by_beneficiary(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    statement.sql(&format!(
        "hits AS MATERIALIZED (SELECT t.uuid, t.death_benefit, t.annualized_premium, t.cash_value FROM {} t",
        source.table
    ));
    matching(statement, source, query, firm_id, scope);
    statement
        .sql(&format!(
            "), grouped AS (SELECT min(one.entry) AS key, {SUMS} FROM hits t
             LEFT JOIN (SELECT contract_uuid, person_key, min(uuid::text) AS entry FROM beneficiary
               WHERE line = 1 AND deleted_at IS NULL AND firm_id = "
        ))
        .bind(Bind::Integer(firm_id))
        .sql(
            " GROUP BY contract_uuid, person_key) one ON one.contract_uuid = t.uuid GROUP BY one.person_key",
        );
}

/// Writes the CTE `name`, without its closing parenthesis. It groups policies by contacts of a kind, using the
/// maintained totals. Policies without such a contact are the firm's policies minus those in the totals of this kind's
/// list.
fn by_contact_of_firm(statement: &mut Statement, name: &str, kind: ContactKind, firm_id: i32) {
    let list = ListName::of_contacts(kind).as_str();
    let sum = |column: &str| {
        format!("coalesce(sum(CASE list WHEN 'policies' THEN {column} ELSE -{column} END), 0)")
    };
    statement
        .sql(&format!(
            "{name} AS (SELECT uuid AS key, policy_count AS n, death_benefit AS death,
               annualized_premium AS premium, policy_cash_value AS cash
             FROM contact_total WHERE policy_count > 0 AND kind = {} AND firm_id = ",
            kind as i16
        ))
        .bind(Bind::Integer(firm_id))
        .sql(&format!(
            " UNION ALL SELECT * FROM (SELECT NULL::uuid, {}::bigint AS n, {}, {}, {} FROM firm_list_total
               WHERE list IN ('policies', '{list}') AND firm_id = ",
            sum("policy_count"),
            sum("death_benefit"),
            sum("annualized_premium"),
            sum("policy_cash_value"),
        ))
        .bind(Bind::Integer(firm_id))
        .sql(") without_contact WHERE n > 0");
}

/// Writes the groups by owner from the maintained totals. These include policies on which the contact only has another
/// role, such as payor. The few such policies are subtracted. Those without any owner are counted as policies without
/// an owner.
fn by_owner_of_firm(statement: &mut Statement, firm_id: i32) {
    let owns = in_set(PartySet::Owners);
    let figures = |sign: &str| {
        let columns = ["death_benefit", "annualized_premium", "cash_value"];
        columns
            .map(|column| format!("{sign}coalesce(t.{column}, 0)"))
            .join(", ")
    };
    statement
        .sql(&format!(
            "not_owner AS MATERIALIZED (SELECT DISTINCT contract_uuid, contact_uuid FROM contract_party party
               WHERE kind = 2 AND line = 1 AND deleted_at IS NULL AND NOT ({owns}) AND NOT EXISTS (
                 SELECT FROM contract_party WHERE {owns} AND deleted_at IS NULL AND firm_id = party.firm_id
                   AND contract_uuid = party.contract_uuid AND contact_uuid = party.contact_uuid)
                 AND firm_id = ",
        ))
        .bind(Bind::Integer(firm_id))
        .sql("), ");
    by_contact_of_firm(statement, "in_any_role", ContactKind::Owner, firm_id);
    statement
        .sql(&format!(
            "), grouped AS (SELECT key, sum(n)::bigint AS n, sum(death) AS death,
               sum(premium) AS premium, sum(cash) AS cash FROM (
               SELECT * FROM in_any_role
               UNION ALL SELECT contact_uuid, -1, {} FROM not_owner JOIN policy t ON t.uuid = contract_uuid
                 AND t.deleted_at IS NULL AND t.firm_id = ",
            figures("-")
        ))
        .bind(Bind::Integer(firm_id))
        .sql(&format!(
            " UNION ALL SELECT NULL, 1, {} FROM policy t WHERE uuid IN (SELECT contract_uuid FROM not_owner)
               AND NOT EXISTS (SELECT FROM contract_party WHERE {owns} AND deleted_at IS NULL
                 AND firm_id = t.firm_id AND contract_uuid = t.uuid) AND t.deleted_at IS NULL AND t.firm_id = ",
            figures("")
        ))
        .bind(Bind::Integer(firm_id))
        .sql(") part GROUP BY key HAVING sum(n) > 0");
}
