use super::super::DuplicateVeto;
use super::{LIKELY_RANGE, POSSIBLE_RANGE, UNREPORTED, expect};

const OFFICE: &str =
    "email=trusts@example.com; phone=+14155550100; street=12 Main St; city=Portland; zip=97201";

fn at_office(name: &str) -> String {
    format!("organization={name}; {OFFICE}")
}

#[test]
fn legal_forms_do_not_distinguish_organizations() {
    for (one, other) in [
        ("Calloway Brewing, Inc.", "Calloway Brewing LLC"),
        ("The Smith Family Trust", "Smith Family Revocable Trust"),
        ("Robert Smith Trust", "Bob Smith Living Trust"),
    ] {
        expect(&at_office(one), &at_office(other), LIKELY_RANGE);
    }
    expect(
        &at_office("Calloway LLC"),
        &at_office("Calloway Brewing LLC"),
        POSSIBLE_RANGE,
    );
}

#[test]
fn does_not_report_an_organization_name_alone() {
    let name = "organization=Calloway Brewing LLC";
    expect(name, name, UNREPORTED);
    expect(
        &format!("{name}; zip=97201"),
        &format!("{name}; zip=97201"),
        POSSIBLE_RANGE,
    );
    let common = "organization=Smith Family Trust";
    expect(
        &format!("{common}; zip=97201"),
        &format!("{common}; zip=97201"),
        UNREPORTED,
    );
    let address = "street=12 Main St; zip=97201";
    expect(
        &format!("{common}; {address}"),
        &format!("{common}; {address}"),
        POSSIBLE_RANGE,
    );
}

#[test]
fn does_not_report_different_trusts_of_a_family() {
    for (one, other) in [
        ("Smith Family Trust", "Smith Irrevocable Trust"),
        ("Smith Family Trust", "Smith Family ILIT"),
        ("Smith Marital Trust", "Smith Bypass Trust"),
        ("Smith Trust A", "Smith Trust B"),
        ("John Smith Trust", "Mary Smith Trust"),
        ("Smith Family Trust", "Smith Family Foundation"),
        ("Smith Trust dated 3/4/1999", "Smith Trust dated 5/6/2010"),
    ] {
        expect(&at_office(one), &at_office(other), UNREPORTED);
        // The trusts may share their grantor's SSN.
        expect(
            &format!("{}; tax=h1", at_office(one)),
            &format!("{}; tax=h1", at_office(other)),
            UNREPORTED,
        );
    }
    let trust = at_office("Smith Family Trust");
    expect(
        &format!("{trust}; trust=1999-03-04"),
        &format!("{trust}; trust=1999-03-04"),
        LIKELY_RANGE,
    );
    expect(
        &format!("{trust}; trust=1999-03-04"),
        &format!("{trust}; trust=2010-05-06"),
        0..=91,
    );
}

#[test]
fn equal_tax_id_is_decisive_for_organizations_with_similar_names() {
    expect(
        "organization=Calloway LLC; tax=h1",
        "organization=Calloway Brewing; tax=h1",
        100..=100,
    );
}

#[test]
fn does_not_match_a_person_with_an_organization() {
    for other in [
        "organization=Smith Family Trust; tax=h1",
        "last=Smith Family Trust; tax=h1",
    ] {
        let score = expect("first=John; last=Smith; tax=h1", other, 0..=0);
        assert_eq!(score.veto, Some(DuplicateVeto::Kind));
    }
}
