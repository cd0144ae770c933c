//! Fields of contracts that a file can fill.

use crate::contact::ContactKind;
use crate::contract::{AgentType, EnumName, InsuredType, Line, PartyRole};
use crate::list::ColumnType::{self, Percent, Text};
use crate::list::{Column, ListName};

/// Columns of the lists that the portal maintains, or that have a form of their own.
const LEFT_OUT: [&str; 8] = [
    "agentIntegrationEnabled",
    "indexStrategies",
    "sourceFile",
    "anniversaryMonth",
    "source",
    "createdAt",
    "updatedAt",
    "recordId",
];

/// Fields that no list shows: shares, and second people.
const UNLISTED: [Column; 9] = [
    Column::new("agentShare", "Agent Share", Percent),
    Column::new("agent2", "Second Agent", Text),
    Column::choice("agent2Type", "Second Agent Type", EnumName::AgentType),
    Column::new("agent2Share", "Second Agent Share", Percent),
    Column::new("ownerShare", "Owner Share", Percent),
    Column::new("owner2", "Second Owner", Text),
    Column::new("owner2Share", "Second Owner Share", Percent),
    Column::new("insured2", "Joint Insured", Text),
    Column::new("annuitant2", "Joint Annuitant", Text),
];

/// A field of a contract that a file can fill. Most are columns of the list of policies or annuities. The code is the key
/// of the column and, for stored fields, the name in the JSON of a contract.
#[derive(Debug, Clone, Copy)]
pub struct ContractField(&'static Column);

/// How the value of a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    Single(ColumnType),
    /// Riders by code or label.
    Riders,
    /// Surrender charges in percent, by contract year.
    Charges,
}

/// A person that a new contract is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyField {
    pub role: PartyRole,
    /// `agentTypeId` or the insured's `typeId`. `None` for owners, whose type is that of the contact.
    pub type_id: Option<u8>,
    /// Field with another type.
    pub type_field: Option<&'static str>,
    /// Field with the share in percent.
    pub share_field: Option<&'static str>,
}

impl PartyField {
    pub fn kind(self) -> ContactKind {
        self.role.contact_kind().unwrap_or(ContactKind::Insured)
    }
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
    /// Returns the fields of a line: the columns of its list in order, then the fields that no list shows.
    pub fn all(line: Line) -> impl Iterator<Item = Self> {
        let columns = ListName::of_contracts(line).columns().iter();
        let foreign = match line {
            Line::Life => "annuitant2",
            Line::Annuity => "insured2",
        };
        columns
            .filter(|column| !LEFT_OUT.contains(&column.key))
            .chain(UNLISTED.iter().filter(move |column| column.key != foreign))
            .map(Self)
    }

    /// Returns the fields of a line that name a person, the first of each role before the second.
    pub fn people(line: Line) -> impl Iterator<Item = (Self, PartyField)> {
        Self::all(line).filter_map(|field| Some((field, field.party()?)))
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

    /// Returns how the values are written.
    pub fn value_type(self) -> ValueType {
        match self.code() {
            "riders" => ValueType::Riders,
            "surrenderSchedule" => ValueType::Charges,
            _ => ValueType::Single(self.0.column_type),
        }
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

    /// Whether the field is a part of the JSON of a contract. Files give the carrier as text. People, their shares and
    /// riders are stored beside the contract, and are added to new contracts only.
    pub fn is_stored(self) -> bool {
        let is_beside = matches!(
            self.code(),
            "riders" | "agentShare" | "agent2Type" | "agent2Share" | "ownerShare" | "owner2Share"
        );
        !is_beside && !self.is_carrier() && self.party().is_none()
    }

    /// Returns the error for a share or type without the person in this field.
    pub fn person_required(self) -> String {
        format!(
            "Enter the {} as well, or clear this field.",
            self.label().to_lowercase()
        )
    }

    /// Returns the role of the person in this field, or `None` for other fields.
    pub fn party(self) -> Option<PartyField> {
        let of_role = |role, type_id| PartyField {
            role,
            type_id,
            type_field: None,
            share_field: None,
        };
        let agent = |agent_type: AgentType| of_role(PartyRole::Agent, Some(agent_type.number()));
        let insured = |insured_type: InsuredType| of_role(PartyRole::Insured, Some(insured_type.number()));
        let owner = of_role(PartyRole::Owner, None);
        Some(match self.code() {
            "agent" => PartyField {
                share_field: Some("agentShare"),
                ..agent(AgentType::Writing)
            },
            "agent2" => PartyField {
                type_field: Some("agent2Type"),
                share_field: Some("agent2Share"),
                ..agent(AgentType::CoAgent)
            },
            "owner" => PartyField {
                share_field: Some("ownerShare"),
                ..owner
            },
            "owner2" => PartyField {
                share_field: Some("owner2Share"),
                ..owner
            },
            "insured" => insured(InsuredType::Primary),
            "insured2" => insured(InsuredType::Joint),
            "annuitant" => of_role(PartyRole::Annuitant, Some(0)),
            "annuitant2" => of_role(PartyRole::JointAnnuitant, Some(0)),
            _ => return None,
        })
    }
}
