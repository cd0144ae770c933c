//! Merge fields in the emails of schedules, such as `{{contact.firstName}}`.

use crate::contact::Person;
use crate::contact::name::full_name;
use crate::placeholder::{self, Placeholder, Problem};
use serde::{Deserialize, Serialize};

/// Values of the merge fields in the email about one contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeValues {
    /// Null for companies and trusts, which are addressed by their full name.
    pub contact_first_name: Option<String>,
    pub contact_full_name: String,
    pub firm_name: String,
    /// Name of the schedule's owner, who receives the replies.
    pub sender_name: String,
}

#[derive(Clone, Copy)]
enum Field {
    FirstName,
    FullName,
    Firm,
    Sender,
}

const FIELDS: [(&str, &str, Field); 4] = [
    ("contact.firstName", "First name", Field::FirstName),
    ("contact.fullName", "Full name", Field::FullName),
    ("firm.name", "Firm name", Field::Firm),
    ("sender.name", "Sender name", Field::Sender),
];

impl MergeValues {
    /// Returns the values for a contact.
    pub fn new(contact: &Person, firm_name: String, sender_name: String) -> Self {
        let is_organization = contact.organization_name.is_some();
        Self {
            contact_first_name: contact.first_name.clone().filter(|_| !is_organization),
            contact_full_name: full_name(contact),
            firm_name,
            sender_name,
        }
    }

    fn of(&self, field: Field) -> &str {
        match field {
            Field::FirstName => {
                let first_name = self.contact_first_name.as_deref().map(str::trim);
                first_name
                    .filter(|name| !name.is_empty())
                    .unwrap_or(&self.contact_full_name)
            }
            Field::FullName => &self.contact_full_name,
            Field::Firm => &self.firm_name,
            Field::Sender => &self.sender_name,
        }
    }

    /// Replaces the merge fields of a subject or message. Unknown ones stay.
    pub fn fill(&self, text: &str) -> String {
        placeholder::fill(text, |name| known(name).map(|field| self.of(field)))
    }
}

fn known(name: &str) -> Option<Field> {
    FIELDS
        .iter()
        .find_map(|(known, _, field)| (*known == name).then_some(*field))
}

/// Returns the merge fields that users can insert.
pub fn merge_fields() -> Vec<Placeholder> {
    FIELDS
        .iter()
        .map(|(name, label, _)| Placeholder {
            name: (*name).into(),
            label: (*label).into(),
        })
        .collect()
}

/// Returns the first merge field of a text that cannot be replaced, or `None` if all can.
pub(super) fn problem(text: &str) -> Option<Problem> {
    placeholder::problem(text, |name| known(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> MergeValues {
        MergeValues {
            contact_first_name: Some("Ada".into()),
            contact_full_name: "Ada {{firm.name}} Lee".into(),
            firm_name: "Harbor & Pine".into(),
            sender_name: "Dana Whitfield".into(),
        }
    }

    #[test]
    fn fills_in_fields_once_and_keeps_unknown_ones() {
        let text = "Dear {{ contact.firstName }} ({{contact.fullName}}), {{firm.name}}, {{sender.name}} {{agent.name}} {{";
        let expected = "Dear Ada (Ada {{firm.name}} Lee), Harbor & Pine, Dana Whitfield {{agent.name}} {{";
        assert_eq!(ada().fill(text), expected);
    }

    #[test]
    fn addresses_contacts_without_first_name_by_their_full_name() {
        for first_name in [None, Some(String::new()), Some("  ".into())] {
            let contact = MergeValues {
                contact_first_name: first_name,
                contact_full_name: "Pine Family Trust".into(),
                ..ada()
            };
            assert_eq!(
                contact.fill("Dear {{contact.firstName}},"),
                "Dear Pine Family Trust,"
            );
        }
    }

    #[test]
    fn fills_in_every_offered_field() {
        for Placeholder { name, .. } in merge_fields() {
            let text = format!("{{{{{name}}}}}");
            assert_eq!(problem(&text), None);
            assert_ne!(ada().fill(&text), text);
        }
    }

    #[test]
    fn finds_fields_without_value() {
        assert_eq!(
            problem("{{owner.fullName}}"),
            Some(Problem::Unknown("owner.fullName".into()))
        );
        assert_eq!(problem("{{contact.firstName} }"), Some(Problem::Unclosed));
        assert_eq!(problem("100 % } { {contact}"), None);
    }
}
