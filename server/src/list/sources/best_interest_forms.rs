//! Best interest forms as a list, with the current name of the owner.

use super::contacts::parties_of_block;
use super::source::{RowCount, Source};
use crate::list::masks::Masks;
use shared::contact::ContactKind;

pub(super) const SOURCE: Source = Source {
    table: TABLE,
    totals_table: None,
    kind: None,
    has_deleted: false,
    row_count: RowCount::Sql(
        "SELECT count(*) FROM best_interest form \
         LEFT JOIN contact owner ON owner.firm_id = form.firm_id AND owner.uuid = form.owner_uuid \
         WHERE owner.deleted_at IS NULL AND form.firm_id = ",
    ),
    expression: column,
    sort_key: |_| None,
    // Users see all forms of the owners that they can open, no matter who created the forms.
    write_block: |statement, block| parties_of_block(statement, block, ("t.owner_uuid", ContactKind::Owner)),
    agents: Vec::new(),
    masks: Masks::NONE,
};

/// Forms of owners that are not deleted. The owner always exists, and is outer-joined to fix the join order, as in the
/// list of duplicates.
const TABLE: &str = "(SELECT form.firm_id, form.uuid, form.owner_uuid, form.number, form.state, form.annuity_number, \
form.carrier_name, form.producer, form.is_replacement, form.replaced_number, form.signed_on, form.review_due_date, \
form.retain_until, form.created_at, form.updated_at, owner.display_name AS owner_name, \
coalesce(maker.first_name || ' ' || maker.last_name, form.created_by) AS maker_name, \
concat_ws(' ', form.search_text, owner.search_text) AS search_text \
FROM best_interest form \
LEFT JOIN contact owner ON owner.firm_id = form.firm_id AND owner.uuid = form.owner_uuid \
LEFT JOIN app_user maker ON maker.user_key = form.created_by \
WHERE owner.deleted_at IS NULL)";

fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "updatedAt" => "t.updated_at",
        "owner" => "t.owner_name",
        "status" => "t.state",
        "annuity" => "t.annuity_number",
        "producer" => "t.producer",
        "signedOn" => "t.signed_on",
        "reviewDue" => "CASE WHEN t.state = 'Signed' THEN t.review_due_date END",
        "isReplacement" => "t.is_replacement",
        "number" => "t.number::bigint",
        "carrier" => "t.carrier_name",
        "replacedContract" => "t.replaced_number",
        "retainUntil" => "t.retain_until",
        "createdBy" => "t.maker_name",
        "ownerId" => "t.owner_uuid::text",
        "createdAt" => "t.created_at",
        _ => return None,
    })
}
