use super::*;
use crate::contact::ContactKind;
use proptest::prelude::*;

pub fn column(index: u32, target: impl Into<Target>) -> ColumnMapping {
    let target = target.into();
    ColumnMapping {
        source_column: index,
        header: format!("Column {index}"),
        sample: Vec::new(),
        transform: Transform::choices(&target)[0],
        target: Some(target),
        confidence: 100,
        left_out: None,
    }
}

pub fn mapping_of<const N: usize>(fields: [Field; N]) -> Mapping {
    Mapping {
        columns: (0..)
            .zip(fields)
            .map(|(index, field)| column(index, field))
            .collect(),
        ..Mapping::default()
    }
}

fn codes(mapping: &Mapping, kind: ContactKind) -> Vec<String> {
    mapping
        .problems(kind)
        .0
        .into_iter()
        .map(|problem| problem.code)
        .collect()
}

#[test]
fn requires_a_name_column() {
    use ContactKind::*;
    use Field::*;
    assert_eq!(codes(&mapping_of([FullName]), Agent), [""; 0]);
    assert_eq!(codes(&mapping_of([FirstName, LastName]), Insured), [""; 0]);
    assert_eq!(codes(&mapping_of([OrganizationName]), Owner), [""; 0]);
    assert_eq!(codes(&mapping_of([FirstName, Email]), Agent), ["no_name"]);
    assert_eq!(codes(&Mapping::default(), Agent), ["no_name"]);
}

#[test]
fn rejects_duplicate_targets_and_unfit_transforms() {
    use ContactKind::*;
    use Field::*;
    assert_eq!(
        codes(&mapping_of([FullName, Email, Email]), Agent),
        ["taken_twice"]
    );
    assert_eq!(codes(&mapping_of([FullName, Notes, Notes]), Agent), [""; 0]);
    assert_eq!(
        codes(&mapping_of([FullName, FirstName]), Agent),
        ["name_and_parts"]
    );
    assert_eq!(codes(&mapping_of([FullName, Npn]), Owner), ["not_for_kind"]);
    let mut mapping = mapping_of([FullName]);
    mapping.match_keys = vec![MatchKey::Ssn, MatchKey::ExternalId, MatchKey::Ssn];
    assert_eq!(codes(&mapping, Agent), ["taken_twice"]);
    let mut mapping = mapping_of([FullName, Dob]);
    mapping.columns[1].transform = Transform::Money;
    assert_eq!(codes(&mapping, Owner), ["transform_does_not_fit"]);
    mapping = mapping_of([FullName, Email]);
    mapping.columns[1].source_column = 0;
    assert_eq!(codes(&mapping, Owner), ["unknown_column"]);
    mapping = mapping_of([FullName]);
    mapping.match_keys = vec![MatchKey::Npn];
    assert_eq!(codes(&mapping, Owner), ["not_for_kind"]);
}

#[test]
fn validates_custom_field_names() {
    for (name, code) in [
        ("Tier", None),
        ("", Some("custom_name")),
        (" Tier", Some("custom_name")),
        (&"x".repeat(61), Some("too_long")),
    ] {
        let mut mapping = mapping_of([Field::FullName]);
        mapping.columns.push(column(1, Target::Custom(name.into())));
        assert_eq!(
            codes(&mapping, ContactKind::Owner).first().map(String::as_str),
            code,
            "{name}"
        );
    }
    let mut mapping = mapping_of([Field::FullName]);
    mapping.columns.push(column(1, Target::Custom("Tier".into())));
    mapping.columns.push(column(2, Target::Custom("TIER".into())));
    assert_eq!(codes(&mapping, ContactKind::Owner), ["taken_twice"]);
}

