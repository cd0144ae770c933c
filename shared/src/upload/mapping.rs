//! What each column of a file becomes, and how its people are matched with those of the firm.

mod choices;
mod left_out;
mod problems;
mod remembered;

pub use left_out::LeftOut;
pub use remembered::fingerprint;

use super::question::Answer;
use super::repair::Repair;
use super::target::{Field, Target};
use crate::contact::{ContactKind, Person, in_clear};
use crate::text::fold;
use crate::unicode;
use serde::{Deserialize, Serialize};

/// Values that are shown of a column.
pub const SAMPLES: usize = 3;

/// What is done to the values of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Transform {
    #[default]
    AsIs,
    /// `Last, First` where there is a comma, else `First Last`.
    SplitName,
    /// `Last First`, with or without a comma.
    SplitNameLastFirst,
    /// `City, ST ZIP`
    SplitPlace,
    /// Gives a ZIP code its leading zeros back where that fits the state.
    PadZip,
    /// One way of writing dates for the whole column.
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

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AsIs => "As it is",
            Self::SplitName => "Split: First Last, or Last, First",
            Self::SplitNameLastFirst => "Split: Last First",
            Self::SplitPlace => "Split: City, ST ZIP",
            Self::PadZip => "Add leading zeros that fit the state",
            Self::Date => "Date",
            Self::Money => "Amount of money",
            Self::Percent => "Percentage",
        }
    }

    /// What can be done to the values of a target; the usual one first.
    pub fn choices(target: &Target) -> &'static [Self] {
        match target {
            Target::Custom(_) => &[Self::AsIs, Self::Date, Self::Money, Self::Percent],
            Target::Field(Field::FullName) => &[Self::SplitName, Self::SplitNameLastFirst],
            Target::Field(Field::City) => &[Self::AsIs, Self::SplitPlace],
            Target::Field(Field::PostalCode) => &[Self::PadZip, Self::AsIs],
            Target::Field(Field::Dob | Field::TrustDate) => &[Self::Date],
            Target::Field(_) => &[Self::AsIs],
        }
    }
}

/// A column of the file and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ColumnMapping {
    /// From 0.
    pub source_column: u32,
    pub header: String,
    /// The first values that are not empty; tax numbers masked.
    #[serde(default)]
    pub sample: Vec<String>,
    /// None leaves the column out.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub target: Option<Target>,
    #[serde(default)]
    pub transform: Transform,
    /// How sure the suggestion is, of 100; 100 once a person chose.
    #[serde(default)]
    pub confidence: u8,
    /// Why it has no target, where an export of the portal says it.
    #[serde(default)]
    pub left_out: Option<LeftOut>,
}

impl ColumnMapping {
    /// By its name: tax numbers would go where they are not sealed.
    pub(in crate::upload) fn holds_tax_ids_in_clear(&self) -> bool {
        match &self.target {
            Some(Target::Custom(name)) => {
                in_clear::is_promised_by(name) || in_clear::is_promised_by(&self.header)
            }
            _ => false,
        }
    }
}

/// What an upload may do to contacts that the firm has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mode {
    /// Nothing: a row of somebody whom the firm has is left out.
    #[default]
    AddOnly,
    /// Fill fields that are empty.
    FillBlanks,
    /// Replace what differs. An empty cell never empties a field.
    Update,
}

impl Mode {
    pub const ALL: [Self; 3] = [Self::AddOnly, Self::FillBlanks, Self::Update];

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AddOnly => "Add new contacts only",
            Self::FillBlanks => "Add new contacts, and fill empty fields of known ones",
            Self::Update => "Add new contacts, and update known ones",
        }
    }
}

/// By what a row and a contact are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MatchKey {
    Npn,
    Ssn,
    EmailAndLastName,
    ExternalId,
}

impl MatchKey {
    /// In the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Npn, Self::Ssn, Self::EmailAndLastName, Self::ExternalId];

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Npn => "NPN",
            Self::Ssn => "SSN or EIN",
            Self::EmailAndLastName => "E-mail and last name",
            Self::ExternalId => "External id",
        }
    }

    pub fn is_for(self, kind: ContactKind) -> bool {
        self != Self::Npn || kind == ContactKind::Agent
    }

    /// The key of a person in stored form; a tax number is digits in the clear.
    pub fn of(self, person: &Person) -> Option<String> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        match self {
            Self::Npn => given(&person.npn),
            Self::Ssn => given(&person.tax_id),
            Self::ExternalId => given(&person.external_id),
            Self::EmailAndLastName => {
                let name = given(&person.last_name).or_else(|| given(&person.organization_name))?;
                Some(format!(
                    "{} {}",
                    unicode::lowercase(&given(&person.email)?),
                    fold(&name)
                ))
            }
        }
    }
}

/// Everything decided about a file before its rows are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mapping {
    pub columns: Vec<ColumnMapping>,
    #[serde(default)]
    pub mode: Mode,
    /// In the order in which they are tried.
    #[serde(default)]
    pub match_keys: Vec<MatchKey>,
    #[serde(default)]
    pub repairs: Vec<Repair>,
    #[serde(default)]
    pub answers: Vec<Answer>,
}

impl Mapping {
    /// The columns that become something.
    pub fn mapped(&self) -> impl Iterator<Item = (&ColumnMapping, &Target)> {
        self.columns
            .iter()
            .filter_map(|column| Some((column, column.target.as_ref()?)))
    }

    /// The column that fills a field.
    pub fn column_of(&self, field: Field) -> Option<&ColumnMapping> {
        let of_field = |(_, target): &(_, &Target)| target.field() == Some(field);
        self.mapped().find(of_field).map(|(column, _)| column)
    }

    /// The choice that was made for a question.
    pub fn answer(&self, question: &str) -> Option<&str> {
        let answer = self.answers.iter().find(|answer| answer.question == question)?;
        Some(&answer.choice)
    }

    /// As it may be stored: tax numbers among the samples are masked.
    #[must_use]
    pub fn without_tax_ids(mut self) -> Self {
        for column in &mut self.columns {
            let sample = std::mem::take(&mut column.sample);
            column.sample = sample
                .iter()
                .map(|value| masked_as(column.target.as_ref(), value))
                .collect();
        }
        self
    }
}

/// A value of a column as everybody may see it: masked where it is a tax number, or may be one as long as nobody said
/// what the column holds.
pub fn masked_as(target: Option<&Target>, value: &str) -> String {
    let is_tax_id = match target {
        Some(Target::Field(field)) => *field == Field::TaxId,
        Some(Target::Custom(name)) => in_clear::stands_in(value, in_clear::is_promised_by(name)),
        None => is_nine_digits(value),
    };
    masked(value, is_tax_id)
}

pub(in crate::upload) fn is_nine_digits(value: &str) -> bool {
    value.len() == 9 && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value as screens may show it: of a tax number only the last four digits.
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
