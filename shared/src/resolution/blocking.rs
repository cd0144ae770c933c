//! Blocking keys, which find possible duplicates without comparing every pair of contacts.

use super::candidate::{Candidate, MAX_REACH, Name};
use super::nicknames::formal;
use super::organization::OrganizationName;
use super::person_name::PersonName;
use super::phonetic::sound;
use super::reach::{Email, Phone};
use jiff::civil::Date;
use std::fmt::Write;

/// Maximum number of keys per contact.
pub const MAX_KEYS: usize = 12;
/// Maximum number of characters of a key. Longer keys are truncated.
pub const MAX_KEY_LENGTH: usize = 64;
/// Maximum size of a block whose contacts are compared with each other.
///
/// Larger blocks are skipped. They come from a frequent name, a shared phone or a made-up value, which are weak
/// evidence. Their duplicates are still found if they share another key.
pub const MAX_BLOCK: usize = 100;

/// Returns the distinct keys of a contact. Contacts without a common key are not compared.
///
/// | Key | Value | Finds |
/// |---|---|---|
/// | `n:` | NPN | One agent under two names |
/// | `t:` | Hash of the tax ID | One person or organization under two names |
/// | `e:` | Email, up to two | Another last name |
/// | `p:` | Phone, up to two | Another last name, misspelled names |
/// | `d:` | Date of birth, day and month in either order | Misspelled and swapped names, day-first dates |
/// | `y:` | Sound of the last name, first initial and birth year | Another day or month |
/// | `m:` | Sound of the last name, first initial, birth month and day | Another year |
/// | `z:` | Sound of the last name, first initial and ZIP code | Missing birth date |
/// | `h:` | House number, ZIP code and first initial | Another last name, misspelled names |
/// | `f:` | Sounds of first and last name in either order | Swapped names, if they are rare |
/// | `o:` | Distinctive words of an organization's name | Another legal form |
/// | `w:` | Sound of the longest word of an organization's name; of the two longest with the ZIP code | Misspelled and shortened names |
/// | `a:` | House number and ZIP code of an organization | Misspelled names |
///
/// Nicknames are replaced by the full first name: `Bob` by `Robert`.
pub fn blocking_keys(candidate: &Candidate) -> Vec<String> {
    let mut keys = Vec::with_capacity(MAX_KEYS);
    keys.extend(candidate.npn.iter().map(|npn| format!("n:{npn}")));
    keys.extend(candidate.tax_id_hash.iter().map(|hash| tax_id_key(hash)));
    let emails = candidate.emails.iter().take(MAX_REACH);
    keys.extend(emails.map(|Email { text, .. }| format!("e:{text}")));
    let phones = candidate.phones.iter().take(MAX_REACH);
    keys.extend(phones.map(|Phone { digits, .. }| format!("p:{digits}")));
    let (number, zip) = (&candidate.place.number, &candidate.place.zip);
    let house = (!number.is_empty() && !zip.is_empty()).then(|| format!("{number} {zip}"));
    match &candidate.name {
        Name::Person { name, dob } => add_person(name, *dob, zip, house.as_deref(), &mut keys),
        Name::Organization { name, .. } => add_organization(name, zip, house.as_deref(), &mut keys),
    }
    for key in &mut keys {
        if let Some((end, _)) = key.char_indices().nth(MAX_KEY_LENGTH) {
            key.truncate(end);
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn tax_id_key(hash: &[u8]) -> String {
    hash.iter().take(16).fold(String::from("t:"), |mut key, byte| {
        // Writing to a string cannot fail.
        let _ = write!(key, "{byte:02x}");
        key
    })
}

fn add_person(name: &PersonName, dob: Option<Date>, zip: &str, house: Option<&str>, keys: &mut Vec<String>) {
    let first = name.first.as_ref().map(|first| formal(&first.text));
    let initial = first.and_then(|first| first.chars().next());
    // Names in other scripts have no phonetic code.
    let heard = |text: &str, code: &str| {
        if code.is_empty() {
            text.to_owned()
        } else {
            code.to_owned()
        }
    };
    let last = name.last.as_ref().map(|last| heard(&last.text, &last.sound));
    if let Some(dob) = dob {
        let (month, day) = (dob.month().min(dob.day()), dob.month().max(dob.day()));
        keys.push(format!("d:{}-{month}-{day}", dob.year()));
        if let (Some(last), Some(initial)) = (&last, initial) {
            keys.push(format!("y:{last} {initial} {}", dob.year()));
            keys.push(format!("m:{last} {initial} {month}-{day}"));
        }
    }
    if let (Some(last), Some(initial), false) = (&last, initial, zip.is_empty()) {
        keys.push(format!("z:{last} {initial} {zip}"));
    }
    if let (Some(initial), Some(house)) = (initial, house) {
        keys.push(format!("h:{house} {initial}"));
    }
    if let (Some(first), Some(last)) = (first, last) {
        let first = heard(first, &sound(first));
        let (one, other) = if first < last {
            (first, last)
        } else {
            (last, first)
        };
        keys.push(format!("f:{one} {other}"));
    }
}

fn add_organization(name: &OrganizationName, zip: &str, house: Option<&str>, keys: &mut Vec<String>) {
    keys.push(format!("o:{}", name.sorted_words()));
    let longest = name.longest_words(2);
    keys.extend(longest.first().map(|word| format!("w:{}", sound(word))));
    if !zip.is_empty() {
        keys.extend(longest.iter().map(|word| format!("w:{} {zip}", sound(word))));
    }
    keys.extend(house.map(|house| format!("a:{house}")));
}
