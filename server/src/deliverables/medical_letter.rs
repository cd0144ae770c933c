//! Letters that ask providers for medical records.

use jiff::civil::Date;
use shared::contact::{address, phone};
use shared::date;
use shared::deliverable::layout::{Layout, LetterHead, Letterhead, Page, PageSize};
use shared::deliverable::rich_text::{Block, Inline, ListItem, RichText};
use shared::medical::{Authorization, LetterMethod, LetterStep, MedicalRequestType, RequestContent};

/// Title of the letter.
const TITLE: &str = "Request for medical records";

/// A letter to a provider: a request or a reminder of one.
#[derive(Debug)]
pub struct MedicalLetter<'a> {
    pub step: LetterStep,
    pub method: LetterMethod,
    pub content: &'a RequestContent,
    pub insured: &'a str,
    pub birth_date: Option<Date>,
    /// When the request was sent. `None` for the request itself.
    pub sent_on: Option<Date>,
    pub date: Date,
    pub letterhead: Letterhead,
    /// Name of the user who signs the letter.
    pub signed_by: String,
}

impl MedicalLetter<'_> {
    pub fn layout(self) -> Layout {
        let text = self.text();
        let provider = &self.content.provider;
        let mut subject_lines = address::lines(&provider.address);
        if let (LetterMethod::Fax, Some(fax)) = (self.method, &provider.fax) {
            subject_lines.push(format!("Fax: {}", phone::format(fax)));
        }
        Layout {
            title: TITLE.into(),
            subject: provider.name.clone(),
            subject_lines,
            letter: Some(LetterHead {
                sender: self.letterhead.firm.clone(),
                sender_lines: Vec::new(),
            }),
            header: self.letterhead.firm.clone(),
            footer: "Confidential".into(),
            letterhead: self.letterhead,
            page: Page {
                size: PageSize::Letter,
                is_landscape: false,
            },
            as_of: date::format(self.date),
            date: self.date.to_string(),
            prepared_by: None,
            sections: Vec::new(),
            cover_page: text,
            disclosure: RichText::default(),
            recommendation: RichText::default(),
            images: Vec::new(),
            totals: Vec::new(),
            charts: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn text(&self) -> RichText {
        let content = self.content;
        let born = self.birth_date.map(date::format);
        let born = born.map(|day| format!(", born {day}")).unwrap_or_default();
        let patient = format!("{TITLE}: {}{born}", self.insured);
        let intro = match (self.step, self.sent_on.map(date::format)) {
            (LetterStep::Request, _) | (_, None) => {
                "Please send us the following records of your patient:".into()
            }
            (LetterStep::FollowUp1, Some(day)) => format!(
                "We asked you on {day} for the following records of your patient and have not received them:"
            ),
            (LetterStep::FollowUp2, Some(day)) => format!(
                "This is our second reminder. We asked you on {day} for the following records of your patient:"
            ),
        };
        let mut asked = vec![
            MedicalRequestType::label_of(&content.request_type),
            format!(
                "From {} to {}",
                date::format(content.date_from),
                date::format(content.date_to)
            ),
            format!("Purpose: {}", content.purpose),
        ];
        asked.extend(
            content
                .deliver_by
                .map(|day| format!("Needed by {}", date::format(day))),
        );
        let mut blocks = vec![paragraph(patient), paragraph(intro), list(asked)];
        blocks.extend(
            content
                .authorization
                .as_ref()
                .map(|given| paragraph(permission(given))),
        );
        blocks.push(paragraph(
            "If you have no such records, or cannot send them, please tell us why.".into(),
        ));
        blocks.push(paragraph(format!("{}, {}", self.signed_by, self.letterhead.firm)));
        RichText::of(blocks)
    }
}

/// Returns the sentences about the enclosed authorization.
fn permission(authorization: &Authorization) -> String {
    let signed = authorization.signed_on.map(date::format).unwrap_or_default();
    let ends = match (authorization.expires_on, &authorization.expiration_event) {
        (Some(day), _) => format!("It is valid through {}.", date::format(day)),
        (None, Some(event)) => format!("It is valid until: {event}."),
        (None, None) => String::new(),
    };
    format!("The patient's HIPAA authorization, signed on {signed}, is enclosed. {ends}")
        .trim_end()
        .to_owned()
}

fn paragraph(text: String) -> Block {
    let marks = Vec::new();
    Block::Paragraph {
        content: vec![Inline::Text { text, marks }],
    }
}

fn list(items: Vec<String>) -> Block {
    let items = items.into_iter().map(|item| ListItem::ListItem {
        content: vec![paragraph(item)],
    });
    Block::BulletList {
        content: items.collect(),
    }
}
