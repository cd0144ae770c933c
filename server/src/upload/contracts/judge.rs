//! Decides the outcome of each row from the firm's data and the contract form's rules.

use super::Staged;
use super::book::{Carriers, Match, StoredContracts};
use super::parties::{NewParty, parties, people_not_updated, riders_not_updated};
use super::people::People;
use crate::auth::{Scope, Sight};
use crate::error::ApiResult;
use crate::records::bulk_edit::Change;
use crate::records::contract::InDatabase;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::contact::ContactKind;
use shared::contract::contract_number_key;
use shared::contract::contracts::{Carrier, Rider};
use shared::upload::check::RowFault;
use shared::upload::contract::{ContractField, ContractRow, Judged, Values, judge, riders_of};
use shared::upload::mapping::Mapping;
use shared::upload::preview::{Counts, RowOutcome};
use shared::upload::repair::RepairKind;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;
use uuid::Uuid;

/// A repair can reveal another fault. Three rounds are always enough.
const ROUNDS: usize = 3;

/// A row with its outcome.
pub struct JudgedRow<C> {
    pub row_number: i32,
    /// The stored contract that the row matches, if the user can see it.
    pub contract_uuid: Option<Uuid>,
    pub earlier_row: Option<i32>,
    pub faults: Vec<RowFault>,
    pub verdict: Verdict<C>,
    /// Carrier and number, if the row names a contract.
    place: Option<Place>,
}

/// Carrier and normalized number of a contract.
type Place = (Option<Uuid>, String);

/// The action that an import takes for a row.
pub enum Verdict<C> {
    New(Box<NewContract<C>>),
    Update(Box<Change<C>>),
    /// Nothing is written.
    Other(RowOutcome),
}

/// A contract to add.
pub struct NewContract<C> {
    pub uuid: Uuid,
    pub contract: C,
    pub carrier_name: String,
    pub riders: Vec<Rider>,
    pub parties: Vec<NewParty>,
}

impl<C> JudgedRow<C> {
    pub fn outcome(&self) -> RowOutcome {
        match &self.verdict {
            Verdict::New(_) => RowOutcome::New,
            Verdict::Update(_) => RowOutcome::Update,
            Verdict::Other(outcome) => *outcome,
        }
    }

    /// Adds the row to the counts of the preview.
    pub fn count(&self, counts: &mut Counts) {
        counts.add(self.outcome(), 1);
        counts.warning += u32::from(self.faults.iter().any(|fault| fault.warning));
    }

    fn refused(row_number: i32, outcome: RowOutcome, faults: Vec<RowFault>) -> Self {
        Self {
            row_number,
            contract_uuid: None,
            earlier_row: None,
            faults,
            verdict: Verdict::Other(outcome),
            place: None,
        }
    }
}

fn owners(kinds: impl Iterator<Item = ContactKind>) -> usize {
    kinds.filter(|kind| *kind == ContactKind::Owner).count()
}

/// Judges the rows of a file chunk by chunk, in the order of the file.
pub struct Judge<'a, C> {
    mapping: &'a Mapping,
    sight: Sight<'a>,
    storage_guid: Uuid,
    carriers: Carriers,
    /// Number of the first row of each contract, ignoring rows with errors and skipped rows.
    first_rows: HashMap<Place, i32>,
    contracts: PhantomData<C>,
}

/// Firm data that a chunk of rows is compared with.
struct Chunk<C> {
    stored: StoredContracts<C>,
    people: People,
}

impl<'a, C: InDatabase + PartialEq> Judge<'a, C> {
    pub async fn new(
        connection: &mut AsyncPgConnection,
        mapping: &'a Mapping,
        sight: Sight<'a>,
        storage_guid: Uuid,
    ) -> QueryResult<Self> {
        Ok(Self {
            mapping,
            sight,
            storage_guid,
            carriers: Carriers::load(connection).await?,
            first_rows: HashMap::new(),
            contracts: PhantomData,
        })
    }

