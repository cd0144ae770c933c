//! Names of people, normalized for comparison.

use super::common_names::is_frequent;
use super::nicknames;
use super::phonetic::sound;
use super::placeholder::is_placeholder_name;
use super::reason::FieldAgreement;
use super::words::{are_similar, words};

/// Last name prefixes that are often left out or joined to the name.
const PARTICLES: [&str; 16] = [
    "al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "st", "van", "von",
];

/// A first name.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub text: String,
    pub sound: String,
    /// Rows in the nickname table. `None` if the table does not contain the name.
    rows: Option<&'static [u16]>,
}

impl Given {
    fn new(text: String) -> Self {
        Self {
            sound: sound(&text),
            rows: nicknames::rows(&text),
            text,
        }
    }

    fn is_initial(&self) -> bool {
        self.text.chars().nth(1).is_none()
    }

    /// Compares two first names, ignoring middle names.
    pub fn compare(&self, other: &Self) -> FieldAgreement {
        if self.text == other.text {
            return FieldAgreement::Exact;
        }
        if self.is_initial() || other.is_initial() {
            return if self.text.chars().next() == other.text.chars().next() {
                FieldAgreement::Initial
            } else {
                FieldAgreement::Differs
            };
        }
        if let (Some(rows), Some(others)) = (self.rows, other.rows) {
            // If both names are known, a similar spelling is a coincidence, as with Mario and Maria.
            return if rows.iter().any(|row| others.contains(row)) {
                FieldAgreement::Nickname
            } else {
                FieldAgreement::Differs
            };
        }
        if are_similar(&self.text, &other.text) || is_shortened(&self.text, &other.text) {
            FieldAgreement::Similar
        } else if !self.sound.is_empty() && self.sound == other.sound {
            FieldAgreement::SoundsAlike
        } else {
            FieldAgreement::Differs
        }
    }
}

/// Returns whether one name is a prefix of the other: `Christo` and `Christopher`.
fn is_shortened(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short.len() >= 3 && long.starts_with(short)
}

/// A last name.
#[derive(Debug, Clone)]
pub(super) struct Family {
    /// The words joined without spaces, so that `Van Dyke` and `Vandyke` are equal.
    pub text: String,
    pub sound: String,
    /// The words without particles.
    words: Vec<String>,
    pub is_frequent: bool,
}

impl Family {
    fn new(name: &str) -> Option<Self> {
        let mut words = words(name);
        let text = words.concat();
        if text.is_empty() || is_placeholder_name(&text) {
            return None;
        }
        words.retain(|word| !PARTICLES.contains(&word.as_str()));
        Some(Self {
            sound: sound(&text),
            is_frequent: is_frequent(&text),
            words,
            text,
        })
    }

    pub fn compare(&self, other: &Self) -> FieldAgreement {
        if self.text == other.text {
            FieldAgreement::Exact
        } else if self.is_initial_of(other) || other.is_initial_of(self) {
            FieldAgreement::Initial
        } else if are_similar(&self.text, &other.text) {
            FieldAgreement::Similar
        } else if !self.sound.is_empty() && self.sound == other.sound {
            FieldAgreement::SoundsAlike
        } else if self
            .words
            .iter()
            .any(|word| word.len() > 2 && other.words.contains(word))
        {
            FieldAgreement::Partial
        } else {
            FieldAgreement::Differs
        }
    }

    fn is_initial_of(&self, other: &Self) -> bool {
        self.text.chars().nth(1).is_none() && other.text.starts_with(&self.text)
    }
}

/// The parsed name of a person.
#[derive(Debug, Clone, Default)]
pub(super) struct PersonName {
    pub first: Option<Given>,
    /// Middle names, and further words of the first name. If the first name is missing, the first middle name
    /// takes its place.
    pub middle: Vec<Given>,
    pub last: Option<Family>,
    /// 1 for Sr and I, 2 for Jr and II, 3 for III.
    pub generation: Option<u8>,
}

impl PersonName {
    pub fn new(first: &str, middle: &str, last: &str, suffix: &str) -> Self {
        let mut last_words: Vec<&str> = last.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let mut generation = suffix.split([' ', ',']).find_map(generation_of);
        if last_words.len() > 1
            && let Some(found) = last_words.last().and_then(|word| generation_of(word))
        {
            generation = generation.or(Some(found));
            last_words.pop();
        }
        let mut given = words(first);
        if given.len() > 1 && PARTICLES.contains(&given[0].as_str()) {
            let particle = given.remove(0);
            given[0].insert_str(0, &particle);
        }
        given.extend(words(middle));
        let mut given = given
            .into_iter()
            .filter(|name| !is_placeholder_name(name))
            .map(Given::new);
        Self {
            first: given.next(),
            middle: given.collect(),
            last: Family::new(&last_words.join(" ")),
            generation,
        }
    }
}

/// Returns the generation that a suffix such as `Jr`, `Sr`, `III` or `3rd` stands for.
fn generation_of(suffix: &str) -> Option<u8> {
    match words(suffix).first()?.as_str() {
        "sr" | "senior" | "i" | "1st" => Some(1),
        "jr" | "junior" | "ii" | "2nd" => Some(2),
        "iii" | "3rd" => Some(3),
        "iv" | "4th" => Some(4),
        "v" | "5th" => Some(5),
        _ => None,
    }
}
