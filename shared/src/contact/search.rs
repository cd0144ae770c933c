//! Searchable text of contacts.

use super::person::SEARCHED;
use super::{Person, name::display_name};
use crate::text::fold;

/// Returns the folded search text of a person: display name, then the fields in `SEARCHED`.
///
/// A generated column of the database holds the same text.
pub fn search_text(person: &Person) -> String {
    let mut text = display_name(person);
    for field in SEARCHED {
        text.push(' ');
        text.push_str(field.text(person));
    }
    fold(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_keep_their_separator() {
        let person = Person {
            first_name: Some("Zoë".into()),
            last_name: Some("Whitfield".into()),
            npn: Some("17654321".into()),
            ..Person::default()
        };
        assert_eq!(search_text(&person), "whitfield, zoe    17654321   ");
    }
}
