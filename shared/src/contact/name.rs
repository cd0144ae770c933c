//! Display names of contacts, and validation of names.

use super::Person;
use crate::fault::Fault;
use crate::unicode;
use crate::upload::names;

/// Maximum length of a first, middle or last name.
pub const MAX_NAME: usize = 60;
/// Maximum length of the name of a company, a trust or an estate.
pub const MAX_ORGANIZATION_NAME: usize = 120;

/// Returns the name for sorted lists: `Whitfield, Dana M. Jr`, or the name of an organization.
///
/// Empty if the person has no name.
pub fn display_name(person: &Person) -> String {
    if let Some(name) = given(&person.organization_name) {
        return name.into();
    }
    let initial = given(&person.middle_name).and_then(initial);
    let rest = join([
        given(&person.first_name),
        initial.as_deref(),
        given(&person.suffix),
    ]);
    match given(&person.last_name) {
        Some(last) if rest.is_empty() => last.into(),
        Some(last) => format!("{last}, {rest}"),
        None => rest,
    }
}

/// Returns the names that a typed text may stand for: the text itself and, for `First Last`, also `Last, First`.
pub fn meanings(text: &str) -> Vec<String> {
    let mut person = Person::default();
    names::split(text, false, &mut person);
    let mut meanings = vec![text.to_owned()];
    let listed = display_name(&person);
    if person.first_name.is_some() && listed != text {
        meanings.push(listed);
    }
    meanings
}

/// Returns the name for letters: `Dr. Dana Marie Whitfield Jr`, or the name of an organization.
pub fn full_name(person: &Person) -> String {
    match given(&person.organization_name) {
        Some(name) => name.into(),
        None => join(
            [
                &person.title,
                &person.first_name,
                &person.middle_name,
                &person.last_name,
                &person.suffix,
            ]
            .map(given),
        ),
    }
}

/// Validates a cleaned first or last name.
///
/// # Errors
/// Returns `no_letter` if it contains no letter of any script.
pub fn check(name: &str) -> Result<(), Fault> {
    if name.chars().any(char::is_alphabetic) {
        Ok(())
    } else {
        Err(Fault::new("no_letter", "Enter a name with at least one letter."))
    }
}

fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

fn initial(name: &str) -> Option<String> {
    let letter = name.chars().find(|c| c.is_alphabetic())?;
    Some(unicode::uppercase(letter.encode_utf8(&mut [0; 4])) + ".")
}

fn join<const N: usize>(parts: [Option<&str>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(title: &str, first: &str, middle: &str, last: &str, suffix: &str) -> Person {
        let some = |text: &str| Some(text.to_owned());
        Person {
            title: some(title),
            first_name: some(first),
            middle_name: some(middle),
            last_name: some(last),
            suffix: some(suffix),
            ..Person::default()
        }
    }

    #[test]
    fn display_name_starts_with_last_name() {
        for (person, shown) in [
            (
                person("", "Dana", "Marie", "Whitfield", "Jr"),
                "Whitfield, Dana M. Jr",
            ),
            (person("Dr.", "Dana", "", "Whitfield", ""), "Whitfield, Dana"),
            (person("", "Dana", "m.", "Whitfield", ""), "Whitfield, Dana M."),
            (person("", "Dana", "", "", ""), "Dana"),
            (person("", "", "", "Whitfield", ""), "Whitfield"),
            (person("", "小明", "", "王", ""), "王, 小明"),
            (Person::default(), ""),
        ] {
            assert_eq!(display_name(&person), shown);
        }
    }

    #[test]
    fn full_name_contains_every_part() {
        assert_eq!(
            full_name(&person("Dr.", "Dana", "Marie", "Whitfield", "Jr")),
            "Dr. Dana Marie Whitfield Jr"
        );
        assert_eq!(
            full_name(&person("", "Dana", "", "Whitfield", "")),
            "Dana Whitfield"
        );
    }

    #[test]
    fn display_name_of_organization_is_its_name() {
        let trust = Person {
            organization_name: Some("Whitfield Family Trust".into()),
            ..Person::default()
        };
        assert_eq!(display_name(&trust), "Whitfield Family Trust");
        assert_eq!(full_name(&trust), "Whitfield Family Trust");
    }

    #[test]
    fn first_and_last_name_also_mean_the_listed_name() {
        assert_eq!(meanings("Whitfield, Dana"), ["Whitfield, Dana"]);
        assert_eq!(meanings("Dana Whitfield"), ["Dana Whitfield", "Whitfield, Dana"]);
        assert_eq!(meanings("Harbor"), ["Harbor"]);
    }

    #[test]
    fn requires_a_letter_of_any_script() {
        for (name, is_name) in [
            ("Ng", true),
            ("王", true),
            ("test77", true),
            ("77", false),
            ("-", false),
            ("👍", false),
        ] {
            assert_eq!(check(name).is_ok(), is_name, "{name}");
        }
    }
}