    pub async fn chunk(
        &mut self,
        connection: &mut AsyncPgConnection,
        rows: &[Staged],
    ) -> ApiResult<Vec<JudgedRow<C>>> {
        let mut values = Vec::with_capacity(rows.len());
        for row in rows {
            values.push(row.values()?);
        }
        let mut keys: Vec<String> = values.iter().filter_map(Self::key).collect();
        keys.sort();
        keys.dedup();
        let chunk = Chunk {
            stored: StoredContracts::load(connection, &self.sight, self.storage_guid, &keys).await?,
            people: self.people(connection, &values).await?,
        };
        let mut judged = Vec::with_capacity(rows.len());
        for (row, values) in rows.iter().zip(values) {
            let mut one = if row.is_skipped {
                JudgedRow::refused(row.row_number, RowOutcome::Skipped, Vec::new())
            } else if row.is_refused {
                JudgedRow::refused(row.row_number, RowOutcome::Error, Vec::new())
            } else {
                self.repaired(row, values, &chunk)
            };
            let is_usable = !matches!(one.outcome(), RowOutcome::Error | RowOutcome::Skipped);
            if let Some(place) = one.place.take().filter(|_| is_usable) {
                self.first_rows.entry(place).or_insert(one.row_number);
            }
            judged.push(one);
        }
        Ok(judged)
    }

    fn key(values: &Values) -> Option<String> {
        let number = values.get(C::NUMBER)?.as_str()?;
        Some(contract_number_key(number)).filter(|key| !key.is_empty())
    }

    async fn people(&self, connection: &mut AsyncPgConnection, values: &[Values]) -> ApiResult<People> {
        let mut texts: BTreeMap<u8, BTreeSet<String>> = BTreeMap::new();
        for row in values {
            for (field, party) in ContractField::people(C::LINE) {
                if let Some(text) = row.get(field.code()).and_then(|value| value.as_str()) {
                    texts
                        .entry(party.kind().into())
                        .or_default()
                        .insert(text.to_owned());
                }
            }
        }
        let mut people = People::default();
        for kind in ContactKind::ALL {
            if let Some(texts) = texts.remove(&u8::from(kind)) {
                people.find(connection, &self.sight, kind, texts).await?;
            }
        }
        Ok(people)
    }

    /// Judges a row. Judges it again after repairs have cleared values.
    fn repaired(&self, row: &Staged, mut values: Values, chunk: &Chunk<C>) -> JudgedRow<C> {
        for _ in 0..ROUNDS {
            let judged = self.row(row, &values, chunk);
            let repairs: Vec<RepairKind> = judged
                .faults
                .iter()
                .filter_map(|fault| self.repair(fault))
                .collect();
            if repairs.contains(&RepairKind::SkipRows) {
                return JudgedRow::refused(row.row_number, RowOutcome::Skipped, judged.faults);
            }
            let count = values.len();
            for fault in &judged.faults {
                if self.repair(fault) == Some(RepairKind::Clear) {
                    values.remove(&fault.field);
                }
            }
            if values.len() == count {
                return judged;
            }
        }
        self.row(row, &values, chunk)
    }

    fn repair(&self, fault: &RowFault) -> Option<RepairKind> {
        let mut repairs = self.mapping.repairs.iter();
        let own = repairs.find(|repair| repair.code == fault.code && repair.field == fault.field);
        own.map(|repair| repair.kind)
    }

