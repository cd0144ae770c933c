use super::*;
use proptest::prelude::*;
use serde_json::json;

fn layer(field: &str, before: &str, after: &str) -> FieldLayer {
    FieldLayer {
        before: [(field.to_owned(), json!(before))].into(),
        after: [(field.to_owned(), json!(after))].into(),
    }
}

fn email(value: &str) -> FieldValues {
    [("email".to_owned(), json!(value))].into()
}

#[test]
fn contact_round_trips_through_its_values() {
    let mut person = Person {
        first_name: Some("Ada".into()),
        dob: Some(jiff::civil::date(1950, 2, 28)),
        owner_type: Some(1),
        ..Person::default()
    };
    person.address.city = Some("Austin".into());
    let custom = BTreeMap::from([("Club".to_owned(), "Gold".to_owned())]);
    let values = values(&person, &custom);
    assert_eq!(values["address.city"], "Austin");
    assert_eq!(values["customFields.Club"], "Gold");
    assert!(!values.contains_key("lastName"), "empty fields are left out");
    assert_eq!(contact_of(values).unwrap(), (person, custom));
}

#[test]
fn layer_holds_only_changed_fields() {
    let before = FieldValues::from([("email".into(), json!("a")), ("npn".into(), json!("1"))]);
    let after = FieldValues::from([("npn".into(), json!("1")), ("phone".into(), json!("2"))]);
    let layer = FieldLayer::new(&before, &after);
    assert_eq!(
        layer.before,
        FieldValues::from([("email".into(), json!("a")), ("phone".into(), Value::Null)])
    );
    assert_eq!(
        layer.after,
        FieldValues::from([("email".into(), Value::Null), ("phone".into(), json!("2"))])
    );
}

#[test]
fn restores_fields_unchanged_since_the_merge() {
    let mut current = email("b");
    assert_eq!(
        remove_layer(&mut current, &layer("email", "a", "b"), &mut [], &[]),
        []
    );
    assert_eq!(current, email("a"));
}

#[test]
fn keeps_fields_changed_since_the_merge_unless_named() {
    let merge = layer("email", "a", "b");
    let mut current = email("c");
    let conflicts = remove_layer(&mut current, &merge, &mut [], &[]);
    assert_eq!(current, email("c"));
    assert_eq!(
        conflicts,
        [FieldConflict {
            field: "email".into(),
            before: json!("a"),
            merged: json!("b"),
            current: json!("c"),
        }]
    );
    assert_eq!(remove_layer(&mut current, &merge, &mut [], &["email".into()]), []);
    assert_eq!(current, email("a"));
}

#[test]
fn passes_the_earlier_value_on_to_a_later_merge() {
    let mut current = email("c");
    let mut later = [layer("email", "b", "c")];
    assert_eq!(
        remove_layer(&mut current, &layer("email", "a", "b"), &mut later, &[]),
        []
    );
    assert_eq!(current, email("c"), "the later merge still applies");
    assert_eq!(later, [layer("email", "a", "c")]);
}

proptest! {
    /// Undoing merges in any order restores the values from before the first merge.
    #[test]
    fn removing_all_layers_in_any_order_restores_the_first_values(
        steps in prop::collection::vec((0_u8..3, 0_u8..4), 1..8),
        seeds in prop::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let original = FieldValues::from([("f0".into(), json!(0)), ("f1".into(), json!(1))]);
        let mut current = original.clone();
        let mut layers = Vec::new();
        for (field, value) in steps {
            let before = current.clone();
            current.insert(format!("f{field}"), json!(value));
            layers.push(FieldLayer::new(&before, &current));
        }
        for seed in seeds {
            if layers.is_empty() {
                break;
            }
            let at = seed.index(layers.len());
            let layer = layers.remove(at);
            let conflicts = remove_layer(&mut current, &layer, &mut layers[at..], &[]);
            prop_assert_eq!(conflicts, []);
        }
        prop_assert_eq!(current, original);
    }
}
