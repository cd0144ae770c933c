use super::super::{
    Candidate, Details, DuplicateField as Field, DuplicateVeto, FieldAgreement as Agreement, Likeness, score,
};
use super::{LIKELY_RANGE, POSSIBLE_RANGE, UNREPORTED, agreement, candidate, expect, score_of};
use crate::contact;

const HOUSEHOLD: &str =
    "email=home@example.com; phone=+14155550100; street=12 Main St; city=Portland; zip=97201";

fn at_home(name: &str) -> String {
    format!("{name}; {HOUSEHOLD}")
}

#[test]
fn reports_name_variants_with_one_more_equal_value() {
    for (one, other, field, expected) in [
        (
            "first=Robert; last=Calloway",
            "first=Bob; last=Calloway",
            Field::FirstName,
            Agreement::Nickname,
        ),
        (
            "first=Margaret; last=Calloway",
            "first=Peggy; last=Calloway",
            Field::FirstName,
            Agreement::Nickname,
        ),
        (
            "first=Dana; last=Whitfield",
            "first=Dana; last=Whitfeild",
            Field::LastName,
            Agreement::Similar,
        ),
        (
            "first=Anthony; last=Philips",
            "first=Tony; last=Fillips",
            Field::LastName,
            Agreement::SoundsAlike,
        ),
        (
            "first=Ana; last=Garcia Lopez",
            "first=Ana; last=Garcia",
            Field::LastName,
            Agreement::Partial,
        ),
        (
            "first=Ana; last=Van Dyke",
            "first=Ana; last=Vandyke",
            Field::LastName,
            Agreement::Exact,
        ),
        (
            "first=José; last=O'Neil",
            "first=jose; last=ONEIL",
            Field::LastName,
            Agreement::Exact,
        ),
        (
            "name=Dana M Whitfield",
            "name=Whitfield, Dana",
            Field::FirstName,
            Agreement::Exact,
        ),
        (
            "first=Whitfield; last=Dana",
            "first=Dana; last=Whitfield",
            Field::LastName,
            Agreement::Swapped,
        ),
    ] {
        for shared in ["email=d.w@example.com", "dob=1960-03-14"] {
            let score = expect(
                &format!("{one}; {shared}"),
                &format!("{other}; {shared}"),
                75..=100,
            );
            assert_eq!(agreement(&score, field), Some(expected), "{one} / {other}");
        }
    }
}

#[test]
fn does_not_report_a_name_alone() {
    for (one, other) in [
        ("first=John; last=Smith", "first=John; last=Smith"),
        (
            "first=Thaddeus; last=Quillfeather",
            "first=Thaddeus; last=Quillfeather",
        ),
        (
            "first=John; middle=Quincy; last=Smith",
            "first=John; middle=Quincy; last=Smith",
        ),
        (
            "first=John; last=Smith; city=Portland",
            "first=John; last=Smith; city=Portland",
        ),
        (
            "first=John; last=Smith; zip=97201",
            "first=John; last=Smith; zip=97201",
        ),
        ("first=John; last=Smith; dob=1960-03-14", "first=John; last=Smith"),
    ] {
        expect(one, other, UNREPORTED);
    }
}

#[test]
fn rare_name_requires_one_more_equal_value() {
    let name = "first=Thaddeus; last=Quillfeather";
    for (value, expected) in [
        ("zip=97201", POSSIBLE_RANGE),
        ("phone=4155550100", POSSIBLE_RANGE),
        ("street=12 Main St; zip=97201", POSSIBLE_RANGE),
        ("email=thad@example.com", LIKELY_RANGE),
        ("dob=1960-03-14", LIKELY_RANGE),
        ("dob=1900-01-01", UNREPORTED),
        ("email=none@example.com", UNREPORTED),
        ("phone=555-555-5555", UNREPORTED),
    ] {
        let one = format!("{name}; {value}");
        expect(&one, &one, expected);
    }
}

#[test]
fn recognizes_typos_in_a_birth_date() {
    for (date, expected) in [
        ("1956-04-03", Agreement::Transposed),
        ("1965-03-04", Agreement::Transposed),
        ("1958-03-04", Agreement::OneDigit),
        ("1956-03-25", Agreement::Partial),
    ] {
        let score = expect(
            "first=Dana; last=Whitfield; dob=1956-03-04",
            &format!("first=Dana; last=Whitfield; dob={date}"),
            75..=100,
        );
        assert_eq!(agreement(&score, Field::DateOfBirth), Some(expected), "{date}");
    }
}

