//! Fields of contracts that a file can fill.

use crate::contact::ContactKind;
use crate::contract::{AgentType, EnumName, InsuredType, Line, PartyRole};
use crate::list::{Column, ColumnType, ListName};

/// Columns of the lists that the portal maintains, or that have a form of their own.
const LEFT_OUT: [&str; 10] = [
    "agentIntegrationEnabled",
    "riders",
    "indexStrategies",
    "surrenderSchedule",
    "sourceFile",
    "anniversaryMonth",
    "source",
    "createdAt",
    "updatedAt",
    "recordId",
];

/// A field of a contract that a file can fill: a column of the list of policies or annuities. Its code is the key of the
/// column and, except for the carrier and people, the name of the field in the JSON of a contract.
#[derive(Debug, Clone, Copy)]
pub struct ContractField(&'static Column);

/// A person that a new contract is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyField {
    pub kind: ContactKind,
    pub role: PartyRole,
    /// `agentTypeId` or the insured's `typeId`. `None` for owners, whose type is that of the contact.
    pub type_id: Option<u8>,
}

impl PartialEq for ContractField {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for ContractField {}

impl std::hash::Hash for ContractField {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.code().hash(state);
    }
}

impl ContractField {
    /// Returns the fields of a line, in the order of the list.
    pub fn all(line: Line) -> impl Iterator<Item = Self> {
        let columns = ListName::of_contracts(line).columns().iter();
        columns.filter(|column| !LEFT_OUT.contains(&column.key)).map(Self)
    }

    /// Looks up a field of a line by its code.
    pub fn of(line: Line, code: &str) -> Option<Self> {
        Self::all(line).find(|field| field.code() == code)
    }

    /// Looks up a field of either line by its code. The fields of the two lines with one code have the same label and
    /// type, but their product types differ.
    pub fn from_code(code: &str) -> Option<Self> {
        Line::ALL.iter().find_map(|line| Self::of(*line, code))
    }

    pub const fn code(self) -> &'static str {
        self.0.key
    }

    pub const fn label(self) -> &'static str {
        self.0.label
    }

    pub fn is_for(self, line: Line) -> bool {
        Self::all(line).any(|field| field == self)
    }

    /// Returns the type of the values.
    pub const fn value_type(self) -> ColumnType {
        self.0.column_type
    }

    /// Returns the fixed set of values, if there is one.
    pub const fn choices(self) -> Option<EnumName> {
        self.0.choices
    }

    /// Whether the field holds the policy or contract number.
    pub fn is_number(self) -> bool {
        matches!(self.code(), "policyNumber" | "contractNumber")
    }

    pub fn is_carrier(self) -> bool {
        self.code() == "carrier"
    }

    /// Returns the role of the person in this field, or `None` for other fields.
    pub fn party(self) -> Option<PartyField> {
        let (kind, role, type_id) = match self.code() {
            "agent" => (
                ContactKind::Agent,
                PartyRole::Agent,
                Some(AgentType::Writing.number()),
            ),
            "owner" => (ContactKind::Owner, PartyRole::Owner, None),
            "insured" => (
                ContactKind::Insured,
                PartyRole::Insured,
                Some(InsuredType::Primary.number()),
            ),
            "annuitant" => (ContactKind::Insured, PartyRole::Annuitant, Some(0)),
            _ => return None,
        };
        Some(PartyField { kind, role, type_id })
    }
}
