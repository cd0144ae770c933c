//! The columns of a contact that an import fills, and what SQL makes of them.

use shared::contact::owner_type::OwnerType;
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::target::Field as TargetField;

/// A column and the path of its field in what a form sends.
pub struct Field {
    pub column: &'static str,
    pub path: &'static str,
}

const fn field(column: &'static str, path: &'static str) -> Field {
    Field { column, path }
}

/// Fields of one column each.
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
/// Stands for the whole tax number: equal numbers have equal hashes.
pub const TAX_ID_HASH: &str = "tax_id_hash";
/// What is kept of a tax number beside its hash.
pub const OF_TAX_ID: [&str; 4] = ["tax_id_kind", "tax_id_cipher", "tax_id_key_id", "tax_id_last4"];

/// Every column, those of the tax number among them.
pub fn columns() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().map(|field| field.column).chain(OF_TAX_ID)
}

/// How rows are taken over into contacts that the firm has.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    pub mode: Mode,
    /// No column says what kind of owner somebody is: that of a row is a guess, good for new owners only.
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

/// Whether the row `r` calls the contact `c` as lists do: the parts of such a name say nothing new.
pub const IS_NAMESAKE: &str = "coalesce(r.full_name = c.display_name, false)";
const NAMES: [&str; 6] = [
    "title",
    "first_name",
    "middle_name",
    "last_name",
    "suffix",
    "organization_name",
];

/// The value of a column of the contact `c` once the row `r` was taken over.
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
        // The same with other zeros in front is the same.
        ("npn", Mode::Update) => {
            "CASE WHEN ltrim(r.npn, '0') = c.npn_key THEN c.npn ELSE coalesce(r.npn, c.npn) END".into()
        }
        (CUSTOM_FIELDS, Mode::Update) => "c.custom_fields || r.custom_fields".into(),
        (CUSTOM_FIELDS, _) => "r.custom_fields || c.custom_fields".into(),
        // Only a trust has one.
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

/// An empty cell never empties a field.
fn given(column: &str, mode: Mode) -> String {
    match mode {
        Mode::Update => format!("coalesce(r.{column}, c.{column})"),
        Mode::FillBlanks | Mode::AddOnly => format!("coalesce(c.{column}, r.{column})"),
    }
}

/// Whether taking the row `r` over changes the contact `c`.
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

/// Paths of the fields that taking the row `r` over changes, as an array.
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

/// Every column as a JSON object; what is empty is left out.
pub fn object(value: impl Fn(&'static str) -> String) -> String {
    let pairs = columns().map(|column| format!("'{column}', {}", value(column)));
    format!(
        "jsonb_strip_nulls(jsonb_build_object({}))",
        pairs.collect::<Vec<_>>().join(", ")
    )
}
