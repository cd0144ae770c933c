//! Splits full names into parts and recognizes names of organizations.

use crate::contact::Person;
use crate::contact::owner_type::OwnerType;
use crate::text::fold_char;

const TITLES: [&str; 12] = [
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev", "hon", "sir", "fr", "capt",
];
const SUFFIXES: [&str; 22] = [
    "jr", "sr", "ii", "iii", "iv", "v", "md", "do", "dds", "dmd", "dvm", "jd", "phd", "esq", "cpa", "cfp",
    "clu", "chfc", "rn", "cfa", "mba", "ret",
];
/// Particles that belong to the following last name.
const PARTICLES: [&str; 19] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "st", "bin", "al",
    "ter", "ten", "mac",
];

/// Returns whether a word equals a known one, ignoring case, accents and periods.
fn is_word(word: &str, known: &str) -> bool {
    word.chars()
        .filter(|c| *c != '.')
        .map(fold_char)
        .eq(known.chars())
}

fn is_suffix(word: &str) -> bool {
    SUFFIXES.iter().any(|known| is_word(word, known))
}

fn is_title(word: &str) -> bool {
    TITLES.iter().any(|known| is_word(word, known))
}

fn is_particle(word: &str) -> bool {
    PARTICLES.iter().any(|known| is_word(word, known))
}

/// Splits a normalized full name into the five name parts of `person`.
///
/// A comma separates the last name from the first name, unless only suffixes follow it. Without a comma, the
/// last word and its particles (`van der Berg`) are the last name; with `last_first`, the first word is.
pub fn split(name: &str, last_first: bool, person: &mut Person) {
    let mut suffix = Vec::new();
    let mut parts: Vec<&str> = name
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    while parts.len() > 1
        && let Some(last) = parts.last()
        && last.split(' ').all(is_suffix)
    {
        suffix.insert(0, *last);
        parts.pop();
    }
    let (given, last) = match parts.as_slice() {
        [] => (Vec::new(), Vec::new()),
        [whole] => split_words(words(whole), last_first, &mut suffix),
        [last, given @ ..] => {
            let mut last = words(last);
            take_suffixes(&mut last, &mut suffix);
            let mut given: Vec<&str> = given.iter().flat_map(|part| words(part)).collect();
            take_suffixes(&mut given, &mut suffix);
            (given, last)
        }
    };
    let titles = given.iter().take_while(|word| is_title(word)).count();
    let (titles, given) = given.split_at(titles);
    let (first, middle) = given
        .split_first()
        .map_or((None, &[][..]), |(first, middle)| (Some(*first), middle));
    let text = |words: &[&str]| (!words.is_empty()).then(|| words.join(" "));
    person.title = text(titles);
    person.first_name = first.map(Into::into);
    person.middle_name = text(middle);
    person.last_name = text(&last);
    person.suffix = text(&suffix);
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').filter(|word| !word.is_empty()).collect()
}

/// Moves suffixes from the end of a name to `suffix`. Keeps at least one word.
fn take_suffixes<'a>(words: &mut Vec<&'a str>, suffix: &mut Vec<&'a str>) {
    while words.len() > 1
        && let Some(last) = words.last()
        && is_suffix(last)
    {
        suffix.insert(0, *last);
        words.pop();
    }
}

/// Splits a name without a comma into given names and last name.
fn split_words<'a>(
    mut words: Vec<&'a str>,
    last_first: bool,
    suffix: &mut Vec<&'a str>,
) -> (Vec<&'a str>, Vec<&'a str>) {
    take_suffixes(&mut words, suffix);
    let titles = words.iter().take_while(|word| is_title(word)).count();
    if words.len() <= titles + 1 {
        let last = words.split_off(titles.min(words.len() - 1));
        return (words, last);
    }
    if last_first {
        let particles = words.iter().take_while(|word| is_particle(word)).count();
        let given = words.split_off((particles + 1).min(words.len() - 1));
        return (given, words);
    }
    let mut at = words.len() - 1;
    while at > titles + 1 && is_particle(words[at - 1]) {
        at -= 1;
    }
    let last = words.split_off(at);
    (words, last)
}

/// Words that indicate an organization, with its owner type if they imply one.
const ORGANIZATION_WORDS: [(&str, Option<OwnerType>); 38] = {
    use OwnerType::{Charity, Corporate, Estate, Partnership, Trust};
    [
        ("trust", Some(Trust)),
        ("trusts", Some(Trust)),
        ("ilit", Some(Trust)),
        ("trustee", Some(Trust)),
        ("trustees", Some(Trust)),
        ("estate", Some(Estate)),
        ("foundation", Some(Charity)),
        ("charity", Some(Charity)),
        ("charities", Some(Charity)),
        ("church", Some(Charity)),
        ("lp", Some(Partnership)),
        ("llp", Some(Partnership)),
        ("lllp", Some(Partnership)),
        ("partnership", Some(Partnership)),
        ("partners", Some(Partnership)),
        ("llc", Some(Corporate)),
        ("lc", Some(Corporate)),
        ("pllc", Some(Corporate)),
        ("inc", Some(Corporate)),
        ("incorporated", Some(Corporate)),
        ("corp", Some(Corporate)),
        ("corporation", Some(Corporate)),
        ("company", Some(Corporate)),
        ("co", Some(Corporate)),
        ("ltd", Some(Corporate)),
        ("limited", Some(Corporate)),
        ("plc", Some(Corporate)),
        ("gmbh", Some(Corporate)),
        ("pc", Some(Corporate)),
        ("agency", None),
        ("association", None),
        ("bank", None),
        ("fund", None),
        ("group", None),
        ("holdings", None),
        ("university", None),
        ("college", None),
        ("ministries", Some(Charity)),
    ]
};

/// Returns `Some` if the name is an organization, with its owner type if known.
///
/// The last organization word decides: `Smith Partners LLC` is a company.
pub fn organization(name: &str) -> Option<Option<OwnerType>> {
    name.rsplit([' ', ','])
        .filter(|word| (2..=14).contains(&word.len()))
        .find_map(|word| {
            ORGANIZATION_WORDS
                .iter()
                .find(|(known, _)| is_word(word, known))
                .map(|(_, owner_type)| *owner_type)
        })
}

/// Returns whether a name lists two people, for example `John & Mary Smith`.
pub fn names_two_people(name: &str) -> bool {
    name.split(' ')
        .any(|word| word == "&" || word == "+" || word.eq_ignore_ascii_case("and"))
}

#[cfg(test)]
mod tests;
