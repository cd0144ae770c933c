//! Cohorts as a list: whoever made one goes by their name.

pub(super) const TABLE: &str = "(SELECT cohort.*, \
coalesce(maker.first_name || ' ' || maker.last_name, cohort.created_by) AS maker_name \
FROM cohort LEFT JOIN app_user maker ON maker.user_key = cohort.created_by)";

pub(super) fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "t.name",
        "contactType" => "t.contact_kind::text",
        "contactCount" => "CASE WHEN t.kind = 'Static' THEN t.contact_count END",
        "kind" => "t.kind",
        "description" => "t.description",
        "createdBy" => "t.maker_name",
        "createdAt" => "t.created_at",
        "updatedAt" => "t.updated_at",
        _ => return None,
    })
}
