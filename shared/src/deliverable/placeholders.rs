//! Placeholders in the texts of documents, such as `{{firm.name}}`.

use super::DeliverableKind;
use super::rich_text::{Inline, RichText, visit_inlines_mut};
use crate::placeholder::{self, Placeholder};

/// Values of the placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    /// Name of the agent, owner or report.
    pub subject: String,
    pub firm: String,
    /// Date of the document, as displayed.
    pub as_of: String,
    /// Name of the user who generates the document.
    pub prepared_by: String,
    /// Values of a Crummey letter.
    pub letter: LetterValues,
}

/// Values in a Crummey letter, as displayed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LetterValues {
    /// The addressee: the beneficiary, or the guardian of a minor.
    pub recipient: String,
    pub trust: String,
    pub trustees: String,
    pub grantors: String,
    pub gift_amount: String,
    pub received_on: String,
    /// The amount that the beneficiary may withdraw.
    pub withdrawal_amount: String,
    /// Length of the withdrawal window.
    pub withdrawal_days: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Subject,
    Firm,
    AsOf,
    PreparedBy,
    Recipient,
    Trust,
    Trustees,
    Grantors,
    GiftAmount,
    ReceivedOn,
    WithdrawalAmount,
    WithdrawalDays,
}

const COMMON: [(&str, &str, Value); 3] = [
    ("firm.name", "Firm name", Value::Firm),
    ("asOf", "Date of the document", Value::AsOf),
    ("preparedBy", "Prepared by", Value::PreparedBy),
];

const LETTER: [(&str, &str, Value); 11] = [
    ("recipient.name", "Recipient name", Value::Recipient),
    ("trust.name", "Trust name", Value::Trust),
    ("trustee.names", "Trustees", Value::Trustees),
    ("grantor.names", "Grantors", Value::Grantors),
    ("gift.amount", "Amount of the gift", Value::GiftAmount),
    ("gift.receivedOn", "Date the gift was received", Value::ReceivedOn),
    (
        "withdrawal.amount",
        "Amount that can be withdrawn",
        Value::WithdrawalAmount,
    ),
    ("withdrawal.days", "Days to withdraw", Value::WithdrawalDays),
    ("letter.date", "Date of the letter", Value::AsOf),
    ("firm.name", "Firm name", Value::Firm),
    ("preparedBy", "Prepared by", Value::PreparedBy),
];

fn of_kind(kind: DeliverableKind) -> impl Iterator<Item = (&'static str, &'static str, Value)> {
    let (name, label, more) = match kind {
        DeliverableKind::Agent => ("agent.fullName", "Agent name", COMMON.as_slice()),
        DeliverableKind::Owner => ("owner.fullName", "Owner name", COMMON.as_slice()),
        DeliverableKind::ReportSummary | DeliverableKind::ReportSummaryOwner => {
            ("report.name", "Report name", COMMON.as_slice())
        }
        DeliverableKind::CrummeyLetter => ("beneficiary.name", "Beneficiary name", LETTER.as_slice()),
    };
    std::iter::once((name, label, Value::Subject)).chain(more.iter().copied())
}

impl Values {
    fn of(&self, value: Value) -> &str {
        let letter = &self.letter;
        match value {
            Value::Subject => &self.subject,
            Value::Firm => &self.firm,
            Value::AsOf => &self.as_of,
            Value::PreparedBy => &self.prepared_by,
            Value::Recipient => &letter.recipient,
            Value::Trust => &letter.trust,
            Value::Trustees => &letter.trustees,
            Value::Grantors => &letter.grantors,
            Value::GiftAmount => &letter.gift_amount,
            Value::ReceivedOn => &letter.received_on,
            Value::WithdrawalAmount => &letter.withdrawal_amount,
            Value::WithdrawalDays => &letter.withdrawal_days,
        }
    }
}

/// Returns the placeholders of a kind of document.
pub fn placeholders(kind: DeliverableKind) -> Vec<Placeholder> {
    of_kind(kind)
        .map(|(name, label, _)| Placeholder {
            name: name.into(),
            label: label.into(),
        })
        .collect()
}

/// Replaces the placeholders in all texts. Inserted values are not expanded again, so a name that contains a
/// placeholder stays as it is.
pub fn replace(kind: DeliverableKind, text: &mut RichText, values: &Values) {
    visit_inlines_mut(text.blocks_mut(), &mut |inline| {
        if let Inline::Text { text, .. } = inline {
            *text = replaced(kind, text, values);
        }
    });
}

fn replaced(kind: DeliverableKind, text: &str, values: &Values) -> String {
    placeholder::fill(text, |name| {
        let (.., value) = of_kind(kind).find(|(known, ..)| *known == name)?;
        Some(values.of(value))
    })
}

/// Returns the code and message of the first placeholder that cannot be replaced, or `None` if all can.
pub fn problem(kind: DeliverableKind, text: &str) -> Option<(&'static str, String)> {
    let problem = placeholder::problem(text, |name| of_kind(kind).any(|(known, ..)| known == name))?;
    let hint = "Format the whole field the same way, or insert it again.";
    Some((problem.code(), problem.message(hint)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values() -> Values {
        Values {
            subject: "Ada {{firm.name}} Lee".into(),
            firm: "Harbor & Pine".into(),
            as_of: "11/26/2026".into(),
            prepared_by: "Dana Whitfield".into(),
            letter: LetterValues::default(),
        }
    }

    #[test]
    fn replaces_placeholders_once_and_keeps_unknown_ones() {
        let text =
            "{{ owner.fullName }} of {{firm.name}} as of {{asOf}}: {{agent.fullName}} by {{preparedBy}} {{";
        let expected = "Ada {{firm.name}} Lee of Harbor & Pine as of 11/26/2026: {{agent.fullName}} by Dana Whitfield {{";
        assert_eq!(replaced(DeliverableKind::Owner, text, &values()), expected);
    }

    #[test]
    fn finds_placeholders_without_value() {
        let code = |text| problem(DeliverableKind::Agent, text).map(|(code, _)| code);
        assert_eq!(code("{{agent.fullName}} and {{ asOf }}, 100 % } {"), None);
        assert_eq!(code("{{owner.fullName}}"), Some("unknown_placeholder"));
        assert_eq!(code("{{}}"), Some("unknown_placeholder"));
        assert_eq!(code("{{asOf}} {{asOf"), Some("unclosed_placeholder"));
    }

    #[test]
    fn replaces_every_offered_placeholder() {
        for kind in DeliverableKind::ALL {
            for Placeholder { name, .. } in placeholders(*kind) {
                let text = format!("{{{{{name}}}}}");
                assert_eq!(problem(*kind, &text), None);
                assert_ne!(replaced(*kind, &text, &values()), text);
            }
        }
    }

    proptest! {
        #[test]
        fn keeps_texts_without_known_placeholders(text in "[a-z{} é]{0,40}") {
            prop_assert_eq!(replaced(DeliverableKind::Agent, &text, &values()), text);
        }
    }
}
