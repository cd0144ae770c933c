//! Cache of serialized list pages of whole firms, valid until the firm's data changes.
//!
//! Statement triggers notify every node of changes (`firmbook_book`). A node also invalidates its own changes
//! before it responds to the caller. While a node is not receiving notifications, nothing is cached.

use crate::db::listen::{Heard, listen};
use bytes::Bytes;
use jiff::civil::Date;
use shared::list::ListName;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum size of the cache. It is cleared when a page would exceed it.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// Maximum size of a cached page with its key. Larger pages are not cached.
const MAX_PAGE_BYTES: usize = 128 * 1024;

/// The cache key of a page within its firm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    pub list: ListName,
    /// The viewer's date, which ages and relative dates depend on.
    pub today: Date,
    pub time_zone: String,
    /// The query as JSON.
    pub query: Vec<u8>,
}

impl Question {
    /// Approximate size in bytes.
    fn size(&self) -> usize {
        size_of::<Self>() + self.time_zone.len() + self.query.len()
    }
}

#[derive(Clone, Default)]
pub struct KeptPages {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    is_listening: bool,
    bytes: usize,
    /// Incremented whenever the cache is cleared.
    generation: u64,
    firms: HashMap<i32, Firm>,
}

#[derive(Default)]
struct Firm {
    /// Incremented with every change of the firm's data.
    changes: u64,
    pages: HashMap<Question, Bytes>,
}

/// State of the cache before a page was read. The page is cached only if this has not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    generation: u64,
    changes: u64,
}

impl KeptPages {
    /// Creates a cache and starts listening for changes. Nothing is cached until the listener is connected.
    pub fn listening(url: String) -> Self {
        let pages = Self::default();
        let heard_by = pages.clone();
        tokio::spawn(listen(url, "firmbook_book", move |heard| heard_by.hear(&heard)));
        pages
    }

    /// Returns the cached page, or the state to pass to [`KeptPages::keep`] once the page is loaded.
    pub fn find(&self, firm_id: i32, question: &Question) -> Result<Bytes, Before> {
        let mut kept = self.kept();
        let generation = kept.generation;
        let firm = kept.firms.entry(firm_id).or_default();
        firm.pages.get(question).cloned().ok_or(Before {
            generation,
            changes: firm.changes,
        })
    }

    /// Caches a page unless the firm's data changed since `before`.
    pub fn keep(&self, firm_id: i32, question: Question, page: &Bytes, before: Before) {
        let size = question.size() + page.len();
        if size > MAX_PAGE_BYTES {
            return;
        }
        let mut kept = self.kept();
        if !kept.is_listening || kept.generation != before.generation {
            return;
        }
        if kept.bytes + size > MAX_BYTES {
            return kept.forget_all();
        }
        let firm = kept.firms.entry(firm_id).or_default();
        if firm.changes == before.changes && firm.pages.insert(question, page.clone()).is_none() {
            kept.bytes += size;
        }
    }

    /// Invalidates the pages of a firm that this node has changed. Other nodes are notified by the database.
    pub fn forget(&self, firm_id: i32) {
        let mut kept = self.kept();
        let firm = kept.firms.entry(firm_id).or_default();
        firm.changes += 1;
        let freed: usize = firm
            .pages
            .drain()
            .map(|(question, page)| question.size() + page.len())
            .sum();
        kept.bytes -= freed;
    }

    /// Number of cached pages.
    pub fn count(&self) -> usize {
        self.kept().firms.values().map(|firm| firm.pages.len()).sum()
    }

    fn hear(&self, heard: &Heard) {
        if let Heard::Notification(payload) = heard
            && let Ok(firm_id) = payload.parse()
        {
            return self.forget(firm_id);
        }
        let mut kept = self.kept();
        kept.forget_all();
        match heard {
            Heard::Listening => kept.is_listening = true,
            Heard::Lost => kept.is_listening = false,
            Heard::Notification(_) => {}
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn forget_all(&mut self) {
        self.generation += 1;
        self.bytes = 0;
        self.firms.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(query: &str) -> Question {
        Question {
            list: ListName::Agents,
            today: Date::constant(2026, 11, 21),
            time_zone: "UTC".into(),
            query: query.into(),
        }
    }

    fn listening() -> KeptPages {
        let pages = KeptPages::default();
        pages.hear(&Heard::Listening);
        pages
    }

    fn keep(pages: &KeptPages, firm_id: i32, query: &str, page: &'static str) {
        let before = pages.find(firm_id, &question(query)).unwrap_err();
        pages.keep(
            firm_id,
            question(query),
            &Bytes::from_static(page.as_bytes()),
            before,
        );
    }

    #[test]
    fn caches_a_page_by_firm_and_query() {
        let pages = listening();
        keep(&pages, 1, "a", "page");
        assert_eq!(pages.find(1, &question("a")).unwrap(), "page");
        assert!(pages.find(1, &question("b")).is_err());
        assert!(pages.find(2, &question("a")).is_err());
        let tomorrow = Question {
            today: Date::constant(2026, 11, 22),
            ..question("a")
        };
        assert!(pages.find(1, &tomorrow).is_err());
    }

    #[test]
    fn invalidates_pages_of_a_changed_firm_or_of_all_firms() {
        let pages = listening();
        keep(&pages, 1, "a", "one");
        keep(&pages, 2, "a", "two");
        pages.hear(&Heard::Notification("1".into()));
        assert!(pages.find(1, &question("a")).is_err());
        assert!(pages.find(2, &question("a")).is_ok());
        pages.hear(&Heard::Notification(String::new()));
        assert!(pages.find(2, &question("a")).is_err());
        assert_eq!(pages.kept().bytes, 0);
    }

    #[test]
    fn does_not_cache_pages_read_before_a_change() {
        let page = Bytes::from_static(b"old");
        for change in [
            Heard::Notification("1".into()),
            Heard::Notification(String::new()),
            Heard::Listening,
        ] {
            let pages = listening();
            let before = pages.find(1, &question("a")).unwrap_err();
            pages.hear(&change);
            pages.keep(1, question("a"), &page, before);
            assert!(pages.find(1, &question("a")).is_err(), "{change:?}");
        }
    }

    #[test]
    fn caches_nothing_while_not_listening() {
        let pages = KeptPages::default();
        keep(&pages, 1, "a", "page");
        assert!(pages.find(1, &question("a")).is_err());
        pages.hear(&Heard::Listening);
        keep(&pages, 1, "a", "page");
        pages.hear(&Heard::Lost);
        assert!(pages.find(1, &question("a")).is_err());
    }

    #[test]
    fn clears_the_cache_when_it_is_full() {
        let pages = listening();
        let large = Bytes::from(vec![0; MAX_PAGE_BYTES / 2]);
        for number in 0..4 * MAX_BYTES / MAX_PAGE_BYTES {
            let question = question(&number.to_string());
            let before = pages.find(1, &question).unwrap_err();
            pages.keep(1, question, &large, before);
            let kept = pages.kept();
            let pages = kept.firms.values().flat_map(|firm| &firm.pages);
            let held: usize = pages.map(|(question, page)| question.size() + page.len()).sum();
            assert_eq!(kept.bytes, held);
            assert!(held <= MAX_BYTES);
        }
    }
}
