//! Names of organizations, normalized for comparison.

use super::common_names::is_frequent;
use super::nicknames;
use super::words::{are_similar, words};
use crate::contact::owner_type::OwnerType;
use crate::upload::names;

/// Words that do not distinguish organizations: articles, legal forms and common words in trust names.
const GENERIC: [&str; 47] = [
    "a",
    "agmt",
    "agreement",
    "an",
    "and",
    "as",
    "co",
    "company",
    "corp",
    "corporation",
    "dated",
    "dtd",
    "est",
    "estate",
    "fam",
    "family",
    "fbo",
    "for",
    "in",
    "inc",
    "incorporated",
    "lc",
    "limited",
    "living",
    "llc",
    "lllp",
    "llp",
    "lp",
    "ltd",
    "no",
    "number",
    "of",
    "pa",
    "pc",
    "plc",
    "pllc",
    "rev",
    "revocable",
    "the",
    "tr",
    "trust",
    "trustee",
    "trustees",
    "u",
    "ua",
    "uad",
    "utd",
];
/// Words that introduce the date of a trust.
const DATED: [&str; 5] = ["dated", "dtd", "ua", "uad", "utd"];

/// Words that indicate a trust's special purpose. Trusts with different purposes are different trusts.
const PURPOSES: [(&str, Purpose); 24] = [
    ("bypass", Purpose::Bypass),
    ("charitable", Purpose::Charitable),
    ("children", Purpose::Children),
    ("childrens", Purpose::Children),
    ("crat", Purpose::Charitable),
    ("credit", Purpose::Bypass),
    ("crut", Purpose::Charitable),
    ("decedents", Purpose::Bypass),
    ("dynasty", Purpose::Dynasty),
    ("exempt", Purpose::Dynasty),
    ("generation", Purpose::Dynasty),
    ("grandchildren", Purpose::Children),
    ("grandchildrens", Purpose::Children),
    ("gst", Purpose::Dynasty),
    ("ilit", Purpose::Irrevocable),
    ("insurance", Purpose::Irrevocable),
    ("irr", Purpose::Irrevocable),
    ("irrev", Purpose::Irrevocable),
    ("irrevocable", Purpose::Irrevocable),
    ("marital", Purpose::Marital),
    ("qtip", Purpose::Marital),
    ("residuary", Purpose::Bypass),
    ("survivors", Purpose::Marital),
    ("testamentary", Purpose::Testamentary),
];
/// Words that accompany those in [`PURPOSES`].
const PURPOSE_FILLERS: [&str; 5] = ["life", "ins", "shelter", "skipping", "remainder"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    Bypass,
    Charitable,
    Children,
    Dynasty,
    Irrevocable,
    Marital,
    Testamentary,
}

/// A distinctive word.
#[derive(Debug, Clone)]
struct Token {
    text: String,
    rows: Option<&'static [u16]>,
}

impl Token {
    fn new(word: &str) -> Self {
        Self {
            text: word.into(),
            rows: nicknames::rows(word),
        }
    }

    fn matches(&self, other: &Self) -> bool {
        if self.text == other.text {
            return true;
        }
        match (self.rows, other.rows) {
            (Some(rows), Some(others)) => rows.iter().any(|row| others.contains(row)),
            _ => are_similar(&self.text, &other.text),
        }
    }
}

/// The parsed name of an organization.
#[derive(Debug, Clone)]
pub(super) struct OrganizationName {
    tokens: Vec<Token>,
    /// The tokens in order, joined without spaces.
    compact: String,
    /// `None` if the name does not indicate a form.
    form: Option<Form>,
    purposes: Vec<Purpose>,
    /// Whether the name contains a word for a family, living or revocable trust.
    is_plain_trust: bool,
    /// Suffixes that distinguish related organizations: `Trust B`, `Fund II`.
    ordinals: Vec<String>,
    /// Numbers in the date of a trust.
    date: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Trust,
    Estate,
    Charity,
    Business,
}

/// Agreement of two organization names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrganizationAgreement {
    Exact,
    /// Equal, but with only one distinctive word, as in `Smith Family Trust`.
    OneWord,
    Similar,
    /// One name has more words, or a purpose or ordinal that the other lacks.
    Partial,
    Differs,
}

