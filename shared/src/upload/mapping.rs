//! Mapping of file columns to fields, and matching of rows with existing contacts.

mod choices;
mod left_out;
mod problems;
mod remembered;

pub use left_out::LeftOut;
pub use remembered::fingerprint;

use super::contract::ValueType;
use super::matching::Decision;
pub use super::matching::MatchKey;
use super::question::Answer;
use super::repair::Repair;
use super::target::{Field, Target};
use crate::contact::field::Rule;
use crate::contact::plaintext_tax_id;
use crate::list::ColumnType;
use serde::{Deserialize, Serialize};

/// Number of sample values per column.
pub const SAMPLES: usize = 3;

/// Conversion applied to the values of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Transform {
    #[default]
    AsIs,
    /// `Last, First` if there is a comma, otherwise `First Last`.
    SplitName,
    /// `Last First`, with or without a comma.
    SplitNameLastFirst,
    /// `City, ST ZIP`
    SplitPlace,
    /// Adds leading zeros to a ZIP code if they fit the state.
    PadZip,
    /// All values of the column use the same date format.
    Date,
    Money,
    Percent,
}

impl Transform {
    pub const ALL: [Self; 8] = [
        Self::AsIs,
        Self::SplitName,
        Self::SplitNameLastFirst,
        Self::SplitPlace,
        Self::PadZip,
        Self::Date,
        Self::Money,
        Self::Percent,
    ];

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AsIs => "As is",
            Self::SplitName => "Split: First Last, or Last, First",
            Self::SplitNameLastFirst => "Split: Last First",
            Self::SplitPlace => "Split: City, ST ZIP",
            Self::PadZip => "Add leading zeros to match the state",
            Self::Date => "Date",
            Self::Money => "Amount",
            Self::Percent => "Percentage",
        }
    }

    /// Returns the transforms that a target supports, default first.
    pub fn choices(target: &Target) -> &'static [Self] {
        match target {
            Target::RecordId => &[Self::AsIs],
            Target::Contract(field) => match field.value_type() {
                ValueType::Single(ColumnType::Date) => &[Self::Date],
                ValueType::Single(ColumnType::Money) => &[Self::Money],
                ValueType::Single(ColumnType::Percent) => &[Self::Percent],
                _ => &[Self::AsIs],
            },
            Target::Custom(_) => &[Self::AsIs, Self::Date, Self::Money, Self::Percent],
            Target::Field(Field::FullName) => &[Self::SplitName, Self::SplitNameLastFirst],
            Target::Field(Field::City) => &[Self::AsIs, Self::SplitPlace],
            Target::Field(Field::PostalCode) => &[Self::PadZip, Self::AsIs],
            Target::Field(field) if field.rule() == Rule::Date => &[Self::Date],
            Target::Field(_) => &[Self::AsIs],
        }
    }
}

/// A file column and its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ColumnMapping {
    /// Index from 0.
    pub source_column: u32,
    pub header: String,
    /// First distinct non-empty values, with tax IDs masked.
    #[serde(default)]
    pub sample: Vec<String>,
    /// Null if the column is not imported.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub target: Option<Target>,
    #[serde(default)]
    pub transform: Transform,
    /// Confidence of the suggestion in percent; 100 if a user chose the target.
    #[serde(default)]
    pub confidence: u8,
    /// Why a column of an exported list has no target.
    #[serde(default)]
    pub left_out: Option<LeftOut>,
}

impl ColumnMapping {
    /// Returns whether the field or column name suggests tax IDs in a custom field, which is not encrypted.
    pub(in crate::upload) fn may_hold_unencrypted_tax_ids(&self) -> bool {
        match &self.target {
            Some(Target::Custom(name)) => {
                plaintext_tax_id::is_tax_id_column(name) || plaintext_tax_id::is_tax_id_column(&self.header)
            }
            _ => false,
        }
    }
}

/// What an import does with existing records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mode {
    /// Skips rows of existing records.
    #[default]
    AddOnly,
    /// Fills empty fields.
    FillBlanks,
    /// Replaces values that differ. An empty cell never clears a field.
    Update,
}

impl Mode {
    pub const ALL: [Self; 3] = [Self::AddOnly, Self::FillBlanks, Self::Update];

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AddOnly => "Add new records only",
            Self::FillBlanks => "Add new records and fill empty fields of existing ones",
            Self::Update => "Add new records and update existing ones",
        }
    }
}

/// All settings of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mapping {
    pub columns: Vec<ColumnMapping>,
    #[serde(default)]
    pub mode: Mode,
    /// The chosen keys. The others are always on.
    #[serde(default)]
    pub match_keys: Vec<MatchKey>,
    #[serde(default)]
    pub repairs: Vec<Repair>,
    #[serde(default)]
    pub answers: Vec<Answer>,
    #[serde(default)]
    pub decisions: Vec<Decision>,
}

impl Mapping {
    /// Returns the columns that have a target.
    pub fn mapped(&self) -> impl Iterator<Item = (&ColumnMapping, &Target)> {
        self.columns
            .iter()
            .filter_map(|column| Some((column, column.target.as_ref()?)))
    }

    /// Returns the column mapped to a field.
    pub fn column_of(&self, field: Field) -> Option<&ColumnMapping> {
        let of_field = |(_, target): &(_, &Target)| target.field() == Some(field);
        self.mapped().find(of_field).map(|(column, _)| column)
    }

    /// Returns the choice made for a question.
    pub fn answer(&self, question: &str) -> Option<&str> {
        let answer = self.answers.iter().find(|answer| answer.question == question)?;
        Some(&answer.choice)
    }

    /// Masks tax IDs in the samples, so that the mapping can be stored.
    #[must_use]
    pub fn without_tax_ids(mut self) -> Self {
        for column in &mut self.columns {
            let sample = std::mem::take(&mut column.sample);
            column.sample = sample
                .iter()
                .map(|value| mask_for_target(column.target.as_ref(), value))
                .collect();
        }
        self
    }
}

/// Masks a value for display if it is a tax ID, or if it may be one and the column has no target.
pub fn mask_for_target(target: Option<&Target>, value: &str) -> String {
    let is_tax_id = match target {
        // Policy numbers may have nine digits.
        Some(Target::RecordId | Target::Contract(_)) => false,
        Some(Target::Field(field)) => *field == Field::TaxId,
        Some(Target::Custom(name)) => {
            plaintext_tax_id::contains_tax_id(value, plaintext_tax_id::is_tax_id_column(name))
        }
        None => is_nine_digits(value),
    };
    masked(value, is_tax_id)
}

pub(in crate::upload) fn is_nine_digits(value: &str) -> bool {
    value.len() == 9 && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Masks all but the last four digits if `is_tax_id` is set or the value looks like `123-45-6789`.
pub(in crate::upload) fn masked(value: &str, is_tax_id: bool) -> String {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_dashed = value.split('-').map(str::len).eq([3, 2, 4]);
    if !(is_tax_id && digits > 4 || digits == 9 && is_dashed) {
        return value.into();
    }
    let mut hidden = digits - 4;
    let hide = |c: char| {
        if !c.is_ascii_digit() || hidden == 0 {
            return c;
        }
        hidden -= 1;
        '*'
    };
    value.chars().map(hide).collect()
}

#[cfg(test)]
pub(super) mod tests;
