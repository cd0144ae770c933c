//! Possible duplicates as a list, with the current names and contract counts of both contacts.

use super::source::{Block, RowCount, Source};
use crate::list::masks::Masks;
use crate::list::statement::Statement;

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: false,
    row_count: RowCount::Sql(
        "SELECT count(*) FROM duplicate_pair p \
         LEFT JOIN contact a ON a.firm_id = p.firm_id AND a.uuid = first_uuid \
         LEFT JOIN contact b ON b.firm_id = p.firm_id AND b.uuid = second_uuid \
         WHERE a.deleted_at IS NULL AND b.deleted_at IS NULL AND p.firm_id = ",
    ),
    expression: column,
    sort_key: |_| None,
    write_block,
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Hides all pairs, because a pair could reveal a contact outside the block.
fn write_block(statement: &mut Statement, _: &Block<'_>) {
    statement.sql(" AND false");
}

/// Pairs with the current values of both contacts. Pairs of a contact that has since been deleted or merged are hidden
/// until the job removes them.
///
/// The contacts always exist. They are outer-joined to fix the join order: with inner joins and without statistics of
/// the firm, PostgreSQL joins the contacts with each other before it reads the pairs.
pub const TABLE: &str = "(SELECT p.*, p.percent::bigint AS score, a.display_name AS first_name, b.display_name AS second_name, \
coalesce(a.email, a.phone, a.mobile_phone, a.city) AS first_detail, \
coalesce(b.email, b.phone, b.mobile_phone, b.city) AS second_detail, \
ta.policy_count AS first_policies, ta.annuity_count AS first_annuities, \
tb.policy_count AS second_policies, tb.annuity_count AS second_annuities, \
CASE WHEN dismissed_at IS NULL THEN 'Open' ELSE 'Dismissed' END AS state, \
coalesce(reviewer.first_name || ' ' || reviewer.last_name, dismissed_by) AS reviewer, \
concat_ws(' ', a.search_text, b.search_text) AS search_text \
FROM duplicate_pair p \
LEFT JOIN contact a ON a.firm_id = p.firm_id AND a.uuid = first_uuid \
LEFT JOIN contact b ON b.firm_id = p.firm_id AND b.uuid = second_uuid \
LEFT JOIN contact_total ta ON ta.firm_id = p.firm_id AND ta.uuid = first_uuid \
LEFT JOIN contact_total tb ON tb.firm_id = p.firm_id AND tb.uuid = second_uuid \
LEFT JOIN app_user reviewer ON reviewer.user_key = dismissed_by \
WHERE a.deleted_at IS NULL AND b.deleted_at IS NULL)";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "score" => "t.score",
        "first" => "t.first_name",
        "second" => "t.second_name",
        "reasons" => "t.reason_labels",
        "firstContracts" => "(t.first_policies + t.first_annuities)",
        "secondContracts" => "(t.second_policies + t.second_annuities)",
        "state" => "t.state",
        "contactType" => "t.contact_kind::text",
        "reviewedBy" => "t.reviewer",
        "reviewedAt" => "t.dismissed_at",
        "foundAt" => "t.found_at",
        "firstDetail" => "t.first_detail",
        "secondDetail" => "t.second_detail",
        "firstId" => "t.first_uuid::text",
        "secondId" => "t.second_uuid::text",
        _ => return None,
    })
}
