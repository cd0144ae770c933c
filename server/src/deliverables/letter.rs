//! Crummey letters.

use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::gift::WINDOW_DAYS;
use shared::date;
use shared::deliverable::DeliverableKind;
use shared::deliverable::layout::{Layout, LayoutImage, LetterHead, Letterhead, Page, PageSize};
use shared::deliverable::placeholders::{self, LetterValues, Values};
use shared::deliverable::rich_text::RichText;
use shared::money::format_cents;
use shared::text::listed;
use shared::trust::{TrustRecord, TrustRole};

/// A letter about one gift to one beneficiary.
pub struct Letter<'a> {
    pub trust: &'a str,
    /// Names of the trustees in office.
    pub trustees: Vec<&'a str>,
    pub grantors: Vec<&'a str>,
    /// Lines under the trust's name, such as its address.
    pub sender_lines: Vec<String>,
    pub beneficiary: &'a str,
    pub addressee: &'a str,
    pub address: Vec<String>,
    pub gift_amount: Decimal,
    pub received_on: Date,
    pub amount: Decimal,
    pub date: Date,
    pub letterhead: Letterhead,
    /// The firm's text, with placeholders.
    pub text: &'a RichText,
    /// Images in the text.
    pub images: Vec<LayoutImage>,
    pub prepared_by: String,
}

impl Letter<'_> {
    pub fn layout(self) -> Layout {
        let values = Values {
            subject: self.beneficiary.into(),
            firm: self.letterhead.firm.clone(),
            as_of: date::format(self.date),
            prepared_by: self.prepared_by,
            letter: LetterValues {
                recipient: self.addressee.into(),
                trust: self.trust.into(),
                trustees: listed(&self.trustees),
                grantors: listed(&self.grantors),
                gift_amount: format_cents(Some(self.gift_amount)),
                received_on: date::format(self.received_on),
                withdrawal_amount: format_cents(Some(self.amount)),
                withdrawal_days: WINDOW_DAYS.to_string(),
            },
        };
        let mut text = self.text.clone();
        placeholders::replace(DeliverableKind::CrummeyLetter, &mut text, &values);
        let mut sender_lines = Vec::new();
        if !self.trustees.is_empty() {
            let label = if self.trustees.len() == 1 {
                "Trustee"
            } else {
                "Trustees"
            };
            sender_lines.push(format!("{label}: {}", values.letter.trustees));
        }
        sender_lines.extend(self.sender_lines);
        Layout {
            title: DeliverableKind::CrummeyLetter.label().into(),
            subject: self.addressee.into(),
            subject_lines: self.address,
            letter: Some(LetterHead {
                sender: self.trust.into(),
                sender_lines,
            }),
            header: self.trust.into(),
            footer: format!("Prepared by {}", self.letterhead.firm),
            letterhead: self.letterhead,
            page: Page {
                size: PageSize::Letter,
                is_landscape: false,
            },
            as_of: values.as_of,
            date: self.date.to_string(),
            prepared_by: None,
            sections: Vec::new(),
            cover_page: text,
            disclosure: RichText::default(),
            recommendation: RichText::default(),
            images: self.images,
            totals: Vec::new(),
            charts: Vec::new(),
            tables: Vec::new(),
        }
    }
}

/// Returns the names of a trust's people in a role, excluding successors.
pub fn names(trust: &TrustRecord, role: TrustRole) -> Vec<&str> {
    let in_role = trust
        .people
        .iter()
        .filter(|person| person.role == role.code() && !person.is_successor);
    in_role.map(|person| person.name.as_str()).collect()
}

/// Lays out a text with sample names and amounts.
pub fn sample(
    (text, images): (&RichText, Vec<LayoutImage>),
    letterhead: Letterhead,
    prepared_by: String,
    today: Date,
) -> Layout {
    let letter = Letter {
        trust: "Sample Family Irrevocable Trust",
        trustees: vec!["Sample Trustee"],
        grantors: vec!["Sample Grantor"],
        sender_lines: vec!["1 Main Street".into(), "Springfield, IL 62701".into()],
        beneficiary: "Sample Beneficiary",
        addressee: "Sample Beneficiary",
        address: vec!["2 Main Street".into(), "Springfield, IL 62701".into()],
        gift_amount: Decimal::new(1_000_000, 2),
        received_on: today,
        amount: Decimal::new(500_000, 2),
        date: today,
        letterhead,
        text,
        images,
        prepared_by,
    };
    letter.layout()
}