    fn row(&self, row: &Staged, values: &Values, chunk: &Chunk<C>) -> JudgedRow<C> {
        let refused = |faults| JudgedRow::refused(row.row_number, RowOutcome::Error, faults);
        let fault = |field: &str, code: &str, message: &str| {
            vec![ContractRow::fault(self.mapping, field, code, message.into())]
        };
        let Some(key) = Self::key(values) else {
            return refused(fault(
                C::NUMBER,
                "required",
                "Enter the policy or contract number.",
            ));
        };
        let carrier = match self.carrier(values) {
            Ok(carrier) => carrier.cloned(),
            Err(fault) => return refused(vec![fault]),
        };
        let matched = chunk
            .stored
            .find(&key, carrier.as_ref().map(|carrier| carrier.uuid));
        let stored = match matched {
            Match::None => None,
            Match::Found(stored) => Some(stored),
            Match::Hidden => {
                return refused(fault(
                    "",
                    "outside_block",
                    "You don't have access to this contract.",
                ));
            }
            Match::Ambiguous => {
                let message = "Several carriers have a contract with this number. Map the carrier.";
                return refused(fault(C::NUMBER, "ambiguous_match", message));
            }
        };
        let own_carrier = stored.and_then(|stored| stored.contract.carrier_uuid());
        let place = (own_carrier.or(carrier.as_ref().map(|carrier| carrier.uuid)), key);
        if let Some(first) = self.first_rows.get(&place) {
            return JudgedRow {
                earlier_row: Some(*first),
                contract_uuid: stored.map(|stored| stored.uuid),
                ..JudgedRow::refused(row.row_number, RowOutcome::DuplicateInFile, Vec::new())
            };
        }
        let (parties, mut faults) = match stored {
            // Imports do not change the people of stored contracts. Users attach and detach them in the portal.
            Some(_) => (Vec::new(), Vec::new()),
            None => self.parties(values, chunk),
        };
        let owners = match stored {
            Some(stored) => owners(chunk.stored.people(stored.uuid).iter().map(|person| person.kind)),
            None => owners(parties.iter().map(|party| party.kind)),
        };
        let draft = ContractRow {
            values,
            carrier_uuid: carrier.as_ref().map(|carrier| carrier.uuid),
            owners,
        };
        let contract_uuid = stored.map(|stored| stored.uuid);
        let judged = judge(
            stored.map(|stored| &stored.contract),
            &draft,
            self.mapping,
            self.sight.day,
        );
        let verdict = match judged {
            Judged::Refused(found) => {
                // A missing owner is not reported in addition to a fault in the owner column.
                let is_known = |code: &str| faults.iter().any(|fault: &RowFault| fault.field == code);
                let is_owner = |fault: &RowFault| fault.code == "owner_required" && is_known("owner");
                let found: Vec<RowFault> = found.into_iter().filter(|fault| !is_owner(fault)).collect();
                faults.extend(found);
                Verdict::Other(RowOutcome::Error)
            }
            Judged::New(_) if !faults.is_empty() => Verdict::Other(RowOutcome::Error),
            Judged::New(contract) => Verdict::New(Box::new(NewContract {
                uuid: row.contract_uuid,
                contract: *contract,
                carrier_name: carrier.map(|carrier| carrier.name).unwrap_or_default(),
                riders: riders_of(values),
                parties,
            })),
            Judged::Update(after) => match stored {
                Some(stored) => Verdict::Update(Box::new(Change {
                    uuid: stored.uuid,
                    version: stored.version,
                    before: stored.contract.clone(),
                    after: *after,
                })),
                None => Verdict::Other(RowOutcome::Error),
            },
            Judged::Unchanged => Verdict::Other(RowOutcome::Unchanged),
            Judged::Exists => Verdict::Other(RowOutcome::DuplicateInFirm),
        };
        let mut judged = JudgedRow {
            row_number: row.row_number,
            contract_uuid,
            earlier_row: None,
            faults,
            verdict,
            place: Some(place),
        };
        if let Some(stored) = stored
            && matches!(judged.outcome(), RowOutcome::Update | RowOutcome::Unchanged)
        {
            let attached = chunk.stored.people(stored.uuid);
            let people = people_not_updated(C::LINE, self.mapping, values, (&chunk.people, attached));
            judged.faults.extend(people);
            judged
                .faults
                .extend(riders_not_updated(self.mapping, values, &stored.riders));
        }
        judged
    }

    fn carrier(&self, values: &Values) -> Result<Option<&Carrier>, RowFault> {
        let Some(text) = values.get("carrier").and_then(|value| value.as_str()) else {
            return Ok(None);
        };
        self.carriers.find(text).map(Some).ok_or_else(|| {
            let message = format!("No carrier is named “{text}”. Use its name, short name or NAIC code.");
            ContractRow::fault(self.mapping, "carrier", "unknown_carrier", message)
        })
    }

    /// Returns the people of a new contract, and the faults of those that are not found.
    fn parties(&self, values: &Values, chunk: &Chunk<C>) -> (Vec<NewParty>, Vec<RowFault>) {
        let (parties, mut faults) = parties(C::LINE, self.mapping, values, &chunk.people);
        if let Scope::Block { agents, .. } = self.sight.scope
            && !parties.iter().any(|party| agents.contains(&party.contact_uuid))
            && !faults.iter().any(|fault: &RowFault| fault.field == "agent")
        {
            let message = "Name at least one of your agents.".into();
            faults.push(ContractRow::fault(
                self.mapping,
                "agent",
                "agent_required",
                message,
            ));
        }
        (parties, faults)
    }
}
