//! The audit log as a list, with keys resolved to names and details formatted as text.

use super::source::{Block, RowCount, Source};
use crate::list::masks::Masks;
use crate::list::statement::Statement;

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: false,
    row_count: RowCount::Sql("SELECT id FROM audit_head WHERE firm_id = "),
    expression: column,
    sort_key: |_| None,
    write_block,
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Restricts rows to the user's own actions. Roles with a block have no access to the audit log by default, but it can
/// be granted.
fn write_block(statement: &mut Statement, block: &Block<'_>) {
    statement.sql(" AND t.actor_key = ").bind(block.maker());
}

/// Users and records appear under their current names, or under their keys if they have none.
const TABLE: &str = "(SELECT entry.*, firmbook_fold(concat_ws(' ', entry.user_name, entry.helped_name, \
entry.action, entry.record, entry.details, entry.address, entry.trace_id)) AS search_text \
FROM (SELECT log.firm_id, log.uuid, log.at, log.actor_key, log.action, log.subject_type, \
log.subject_uuid::text AS subject_uuid, log.trace_id, host(log.address) AS address, \
coalesce(actor.first_name || ' ' || actor.last_name, log.actor_key) AS user_name, \
coalesce(helped.first_name || ' ' || helped.last_name, log.on_behalf_of_key) AS helped_name, \
coalesce(contact.display_name, cohort.name, policy.policy_number, annuity.contract_number, report.name, \
upload.file_name, template.name, partner.name, \
CASE WHEN log.subject_type = 'image' THEN log.details->>'about' END, \
person.first_name || ' ' || person.last_name, log.subject_key, log.subject_uuid::text) AS record, \
(SELECT string_agg(CASE WHEN key = 'changes' \
THEN (SELECT string_agg(lower(regexp_replace(item->>'field', '([a-z])([A-Z])', '\\1 \\2', 'g')) || ': ' || coalesce(item->>'from', 'empty') || ' → ' || \
coalesce(item->>'to', 'empty'), '; ') FROM jsonb_array_elements(value) item) \
WHEN jsonb_typeof(value) = 'array' \
THEN key || ': ' || (SELECT string_agg(item, ', ') FROM jsonb_array_elements_text(value) item) \
WHEN key = 'about' THEN value #>> '{}' \
ELSE key || ': ' || (value #>> '{}') END, '; ') \
FROM jsonb_each(log.details) WHERE value NOT IN ('null', '[]', '\"\"') AND NOT (key = 'fields' AND \
CASE WHEN jsonb_typeof(value) = 'array' AND jsonb_typeof(log.details->'changes') = 'array' \
THEN jsonb_array_length(value) = jsonb_array_length(log.details->'changes') ELSE false END)) AS details \
FROM audit_log log \
LEFT JOIN app_user actor ON actor.user_key = log.actor_key \
LEFT JOIN app_user helped ON helped.user_key = log.on_behalf_of_key \
LEFT JOIN app_user person ON person.user_key = log.subject_key \
LEFT JOIN contact ON contact.firm_id = log.firm_id AND contact.uuid = log.subject_uuid \
LEFT JOIN cohort ON cohort.firm_id = log.firm_id AND cohort.uuid = log.subject_uuid \
LEFT JOIN policy ON policy.firm_id = log.firm_id AND policy.uuid = log.subject_uuid \
LEFT JOIN annuity ON annuity.firm_id = log.firm_id AND annuity.uuid = log.subject_uuid \
LEFT JOIN report ON report.firm_id = log.firm_id AND report.uuid = log.subject_uuid \
LEFT JOIN upload ON upload.firm_id = log.firm_id AND upload.storage_guid = log.subject_uuid \
LEFT JOIN template ON template.firm_id = log.firm_id AND template.uuid = log.subject_uuid \
LEFT JOIN partner ON partner.firm_id = log.firm_id AND partner.uuid = log.subject_uuid) entry)";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "at" => "t.at",
        "user" => "t.user_name",
        "onBehalfOf" => "t.helped_name",
        "action" => "t.action",
        "recordKind" => "t.subject_type",
        "record" => "t.record",
        "details" => "t.details",
        "address" => "t.address",
        "date" => "(t.at AT TIME ZONE $zone)::date",
        "recordUuid" => "t.subject_uuid",
        "entryId" => "t.uuid::text",
        "traceId" => "t.trace_id",
        _ => return None,
    })
}
