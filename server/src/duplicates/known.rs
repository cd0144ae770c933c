//! Cache of contacts that earlier batches loaded. Most contacts are compared in many batches, and loading them took
//! most of the time.
//!
//! A cached contact may be outdated if it was changed or deleted since. It is then in the queue, and the batch that
//! takes it compares it with all its neighbors again. That batch must also replace it in the cache, so the cache is
//! cleared after a batch on another node.

use crate::records::resolution::compared::Compared;
use std::collections::HashMap;
use uuid::Uuid;

/// Maximum number of cached contacts. If a batch starts with more, the cache is cleared.
const MAX_KNOWN: usize = 50_000;

#[derive(Default)]
pub struct Known {
    /// The firm and the number of the last batch, if it was committed.
    last: Option<(i32, i64)>,
    contacts: HashMap<Uuid, Compared>,
}

impl Known {
    /// Begins a batch. Clears the cache unless this node committed the firm's previous batch.
    pub fn begin(&mut self, firm_id: i32, batch: i64) {
        if self.last != Some((firm_id, batch - 1)) || self.contacts.len() > MAX_KNOWN {
            self.contacts.clear();
        }
        // If this batch fails, another node can use its number.
        self.last = None;
    }

    /// Ends a batch that was committed.
    pub fn commit(&mut self, firm_id: i32, batch: i64) {
        self.last = Some((firm_id, batch));
    }

    /// Replaces the contacts of a batch. Those of `taken` that are not in `found` no longer exist.
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

#[cfg(test)]
mod tests {
    use super::*;
    use shared::contact::Person;
    use shared::resolution::{Candidate, Details};

    fn contact(uuid: Uuid) -> Compared {
        Compared {
            uuid,
            kind: 1,
            candidate: Candidate::new(&Details::of(&Person::default(), None)),
            values: String::new(),
        }
    }

    #[test]
    fn clears_contacts_unless_this_node_committed_the_previous_batch() {
        let uuid = Uuid::from_u128(1);
        for (committed, next, is_known) in [
            (Some((1, 7)), (1, 8), true),
            // Another node compared a batch.
            (Some((1, 7)), (1, 9), false),
            (Some((1, 7)), (2, 8), false),
            // The batch failed, and another node used its number.
            (None, (1, 8), false),
        ] {
            let mut known = Known::default();
            known.begin(1, 7);
            known.add(vec![contact(uuid)]);
            if let Some((firm_id, batch)) = committed {
                known.commit(firm_id, batch);
            }
            known.begin(next.0, next.1);
            assert_eq!(
                known.get(&uuid).is_some(),
                is_known,
                "{committed:?}, then {next:?}"
            );
        }
    }
}
