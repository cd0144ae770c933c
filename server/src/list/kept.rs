//! Pages of whole firms that were asked for lately, as they were sent: kept until anything in the firm's book changes.
//!
//! Statement triggers notify every node of a change (`firmbook_book`), and a node forgets what it changed itself before
//! its caller hears of it. While a node does not hear the notifications it keeps nothing.

use crate::db::listen::{Heard, listen};
use bytes::Bytes;
use jiff::civil::Date;
use shared::list::ListName;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More than this at once starts over.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// A larger page, with its question, is asked anew each time.
const MAX_PAGE_BYTES: usize = 128 * 1024;

/// What makes two questions to a firm's book the same one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    pub list: ListName,
    /// Ages and relative dates are of the viewer's day.
    pub today: Date,
    pub time_zone: String,
    /// The query as JSON.
    pub query: Vec<u8>,
}

impl Question {
    /// Bytes, about.
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
    /// Grows whenever everything is forgotten.
    generation: u64,
    firms: HashMap<i32, Firm>,
}

#[derive(Default)]
struct Firm {
    /// Grows with every change heard of.
    changes: u64,
    pages: HashMap<Question, Bytes>,
}

/// How far changes had been heard of before a page was read: it is kept only if none came since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    generation: u64,
    changes: u64,
}

impl KeptPages {
    /// Starts to listen; until the first answer nothing is kept.
    pub fn listening(url: String) -> Self {
        let pages = Self::default();
        let heard_by = pages.clone();
        tokio::spawn(listen(url, "firmbook_book", move |heard| heard_by.hear(&heard)));
        pages
    }

    /// The page, if it is kept; otherwise what [`KeptPages::keep`] wants to know later.
    pub fn find(&self, firm_id: i32, question: &Question) -> Result<Bytes, Before> {
        let mut kept = self.kept();
        let generation = kept.generation;
        let firm = kept.firms.entry(firm_id).or_default();
        firm.pages.get(question).cloned().ok_or(Before {
            generation,
            changes: firm.changes,
        })
    }

    /// Keeps a page that was read after `before`, unless the book may have changed meanwhile.
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

    /// Forgets at once what this node has changed; the others hear of it.
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

    /// How many pages are kept.
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
    fn a_page_is_kept_for_its_question_and_its_firm_alone() {
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
    fn a_change_forgets_the_pages_of_its_firm_and_one_without_a_firm_all() {
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
    fn what_was_read_before_a_change_is_not_kept_after_it() {
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
    fn nothing_is_kept_while_changes_are_not_heard() {
        let pages = KeptPages::default();
        keep(&pages, 1, "a", "page");
        assert!(pages.find(1, &question("a")).is_err());
        pages.hear(&Heard::Listening);
        keep(&pages, 1, "a", "page");
        pages.hear(&Heard::Lost);
        assert!(pages.find(1, &question("a")).is_err());
    }

    #[test]
    fn more_than_fits_starts_over() {
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
