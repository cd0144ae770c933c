use super::*;
use crate::contact::ContactKind;
use crate::upload::mapping::tests::mapping_of;
use crate::upload::question::Answer;

fn profiled(kind: ContactKind, mapping: &Mapping, rows: &[&[&str]]) -> Profile {
    let mut profile = Profile::new(kind, mapping);
    for row in rows {
        profile.row(&row.iter().copied().collect());
    }
    profile
}

fn answered(mut mapping: Mapping, question: &str, choice: &str) -> Mapping {
    mapping.answers.push(Answer {
        question: question.into(),
        choice: choice.into(),
    });
    mapping
}

#[test]
fn asks_for_an_ambiguous_date_order() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let profile = profiled(
        ContactKind::Agent,
        &mapping,
        &[
            &["Ada Lee", "1/2/1960"],
            &["Bo Ek", "11/12/1970"],
            &["Cy Fox", ""],
        ],
    );
    let [question] = &profile.questions(&mapping)[..] else {
        panic!("one question");
    };
    assert!(question.is_open && question.answer.is_none());
    assert_eq!(question.id, "dateOrder:1");
    assert_eq!(question.samples, ["1/2/1960", "11/12/1970"]);
    let choices: Vec<_> = question
        .choices
        .iter()
        .map(|c| (c.code.as_str(), c.rows))
        .collect();
    assert_eq!(choices, [("mdy", 2), ("dmy", 2)]);

    let mapping = answered(mapping, "dateOrder:1", "dmy");
    assert!(!profile.questions(&mapping)[0].is_open);
    assert_eq!(profile.date_rule(&mapping, 1).order, Some(DateOrder::DayFirst));
}

#[test]
fn reports_a_detected_date_order() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let rows: &[&[&str]] = &[&["Ada Lee", "1/2/1960"], &["Bo Ek", "31/12/1970"]];
    let questions = profiled(ContactKind::Agent, &mapping, rows).questions(&mapping);
    assert_eq!(questions[0].answer.as_deref(), Some("dmy"));
    assert!(!questions[0].is_open);
}

#[test]
fn asks_for_contradicting_date_orders_with_counts() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let rows: &[&[&str]] = &[&["A", "1/31/1960"], &["B", "1/30/1960"], &["C", "31/1/1960"]];
    let question = profiled(ContactKind::Agent, &mapping, rows)
        .questions(&mapping)
        .remove(0);
    assert!(question.is_open);
    let choices: Vec<_> = question
        .choices
        .iter()
        .map(|c| (c.code.as_str(), c.rows))
        .collect();
    assert_eq!(choices, [("mdy", 2), ("dmy", 1)]);
}

#[test]
fn asks_about_short_years_and_serial_numbers() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let rows: &[&[&str]] = &[&["A", "1/31/60"], &["B", "25000"]];
    let profile = profiled(ContactKind::Agent, &mapping, rows);
    let ids: Vec<_> = profile
        .questions(&mapping)
        .into_iter()
        .map(|q| (q.id, q.is_open))
        .collect();
    assert_eq!(
        ids,
        [
            ("dateOrder:1".to_owned(), false),
            ("century:1".to_owned(), true),
            ("epoch:1".to_owned(), true)
        ]
    );
    let questions = profile.questions(&mapping);
    assert_eq!(
        questions[2].choices[0].label,
        "Days since 1900: 25000 is 06/11/1968"
    );
    let mapping = answered(answered(mapping, "century:1", "past"), "epoch:1", "1904");
    assert!(
        profile
            .questions(&mapping)
            .iter()
            .all(|question| !question.is_open)
    );
}

#[test]
fn ignores_answers_outside_the_choices() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let profile = profiled(ContactKind::Agent, &mapping, &[&["A", "1/2/1960"]]);
    for choice in ["ymd", "", "mdy; drop"] {
        let mapping = answered(mapping.clone(), "dateOrder:1", choice);
        assert!(profile.questions(&mapping)[0].is_open, "{choice}");
    }
}

#[test]
fn asks_for_the_owner_type_of_unclear_organizations() {
    let mapping = mapping_of([Field::OrganizationName]);
    let rows: &[&[&str]] = &[&["Lee Family Trust"], &["Riverside Group"], &["Lakeside"], &[""]];
    let profile = profiled(ContactKind::Owner, &mapping, rows);
    let question = profile.questions(&mapping).remove(0);
    assert_eq!((question.choices[0].rows, question.is_open), (2, true));
    assert_eq!(question.samples, ["Riverside Group", "Lakeside"]);
    let mapping = answered(mapping, "ownerType", "3");
    assert_eq!(profile.owner_type(&mapping), Some(3));
    assert!(!profile.questions(&mapping)[0].is_open);

    let with_type = mapping_of([Field::OrganizationName, Field::OwnerType]);
    assert!(
        profiled(ContactKind::Owner, &with_type, rows)
            .questions(&with_type)
            .is_empty()
    );
    assert!(
        profiled(ContactKind::Agent, &mapping, rows)
            .questions(&mapping)
            .is_empty()
    );
}

#[test]
fn merged_profile_equals_the_whole() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let rows: [&[&str]; 4] = [
        &["A Group", "1/2/60"],
        &["B", "31/1/1960"],
        &["C", "25000"],
        &["D Bank", "x"],
    ];
    let whole = profiled(ContactKind::Owner, &mapping, &rows);
    let mut merged = profiled(ContactKind::Owner, &mapping, &rows[..2]);
    merged.merge(&profiled(ContactKind::Owner, &mapping, &rows[2..]));
    assert_eq!(merged, whole);
}
