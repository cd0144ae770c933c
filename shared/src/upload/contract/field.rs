//! Contract fields that a file can contain.

use crate::contact::ContactKind;
use crate::contract::{AgentType, EnumName, InsuredType, Line, PartyRole};
use crate::list::ColumnType::{self, Percent, Text};
use crate::list::{Column, ListName};

/// List columns that files cannot fill: the portal maintains them, or they have their own form.
const LEFT_OUT: [&str; 9] = [
    "agentIntegrationEnabled",
    "indexStrategies",
    "sourceFile",
    "anniversaryMonth",
    "paysAutomatically",
    "source",
    "createdAt",
    "updatedAt",
    "recordId",
];

/// Fields that are not list columns: shares, second agents and owners, and joint insureds and annuitants.
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

/// A contract field that a file can contain. Most are columns of the policy or annuity list. The code is the
/// column's key and, for stored fields, the name in the contract's JSON.
#[derive(Debug, Clone, Copy)]
pub struct ContractField(&'static Column);

/// Format of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    Single(ColumnType),
    /// Riders by code or label.
    Riders,
    /// Surrender charges in percent, by contract year.
    Charges,
}

/// Role of a person that is attached to a new contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyField {
    pub role: PartyRole,
    /// `agentTypeId` or the insured's `typeId`. `None` for owners, whose type is stored in the contact.
    pub type_id: Option<u8>,
    /// Field that overrides the type.
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
    /// Returns the fields of a line: the columns of its list in order, then the fields that are not list columns.
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

    /// Returns the fields of a line that name a person. The first person of a role comes before the second.
    pub fn people(line: Line) -> impl Iterator<Item = (Self, PartyField)> {
        Self::all(line).filter_map(|field| Some((field, field.party()?)))
    }

    /// Looks up a field of a line by its code.
    pub fn of(line: Line, code: &str) -> Option<Self> {
        Self::all(line).find(|field| field.code() == code)
    }

    /// Looks up a field of either line by its code. Fields that both lines have share the same label and type,
    /// but their product types differ.
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

    /// Returns the format of the values.
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

    /// Returns whether the field holds the policy or contract number.
    pub fn is_number(self) -> bool {
        matches!(self.code(), "policyNumber" | "contractNumber")
    }

    pub fn is_carrier(self) -> bool {
        self.code() == "carrier"
    }

    /// Returns whether the field is part of the contract's JSON. The carrier is not, because files contain it
    /// as text. People, shares and riders are stored separately and are added only to new contracts.
    pub fn is_stored(self) -> bool {
        let is_beside = matches!(
            self.code(),
            "riders" | "agentShare" | "agent2Type" | "agent2Share" | "ownerShare" | "owner2Share"
        );
        !is_beside && !self.is_carrier() && self.party().is_none()
    }

    /// Returns the error message for a share or type without the person in this field.
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
