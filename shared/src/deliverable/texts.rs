//! The cover page, disclosure and recommendation of deliverables: default texts and placeholders.

use super::DeliverableKind;
use super::rich_text::{Block, Inline, Mark, RichText};

/// A text part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    CoverPage,
    Disclosure,
    Recommendation,
}

impl Part {
    pub const ALL: [Self; 3] = [Self::CoverPage, Self::Disclosure, Self::Recommendation];
}

/// Values of the placeholders in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    /// Name of the agent, owner or report.
    pub subject: String,
    pub firm: String,
    /// Date of the values, as displayed.
    pub as_of: String,
}

/// Returns the text that applies unless a firm has its own.
pub fn default_text(kind: DeliverableKind, part: Part) -> RichText {
    let texts: &[&str] = match (part, kind) {
        (Part::CoverPage, DeliverableKind::Agent) => &[
            "This book of business lists the life insurance policies and annuity contracts that {{firm.name}} services for {{subject.name}}.",
            "Use it to prepare reviews with your clients: policies that need attention, premiums that are due, and values that have changed since the last review.",
        ],
        (Part::CoverPage, DeliverableKind::Owner) => &[
            "This summary lists the life insurance policies and annuity contracts that {{firm.name}} has on record for {{subject.name}}.",
            "Please compare it with your own records, and tell us about contracts that are missing and about changes in your family, health, work or plans.",
        ],
        (Part::CoverPage, DeliverableKind::ReportSummary | DeliverableKind::ReportSummaryOwner) => &[
            "This summary lists the contracts in the report {{subject.name}}, as {{firm.name}} has them on record.",
        ],
        (Part::Recommendation, DeliverableKind::Agent) => &[
            "Review every policy in its grace period first, then term policies whose level period or conversion right ends within a year.",
            "For annuities, check surrender periods and guaranteed rates that end soon, and whether required minimum distributions have been taken.",
        ],
        (Part::Recommendation, _) => &[
            "We recommend a review of these contracts at least once a year, and whenever your circumstances change.",
            "Bring recent statements, loan notices and beneficiary designations to the meeting. We will go through coverage, premiums, values and beneficiaries together.",
        ],
        (Part::Disclosure, _) => &[
            "Values are as of {{asOf}}, or as of the date shown with the contract. They come from the insurance companies and other sources that we believe to be reliable, but we cannot guarantee that they are complete or correct. If they differ from the statements of the insurance company, those statements prevail.",
            "This document is for information only. It is not a contract, an offer, or tax, legal or investment advice. It does not change the terms of any policy or contract. Death benefits, cash values and surrender values can change because of loans, withdrawals, premiums, charges, interest and market performance.",
            "Guarantees depend on the claims-paying ability of the issuing insurance company. Surrendering or replacing a contract can result in charges, taxes and the loss of benefits. Talk to us before you make changes.",
        ],
    };
    paragraphs(texts)
}

fn paragraphs(texts: &[&str]) -> RichText {
    let paragraph = |text: &&str| Block::Paragraph {
        content: vec![Inline::Text {
            text: (*text).to_owned(),
            marks: Vec::<Mark>::new(),
        }],
    };
    RichText {
        content: texts.iter().map(paragraph).collect(),
    }
}

/// Replaces the placeholders in all texts. Values are inserted as they are, so a name that contains a placeholder
/// stays a name.
pub fn resolve(text: &mut RichText, values: &Values) {
    for block in &mut text.content {
        resolve_block(block, values);
    }
}

fn resolve_block(block: &mut Block, values: &Values) {
    match block {
        Block::Paragraph { content } | Block::Heading { content, .. } => {
            for inline in content {
                if let Inline::Text { text, .. } = inline {
                    *text = replaced(text, values);
                }
            }
        }
        Block::BulletList { content } | Block::OrderedList { content } => {
            for block in content.iter_mut().flat_map(|item| &mut item.content) {
                resolve_block(block, values);
            }
        }
    }
}

fn replaced(text: &str, values: &Values) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let found = after.split_once("}}").and_then(|(name, after)| {
            let value = match name.trim() {
                "subject.name" => &values.subject,
                "firm.name" => &values.firm,
                "asOf" => &values.as_of,
                _ => return None,
            };
            Some((value, after))
        });
        result.push_str(before);
        rest = if let Some((value, after)) = found {
            result.push_str(value);
            after
        } else {
            result.push_str("{{");
            after
        };
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Values {
        Values {
            subject: "Ada {{firm.name}} Lee".into(),
            firm: "Harbor & Pine".into(),
            as_of: "11/26/2026".into(),
        }
    }

    #[test]
    fn default_texts_contain_no_unknown_placeholders() {
        for kind in DeliverableKind::ALL {
            for part in Part::ALL {
                let mut text = default_text(*kind, part);
                resolve(
                    &mut text,
                    &Values {
                        subject: "Ada".into(),
                        ..values()
                    },
                );
                let json = serde_json::to_string(&text).unwrap();
                assert!(text.content.len() <= 3 && !json.contains("{{"), "{json}");
            }
        }
    }

    #[test]
    fn replaces_placeholders_once_and_keeps_unknown_ones() {
        let text = "{{ subject.name }} of {{firm.name}} as of {{asOf}}: {{x}} {{";
        let expected = "Ada {{firm.name}} Lee of Harbor & Pine as of 11/26/2026: {{x}} {{";
        assert_eq!(replaced(text, &values()), expected);
    }

    #[test]
    fn replaces_placeholders_in_headings_and_nested_lists() {
        let json = r#"{"type":"doc","content":[
            {"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"{{asOf}}"}]},
            {"type":"bulletList","content":[{"type":"listItem","content":[
              {"type":"orderedList","content":[{"type":"listItem","content":[
                {"type":"paragraph","content":[{"type":"text","text":"{{firm.name}}","marks":[{"type":"bold"}]},{"type":"hardBreak"}]}]}]}]}]}]}"#;
        let mut text: RichText = serde_json::from_str(json).unwrap();
        resolve(&mut text, &values());
        let resolved = serde_json::to_string(&text).unwrap();
        assert!(
            resolved.contains("11/26/2026") && resolved.contains("Harbor & Pine"),
            "{resolved}"
        );
    }

    #[test]
    fn rejects_unknown_nodes_and_attributes() {
        for json in [
            r#"{"type":"doc","content":[{"type":"image","attrs":{"src":"x"}}]}"#,
            r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link"}]}]}]}"#,
            r#"{"type":"doc","content":[{"type":"paragraph","style":"x"}]}"#,
            r#"{"type":"html","content":[]}"#,
        ] {
            assert!(serde_json::from_str::<RichText>(json).is_err(), "{json}");
        }
    }
}
