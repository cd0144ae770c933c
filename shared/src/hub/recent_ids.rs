//! Bounded set of recent ids.

use std::collections::{HashSet, VecDeque};

#[derive(Debug)]
pub struct RecentIds {
    ids: HashSet<i64>,
    order: VecDeque<i64>,
    most: usize,
}

impl RecentIds {
    /// Creates a set of up to `most` ids. The oldest id is evicted first.
    pub fn new(most: usize) -> Self {
        Self {
            ids: HashSet::new(),
            order: VecDeque::new(),
            most,
        }
    }

    pub fn has(&self, id: i64) -> bool {
        self.ids.contains(&id)
    }

    /// Adds an id. Returns true if the set did not contain it.
    pub fn is_new(&mut self, id: i64) -> bool {
        if !self.ids.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_only_the_newest_ids() {
        let mut known = RecentIds::new(2);
        assert!(known.is_new(1) && known.is_new(2));
        assert!(!known.is_new(1) && !known.is_new(2));
        assert!(known.is_new(3) && known.is_new(1), "the oldest id was evicted");
        assert!(!known.is_new(3));
    }
}
