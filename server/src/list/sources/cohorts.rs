//! Cohorts as a list, with the name of the creator and the next and last send dates.

use super::source::{Block, RowCount, Source};
use crate::list::masks::Masks;
use crate::list::statement::{Bind, Statement};

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: true,
    row_count: RowCount::Sql("SELECT count(*) FROM cohort WHERE deleted_at IS NULL AND firm_id = "),
    expression: column,
    sort_key: |_| None,
    write_block,
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Restricts rows to the user's own cohorts and those of the professionals they support.
fn write_block(statement: &mut Statement, block: &Block<'_>) {
    statement
        .sql(" AND (t.created_by = ")
        .bind(block.maker())
        .sql(" OR t.created_by IN (SELECT professional_key FROM firm_assignment_support WHERE firm_id = ")
        .bind(Bind::Integer(block.firm_id))
        .sql(" AND user_key = ")
        .bind(block.maker())
        .sql("))");
}

const TABLE: &str = "(SELECT cohort.*, \
coalesce(maker.first_name || ' ' || maker.last_name, cohort.created_by) AS maker_name, next_send, last_send \
FROM cohort LEFT JOIN app_user maker ON maker.user_key = cohort.created_by \
CROSS JOIN LATERAL (SELECT min(next_send_date) FILTER (WHERE status = 'Active' AND schedule.deleted_at IS NULL) AS next_send, \
max(last_send_date) AS last_send FROM cohort_schedule schedule \
WHERE schedule.firm_id = cohort.firm_id AND schedule.cohort_uuid = cohort.uuid) sends)";

/// Recipient counts by state, for the latest send.
const LAST_RESULT: &str = "(SELECT nullif(concat_ws(', ', \
nullif(count(*) FILTER (WHERE state = 'Sent'), 0) || ' sent', \
nullif(count(*) FILTER (WHERE state = 'Failed'), 0) || ' failed', \
nullif(count(*) FILTER (WHERE state = 'Skipped'), 0) || ' skipped', \
nullif(count(*) FILTER (WHERE state = 'Waiting'), 0) || ' waiting'), '') \
FROM cohort_send_recipient recipient JOIN (SELECT send.firm_id, schedule_uuid, send_date FROM cohort_send send \
JOIN cohort_schedule schedule ON schedule.firm_id = send.firm_id AND schedule.uuid = schedule_uuid \
WHERE schedule.firm_id = t.firm_id AND schedule.cohort_uuid = t.uuid \
ORDER BY send_date DESC, started_at DESC LIMIT 1) last USING (firm_id, schedule_uuid, send_date))";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.name",
        "contactType" => "t.contact_kind::text",
        "contactCount" => "CASE WHEN t.kind = 'Static' THEN t.contact_count END",
        "kind" => "t.kind",
        "nextSend" => "t.next_send",
        "lastSend" => "t.last_send",
        "lastResult" => LAST_RESULT,
        "description" => "t.description",
        "createdBy" => "t.maker_name",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
}
