use super::*;
use std::collections::BTreeSet;

/// Returns the text at a path such as `fields.email`, or an empty one.
fn word(path: &str) -> String {
    let vocabulary = vocabulary();
    let found = path.split('.').try_fold(&vocabulary, |value, key| value.get(key));
    found.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[test]
fn has_words_for_codes() {
    for (path, expected) in [
        ("actions.importPolicies", "Imported policies"),
        ("actions.lookInto", "Opened firm"),
        ("records.branding", "Branding"),
        ("records.owners", "List of owners"),
        ("imports.2", "import"),
        ("imports.4", "importPolicies"),
        ("imports.5", "importAnnuities"),
        ("choices.reason.PolicyReview", "Policy review"),
        ("choices.mode.addOnly", "Add new records only"),
        ("choices.format.xlsx", "Excel"),
        ("statuses.Lapsed", "Lapsed"),
        ("roles.agent.1", crate::contract::AgentType::ALL[0].label()),
        ("fields.firstName", "First name"),
        ("fields.paidToDate", "Paid to"),
        ("fields.rmdAmount", "RMD amount"),
        ("fields.policyGuard", "PolicyGuard"),
        ("fields.firmUserType", "Role"),
        ("values.issueState.TX", "Texas"),
        ("values.state.TX", "Texas"),
        ("formats.modalPremium", "money"),
        ("formats.loanRate", "percent"),
        ("columns.deathBenefit", "Death Benefit"),
        ("columns.ownerType", "Owner Type"),
    ] {
        assert_eq!(word(path), expected, "{path}");
    }
}

#[test]
fn product_types_of_both_lines_have_words() {
    for line in crate::contract::Line::ALL.iter().copied() {
        for product in crate::contract::ProductType::of(line) {
            assert_eq!(
                word(&format!("values.productType.{}", product.code())),
                product.label()
            );
        }
    }
}

#[test]
fn every_detail_is_hidden_or_has_a_label_of_its_own_key() {
    let keys: BTreeSet<&str> = DETAILS.iter().map(|(key, ..)| *key).collect();
    assert_eq!(keys.len(), DETAILS.len());
    for (key, label, kind) in DETAILS {
        let needs_none = matches!(kind, DetailKind::Hidden | DetailKind::Changes | DetailKind::After);
        assert_eq!(label.is_empty(), needs_none, "{key}");
        assert!(!label.contains(['_', ';']) && *label != *key, "{key}");
    }
}

#[test]
fn hides_keys_of_users_and_versions() {
    for key in ["adminUserKey", "version", "merge", "session"] {
        assert_eq!(word(&format!("details.{key}.kind")), "hidden", "{key}");
    }
}