#[test]
fn does_not_report_couples() {
    for (one, other) in [
        ("first=Mario; last=Calloway", "first=Maria; last=Calloway"),
        ("first=Patrick; last=Calloway", "first=Patricia; last=Calloway"),
        ("first=John; last=Calloway", "first=Jane; last=Calloway"),
        (
            "first=John; last=Calloway; dob=1950-02-03",
            "first=Mary; last=Calloway; dob=1951-09-17",
        ),
        (
            "first=John; last=Calloway; dob=1950-02-03",
            "first=Mary; last=Calloway",
        ),
        (
            "first=John; middle=Lee; last=Calloway",
            "first=Mary; middle=Lee; last=Calloway",
        ),
        ("last=Calloway", "first=Calloway; last=Nguyen"),
    ] {
        expect(&at_home(one), &at_home(other), UNREPORTED);
    }
}

#[test]
fn twins_are_never_likely_duplicates() {
    for suffix in ["", "; middle=Lee; suffix=II"] {
        expect(
            &at_home(&format!("first=John; last=Calloway; dob=1950-02-03{suffix}")),
            &at_home(&format!("first=Peter; last=Calloway; dob=1950-02-03{suffix}")),
            0..=91,
        );
    }
}

#[test]
fn does_not_report_a_parent_and_child_with_the_same_name() {
    for (one, other, veto) in [
        (
            "first=John; last=Calloway; dob=1950-02-03",
            "first=John; last=Calloway; dob=1976-10-21",
            Some(DuplicateVeto::BirthYear),
        ),
        (
            "first=John; last=Calloway; suffix=Sr",
            "first=John; last=Calloway; suffix=Jr.",
            Some(DuplicateVeto::Suffix),
        ),
        (
            "first=John; last=Calloway II; dob=1950-02-03",
            "first=John; last=Calloway; suffix=III; dob=1950-02-03",
            Some(DuplicateVeto::Suffix),
        ),
    ] {
        assert_eq!(expect(&at_home(one), &at_home(other), 0..=0).veto, veto);
    }
}

#[test]
fn missing_suffix_leaves_the_decision_to_the_user() {
    expect(
        &at_home("first=John; last=Calloway; suffix=Jr"),
        &at_home("first=John; last=Calloway"),
        POSSIBLE_RANGE,
    );
    expect(
        "first=John; last=Calloway; suffix=Jr; dob=1950-02-03",
        "first=John; last=Calloway; dob=1950-02-03",
        LIKELY_RANGE,
    );
}

#[test]
fn does_not_report_colleagues() {
    let office = "email=calloway@example.com; phone=+14155550100; street=1 Pine St; zip=97201";
    for (one, other) in [
        ("first=Dana; last=Whitfield", "first=Peter; last=Nguyen"),
        ("first=Dana; last=Whitfield", "first=Dana; last=Nguyen"),
        (
            "first=Dana; last=Whitfield; npn=1234567",
            "first=Peter; last=Whitfield",
        ),
    ] {
        expect(
            &format!("{one}; {office}"),
            &format!("{other}; {office}"),
            UNREPORTED,
        );
    }
    let mailbox = "email=office@example.com";
    expect(
        &format!("first=Dana; last=Smith; {mailbox}"),
        &format!("first=Dana; last=Smith; {mailbox}"),
        UNREPORTED,
    );
}

#[test]
fn changed_last_name_requires_more_than_shared_contact_data() {
    let (one, other) = ("first=Dana; last=Whitfield", "first=Dana; last=Calloway");
    expect(
        &format!("{one}; email=dana@example.com; dob=1960-03-14"),
        &format!("{other}; email=dana@example.com; dob=1960-03-14"),
        LIKELY_RANGE,
    );
    expect(
        &format!("{one}; street=12 Main St; zip=97201; dob=1960-03-14"),
        &format!("{other}; street=12 Main St; zip=97201; dob=1960-03-14"),
        75..=100,
    );
    expect(
        &format!("{one}; dob=1960-03-14"),
        &format!("{other}; dob=1960-03-14"),
        UNREPORTED,
    );
    expect(&at_home(one), &at_home(other), UNREPORTED);
}

