//! List columns: key, label, type and capabilities.

use super::operator::{FilterOp, operators};
use super::{ListName, Private, Shown};
use crate::contact::custom::CustomField;
use crate::contract::{Choice, EnumName, options};
use crate::permission::Feature;
use serde::{Deserialize, Serialize};

/// Type of a column's cells. Decides its operators, SQL type and alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ColumnType {
    /// Compared without case and accents.
    Text,
    /// A code from a fixed set.
    Choice,
    Integer,
    /// US dollars, as exact decimal text in JSON.
    Money,
    /// Percent, as exact decimal text in JSON: `5.25`.
    Percent,
    /// `YYYY-MM-DD`.
    Date,
    /// RFC 3339 in UTC. Cannot be filtered.
    Timestamp,
    Flag,
}

/// A list column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub key: &'static str,
    pub label: &'static str,
    pub column_type: ColumnType,
    /// Set of codes for [`ColumnType::Choice`].
    pub choices: Option<EnumName>,
    pub filters: bool,
    pub sorts: bool,
    /// The list's totals include a sum of this column.
    pub totals: bool,
    /// New tables show the column.
    pub default: bool,
    /// Cells can be empty. Sorting and keyset paging are simpler for columns that are never empty.
    pub nullable: bool,
    /// Feature that a viewer must be able to read to see the column. `None` for public columns. Private columns
    /// are never part of reports, cohorts and exports.
    pub feature: Option<Feature>,
    /// The default order of the list. Without such a column, the first one is.
    pub orders: bool,
    /// Whether the column holds a custom field of the firm. Its label is the field's name.
    pub is_custom: bool,
    /// Whether a cell lists the names of several people, separated by [`PEOPLE_SEPARATOR`]. Filters compare each name.
    pub is_people: bool,
}

/// Separates the names in a cell that lists several people.
pub const PEOPLE_SEPARATOR: &str = "; ";

impl Column {
    /// Defines a nullable column that can be filtered and sorted and is hidden by default.
    pub(crate) const fn new(key: &'static str, label: &'static str, column_type: ColumnType) -> Self {
        Self {
            key,
            label,
            column_type,
            choices: None,
            filters: !matches!(column_type, ColumnType::Timestamp),
            sorts: true,
            totals: false,
            default: false,
            nullable: true,
            feature: None,
            orders: false,
            is_custom: false,
            is_people: false,
        }
    }

    /// Returns whether the column holds phone numbers in stored form.
    pub fn is_phone(&self) -> bool {
        matches!(self.key, "phone" | "mobilePhone")
    }

    pub(crate) const fn choice(key: &'static str, label: &'static str, set: EnumName) -> Self {
        let mut column = Self::new(key, label, ColumnType::Choice);
        column.choices = Some(set);
        column
    }

    /// Defines a column that lists people of a contract.
    pub(super) const fn people(key: &'static str, label: &'static str) -> Self {
        let mut column = Self::new(key, label, ColumnType::Text);
        column.is_people = true;
        column
    }

    /// Defines a column with a maintained count or sum. The column is never empty and is included in the
    /// totals.
    pub(super) const fn total(key: &'static str, label: &'static str, column_type: ColumnType) -> Self {
        let mut column = Self::new(key, label, column_type);
        column.totals = true;
        column.nullable = false;
        column
    }

    pub(super) const fn shown(mut self) -> Self {
        self.default = true;
        self
    }

    pub(super) const fn required(mut self) -> Self {
        self.nullable = false;
        self
    }

    /// Makes the column the default order of the list, although it is not the first one.
    pub(super) const fn ordering(mut self) -> Self {
        self.orders = true;
        self
    }

    /// Defines the column of a custom field.
    pub(super) const fn custom(key: &'static str, label: &'static str) -> Self {
        let mut column = Self::new(key, label, ColumnType::Text);
        column.is_custom = true;
        column
    }

    /// Makes the column private.
    pub(super) const fn private_to(mut self, feature: Feature) -> Self {
        self.feature = Some(feature);
        self
    }

    /// Disables filtering and sorting.
    pub(super) const fn display_only(mut self) -> Self {
        self.filters = false;
        self.sorts = false;
        self
    }
}

/// A list column in responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ColumnDescriptor {
    pub key: String,
    pub default_label: String,
    pub column_type: ColumnType,
    /// Options of a `choice` column, otherwise empty.
    pub choices: Vec<Choice>,
    pub can_filter: bool,
    pub can_sort: bool,
    pub has_total: bool,
    pub is_default: bool,
    /// Filter operators in menu order.
    pub operators: Vec<FilterOp>,
    /// Feature that the column is private to. Null for most columns
    pub feature: Option<Feature>,
    /// Whether the column is for a custom field of the firm
    pub is_custom: bool,
}

impl From<&Column> for ColumnDescriptor {
    fn from(column: &Column) -> Self {
        Self {
            key: column.key.into(),
            default_label: column.label.into(),
            column_type: column.column_type,
            choices: column.choices.map(options).unwrap_or_default(),
            can_filter: column.filters,
            can_sort: column.sorts,
            has_total: column.totals,
            is_default: column.default,
            feature: column.feature,
            is_custom: column.is_custom,
            operators: if column.filters {
                operators(column).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// Returns the descriptors of the columns that a viewer can see, sorted by label, for `GET …/columns`. Columns
/// of custom fields are labeled with the firm's field names.
pub fn descriptors_by_label(
    list: ListName,
    shown: Option<&Shown>,
    private: Private<'_>,
    custom_fields: &[CustomField],
) -> Vec<ColumnDescriptor> {
    let mut descriptors = match shown {
        Some(shown) => shown.descriptors(),
        None => list.columns().iter().map(ColumnDescriptor::from).collect(),
    };
    descriptors.retain_mut(|column| {
        let field = custom_fields
            .iter()
            .find(|field| field.column.as_ref() == Some(&column.key));
        if let Some(field) = field {
            column.default_label.clone_from(&field.name);
        }
        private.shows(column.feature) && (field.is_some() || !column.is_custom)
    });
    descriptors.sort_by(|a, b| a.default_label.cmp(&b.default_label));
    descriptors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omits_unassigned_custom_columns_and_labels_others_by_field() {
        let fields = [
            CustomField {
                name: "Tier".into(),
                column: Some("customField2".into()),
            },
            CustomField {
                name: "Office".into(),
                column: None,
            },
        ];
        let described = descriptors_by_label(ListName::Agents, None, Private::None, &fields);
        let custom: Vec<_> = described
            .iter()
            .filter(|column| column.is_custom)
            .map(|column| (&*column.key, &*column.default_label))
            .collect();
        assert_eq!(custom, [("customField2", "Tier")]);
        let position = |label: &str| described.iter().position(|column| column.default_label == label);
        assert!(
            position("Tier") < position("Title"),
            "sorted by the name of the field"
        );
    }
}
