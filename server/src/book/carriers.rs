//! Insurance carriers that contracts refer to. Carriers are shared by all firms.

use super::bulk::Bulk;
use super::mapping::fault;
use super::rows::{CarrierRow, Text};
use super::table_row::TableRow;
use shared::contact::phone;
use shared::contract::COMDEX;
use shared::text::{clean, fold};
use std::collections::HashMap;
use tokio_postgres::Transaction;
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Carrier {
    pub uuid: Uuid,
    pub name: String,
}

/// Known carriers, and carriers that the load adds.
#[derive(Default)]
pub struct Carriers {
    all: Vec<Carrier>,
    by_code: HashMap<String, usize>,
    by_name: HashMap<String, usize>,
    added: Vec<CarrierRow>,
    next_fictional: u32,
}

impl Carriers {
    pub async fn known(transaction: &Transaction<'_>) -> anyhow::Result<Self> {
        let mut carriers = Self {
            next_fictional: 99_101,
            ..Self::default()
        };
        let sql = "SELECT uuid::text, name, short_name, naic_code FROM carrier ORDER BY naic_code";
        for row in transaction.query(sql, &[]).await? {
            let uuid = row.get::<_, &str>(0).parse()?;
            carriers.insert(
                Carrier {
                    uuid,
                    name: row.get(1),
                },
                row.get(2),
                row.get(3),
            );
        }
        Ok(carriers)
    }

    fn insert(&mut self, carrier: Carrier, short_name: &str, code: &str) {
        let place = self.all.len();
        self.by_name.entry(fold(&carrier.name)).or_insert(place);
        self.by_name.entry(fold(short_name)).or_insert(place);
        self.by_code.insert(code.to_owned(), place);
        if let Some(code) = code
            .parse::<u32>()
            .ok()
            .filter(|code| *code >= self.next_fictional)
        {
            self.next_fictional = code + 1;
        }
        self.all.push(carrier);
    }

    fn get(&self, typed: &str) -> Option<&Carrier> {
        let place = self
            .by_code
            .get(typed)
            .or_else(|| self.by_name.get(&fold(typed)))?;
        self.all.get(*place)
    }

    /// Reads a carrier row. A known carrier with the same NAIC code must have the same name.
    pub fn read(&mut self, cells: &mut TableRow<'_>, uuid: Uuid) {
        let code = cells.text("naicCode").unwrap_or_default();
        let name = cells.typed("name").map(|name| clean(&name)).unwrap_or_default();
        let short_name = cells.text("shortName").unwrap_or_else(|| name.clone().into());
        let am_best_rating = cells.text("amBestRating");
        let comdex = cells.whole("comdex", COMDEX);
        let mut number = |column| {
            let typed = cells.typed(column)?;
            let stored = phone::normalize(&clean(&typed))
                .map_err(|fault| cells.refuse(column, fault))
                .ok()?;
            Some(Text::from(stored))
        };
        let (phone, fax) = (number("phone"), number("fax"));
        if code.len() != 5 || !code.bytes().all(|b| b.is_ascii_digit()) {
            cells.refuse(
                "naicCode",
                fault("invalid_naic_code", "Enter a five-digit NAIC code."),
            );
        }
        if name.is_empty() || name.chars().count() > 120 {
            cells.refuse(
                "name",
                fault("required", "Enter a carrier name of up to 120 characters."),
            );
        }
        if cells.faulty != 0 {
            return;
        }
        match self
            .by_code
            .get(code.as_ref())
            .and_then(|place| self.all.get(*place))
        {
            Some(known) if fold(&known.name) != fold(&name) => {
                let message = format!("This NAIC code is already used by {}.", known.name);
                cells.refuse("naicCode", fault("carrier_differs", message));
            }
            Some(_) => {}
            None => {
                self.insert(
                    Carrier {
                        uuid,
                        name: name.clone(),
                    },
                    &short_name,
                    &code,
                );
                let name = name.into();
                let naic_code = code;
                self.added.push(CarrierRow {
                    uuid,
                    name,
                    short_name,
                    naic_code,
                    am_best_rating,
                    comdex,
                    phone,
                    fax,
                });
            }
        }
    }

    /// Adds a fictional carrier with the next free NAIC code unless the carrier is known. For demo firms
    /// only.
    pub fn make_fictional(&mut self, typed: &str, new_uuid: &(dyn Fn() -> Uuid + Sync)) {
        let name = clean(typed);
        let is_code = name.bytes().all(|b| b.is_ascii_digit());
        let is_sound = !name.is_empty() && name.chars().count() <= 120 && !is_code;
        if !is_sound || self.get(&name).is_some() || self.next_fictional > 99_999 {
            return;
        }
        let (uuid, code) = (new_uuid(), self.next_fictional.to_string());
        self.insert(
            Carrier {
                uuid,
                name: name.clone(),
            },
            &name,
            &code,
        );
        self.added.push(CarrierRow {
            uuid,
            name: name.clone().into(),
            short_name: name.into(),
            naic_code: code.into(),
            am_best_rating: None,
            comdex: None,
            phone: None,
            fax: None,
        });
    }

    /// Looks up the carrier of a row. Records an error if it is unknown.
    pub fn find(&self, cells: &mut TableRow<'_>) -> Option<Carrier> {
        let name = clean(&cells.typed("carrier")?);
        let found = self.get(&name).cloned();
        if found.is_none() {
            let message =
                format!("Carrier “{name}” not found. Use the name or NAIC code of a known carrier.");
            cells.refuse("carrier", fault("unknown_carrier", message));
        }
        found
    }

    /// Writes the added carriers and returns their number.
    pub async fn store(&mut self, bulk: &Bulk<'_>) -> anyhow::Result<u64> {
        bulk.write(std::mem::take(&mut self.added)).await
    }
}
