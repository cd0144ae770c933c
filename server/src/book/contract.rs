//! Parsing shared by policy and annuity rows: basics, parties, riders and duplicate numbers.

use super::carriers::Carrier;
use super::mapping::fault;
use super::party::{Party, Shown};
use super::references::References;
use super::table_row::TableRow;
use super::totals::Sums;
use crate::db::copy::{Json, Row};
use shared::contract::contract_number_key;
use shared::contract::contracts::Rider;
use shared::contract::policy::ContractBasics;
use shared::contract::rider::{self, RiderType};
use shared::contract::{AgentType, EnumName, Line as Business, PolicyStatus, ProductType};
use shared::problem::Findings;
use shared::upload::contract::{ContractField, PartyField};
use std::collections::HashMap;
use uuid::Uuid;

/// Values shared by all rows of a load.
pub struct Loading {
    pub firm_id: i32,
    pub today: jiff::civil::Date,
    pub now: jiff::Timestamp,
}

/// A policy or annuity row.
pub trait Contract: Row + Sized {
    const BUSINESS: Business;
    /// Column of the contract number.
    const NUMBER: &'static str;

    /// Parses and validates a row. Returns `None` if the row has errors, which are recorded in `cells`.
    fn read(
        cells: &mut TableRow<'_>,
        uuid: Uuid,
        carrier: Option<&Carrier>,
        loading: &Loading,
    ) -> Option<Self>;

    /// Sets the party names and kinds shown in the contract's row.
    fn showing(self, shown: Shown) -> Self;

    fn sums(&self) -> Sums;
}

/// Contract numbers seen so far: row number by carrier and normalized contract number.
#[derive(Default)]
pub struct Numbers(HashMap<(Uuid, Box<str>), u64>);

impl Numbers {
    pub fn add(&mut self, cells: &mut TableRow<'_>, column: &str, carrier: Uuid) {
        let number = cells.typed(column).unwrap_or_default();
        let key = contract_number_key(&shared::text::clean(&number));
        if let Some(row) = self.0.insert((carrier, key.into()), cells.place.row) {
            cells.refuse(
                column,
                fault("duplicate", format!("Row {row} has the same number and carrier.")),
            );
        }
    }
}

pub fn basics(
    cells: &mut TableRow<'_>,
    business: Business,
    number: &str,
    carrier: Option<&Carrier>,
) -> ContractBasics {
    let products = match business {
        Business::Life => EnumName::ProductTypeLife,
        Business::Annuity => EnumName::ProductTypeAnnuity,
    };
    let product = cells.term("productType", products, ProductType::from_text);
    let status = cells.term("status", EnumName::PolicyStatus, PolicyStatus::from_text);
    ContractBasics {
        number: cells.typed(number).unwrap_or_default(),
        carrier_uuid: carrier.map(|carrier| carrier.uuid),
        product_type: product.map_or_else(String::new, |product| product.code().to_owned()),
        product_name: cells.typed("productName"),
        status: status.map_or_else(String::new, |status| status.code().to_owned()),
        status_date: cells.date("statusDate"),
        issue_date: cells.date("issueDate"),
        issue_state: cells.typed("issueState"),
    }
}

/// Reads a contract's parties. An owner's party type is the contact's owner type.
pub fn parties(cells: &mut TableRow<'_>, business: Business, references: &References) -> Vec<Party> {
    let mut parties: Vec<Party> = Vec::new();
    for (field, party) in ContractField::people(business) {
        let (column, kind) = (field.code(), party.kind());
        let share = party.share_field.and_then(|column| cells.rate(column));
        let type_id = party
            .type_field
            .and_then(|column| cells.term(column, EnumName::AgentType, agent_type))
            .map(AgentType::number)
            .or(party.type_id);
        let Some(index) = references.find(cells, column, kind) else {
            if cells.typed(column).is_none() {
                refuse_details(cells, field, party);
            }
            continue;
        };
        let own_type = || references.get(kind, index).map_or(0, |known| known.owner_type);
        if parties
            .iter()
            .any(|other| (other.kind, other.index) == (kind, index))
        {
            cells.refuse(
                column,
                fault("duplicate", "The same contact appears twice in this row."),
            );
        }
        parties.push(Party {
            kind,
            index,
            role: party.role,
            type_id: type_id.unwrap_or_else(own_type).into(),
            share_percent: share,
        });
    }
    parties
}

/// Rejects a share or type that is given without a person.
fn refuse_details(cells: &mut TableRow<'_>, field: ContractField, party: PartyField) {
    for column in [party.share_field, party.type_field].into_iter().flatten() {
        if cells.typed(column).is_some() {
            cells.refuse(column, fault("person_required", field.person_required()));
        }
    }
}

fn agent_type(typed: &str) -> Option<AgentType> {
    let key = super::table::spelling(typed);
    let is_it = |known: &&AgentType| {
        let label = super::table::spelling(known.label());
        label == key || label.strip_suffix("agent") == Some(key.as_str())
    };
    AgentType::ALL.iter().find(is_it).copied()
}

/// Maps a validated field to its column. `surrenderSchedule[2]` belongs to `surrenderSchedule`.
pub fn column_of(field: &str) -> String {
    field.split('[').next().unwrap_or(field).to_owned()
}

/// Reads riders by code or label, as the JSON stored in the database.
pub fn riders(cells: &mut TableRow<'_>) -> Json {
    let typed = cells.words("riders").into_iter().map(|word| Rider {
        rider_type: RiderType::from_text(&word).map_or(word, |known| known.code().into()),
        ..Rider::default()
    });
    let mut findings = Findings::default();
    let riders: Vec<_> = rider::normalize(typed.collect(), &mut findings)
        .iter()
        .map(|rider| serde_json::json!({ "type": rider.rider_type }))
        .collect();
    cells.take_findings(findings, column_of);
    Json(serde_json::Value::from(riders).to_string().into())
}
