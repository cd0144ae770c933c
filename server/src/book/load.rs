//! Loads a firm's book of business from files, all or nothing.
//!
//! Contacts are validated first and indexed by identifier. Contracts are then streamed into PostgreSQL while the totals
//! of each contact are summed. Contacts are then read again and streamed with their totals, followed by the party
//! links. After the first error, nothing more is sent. The remaining rows are still validated, and the transaction is
//! rolled back.

use super::bulk::Bulk;
use super::carriers::{Carrier, Carriers};
use super::contact::contact_row;
use super::contract::{Contract, Loading, Numbers, parties};
use super::firm;
use super::input::{Input, Rows, find_inputs};
use super::party::{Party, Shown};
use super::references::References;
use super::refusal::{Refusal, Warnings};
use super::rows::{AnnuityRow, ContactRow, PartyRow, PolicyRow};
use super::table::Table;
use super::table_row::TableRow;
use super::totals::Totals;
use super::{Progress, Seal, person};
use crate::db::copy::{Row, RowSink};
use anyhow::{Context, ensure};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::contact::name::display_name;
use shared::contract::Line as Business;
use std::path::Path;
use tokio_postgres::Client;
use uuid::Uuid;

/// Parameters of a load.
pub struct Order<'a> {
    pub directory: &'a Path,
    /// Mapping file for foreign files. `None` loads the files named after tables.
    pub mapping: Option<&'a Path>,
    pub firm_name: &'a str,
    /// Accepts tax IDs that are never issued and creates unknown carriers.
    pub is_demo: bool,
    /// Sign-in name of the existing user who becomes the firm's administrator.
    pub administrator: Option<&'a str>,
    pub now: Timestamp,
    pub today: Date,
}

/// Result of a load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub firm_id: i32,
    /// Row count by table.
    pub rows: Vec<(&'static str, u64)>,
    /// Warnings do not stop the load.
    pub warnings: Warnings,
}

const EVERY: u64 = 10_000;

/// Loads the book as a new firm.
///
/// # Errors
/// Returns a [`Refusal`] with the errors found in the files, or another error if the files or the database
/// cannot be used. Nothing is stored in either case.
pub async fn load(
    client: &mut Client,
    order: &Order<'_>,
    seal: Seal<'_>,
    new_uuid: &(dyn Fn() -> Uuid + Sync),
    report: &mut (dyn FnMut(Progress) + Send),
) -> anyhow::Result<Report> {
    let inputs = find_inputs(order.directory, order.mapping)?;
    let bulk = Bulk::begin(client).await?;
    let firm_id = firm::create(&bulk, order).await?;
    let mut loader = Loader {
        bulk: &bulk,
        loading: Loading {
            firm_id,
            today: order.today,
            now: order.now,
        },
        is_demo: order.is_demo,
        seal,
        new_uuid,
        report,
        carriers: Carriers::known(&bulk.transaction).await?,
        references: References::default(),
        totals: Totals::new([0; 3]),
        parties: Vec::new(),
        refusal: Refusal::default(),
        rows: Vec::new(),
    };
    loader.carriers(&inputs).await?;
    loader.check_contacts(&inputs)?;
    loader.totals = Totals::new(loader.references.counts());
    loader.contracts::<PolicyRow>(&inputs, Table::Policies).await?;
    loader.contracts::<AnnuityRow>(&inputs, Table::Annuities).await?;
    loader.store_contacts(&inputs).await?;
    loader.store_parties().await?;
    let Loader {
        refusal,
        rows,
        report,
        ..
    } = loader;
    if !refusal.is_empty() {
        return Err(refusal.into());
    }
    bulk.record_load(firm_id, &rows).await?;
    bulk.commit().await?;
    report(Progress {
        what: "statistics",
        done: 0,
        total: 1,
    });
    client
        .batch_execute("ANALYZE contact, contact_total, policy, annuity, contract_party")
        .await?;
    report(Progress {
        what: "statistics",
        done: 1,
        total: 1,
    });
    Ok(Report {
        firm_id,
        rows,
        warnings: refusal.warnings,
    })
}

