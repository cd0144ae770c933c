//! The text parts of deliverables, with their default texts.

use super::DeliverableKind;
use super::rich_text::{Block, HeadingAttributes, Inline, RichText};

/// A text part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    CoverPage,
    Disclosure,
    Recommendation,
    /// The text of a letter.
    Letter,
}

impl Part {
    /// Returns the parts of a kind of document.
    pub const fn of(kind: DeliverableKind) -> &'static [Self] {
        match kind {
            DeliverableKind::Agent
            | DeliverableKind::Owner
            | DeliverableKind::ReportSummary
            | DeliverableKind::ReportSummaryOwner => {
                &[Self::CoverPage, Self::Disclosure, Self::Recommendation]
            }
            DeliverableKind::CrummeyLetter => &[Self::Letter],
        }
    }

    /// Returns the name used in URL paths and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CoverPage => "CoverPage",
            Self::Disclosure => "Disclosure",
            Self::Recommendation => "Recommendation",
            Self::Letter => "Letter",
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::CoverPage => "Cover page",
            Self::Disclosure => "Disclosure",
            Self::Recommendation => "Recommendation",
            Self::Letter => "Letter",
        }
    }

    /// Returns `None` if the kind of document has no part with this name.
    pub fn from_name(kind: DeliverableKind, name: &str) -> Option<Self> {
        Self::of(kind).iter().copied().find(|part| part.name() == name)
    }
}

/// Returns the built-in default text of a part.
pub fn default_text(kind: DeliverableKind, part: Part) -> RichText {
    let texts: &[&str] = match (part, kind) {
        (Part::Letter, _) | (_, DeliverableKind::CrummeyLetter) => return crummey_letter(),
        (Part::CoverPage, DeliverableKind::Agent) => &[
            "This book of business lists the life insurance policies and annuity contracts that {{firm.name}} services for {{agent.fullName}}.",
            "Use it to prepare reviews with your clients: policies that need attention, premiums that are due, and values that have changed since the last review.",
        ],
        (Part::CoverPage, DeliverableKind::Owner) => &[
            "This summary lists the life insurance policies and annuity contracts that {{firm.name}} has on record for {{owner.fullName}}.",
            "Please compare it with your own records, and tell us about contracts that are missing and about changes in your family, health, work or plans.",
        ],
        (Part::CoverPage, DeliverableKind::ReportSummary | DeliverableKind::ReportSummaryOwner) => &[
            "This summary lists the contracts in the report {{report.name}}, as {{firm.name}} has them on record.",
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
            "Values are as of the dates shown with the contracts. They come from the insurance companies and other sources that we believe to be reliable, but we cannot guarantee that they are complete or correct. If they differ from the statements of the insurance company, those statements prevail.",
            "This document is for information only. It is not a contract, an offer, or tax, legal or investment advice. It does not change the terms of any policy or contract. Death benefits, cash values and surrender values can change because of loans, withdrawals, premiums, charges, interest and market performance.",
            "Guarantees depend on the claims-paying ability of the issuing insurance company. Surrendering or replacing a contract can result in charges, taxes and the loss of benefits. Talk to us before you make changes.",
        ],
    };
    paragraphs(texts)
}

/// Returns the notice of a withdrawal right as in Crummey v. Commissioner, 397 F.2d 82 (9th Cir. 1968).
fn crummey_letter() -> RichText {
    // Space for a signature.
    let empty = || Block::Paragraph { content: Vec::new() };
    let heading = |text| Block::Heading {
        attrs: HeadingAttributes { level: 2 },
        content: vec![words(text)],
    };
    RichText::of(vec![
        paragraph("Dear {{recipient.name}}:"),
        paragraph(
            "This letter notifies you that {{trust.name}} received a gift of {{gift.amount}} on {{gift.receivedOn}}.",
        ),
        paragraph(
            "Under the terms of the trust, {{beneficiary.name}} has the right to withdraw up to {{withdrawal.amount}} of this gift. To exercise the right, notify the trustee in writing within {{withdrawal.days}} days after you receive this letter.",
        ),
        paragraph(
            "If the right is not exercised within that time, it lapses. The gift then stays in the trust, and the trustee may use it as the trust provides, including for premiums of life insurance.",
        ),
        paragraph("Sincerely,"),
        empty(),
        empty(),
        empty(),
        Block::Paragraph {
            content: vec![
                words("{{trustee.names}}"),
                Inline::HardBreak,
                words("Trustee of {{trust.name}}"),
            ],
        },
        heading("Acknowledgment of receipt"),
        paragraph(
            "I have received this letter, and I understand the right to withdraw part of the gift that the trust received on {{gift.receivedOn}}.",
        ),
        empty(),
        paragraph("Signature: ______________________________    Date: ________________"),
    ])
}

fn words(text: &str) -> Inline {
    Inline::Text {
        text: text.to_owned(),
        marks: Vec::new(),
    }
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph {
        content: vec![words(text)],
    }
}

fn paragraphs(texts: &[&str]) -> RichText {
    RichText::of(texts.iter().map(|text| paragraph(text)).collect())
}
