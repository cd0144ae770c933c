//! Index of the loaded contacts, for references from contracts.

use super::mapping::fault;
use super::table_row::TableRow;
use shared::contact::{ContactKind, npn};
use shared::text::clean;
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// A loaded contact.
pub struct Known {
    pub uuid: Uuid,
    pub name: Box<str>,
    pub owner_type: u8,
    file: u16,
    row: u32,
}

/// Contacts by kind, in row order, with an index by the identifiers that contracts use.
#[derive(Default)]
pub struct References {
    contacts: [Vec<Known>; 3],
    by_external_id: [HashMap<Box<str>, u32>; 3],
    by_npn: HashMap<u64, u32>,
    files: Vec<Arc<str>>,
}

impl References {
    /// Adds the contact of a row. Records an error if its external ID or NPN is already used.
    pub fn add(
        &mut self,
        cells: &mut TableRow<'_>,
        kind: ContactKind,
        uuid: Uuid,
        name: String,
        owner_type: u8,
    ) {
        let place = kind as usize - 1;
        let index = self.contacts[place].len() as u32;
        let file = self.file(cells);
        let row = cells.place.row as u32;
        self.contacts[place].push(Known {
            uuid,
            name: name.into(),
            owner_type,
            file,
            row,
        });
        if let Some(id) = cells
            .typed("externalId")
            .map(|id| clean(&id))
            .filter(|id| !id.is_empty())
        {
            let first = *self.by_external_id[place].entry(id.into()).or_insert(index);
            self.refuse_second(cells, "externalId", kind, first, index);
        }
        let number = cells
            .typed("npn")
            .and_then(|typed| npn::normalize(&clean(&typed)).ok());
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            let first = *self.by_npn.entry(number).or_insert(index);
            self.refuse_second(cells, "npn", kind, first, index);
        }
    }

    fn file(&mut self, cells: &TableRow<'_>) -> u16 {
        let known = self.files.iter().position(|file| *file == cells.place.file);
        known.unwrap_or_else(|| {
            self.files.push(cells.place.file.clone());
            self.files.len() - 1
        }) as u16
    }

    fn refuse_second(
        &self,
        cells: &mut TableRow<'_>,
        column: &str,
        kind: ContactKind,
        first: u32,
        index: u32,
    ) {
        if first != index {
            let known = self.get(kind, first);
            let file = known.and_then(|known| self.files.get(usize::from(known.file)));
            let row = known.map_or(0, |known| known.row);
            let message = format!("Already used in {}, row {row}.", file.map_or("", |file| file));
            cells.refuse(column, fault("duplicate", message));
        }
    }

    pub fn get(&self, kind: ContactKind, index: u32) -> Option<&Known> {
        self.contacts[kind as usize - 1].get(index as usize)
    }

    /// Returns the number of agents, owners and insureds.
    pub fn counts(&self) -> [usize; 3] {
        self.contacts.each_ref().map(Vec::len)
    }

    /// Returns the index of the contact that a cell refers to. Records an error if the reference is unknown
    /// or ambiguous.
    pub fn find(&self, cells: &mut TableRow<'_>, column: &str, kind: ContactKind) -> Option<u32> {
        let id = clean(&cells.typed(column)?);
        let by_id = self.by_external_id[kind as usize - 1].get(id.as_str()).copied();
        let number = npn::normalize(&id).ok().filter(|_| kind == ContactKind::Agent);
        let by_npn = number
            .and_then(|number| self.by_npn.get(&number.parse().ok()?))
            .copied();
        match (by_id, by_npn) {
            (Some(a), Some(b)) if a != b => {
                let message = format!("“{id}” is the NPN of one agent and the external ID of another.");
                cells.refuse(column, fault("ambiguous_reference", message));
                None
            }
            (None, None) => {
                let message = format!("The book has no {} “{id}”.", kind.noun());
                cells.refuse(column, fault("unknown_reference", message));
                None
            }
            (by_id, by_npn) => by_id.or(by_npn),
        }
    }
}
