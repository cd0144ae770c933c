//! Repairs that fix a fault in all affected rows at once.

use super::contract::{ContractField, ValueType};
use super::target::Field;
use serde::{Deserialize, Serialize};

/// Code of the fault for values older than those of the stored contract.
pub const OLDER_VALUES: &str = "older_values";

/// What a repair does to an invalid value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RepairKind {
    /// Adds the leading zeros of a ZIP code.
    PadZip,
    /// Keeps the digits and drops all other characters. Does not apply to decimal numbers.
    KeepDigits,
    /// Truncates the text to the maximum length.
    Cut,
    /// Treats the name as an organization.
    TakeAsOrganization,
    /// Clears the field and adds the value to the notes.
    MoveToNotes,
    /// Clears the field.
    Clear,
    /// Imports values that are older than the stored ones.
    TakeOlder,
    /// Skips the rows.
    SkipRows,
}

impl RepairKind {
    /// Returns the button label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::PadZip => "Add leading zeros",
            Self::KeepDigits => "Keep digits only",
            Self::Cut => "Shorten to fit",
            Self::TakeAsOrganization => "Import as organizations",
            Self::MoveToNotes => "Move to notes",
            Self::Clear => "Clear the field",
            Self::TakeOlder => "Import anyway",
            Self::SkipRows => "Skip these rows",
        }
    }
}

/// A repair that applies to all rows with this fault in this field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Repair {
    /// Code of the fault.
    pub code: String,
    /// Field path, for example `person.email` or `custom.Tier`.
    pub field: String,
    pub kind: RepairKind,
}

/// Returns the repairs for a fault, mildest first. The last one skips the rows.
pub fn repairs_of(code: &str, field: &str) -> Vec<RepairKind> {
    use RepairKind::{Clear, Cut, KeepDigits, MoveToNotes, PadZip, SkipRows, TakeAsOrganization};
    // These faults have no repair. Most depend on existing records and must be resolved there.
    if matches!(
        code,
        "outside_block"
            | "ambiguous_match"
            | "npn_taken"
            | "other_kind"
            | "owner_type_missing"
            | "same_contact_twice"
            | "nothing_mapped"
            | "repeated_heading"
            | "not_updated"
    ) {
        return Vec::new();
    }
    if let Some(field) = ContractField::from_code(field) {
        return repairs_of_contract(code, field);
    }
    let of_value: &[RepairKind] = match code {
        "postal_code_zero_padding" => &[PadZip, Clear],
        "invalid_npn" => &[KeepDigits, MoveToNotes, Clear],
        "invalid_tax_id" => &[KeepDigits, Clear],
        // Notes are not encrypted either.
        "invalid_record_id" | "tax_id_in_clear" | "looks_like_ssn" | "scientific_notation" => &[Clear],
        "too_long" if field == Field::Notes.path() => &[Cut],
        "too_long" => &[Cut, MoveToNotes, Clear],
        "required" if field == Field::FirstName.path() => &[TakeAsOrganization],
        "required" | "no_letter" | "names_two_people" | "empty_row" => &[],
        "unknown_owner_type" | "has_digits" | "owner_type_from_name" | "taken_as_organization" => &[],
        "time_dropped" | "place_not_split" => &[],
        "age_unlikely" | "in_future" | "too_early" | "not_for_owner_type" => &[Clear],
        "not_for_organization" | "not_for_kind" | "not_for_person" => &[MoveToNotes, Clear],
        _ => &[MoveToNotes, Clear],
    };
    of_value.iter().copied().chain([SkipRows]).collect()
}

/// Returns the repairs for a fault of a contract. Values cannot be moved to notes, because contracts have none.
fn repairs_of_contract(code: &str, field: ContractField) -> Vec<RepairKind> {
    match code {
        OLDER_VALUES => vec![RepairKind::TakeOlder, RepairKind::SkipRows],
        _ if field.is_number() => vec![RepairKind::SkipRows],
        // Nothing to clear: the field is empty. A list is not, if one of its entries lacks a value.
        "required" | "required_in_force" | "agent_required"
            if matches!(field.value_type(), ValueType::Single(_)) =>
        {
            vec![RepairKind::SkipRows]
        }
        _ => vec![RepairKind::Clear, RepairKind::SkipRows],
    }
}
