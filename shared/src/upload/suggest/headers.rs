//! Recognizes contact fields by their headers.

use crate::contact::ContactKind;
use crate::text::words;
use crate::upload::target::Field;

/// Header words that do not help to identify the field.
const FILLERS: [&str; 26] = [
    "primary",
    "main",
    "home",
    "work",
    "business",
    "office",
    "mailing",
    "residence",
    "residential",
    "physical",
    "personal",
    "current",
    "preferred",
    "legal",
    "the",
    "of",
    "contact",
    "person",
    "individual",
    "value",
    "number",
    "no",
    "client",
    "customer",
    "policyholder",
    "default",
];

/// Words that name the person a column is about; `None` for people who are not imported.
const KINDS: [(&str, Option<ContactKind>); 22] = [
    ("agent", Some(ContactKind::Agent)),
    ("producer", Some(ContactKind::Agent)),
    ("advisor", Some(ContactKind::Agent)),
    ("adviser", Some(ContactKind::Agent)),
    ("broker", Some(ContactKind::Agent)),
    ("rep", Some(ContactKind::Agent)),
    ("writing", Some(ContactKind::Agent)),
    ("owner", Some(ContactKind::Owner)),
    ("policyowner", Some(ContactKind::Owner)),
    ("insured", Some(ContactKind::Insured)),
    ("annuitant", Some(ContactKind::Insured)),
    ("life", Some(ContactKind::Insured)),
    ("spouse", None),
    ("beneficiary", None),
    ("assistant", None),
    ("manager", None),
    ("supervisor", None),
    ("payor", None),
    ("employer", None),
    ("emergency", None),
    ("referral", None),
    ("carrier", None),
];

/// Returns the fields that a header may mean, with a confidence in percent.
pub(super) fn candidates(kind: ContactKind, header: &str) -> Vec<(Field, u8)> {
    let words = words(header);
    let whole = words.concat();
    let mut score = 97;
    let mut found = of_spelling(&whole, score);
    if found.is_empty() {
        let is_of = |word: &String| KINDS.iter().find(|(known, _)| known == word);
        let others = words.iter().filter_map(is_of).any(|(_, of)| *of != Some(kind));
        let rest: Vec<&String> = words.iter().filter(|word| is_of(word).is_none()).collect();
        let plain: Vec<&str> = rest
            .iter()
            .map(|word| word.as_str())
            .filter(|word| !FILLERS.contains(word))
            .collect();
        let rest: String = rest.into_iter().map(String::as_str).collect();
        for (text, sure) in [(rest, 92), (plain.concat(), 88)] {
            score = if others { 35 } else { sure };
            found = of_spelling(&text, score);
            if !found.is_empty() {
                break;
            }
        }
        if found.is_empty() {
            let score = if others { 30 } else { 62 };
            found = plain
                .iter()
                .rev()
                .flat_map(|word| of_spelling(word, score))
                .take(1)
                .collect();
        }
    }
    found
}

fn of_spelling(text: &str, score: u8) -> Vec<(Field, u8)> {
    let named = Field::ALL
        .iter()
        .filter(|field| field.headers().contains(&text))
        .map(|field| (*field, score));
    let mut found: Vec<(Field, u8)> = named.collect();
    // A second phone column is suggested as the mobile phone.
    if found.iter().any(|(named, _)| *named == Field::Phone) {
        found.push((Field::MobilePhone, score.saturating_sub(30)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_a_header_into_words() {
        for (header, expected) in [
            ("FirstName", vec!["first", "name"]),
            ("FNAME", vec!["fname"]),
            ("first_name", vec!["first", "name"]),
            ("E-mail 1 - Value", vec!["e", "mail", "1", "value"]),
            ("Prénom", vec!["prenom"]),
            ("", vec![]),
        ] {
            assert_eq!(words(header), expected, "{header}");
        }
    }
}
