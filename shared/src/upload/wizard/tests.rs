use super::*;
use crate::upload::mapping::tests::mapping_of;
use crate::upload::mapping::{MatchKey, Mode};
use crate::upload::target::Field::{self, *};
use proptest::prelude::*;

const GUID: Uuid = Uuid::from_u128(7);

fn read(mapping: Mapping) -> WizardEvent {
    WizardEvent::Read { mapping }
}

fn changed(mapping: Mapping) -> WizardEvent {
    WizardEvent::MappingChanged { mapping }
}

fn refusal() -> FileRefusal {
    FileRefusal {
        code: "empty".into(),
        message: "The file is empty.".into(),
    }
}

fn counts(new: u32) -> Counts {
    Counts {
        new,
        total: new,
        ..Counts::default()
    }
}

fn uploaded() -> WizardEvent {
    WizardEvent::Uploaded {
        storage_guid: GUID,
        mapping: Mapping::default(),
    }
}

fn saved() -> WizardEvent {
    WizardEvent::MappingSaved {
        mapping: Mapping::default(),
        counts: counts(3),
    }
}

fn after(events: impl IntoIterator<Item = WizardEvent>) -> Wizard {
    events.into_iter().fold(Wizard::default(), Wizard::apply)
}

#[test]
fn upload_then_mapping_leads_to_the_preview() {
    let wizard = after([uploaded()]);
    assert_eq!((wizard.step, wizard.storage_guid), (1, Some(GUID)));
    let wizard = after([uploaded(), saved()]);
    assert_eq!((wizard.step, wizard.limit), (2, PreviewLimit::default()));
}

#[test]
fn columns_can_be_mapped_during_the_upload() {
    let first = mapping_of([FullName, Email]);
    let wizard = after([read(first.clone())]);
    assert_eq!((wizard.step, wizard.storage_guid), (1, None));
    assert_eq!(wizard.mapping, Some(first.clone()));
    assert_eq!(
        after([read(first.clone()), saved()]).step,
        1,
        "no preview before the file is stored"
    );
    let other = mapping_of([FirstName, LastName]);
    assert_eq!(
        after([read(first.clone()), read(other.clone())]).mapping,
        Some(other.clone()),
        "read with other settings"
    );
    let arrived = after([uploaded(), read(other)]);
    assert_eq!(
        arrived.mapping,
        Some(Mapping::default()),
        "the server responded first"
    );
    assert_eq!(after([read(first), saved(), uploaded(), saved()]).step, 2);
}

#[test]
fn keeps_choices_made_during_the_upload() {
    let shown = mapping_of([FullName, Email, Phone]);
    let mut chosen = shown.clone();
    chosen.columns[2].target = Some(MobilePhone.into());
    chosen.mode = Mode::Update;
    let mut known = mapping_of([FullName, Notes, Phone]);
    known.match_keys = vec![MatchKey::ExternalId];
    let wizard = after([
        read(shown),
        changed(chosen),
        WizardEvent::Uploaded {
            storage_guid: GUID,
            mapping: known,
        },
    ]);
    let mapping = wizard.mapping.unwrap();
    let fields: Vec<Option<Field>> = mapping
        .columns
        .iter()
        .map(|column| column.target.as_ref()?.field())
        .collect();
    assert_eq!(fields, [Some(FullName), Some(Notes), Some(MobilePhone)]);
    assert_eq!(
        (mapping.mode, mapping.match_keys),
        (Mode::Update, vec![MatchKey::ExternalId])
    );
    assert_eq!((wizard.storage_guid, wizard.suggested), (Some(GUID), None));
}

#[test]
fn rejected_file_clears_the_mapping() {
    let wizard = after([uploaded(), saved(), WizardEvent::FileRefused { error: refusal() }]);
    assert_eq!(
        wizard,
        Wizard {
            file_error: Some(refusal()),
            ..Wizard::default()
        }
    );
    assert_eq!(
        after([WizardEvent::FileRefused { error: refusal() }, uploaded()]).file_error,
        None
    );
}

#[test]
fn back_moves_one_step_and_stops_at_the_first() {
    let back = || WizardEvent::Back;
    assert_eq!(after([uploaded(), saved(), back()]).step, 1);
    assert_eq!(after([uploaded(), saved(), back(), back()]).step, 0);
    assert_eq!(after([uploaded(), back(), back(), back()]).step, 0);
    assert!(after([uploaded(), saved(), back()]).mapping.is_some());
}

#[test]
fn clear_and_submit_reset_the_wizard() {
    assert_eq!(
        after([uploaded(), saved(), WizardEvent::Clear]),
        Wizard::default()
    );
    assert_eq!(
        after([uploaded(), saved(), WizardEvent::Submitted]),
        Wizard::default()
    );
}

#[test]
fn ignores_a_submit_before_the_preview() {
    assert_eq!(after([uploaded(), WizardEvent::Submitted]).step, 1);
}

#[test]
fn resumes_at_the_last_reachable_step() {
    let step = |asked, mapping, previewed| Wizard::resumed(asked, GUID, mapping, previewed).step;
    assert_eq!(step(2, Some(Mapping::default()), Some(counts(1))), 2);
    assert_eq!(step(1, Some(Mapping::default()), Some(counts(1))), 1);
    assert_eq!(step(2, Some(Mapping::default()), None), 1);
    assert_eq!(step(9, None, Some(counts(1))), 0);
}

fn any_event() -> impl Strategy<Value = WizardEvent> {
    prop_oneof![
        Just(uploaded()),
        Just(read(mapping_of([FullName, Email]))),
        Just(changed(mapping_of([FullName, Notes]))),
        Just(WizardEvent::FileRefused { error: refusal() }),
        (0u32..3).prop_map(|new| WizardEvent::MappingSaved {
            mapping: Mapping::default(),
            counts: counts(new)
        }),
        (0u32..3, 0u32..50).prop_map(|(new, offset)| WizardEvent::Paged {
            mapping: Mapping::default(),
            counts: counts(new),
            limit: PreviewLimit {
                offset,
                ..PreviewLimit::default()
            },
        }),
        Just(WizardEvent::Back),
        Just(WizardEvent::Clear),
        Just(WizardEvent::Submitted),
    ]
}

proptest! {
    #[test]
    fn any_event_sequence_keeps_the_state_valid(events in proptest::collection::vec(any_event(), 0..60)) {
        let mut wizard = Wizard::default();
        for event in events {
            let before = wizard.clone();
            wizard = wizard.apply(event.clone());
            prop_assert!(usize::from(wizard.step) < STEPS.len());
            prop_assert!(wizard.step <= before.step + 1, "no step is skipped");
            prop_assert!(wizard.step == 0 || wizard.mapping.is_some(), "no step without a mapping");
            prop_assert!(wizard.mapping.is_some() || wizard.storage_guid.is_none());
            prop_assert!(wizard.step < 2 || wizard.storage_guid.is_some(), "no preview without a stored file");
            prop_assert!(wizard.suggested.is_none() || (wizard.mapping.is_some() && wizard.storage_guid.is_none()));
            prop_assert!(wizard.file_error.is_none() || wizard.mapping.is_none());
            prop_assert_eq!(wizard.previewed.is_some(), wizard.step == 2);
            if event == WizardEvent::Submitted {
                let expected = if before.step == 2 { Wizard::default() } else { before };
                prop_assert_eq!(&wizard, &expected);
            }
        }
    }
}