struct Loader<'a, 'r> {
    bulk: &'a Bulk<'a>,
    loading: Loading,
    is_demo: bool,
    seal: Seal<'r>,
    new_uuid: &'r (dyn Fn() -> Uuid + Sync),
    report: &'r mut (dyn FnMut(Progress) + Send),
    carriers: Carriers,
    references: References,
    totals: Totals,
    /// Party links by contract. They are written after contracts and contacts.
    parties: Vec<((Business, Uuid), Party)>,
    refusal: Refusal,
    rows: Vec<(&'static str, u64)>,
}

impl Loader<'_, '_> {
    /// Loads carrier files and, for demo firms, creates the carriers that contracts name.
    async fn carriers(&mut self, inputs: &[Input]) -> anyhow::Result<()> {
        for input in inputs.iter().filter(|input| input.table == Table::Carriers) {
            let Some(mut rows) = input.open(&mut self.refusal)? else {
                continue;
            };
            let mut count = 0;
            while rows.advance(&mut self.refusal)? {
                let uuid = (self.new_uuid)();
                let mut cells = TableRow::new(&rows, &mut self.refusal);
                self.carriers.read(&mut cells, uuid);
                count += 1;
            }
            self.counted(Table::Carriers, count);
        }
        if self.is_demo {
            self.fictional_carriers(inputs)?;
        }
        if self.refusal.is_empty() {
            self.carriers.store(self.bulk).await?;
        }
        Ok(())
    }

    fn fictional_carriers(&mut self, inputs: &[Input]) -> anyhow::Result<()> {
        for input in inputs {
            let is_contract = matches!(input.table, Table::Policies | Table::Annuities);
            let Some(place) = input.table.position("carrier").filter(|_| is_contract) else {
                continue;
            };
            // Row errors are reported when the contracts are loaded.
            let mut unheard = Refusal::default();
            let Some(mut rows) = input.open(&mut unheard)? else {
                continue;
            };
            while rows.advance(&mut unheard)? {
                if let Some(name) = rows.values.get(place) {
                    self.carriers.make_fictional(name, self.new_uuid);
                }
            }
        }
        Ok(())
    }

    fn check_contacts(&mut self, inputs: &[Input]) -> anyhow::Result<()> {
        for input in inputs {
            let Some(kind) = input.table.contact_kind() else {
                continue;
            };
            let Some(mut rows) = input.open(&mut self.refusal)? else {
                continue;
            };
            let mut count = 0;
            while rows.advance(&mut self.refusal)? {
                count += 1;
                let uuid = (self.new_uuid)();
                let mut cells = TableRow::new(&rows, &mut self.refusal);
                let person = person::read(&mut cells, kind, self.is_demo, self.loading.today);
                cells.flag("agentIntegrationEnabled");
                let name = person.as_ref().map(display_name).unwrap_or_default();
                let owner_type = person.and_then(|person| person.owner_type).unwrap_or(0);
                self.references.add(&mut cells, kind, uuid, name, owner_type);
                self.tell(input.table, count);
            }
            self.counted(input.table, count);
        }
        Ok(())
    }

    async fn contracts<R: Contract>(&mut self, inputs: &[Input], table: Table) -> anyhow::Result<()> {
        let mut sink = self.open::<R>().await?;
        let mut numbers = Numbers::default();
        for input in inputs.iter().filter(|input| input.table == table) {
            let Some(mut rows) = input.open(&mut self.refusal)? else {
                continue;
            };
            let mut count = 0;
            while rows.advance(&mut self.refusal)? {
                count += 1;
                let row = self.contract::<R>(&rows, &mut numbers);
                if let (Some(row), Some(sink)) = (row, sink.as_mut().filter(|_| self.refusal.is_empty())) {
                    sink.send(&row).await?;
                }
                self.tell(table, count);
            }
            self.counted(table, count);
        }
        if let Some(sink) = sink.filter(|_| self.refusal.is_empty()) {
            self.bulk.close::<R>(sink).await?;
        }
        Ok(())
    }

