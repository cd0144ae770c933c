//! Private columns, visible only to viewers who can read their feature.

use crate::permission::{Feature, Permissions};

/// The private columns that a query can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Private<'a> {
    /// No private columns, as in reports and cohorts.
    None,
    /// Columns whose feature the viewer can read.
    ReadableBy(&'a Permissions),
    /// All private columns. Used where the permissions are not known. Searches check them later.
    All,
}

impl Private<'_> {
    /// Returns whether a column with this feature is shown. Columns without a feature always are.
    pub fn shows(self, feature: Option<Feature>) -> bool {
        match (feature, self) {
            (None, _) | (Some(_), Self::All) => true,
            (Some(_), Self::None) => false,
            (Some(feature), Self::ReadableBy(permissions)) => permissions.can_read(feature),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::column::descriptors_by_label;
    use crate::list::{ListName, ListQuery, check, check_shown};
    use crate::permission::{FirmUserType, Role};
    use jiff::civil::date;
    use serde_json::json;

    const COLUMN: &str = "medicalRequestState";

    #[test]
    fn private_columns_require_their_feature() {
        let queries = [
            json!({ "selectColumns": ["name", COLUMN] }),
            json!({ "filter": [{ "column": COLUMN, "op": "isNotEmpty" }] }),
            json!({ "sort": [{ "column": COLUMN, "direction": "asc" }] }),
        ];
        let today = date(2026, 11, 21);
        for kind in FirmUserType::ALL {
            let permissions = Permissions::of(Role::Firm(*kind));
            let may = permissions.can_read(Feature::InsuredMedical);
            let private = Private::ReadableBy(&permissions);
            for query in &queries {
                let query: ListQuery = serde_json::from_value(query.clone()).unwrap();
                let checked = check_shown(ListName::Insureds, (None, private), &query, today);
                assert_eq!(checked.is_ok(), may, "{kind:?} {query:?}");
                // Reports and cohorts check queries without private columns.
                assert!(check(ListName::Insureds, &query, today).is_err());
            }
            let whole =
                check_shown(ListName::Insureds, (None, private), &ListQuery::default(), today).unwrap();
            assert_eq!(whole.columns.iter().any(|column| column.key == COLUMN), may);
            let described = descriptors_by_label(ListName::Insureds, None, private, &[]);
            assert_eq!(described.iter().any(|column| column.key == COLUMN), may);
        }
    }
}
