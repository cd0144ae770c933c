//! Which of the newest pushes were there before.

use std::collections::{HashSet, VecDeque};

#[derive(Debug)]
pub struct Known {
    ids: HashSet<i64>,
    order: VecDeque<i64>,
    most: usize,
}

impl Known {
    /// Remembers so many; older ones are forgotten.
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

    /// True for the first time only.
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
    fn the_newest_are_known_again() {
        let mut known = Known::new(2);
        assert!(known.is_new(1) && known.is_new(2));
        assert!(!known.is_new(1) && !known.is_new(2));
        assert!(known.is_new(3) && known.is_new(1), "the oldest is forgotten");
        assert!(!known.is_new(3));
    }
}
