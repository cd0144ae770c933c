//! The audit log as a list, with keys resolved to names and details formatted as text.

mod details;

use super::source::{Block, RowCount, Source};
use crate::list::masks::Masks;
use crate::list::statement::Statement;
use shared::audit::vocabulary;
use std::sync::LazyLock;

pub(super) fn source() -> Source {
    Source {
        table: &TABLE,
        totals_table: None,
        kind: None,
        has_deleted: false,
        row_count: RowCount::Sql("SELECT id FROM audit_head WHERE firm_id = "),
        expression: column,
        sort_key: |_| None,
        write_block,
        agents: Vec::new(),
        masks: Masks::NONE,
    }
}

/// Restricts rows to the user's own actions. Roles with a block have no access to the audit log by default, but it can
/// be granted.
fn write_block(statement: &mut Statement, block: &Block<'_>) {
    statement.sql(" AND t.actor_key = ").bind(block.maker());
}

/// Users and records appear under their current names, or under their keys if they have none. `OFFSET 0` keeps
/// PostgreSQL from copying the vocabulary to each place that uses it.
static TABLE: LazyLock<String> = LazyLock::new(|| {
    let vocabulary = vocabulary().to_string().replace('\'', "''");
    let details = details::text();
    format!(
        "(SELECT entry.*, firmbook_fold(concat_ws(' ', entry.user_name, entry.helped_name, \
         coalesce(entry.vocabulary #>> ARRAY['actions', entry.action], entry.action), \
         coalesce(entry.vocabulary #>> ARRAY['records', entry.subject_type], entry.subject_type), \
         entry.record, entry.details, entry.address, entry.trace_id)) AS search_text \
         FROM (SELECT log.firm_id, log.uuid, log.at, log.actor_key, words.vocabulary, \
         CASE log.action WHEN 'import' \
         THEN coalesce(words.vocabulary #>> ARRAY['imports', upload.upload_type::text], log.action) \
         ELSE log.action END AS action, log.subject_type, \
         log.subject_uuid::text AS subject_uuid, log.trace_id, host(log.address) AS address, \
         coalesce(actor.first_name || ' ' || actor.last_name, \
         CASE log.actor_key WHEN 'system' THEN 'System' ELSE log.actor_key END) AS user_name, \
         coalesce(helped.first_name || ' ' || helped.last_name, log.on_behalf_of_key) AS helped_name, \
         coalesce({NAMES}, CASE WHEN log.subject_type = 'image' THEN log.details->>'about' END, \
         CASE WHEN log.subject_type = 'upload' THEN log.details->>'file' END, \
         person.first_name || ' ' || person.last_name, {DELETED_NAME}, log.subject_key, log.subject_uuid::text) AS record, \
         CASE WHEN log.subject_uuid IS NOT NULL AND log.subject_type <> 'image' THEN num_nonnulls({NAMES}) = 0 \
         OR num_nonnulls(contact.deleted_at, cohort.deleted_at, policy.deleted_at, annuity.deleted_at) > 0 \
         END AS is_deleted, {details} AS details {FROM}) entry)"
    )
    .replace(VOCABULARY, &vocabulary)
});

/// Stands for the vocabulary, which may contain braces.
const VOCABULARY: &str = "$vocabulary";

const NAMES: &str = "contact.display_name, cohort.name, policy.policy_number, annuity.contract_number, report.name, \
upload.file_name, template.name, partner.name";

/// Name of a deleted report or template, from the entry of its deletion.
const DELETED_NAME: &str = "(SELECT coalesce(gone.details->>'name', gone.details->>'about') FROM audit_log gone \
WHERE gone.firm_id = log.firm_id AND gone.subject_uuid = log.subject_uuid AND gone.action = 'delete' \
ORDER BY gone.id DESC LIMIT 1)";

const FROM: &str = "FROM audit_log log \
CROSS JOIN (SELECT '$vocabulary'::jsonb AS vocabulary OFFSET 0) words \
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
LEFT JOIN partner ON partner.firm_id = log.firm_id AND partner.uuid = log.subject_uuid";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "at" => "t.at",
        "user" => "t.user_name",
        "onBehalfOf" => "t.helped_name",
        "action" => "t.action",
        "recordKind" => "t.subject_type",
        "record" => "t.record",
        "recordDeleted" => "t.is_deleted",
        "details" => "t.details",
        "address" => "t.address",
        "date" => "(t.at AT TIME ZONE $zone)::date",
        "recordUuid" => "t.subject_uuid",
        "entryId" => "t.uuid::text",
        "traceId" => "t.trace_id",
        _ => return None,
    })
}
