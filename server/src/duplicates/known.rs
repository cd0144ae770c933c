//! Contacts that earlier batches loaded. Most contacts are compared with those of many batches, and loading them took most
//! of the time.
//!
//! A known contact may have been changed or deleted since. It is in the queue then, and the batch that takes it compares
//! it with all its neighbors again. That batch must replace it here, so batches of other nodes make all contacts unknown.

use crate::records::resolution::compared::Compared;
use std::collections::HashMap;
use uuid::Uuid;

/// Maximum number of contacts before a batch.
const MAX_KNOWN: usize = 50_000;

#[derive(Default)]
pub struct Known {
    /// The firm and the number of its last batch.
    last: Option<(i32, i64)>,
    contacts: HashMap<Uuid, Compared>,
}

impl Known {
    /// Begins a batch, and forgets the contacts that may be out of date.
    pub fn begin(&mut self, firm_id: i32, batch: i64) {
        if self.last != Some((firm_id, batch - 1)) || self.contacts.len() > MAX_KNOWN {
            self.contacts.clear();
        }
        self.last = Some((firm_id, batch));
    }

    /// Replaces the contacts of a batch. The batch found no others of `taken`.
    pub fn replace(&mut self, taken: &[Uuid], found: Vec<Compared>) {
        for uuid in taken {
            self.contacts.remove(uuid);
        }
        self.add(found);
    }

    pub fn add(&mut self, contacts: Vec<Compared>) {
        self.contacts
            .extend(contacts.into_iter().map(|contact| (contact.uuid, contact)));
    }

    pub fn get(&self, uuid: &Uuid) -> Option<&Compared> {
        self.contacts.get(uuid)
    }
}