#[test]
fn rejects_contradicting_decisions_and_nul_characters() {
    use crate::upload::matching::{Decision, ReviewChoice, ReviewReason};
    use crate::upload::repair::{Repair, RepairKind};
    let decision = |row| Decision {
        reason: ReviewReason::ProbableInFile,
        row,
        choice: ReviewChoice::Same,
    };
    let mut mapping = mapping_of([Field::FullName]);
    mapping.decisions = vec![decision(None), decision(Some(2)), decision(Some(3))];
    mapping.columns[0].header = r"\u0000".into();
    assert_eq!(codes(&mapping, ContactKind::Owner), [""; 0]);
    mapping.decisions.push(decision(None));
    assert_eq!(codes(&mapping, ContactKind::Owner), ["taken_twice"]);
    mapping.decisions.clear();
    mapping.repairs.push(Repair {
        code: "a\0b".into(),
        field: "person.email".into(),
        kind: RepairKind::Clear,
    });
    assert_eq!(codes(&mapping, ContactKind::Owner), ["control_character"]);
}

#[test]
fn warns_of_tax_ids_in_custom_fields() {
    let mut mapping = mapping_of([Field::FullName, Field::TaxId]);
    let warned = |mapping: &Mapping| {
        let problems = mapping.problems(ContactKind::Owner);
        assert!(problems.is_acceptable());
        problems
            .0
            .into_iter()
            .map(|problem| (problem.field, problem.code))
            .collect::<Vec<_>>()
    };
    mapping.columns[1].header = "SSN".into();
    assert!(warned(&mapping).is_empty());
    mapping.columns[1].target = Some(Target::Custom("Number".into()));
    let warning = ("columns[1].target".to_owned(), "tax_id_in_clear".to_owned());
    assert_eq!(warned(&mapping), [warning]);
    mapping.columns[1].header = "Tier".into();
    assert!(warned(&mapping).is_empty());
    // Stored samples are masked.
    let target = Target::Custom("Spouse SSN".into());
    assert_eq!(mask_for_target(Some(&target), "123456789"), "*****6789");
    assert_eq!(
        mask_for_target(Some(&Target::Custom("Account".into())), "123456789"),
        "123456789"
    );
}

#[test]
fn remembered_mapping_has_no_personal_data() {
    let mut chosen = mapping_of([Field::FullName, Field::Dob]);
    chosen.columns[1].sample = vec!["1/2/1960".into()];
    chosen.answers = vec![Answer {
        question: "dateOrder:1".into(),
        choice: "dmy".into(),
    }];
    chosen.mode = Mode::Update;
    let remembered = chosen.remembered();
    assert!(remembered.columns.iter().all(|column| column.sample.is_empty()));
    assert!(remembered.answers.is_empty() && remembered.repairs.is_empty());

    let mut suggested = mapping_of([Field::LastName, Field::TrustDate]);
    suggested.columns[1].sample = vec!["3/4/1970".into()];
    let resumed = suggested.with_remembered(&remembered);
    assert_eq!(resumed.columns[1].target, Some(Field::Dob.into()));
    assert_eq!(resumed.columns[1].sample, ["3/4/1970"]);
    assert_eq!(resumed.mode, Mode::Update);
}

#[test]
fn fingerprint_ignores_case_and_punctuation() {
    let print = |headers: &[&str]| fingerprint(&headers.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>());
    assert_eq!(print(&["First Name", "E-Mail"]), print(&["first_name", "email"]));
    assert_ne!(print(&["a", "b"]), print(&["ab"]));
    assert_ne!(print(&["a", "b"]), print(&["b", "a"]));
    assert_ne!(print(&["a"]), print(&["a", ""]));
    assert_eq!(print(&[]).len(), 32);
}

#[test]
fn masks_tax_ids_in_samples() {
    let mut mapping = mapping_of([Field::TaxId, Field::Notes, Field::PostalCode]);
    mapping.columns[1].target = None;
    let samples = [
        &["523861947", "52-3861947", "*****1947"][..],
        &["523861947", "523-86-1947", "02134-1234", "Ada Lee M"],
        &["021341234", "523-86-1947"],
    ];
    for (column, sample) in mapping.columns.iter_mut().zip(samples) {
        column.sample = sample.iter().map(|value| (*value).to_owned()).collect();
    }
    let kept = mapping.without_tax_ids();
    let samples: Vec<_> = kept
        .columns
        .iter()
        .map(|column| column.sample.join(" "))
        .collect();
    assert_eq!(
        samples,
        [
            "*****1947 **-***1947 *****1947",
            "*****1947 ***-**-1947 02134-1234 Ada Lee M",
            "021341234 ***-**-1947"
        ]
    );
}