    fn contract<R: Contract>(&mut self, rows: &Rows, numbers: &mut Numbers) -> Option<R> {
        let uuid = (self.new_uuid)();
        let mut cells = TableRow::new(rows, &mut self.refusal);
        let carrier: Option<Carrier> = self.carriers.find(&mut cells);
        let row = R::read(&mut cells, uuid, carrier.as_ref(), &self.loading);
        if let Some(carrier) = &carrier {
            numbers.add(&mut cells, R::NUMBER, carrier.uuid);
        }
        let parties = parties(&mut cells, R::BUSINESS, &self.references);
        let row = row.filter(|_| cells.faulty == 0)?;
        let name = |party: &Party| {
            let known = self.references.get(party.kind, party.index);
            known.map(|known| known.name.to_string()).unwrap_or_default()
        };
        let row = row.showing(Shown::of(&parties, name));
        self.totals.add(&row.sums(), &parties);
        self.parties
            .extend(parties.into_iter().map(|party| ((R::BUSINESS, uuid), party)));
        Some(row)
    }

    async fn store_contacts(&mut self, inputs: &[Input]) -> anyhow::Result<()> {
        let Some(mut sink) = self.open::<ContactRow>().await? else {
            return Ok(());
        };
        let mut next = [0_usize; 3];
        for input in inputs {
            let Some(kind) = input.table.contact_kind() else {
                continue;
            };
            let Some(mut rows) = input.open(&mut self.refusal)? else {
                continue;
            };
            while rows.advance(&mut self.refusal)? {
                let place = &mut next[kind as usize - 1];
                let index = *place as u32;
                *place += 1;
                let row = self.contact(&rows, kind, index)?;
                sink.send(&row.context("a file changed during the load")?).await?;
            }
        }
        ensure!(next == self.references.counts(), "a file changed during the load");
        self.bulk.close::<ContactRow>(sink).await?;
        // Every total belongs to a known reference. If one did not, the foreign key would reject its nil uuid.
        let known = |kind, index| self.references.get(kind, index).map(|known| known.uuid);
        let rows = self.totals.contact_rows(self.loading.firm_id, |kind, index| {
            known(kind, index).unwrap_or_default()
        });
        self.bulk.write(rows).await?;
        Ok(())
    }

    fn contact(&mut self, rows: &Rows, kind: ContactKind, index: u32) -> anyhow::Result<Option<ContactRow>> {
        let Loading { firm_id, today, now } = self.loading;
        // The first pass has already reported all errors.
        let mut unheard = Refusal::default();
        let mut cells = TableRow::new(rows, &mut unheard);
        let person = person::read(&mut cells, kind, self.is_demo, today);
        let is_integrated = cells.flag("agentIntegrationEnabled").unwrap_or(false);
        let (Some(person), Some(known)) = (person, self.references.get(kind, index)) else {
            return Ok(None);
        };
        let row = contact_row(firm_id, known.uuid, kind, person, now, self.seal)?;
        Ok(Some(ContactRow {
            agent_integration_enabled: is_integrated,
            source_file: Some(rows.place.file.to_string().into()),
            source_row: i32::try_from(rows.place.row).ok(),
            ..row
        }))
    }

    async fn store_parties(&mut self) -> anyhow::Result<()> {
        let Some(mut sink) = self.open::<PartyRow>().await? else {
            return Ok(());
        };
        let Loading { firm_id, now, .. } = self.loading;
        (self.report)(Progress {
            what: "links",
            done: 0,
            total: self.parties.len() as u64,
        });
        for (contract, party) in &self.parties {
            let Some(known) = self.references.get(party.kind, party.index) else {
                continue;
            };
            sink.send(&party.to_row(*contract, known.uuid, firm_id, now))
                .await?;
        }
        self.bulk.close::<PartyRow>(sink).await?;
        self.bulk.write(self.totals.lists(firm_id)).await?;
        Ok(())
    }

    fn tell(&mut self, table: Table, done: u64) {
        if done.is_multiple_of(EVERY) {
            (self.report)(Progress {
                what: table.name(),
                done,
                total: 0,
            });
        }
    }

    fn counted(&mut self, table: Table, count: u64) {
        (self.report)(Progress {
            what: table.name(),
            done: count,
            total: count,
        });
        match self.rows.iter_mut().find(|(name, _)| *name == table.name()) {
            Some((_, rows)) => *rows += count,
            None => self.rows.push((table.name(), count)),
        }
    }

    async fn open<R: Row>(&self) -> anyhow::Result<Option<RowSink>> {
        if self.refusal.is_empty() {
            Ok(Some(self.bulk.open::<R>().await?))
        } else {
            Ok(None)
        }
    }
}
