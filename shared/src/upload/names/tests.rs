use super::*;
use proptest::prelude::*;

fn parts(name: &str, last_first: bool) -> [String; 5] {
    let mut person = Person::default();
    split(name, last_first, &mut person);
    [
        person.title,
        person.first_name,
        person.middle_name,
        person.last_name,
        person.suffix,
    ]
    .map(Option::unwrap_or_default)
}

#[test]
fn splits_a_name_into_its_parts() {
    for (name, expected) in [
        ("Dana Whitfield", ["", "Dana", "", "Whitfield", ""]),
        ("Whitfield, Dana", ["", "Dana", "", "Whitfield", ""]),
        ("Dana Marie Whitfield", ["", "Dana", "Marie", "Whitfield", ""]),
        ("Whitfield, Dana M.", ["", "Dana", "M.", "Whitfield", ""]),
        ("Dana Whitfield Jr.", ["", "Dana", "", "Whitfield", "Jr."]),
        ("Dana Whitfield, Jr.", ["", "Dana", "", "Whitfield", "Jr."]),
        ("Whitfield Jr., Dana", ["", "Dana", "", "Whitfield", "Jr."]),
        ("Whitfield, Dana, III", ["", "Dana", "", "Whitfield", "III"]),
        ("Whitfield, Dana M III", ["", "Dana", "M", "Whitfield", "III"]),
        ("Dana Whitfield, MD, PhD", ["", "Dana", "", "Whitfield", "MD PhD"]),
        ("Dr. Dana Whitfield", ["Dr.", "Dana", "", "Whitfield", ""]),
        ("Whitfield, Dr. Dana", ["Dr.", "Dana", "", "Whitfield", ""]),
        ("Mr. Al Smith", ["Mr.", "Al", "", "Smith", ""]),
        ("Al Smith", ["", "Al", "", "Smith", ""]),
        ("Jan van der Berg", ["", "Jan", "", "van der Berg", ""]),
        ("van der Berg, Jan", ["", "Jan", "", "van der Berg", ""]),
        ("Mary St. John", ["", "Mary", "", "St. John", ""]),
        ("Madonna", ["", "", "", "Madonna", ""]),
        ("Dr. Madonna", ["Dr.", "", "", "Madonna", ""]),
        ("Jr.", ["", "", "", "Jr.", ""]),
        (
            "O'Neil-Smith, Ann Marie",
            ["", "Ann", "Marie", "O'Neil-Smith", ""],
        ),
        (", Dana", ["", "", "", "Dana", ""]),
        ("Whitfield,", ["", "", "", "Whitfield", ""]),
        ("", ["", "", "", "", ""]),
    ] {
        assert_eq!(parts(name, false), expected, "{name}");
    }
}

#[test]
fn splits_last_first_without_a_comma() {
    for (name, expected) in [
        ("Whitfield Dana", ["", "Dana", "", "Whitfield", ""]),
        ("Whitfield Dana M Jr", ["", "Dana", "M", "Whitfield", "Jr"]),
        ("van der Berg Jan", ["", "Jan", "", "van der Berg", ""]),
        ("Whitfield, Dana", ["", "Dana", "", "Whitfield", ""]),
        ("de la", ["", "la", "", "de", ""]),
    ] {
        assert_eq!(parts(name, true), expected, "{name}");
    }
}

#[test]
fn recognizes_organizations_by_their_words() {
    use OwnerType::*;
    for (name, expected) in [
        ("Whitfield Family Trust", Some(Some(Trust))),
        ("The Whitfield Trust dated 3/4/2001", Some(Some(Trust))),
        ("Estate of Dana Whitfield", Some(Some(Estate))),
        ("Smith Partners LLC", Some(Some(Corporate))),
        ("Smith & Jones, L.L.P.", Some(Some(Partnership))),
        ("Acme, Inc.", Some(Some(Corporate))),
        ("Riverside Insurance Agency", Some(None)),
        ("Dana Whitfield", None),
        ("Whitfield, Dana", None),
        ("", None),
    ] {
        assert_eq!(organization(name), expected, "{name}");
    }
}

#[test]
fn recognizes_names_of_two_people() {
    for (name, are_two) in [
        ("John & Mary Smith", true),
        ("John and Mary Smith", true),
        ("Andy Anderson", false),
        ("Sandra Land", false),
    ] {
        assert_eq!(names_two_people(name), are_two, "{name}");
    }
}

proptest! {
    #[test]
    fn splitting_keeps_every_word(words in proptest::collection::vec("[A-Za-z.]{1,8}", 1..7), last_first: bool, comma in 0usize..7) {
        let mut name = words.join(" ");
        if comma + 1 < words.len() {
            name = format!("{}, {}", words[..=comma].join(" "), words[comma + 1..].join(" "));
        }
        let mut kept: Vec<String> = parts(&name, last_first)
            .iter()
            .flat_map(|part| part.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .filter(|word| !word.is_empty())
            .collect();
        let mut given = words;
        kept.sort();
        given.sort();
        prop_assert_eq!(kept, given);
    }

    #[test]
    fn split_names_have_a_last_name(name in "[A-Za-z][A-Za-z ,.]{0,30}", last_first: bool) {
        let name = crate::text::clean(&name);
        prop_assert!(!parts(&name, last_first)[3].is_empty());
    }

    #[test]
    fn splitting_never_panics(name in any::<String>(), last_first: bool) {
        parts(&name, last_first);
        organization(&name);
        names_two_people(&name);
    }
}