#[test]
fn masks_all_but_the_last_four_digits() {
    for (value, is_tax_id, shown) in [
        ("123-45-6789", false, "***-**-6789"),
        ("123456789", true, "*****6789"),
        ("123456789", false, "123456789"),
        ("12-3456789", true, "**-***6789"),
        ("n/a", true, "n/a"),
        ("1234", true, "1234"),
    ] {
        assert_eq!(masked(value, is_tax_id), shown);
    }
}

fn targets(mapping: &Mapping) -> Vec<Option<Target>> {
    mapping
        .columns
        .iter()
        .map(|column| column.target.clone())
        .collect()
}

#[test]
fn keeps_user_choices_over_a_new_suggestion() {
    use Field::*;
    let shown = mapping_of([FullName, Email, Phone, City]);
    let mut chosen = shown.clone();
    chosen.columns[1].target = None;
    chosen.columns[2].target = Some(MobilePhone.into());
    let better = mapping_of([FullName, Email, Phone, MobilePhone]);
    let merged = better.clone().with_choices(&shown, &chosen);
    assert_eq!(
        targets(&merged),
        [Some(FullName.into()), None, Some(MobilePhone.into()), None],
        "cleared by the user, chosen by the user, and not assigned twice"
    );
    assert_eq!(
        better.clone().with_choices(&shown, &shown),
        better,
        "the user changed nothing"
    );

    let mut other_header = better.clone();
    other_header.columns[2].header = "Something else".into();
    assert_eq!(
        targets(&other_header.with_choices(&shown, &chosen))[2..],
        targets(&better)[2..],
        "choices apply to the same header only"
    );
    chosen.columns[2].target = Some(Notes.into());
    let notes = mapping_of([FullName, Email, Phone, Notes]);
    assert_eq!(
        targets(&notes.with_choices(&shown, &chosen))[3],
        Some(Notes.into()),
        "notes may repeat"
    );
}

fn any_mapping() -> impl Strategy<Value = Mapping> {
    use Field::*;
    let target = prop::option::of(prop::sample::select(vec![Email, Phone, City, Npn, Notes]));
    prop::collection::vec(target, 4).prop_map(|targets| Mapping {
        columns: (0..)
            .zip(targets)
            .map(|(index, target)| ColumnMapping {
                target: target.map(Target::Field),
                transform: Transform::AsIs,
                ..column(index, FullName)
            })
            .collect(),
        ..Mapping::default()
    })
}

proptest! {
    #[test]
    fn user_choices_win_and_targets_stay_unique(
        better in any_mapping(),
        shown in any_mapping(),
        chosen in any_mapping(),
    ) {
        let merged = targets(&better.clone().with_choices(&shown, &chosen));
        let (better, shown, chosen) = (targets(&better), targets(&shown), targets(&chosen));
        for index in 0..merged.len() {
            if shown[index] != chosen[index] {
                prop_assert_eq!(&merged[index], &chosen[index]);
                continue;
            }
            let is_given = |other: usize| {
                shown[other] != chosen[other] && chosen[other] == better[index]
            };
            let is_left_out = better[index] != Some(Field::Notes.into()) && (0..merged.len()).any(is_given);
            let expected = if is_left_out { &None } else { &better[index] };
            prop_assert_eq!(&merged[index], expected);
        }
    }
}

#[test]
fn clears_targets_that_differ_between_mappings() {
    let one = mapping_of([Field::FullName, Field::Npn]);
    let mut other = mapping_of([Field::FullName, Field::AgencyCode]);
    other.columns[0].header = "COLUMN-0".into();
    let agreed = one.clone().without_conflicting_targets(&other);
    let targets: Vec<_> = agreed
        .columns
        .iter()
        .map(|column| column.target.clone())
        .collect();
    assert_eq!(targets, [Some(Target::Field(Field::FullName)), None]);
    assert_eq!(one.clone().without_conflicting_targets(&one), one);
    assert_eq!(
        agreed.clone().without_conflicting_targets(&other),
        agreed,
        "clearing is idempotent"
    );
}
