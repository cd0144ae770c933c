//! What can be done about a fault in all the rows that have it, in one step.

use super::target::Field;
use serde::{Deserialize, Serialize};

/// What a repair does to the value at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RepairKind {
    /// Gives a ZIP code its leading zeros back.
    PadZip,
    /// Keeps the digits of a number and leaves out everything else.
    KeepDigits,
    /// Cuts a text to the room that there is.
    Cut,
    /// Takes a name as that of an organisation.
    TakeAsOrganization,
    /// Leaves the field empty and writes the value into the notes.
    MoveToNotes,
    /// Leaves the field empty.
    Clear,
    /// Leaves the rows out.
    SkipRows,
}

impl RepairKind {
    /// What a button says.
    pub const fn label(self) -> &'static str {
        match self {
            Self::PadZip => "Add the leading zeros",
            Self::KeepDigits => "Keep the digits only",
            Self::Cut => "Cut to length",
            Self::TakeAsOrganization => "Take as organizations",
            Self::MoveToNotes => "Move to the notes",
            Self::Clear => "Leave the field empty",
            Self::SkipRows => "Leave the rows out",
        }
    }
}

/// A repair of every row with this fault in this field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Repair {
    /// Code of the fault.
    pub code: String,
    /// `person.email`, `custom.Tier`.
    pub field: String,
    pub kind: RepairKind,
}

/// What would repair a fault, the gentlest first. Leaving the rows out always does.
pub fn repairs_of(code: &str, field: &str) -> Vec<RepairKind> {
    use RepairKind::{Clear, Cut, KeepDigits, MoveToNotes, PadZip, SkipRows, TakeAsOrganization};
    // Only the firm's book knows of these; they are repaired there.
    if matches!(
        code,
        "outside_block"
            | "ambiguous_match"
            | "npn_taken"
            | "other_kind"
            | "owner_type_missing"
            | "same_contact_twice"
    ) {
        return Vec::new();
    }
    let of_value: &[RepairKind] = match code {
        "postal_code_zero_padding" => &[PadZip, Clear],
        "invalid_npn" => &[KeepDigits, MoveToNotes, Clear],
        "invalid_tax_id" => &[KeepDigits, Clear],
        // The notes are not sealed either.
        "tax_id_in_clear" => &[Clear],
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