#[test]
fn namesakes_have_the_same_name_and_no_field_that_differs() {
    let dana = "first=Dana; last=Whitfield";
    for (one, other, expected) in [
        (dana, dana, true),
        (
            dana,
            "first=Dana; last=Whitfield; dob=1960-03-14; zip=97201",
            true,
        ),
        ("first=Bob; last=Moss", "first=Robert; last=Moss", true),
        (
            "organization=Moss Family Trust",
            "organization=Moss Family Trust",
            true,
        ),
        (dana, "first=Dana; last=Calloway", false),
        (dana, "first=Grace; last=Whitfield", false),
        ("last=Whitfield", "last=Whitfield", false),
        (
            "first=Dana; middle=Ada; last=Whitfield",
            "first=Dana; middle=Eve; last=Whitfield",
            false,
        ),
        (
            "first=Dana; last=Whitfield; email=a@example.com",
            "first=Dana; last=Whitfield; email=b@example.org",
            false,
        ),
        (
            "first=Dana; last=Whitfield; npn=1234567",
            "first=Dana; last=Whitfield; npn=7654321",
            false,
        ),
    ] {
        let score = score_of(one, other);
        assert_eq!(score.is_of_namesakes(), expected, "{one} / {other}: {score:?}");
    }
}

#[test]
fn an_equal_identifier_decides() {
    for identifier in ["npn=1234567", "tax=h1"] {
        let score = expect(
            &format!("first=Dana; last=Whitfield; dob=1960-03-14; {identifier}"),
            &format!("first=Peter; last=Nguyen; dob=1980-01-01; {identifier}"),
            100..=100,
        );
        assert_eq!((score.veto, score.likeness()), (None, Some(Likeness::Likely)));
        assert_eq!(score.reasons.iter().map(|reason| reason.points).sum::<i16>(), 100);
    }
    expect(
        "first=Dana; npn=0001234567",
        "first=Peter; npn=1234567",
        100..=100,
    );
}

#[test]
fn different_identifier_is_a_veto() {
    let same = at_home("first=Dana; last=Whitfield; dob=1960-03-14");
    for (one, other, veto) in [
        ("npn=1234567", "npn=7654321", DuplicateVeto::Npn),
        ("tax=h1", "tax=h2", DuplicateVeto::TaxId),
        ("tax=h1; npn=1234567", "tax=h1; npn=7654321", DuplicateVeto::Npn),
        ("tax=h1; npn=1234567", "tax=h2; npn=1234567", DuplicateVeto::TaxId),
    ] {
        let score = expect(&format!("{same}; {one}"), &format!("{same}; {other}"), 0..=0);
        assert_eq!((score.veto, score.likeness()), (Some(veto), None));
    }
    expect(&format!("{same}; npn=1234567"), &same, LIKELY_RANGE);
}

#[test]
fn first_names_match_by_initial_and_by_middle_name() {
    let dob = "last=Calloway; dob=1950-02-03";
    for (one, other, expected) in [
        ("first=J; ", "first=John; ", Agreement::Initial),
        ("first=J.R.; ", "first=John; middle=Robert; ", Agreement::Initial),
        (
            "first=Robert; ",
            "first=John; middle=Robert; ",
            Agreement::MiddleName,
        ),
        ("first=Christo; ", "first=Christophe; ", Agreement::Similar),
        ("first=Mary Ann; ", "first=Mary; middle=Ann; ", Agreement::Exact),
    ] {
        let score = expect(&format!("{one}{dob}"), &format!("{other}{dob}"), 75..=100);
        assert_eq!(
            agreement(&score, Field::FirstName),
            Some(expected),
            "{one} / {other}"
        );
    }
}

#[test]
fn reads_the_values_of_a_stored_contact() {
    let person = contact::Person {
        first_name: Some("Dana".into()),
        last_name: Some("Whitfield".into()),
        email: Some("dana@example.com".into()),
        mobile_phone: Some("+14155550100".into()),
        npn: Some("1234567".into()),
        tax_id: Some("123-45-6789".into()),
        ..contact::Person::default()
    };
    let stored = Candidate::new(&Details::of(&person, Some(b"h1")));
    let typed = candidate("first=Dana; last=Whitfield; email=dana@example.com; phone=4155550100");
    let score = score(&stored, &typed);
    assert_eq!(agreement(&score, Field::Phone), Some(Agreement::Exact));
    assert!(LIKELY_RANGE.contains(&score.percent));
}

#[test]
fn reasons_have_labels() {
    let score = score_of(
        "first=Bob; last=Philips; dob=1960-03-14; zip=97201",
        "first=Robert; last=Fillips; dob=1960-03-15; zip=97201",
    );
    let labels: Vec<String> = score
        .reasons
        .iter()
        .map(|reason| format!("{} {:+}", reason.label(), reason.points))
        .collect();
    assert_eq!(
        labels,
        [
            "Last name sounds alike +21",
            "First name is a nickname or variant +21",
            "Date of birth differs in one digit +33",
            "Address matches in part +17",
        ]
    );
    assert_eq!(score.percent, 92);
}