impl OrganizationName {
    /// Parses a name. Returns `None` if it contains neither letters nor digits.
    pub fn new(name: &str) -> Option<Self> {
        let form = names::organization(name).map(|owner_type| match owner_type {
            Some(OwnerType::Trust) => Form::Trust,
            Some(OwnerType::Estate) => Form::Estate,
            Some(OwnerType::Charity) => Form::Charity,
            _ => Form::Business,
        });
        let mut parsed = Self {
            tokens: Vec::new(),
            compact: String::new(),
            form,
            purposes: Vec::new(),
            is_plain_trust: false,
            ordinals: Vec::new(),
            date: Vec::new(),
        };
        let words = words(name);
        let mut before = "";
        let mut is_date = false;
        for word in &words {
            is_date |= DATED.contains(&word.as_str());
            parsed.add(word, before, is_date);
            before = word;
        }
        if parsed.tokens.is_empty() {
            parsed.tokens = words.iter().map(|word| Token::new(word)).collect();
        }
        parsed.compact = parsed.tokens.iter().map(|token| token.text.as_str()).collect();
        parsed.purposes.sort_unstable();
        parsed.purposes.dedup();
        (!parsed.tokens.is_empty()).then_some(parsed)
    }

    fn add(&mut self, word: &str, before: &str, is_date: bool) {
        let is_trust = self.form == Some(Form::Trust);
        let starts_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
        let is_year = word.len() == 4 && starts_with_digit;
        if starts_with_digit && (is_date || is_year || is_trust && !self.date.is_empty()) {
            self.date.push(word.trim_start_matches('0').into());
        } else if is_date {
            // The name of a month, or the word that introduces the date.
        } else if starts_with_digit
            || matches!(word, "ii" | "iii" | "iv")
            || word.len() == 1 && matches!(before, "trust" | "no" | "fund")
        {
            self.ordinals.push(word.into());
        } else if let Some(purpose) = purpose(word).filter(|_| is_trust) {
            self.purposes.push(purpose);
        } else if is_trust && PURPOSE_FILLERS.contains(&word) {
            // A filler word of a purpose is not distinctive.
        } else if GENERIC.binary_search(&word).is_ok() {
            self.is_plain_trust |= matches!(word, "fam" | "family" | "living" | "rev" | "revocable");
        } else {
            self.tokens.push(Token::new(word));
        }
    }

    pub fn compare(&self, other: &Self) -> OrganizationAgreement {
        let (unmatched, others_unmatched) = (self.unmatched(other), other.unmatched(self));
        let is_whole = (unmatched, others_unmatched) == (0, 0) || self.compact == other.compact;
        let longer = self.tokens.len().max(other.tokens.len());
        let matched = self.tokens.len() - unmatched;
        let shares_half = matched * 2 >= longer && (unmatched == 0 || others_unmatched == 0);
        if self.conflicts(other) || !is_whole && !shares_half {
            OrganizationAgreement::Differs
        } else if !is_whole || self.purposes != other.purposes || self.ordinals != other.ordinals {
            OrganizationAgreement::Partial
        } else if self.compact != other.compact {
            OrganizationAgreement::Similar
        } else if longer == 1 {
            OrganizationAgreement::OneWord
        } else {
            OrganizationAgreement::Exact
        }
    }

    /// Returns whether the names belong to different organizations, even if their distinctive words match.
    fn conflicts(&self, other: &Self) -> bool {
        let differ = |one: &[String], other: &[String]| {
            let (short, long) = if one.len() < other.len() {
                (one, other)
            } else {
                (other, one)
            };
            !short.is_empty() && !short.iter().all(|number| long.contains(number))
        };
        let forms_differ = self.form.zip(other.form).is_some_and(|(one, other)| one != other);
        let purposes_differ = self.purposes != other.purposes
            && (self.purposes.is_empty() == other.purposes.is_empty()
                || self.purposes.is_empty() && self.is_plain_trust
                || other.purposes.is_empty() && other.is_plain_trust);
        forms_differ
            || purposes_differ
            || differ(&self.ordinals, &other.ordinals)
            || differ(&self.date, &other.date)
    }

