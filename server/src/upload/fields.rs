//! The contact columns that an import writes, and the SQL that merges them.

use shared::contact::Field as PersonField;
use shared::contact::owner_type::OwnerType;
use shared::upload::mapping::{Mapping, Mode};
use std::sync::LazyLock;

/// A contact column and the path of its form field.
pub struct Field {
    pub column: String,
    pub path: &'static str,
}

/// Fields stored in a single column.
pub static PLAIN: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let of_person = PersonField::ALL.iter().filter_map(|field| {
        let column = match field {
            PersonField::FullName => return None,
            PersonField::TaxId => TAX_ID_HASH.into(),
            field => snake_case(field.code()),
        };
        let path = field.path();
        Some(Field { column, path })
    });
    let custom = Field {
        column: CUSTOM_FIELDS.into(),
        path: "custom",
    };
    of_person.chain([custom]).collect()
});

/// Converts the code of a field to the name of its column, for example `agencyCode` to `agency_code`.
fn snake_case(code: &str) -> String {
    let mut column = String::new();
    for c in code.chars() {
        if c.is_ascii_uppercase() {
            column.push('_');
        }
        column.push(c.to_ascii_lowercase());
    }
    column
}

const TRUST_DATE: &str = "trust_date";
pub const CUSTOM_FIELDS: &str = "custom_fields";
/// Represents the whole tax ID in comparisons, because equal numbers have equal hashes.
pub const TAX_ID_HASH: &str = "tax_id_hash";
/// Columns of a tax ID other than its hash.
pub const OF_TAX_ID: [&str; 4] = ["tax_id_kind", "tax_id_cipher", "tax_id_key_id", "tax_id_last4"];

/// Returns all columns, including those of the tax ID.
pub fn columns() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().map(|field| field.column.as_str()).chain(OF_TAX_ID)
}

/// How rows are merged into existing contacts.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    pub mode: Mode,
    /// Whether no column is mapped to the owner type. A row's owner type is then a guess that never overwrites a stored
    /// one.
    pub guesses_owner_type: bool,
}

impl Way {
    pub fn of(mapping: &Mapping) -> Self {
        Self {
            mode: mapping.mode,
            guesses_owner_type: mapping.column_of(PersonField::OwnerType).is_none(),
        }
    }
}

/// SQL condition: the row `r` has the display name of the contact `c`, so its name parts contain nothing new.
pub const IS_NAMESAKE: &str = "coalesce(r.full_name = c.display_name, false)";
/// SQL condition: the row `r` has a full name such as `Whitfield, Dana M. Jr`, and the contact `c` is shown with the
/// same text after the comma.
const HAS_SAME_GIVEN_NAMES: &str =
    "coalesce(split_part(r.full_name, ', ', 2) <> '' AND c.organization_name IS NULL
  AND split_part(r.full_name, ', ', 2) = split_part(c.display_name, ', ', 2), false)";
/// SQL condition: the middle name of the row's full name is the initial of the contact's middle name.
const HAS_ONLY_INITIAL: &str = "coalesce(r.full_name IS NOT NULL
  AND firmbook_fold(r.middle_name) = firmbook_fold(left(c.middle_name, 1)) || '.', false)";
const NAMES: [&str; 6] = [
    "title",
    "first_name",
    "middle_name",
    "last_name",
    "suffix",
    "organization_name",
];

/// SQL for the value of a column of the contact `c` after merging the row `r`.
pub fn merged(column: &str, way: Way) -> String {
    let mode = way.mode;
    let takes_tax_id = match mode {
        Mode::Update => "r.tax_id_hash IS NOT NULL AND r.tax_id_hash IS DISTINCT FROM c.tax_id_hash",
        Mode::FillBlanks | Mode::AddOnly => "c.tax_id_hash IS NULL",
    };
    match (column, mode) {
        (TAX_ID_HASH, _) => format!("CASE WHEN {takes_tax_id} THEN r.{column} ELSE c.{column} END"),
        (column, _) if OF_TAX_ID.contains(&column) => {
            format!("CASE WHEN {takes_tax_id} THEN r.{column} ELSE c.{column} END")
        }
        // NPNs that differ only in leading zeros are equal.
        ("npn", Mode::Update) => {
            "CASE WHEN ltrim(r.npn, '0') = c.npn_key THEN c.npn ELSE coalesce(r.npn, c.npn) END".into()
        }
        (CUSTOM_FIELDS, Mode::Update) => "c.custom_fields || r.custom_fields".into(),
        (CUSTOM_FIELDS, _) => "r.custom_fields || c.custom_fields".into(),
        // Only trusts have a trust date.
        (TRUST_DATE, _) => format!(
            "CASE WHEN {} = {} THEN {} END",
            merged("owner_type", way),
            OwnerType::Trust.number(),
            given(TRUST_DATE, mode)
        ),
        ("owner_type", _) if way.guesses_owner_type => given(column, Mode::FillBlanks),
        (column, _) if NAMES.contains(&column) => format!(
            "CASE WHEN {} THEN c.{column} ELSE {} END",
            keeps_name(column),
            given(column, mode)
        ),
        _ => given(column, mode),
    }
}

/// SQL condition: the row `r` adds nothing to this part of the contact `c`'s name. A full name is compared in the form
/// that lists show, because it contains only the initial of the middle name, and its first word may not be the whole
/// first name.
fn keeps_name(column: &str) -> String {
    match column {
        "last_name" | "organization_name" => IS_NAMESAKE.into(),
        "middle_name" => format!("{IS_NAMESAKE} OR {HAS_SAME_GIVEN_NAMES} OR {HAS_ONLY_INITIAL}"),
        _ => format!("{IS_NAMESAKE} OR {HAS_SAME_GIVEN_NAMES}"),
    }
}

/// SQL for the merged value of a column. An empty cell never clears a field.
fn given(column: &str, mode: Mode) -> String {
    match mode {
        Mode::Update => format!("coalesce(r.{column}, c.{column})"),
        Mode::FillBlanks | Mode::AddOnly => format!("coalesce(c.{column}, r.{column})"),
    }
}

/// SQL condition: merging the row `r` changes the contact `c`.
pub fn differs(way: Way) -> String {
    let columns: Vec<String> = PLAIN
        .iter()
        .map(|field| {
            format!(
                "{} IS DISTINCT FROM c.{}",
                merged(&field.column, way),
                field.column
            )
        })
        .collect();
    format!("({})", columns.join(" OR "))
}

/// SQL for a JSON object of all columns, without nulls.
pub fn object(value: impl Fn(&'static str) -> String) -> String {
    let pairs = columns().map(|column| format!("'{column}', {}", value(column)));
    format!(
        "jsonb_strip_nulls(jsonb_build_object({}))",
        pairs.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::copy::Columns as _;
    use crate::records::contact::PersonColumns;
    use std::collections::BTreeSet;

    #[test]
    fn imports_write_every_column_of_a_person() {
        let written: BTreeSet<&str> = columns().filter(|column| !column.contains("tax_id")).collect();
        let of_person = PersonColumns::names().into_iter();
        let expected = of_person.filter(|column| *column != "display_name");
        assert_eq!(written, expected.chain([CUSTOM_FIELDS]).collect());
    }
}
