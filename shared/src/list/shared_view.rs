//! Views of a list that a user shares with the firm.

use super::table_state::{SavedView, check_view_with};
use super::{ListName, Private};
use crate::problem::FieldProblem;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of shared views per list.
pub const MAX_SHARED: usize = 100;

/// A view that is shared with the firm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedView {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub view: SavedView,
    /// Name of the user who shared the view.
    pub shared_by: String,
    /// The viewer shared the view, and can replace it.
    pub is_own: bool,
    /// The viewer shared the view or is an account administrator.
    pub can_delete: bool,
}

/// Validates a view before it is shared. Private columns cannot be shared, because not every user can see them.
///
/// # Errors
/// Returns all errors with their field paths.
pub fn check_shared(list: ListName, view: &SavedView) -> Result<(), Vec<FieldProblem>> {
    check_view_with(list, view, Private::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(list: ListName, view: serde_json::Value) -> Vec<(String, String)> {
        let view: SavedView = serde_json::from_value(view).unwrap();
        let found = check_shared(list, &view).err().unwrap_or_default();
        found.into_iter().map(|fault| (fault.field, fault.code)).collect()
    }

    #[test]
    fn checks_names_columns_and_filters() {
        let good = json!({ "name": "Texas", "columns": [{ "key": "name" }],
                           "filter": [{ "column": "state", "op": "eq", "value": "TX" }] });
        assert_eq!(faults(ListName::Owners, good), []);
        let bad = json!({ "name": " ", "columns": [{ "key": "shoeSize" }] });
        let found = faults(ListName::Owners, bad);
        assert_eq!(found[0], ("name".into(), "length".into()));
        assert_eq!(found[1].1, "unknown_column");
    }

    #[test]
    fn private_columns_cannot_be_shared() {
        let medical = json!({ "name": "Records", "columns": [],
                              "filter": [{ "column": "medicalRequestState", "op": "isNotEmpty" }] });
        assert_eq!(faults(ListName::Insureds, medical).len(), 1);
    }
}