    fn unmatched(&self, other: &Self) -> usize {
        let is_matched = |token: &&Token| other.tokens.iter().any(|other| token.matches(other));
        self.tokens.len() - self.tokens.iter().filter(is_matched).count()
    }

    /// Returns the distinctive words in alphabetical order, joined by spaces.
    pub fn sorted_words(&self) -> String {
        let mut words: Vec<&str> = self.tokens.iter().map(|token| token.text.as_str()).collect();
        words.sort_unstable();
        words.join(" ")
    }

    /// Returns the longest distinctive words, excluding frequent last names.
    pub fn longest_words(&self, count: usize) -> Vec<&str> {
        let mut words: Vec<&str> = self
            .tokens
            .iter()
            .map(|token| token.text.as_str())
            .filter(|word| word.len() > 2 && !is_frequent(word))
            .collect();
        words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
        words.dedup();
        words.truncate(count);
        words
    }
}

fn purpose(word: &str) -> Option<Purpose> {
    let at = PURPOSES.binary_search_by_key(&word, |(text, _)| text).ok()?;
    Some(PURPOSES[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use OrganizationAgreement::{Differs, Exact, OneWord, Partial, Similar};

    #[test]
    fn tables_are_sorted() {
        assert!(GENERIC.is_sorted());
        assert!(PURPOSES.is_sorted_by_key(|(word, _)| word));
    }

    #[test]
    fn compares_names() {
        for (one, other, expected) in [
            ("Calloway Brewing, Inc.", "Calloway Brewing LLC", Exact),
            ("The Calloway Brewing Company", "CALLOWAY BREWING CO", Exact),
            ("Calloway Brewing LLC", "CallowayBrewing LLC", Exact),
            ("Calloway Brewing LLC", "Caloway Brewing LLC", Similar),
            ("Calloway Brewing LLC", "Calloway LLC", Partial),
            ("Calloway Brewing LLC", "Calloway Plumbing LLC", Differs),
            ("Smith Family Trust", "The Smith Family Revocable Trust", OneWord),
            ("Smith Family Trust", "Smith Living Trust", OneWord),
            ("Smith Family Trust", "Smith Irrevocable Trust", Differs),
            ("Smith Irrevocable Trust", "Smith Family ILIT", OneWord),
            (
                "Smith Insurance Trust",
                "Smith Irrevocable Life Insurance Trust",
                OneWord,
            ),
            ("Smith Trust", "Smith Irrevocable Trust", Partial),
            ("Smith Marital Trust", "Smith Bypass Trust", Differs),
            ("Smith Family Trust", "Smith Family LLC", Differs),
            ("Smith Family Trust", "Smith Family Foundation", Differs),
            ("Smith Family Trust", "Smith Family", OneWord),
            ("Robert Smith Trust", "Bob Smith Revocable Trust", Similar),
            ("John Smith Trust", "Mary Smith Trust", Differs),
            ("John Smith Trust", "Smith Trust", Partial),
            ("Estate of John Smith", "John Smith Estate", Exact),
            ("Estate of John Smith", "Estate of Mary Smith", Differs),
            ("Smith Trust A", "Smith Trust B", Differs),
            ("Pine Fund II LP", "Pine Fund LP", Partial),
            ("Lee Trust dated 03/04/1999", "Lee Trust dtd 3/4/1999", OneWord),
            ("Lee Trust dated March 4, 1999", "Lee Trust 1999", OneWord),
            ("Lee Trust dated 3/4/1999", "Lee Trust dated 5/6/2010", Differs),
        ] {
            let (a, b) = (
                OrganizationName::new(one).unwrap(),
                OrganizationName::new(other).unwrap(),
            );
            assert_eq!(a.compare(&b), expected, "{one} / {other}");
            assert_eq!(b.compare(&a), expected, "{other} / {one}");
        }
    }

    #[test]
    fn names_of_only_generic_words_keep_them() {
        let name = OrganizationName::new("The Family Trust").unwrap();
        assert_eq!(name.sorted_words(), "family the trust");
        assert!(OrganizationName::new(" - ").is_none());
    }
}
