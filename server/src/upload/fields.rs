//! The contact columns that an import writes, and the SQL that merges them.

use shared::contact::owner_type::OwnerType;
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::target::Field as TargetField;

/// A contact column and the path of its form field.
pub struct Field {
    pub column: &'static str,
    pub path: &'static str,
}

const fn field(column: &'static str, path: &'static str) -> Field {
    Field { column, path }
}

/// Fields stored in a single column.
pub const PLAIN: [Field; 25] = [
    field("title", "person.title"),
    field("first_name", "person.firstName"),
    field("middle_name", "person.middleName"),
    field("last_name", "person.lastName"),
    field("suffix", "person.suffix"),
    field("organization_name", "person.organizationName"),
    field("owner_type", "person.ownerType"),
    field(TRUST_DATE, "person.trustDate"),
    field("email", "person.email"),
    field("phone", "person.phone"),
    field("mobile_phone", "person.mobilePhone"),
    field("address_line1", "person.address.line1"),
    field("address_line2", "person.address.line2"),
    field("city", "person.address.city"),
    field("state", "person.address.state"),
    field("postal_code", "person.address.postalCode"),
    field("country", "person.address.country"),
    field("dob", "person.dob"),
    field("sex", "person.sex"),
    field("npn", "person.npn"),
    field("agency_code", "person.agencyCode"),
    field("external_id", "person.externalId"),
    field("notes", "person.notes"),
    field(TAX_ID_HASH, "person.taxId"),
    field(CUSTOM_FIELDS, "custom"),
];

const TRUST_DATE: &str = "trust_date";
pub const CUSTOM_FIELDS: &str = "custom_fields";
/// Represents the whole tax ID in comparisons, because equal numbers have equal hashes.
pub const TAX_ID_HASH: &str = "tax_id_hash";
/// Columns of a tax ID other than its hash.
pub const OF_TAX_ID: [&str; 4] = ["tax_id_kind", "tax_id_cipher", "tax_id_key_id", "tax_id_last4"];

/// All columns, including those of the tax ID.
pub fn columns() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().map(|field| field.column).chain(OF_TAX_ID)
}

/// How rows are merged into existing contacts.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    pub mode: Mode,
    /// No column is mapped to the owner type. The owner type of a row is then a guess that never overwrites.
    pub guesses_owner_type: bool,
}

impl Way {
    pub fn of(mapping: &Mapping) -> Self {
        Self {
            mode: mapping.mode,
            guesses_owner_type: mapping.column_of(TargetField::OwnerType).is_none(),
        }
    }
}

/// SQL condition: the row `r` has the display name of the contact `c`, so its name parts contain nothing new.
pub const IS_NAMESAKE: &str = "coalesce(r.full_name = c.display_name, false)";
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
            "CASE WHEN {IS_NAMESAKE} THEN c.{column} ELSE {} END",
            given(column, mode)
        ),
        _ => given(column, mode),
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
                merged(field.column, way),
                field.column
            )
        })
        .collect();
    format!("({})", columns.join(" OR "))
}

/// SQL for an array of the form field paths that merging the row `r` changes.
pub fn changed_paths(way: Way) -> String {
    let paths = PLAIN.iter().map(|field| {
        format!(
            "CASE WHEN {} IS DISTINCT FROM c.{} THEN '{}' END",
            merged(field.column, way),
            field.column,
            field.path
        )
    });
    format!(
        "array_remove(ARRAY[{}], NULL)",
        paths.collect::<Vec<_>>().join(", ")
    )
}

/// SQL for a JSON object of all columns, without nulls.
pub fn object(value: impl Fn(&'static str) -> String) -> String {
    let pairs = columns().map(|column| format!("'{column}', {}", value(column)));
    format!(
        "jsonb_strip_nulls(jsonb_build_object({}))",
        pairs.collect::<Vec<_>>().join(", ")
    )
}
