//! Best interest forms.

use shared::best_interest::{
    BestInterestContent, BestInterestVersion, ContractValues, FormBlock, Signature, blocks,
};
use shared::contact::owner_type::OwnerType;
use shared::contract::BestInterestStatus;
use shared::date;
use shared::deliverable::layout::{Layout, LetterHead, Letterhead, Page, PageSize};
use shared::deliverable::rich_text::{Block, HeadingAttributes, Inline, RichText, TableCell, TableRow};

/// Lays out a form version.
pub fn layout(version: &BestInterestVersion, letterhead: Letterhead, today: jiff::civil::Date) -> Layout {
    let content = &version.content;
    let signed_on = content.signature.as_ref().map(Signature::signed_on);
    let day = signed_on.unwrap_or(today);
    let owner = &content.owner;
    let mut lines = vec![OwnerType::label_of(owner.owner_type)];
    lines.extend(
        owner
            .birth_date
            .map(|born| format!("Born {}", date::format(born))),
    );
    lines.extend(owner.state.clone());
    let state = BestInterestStatus::label_of(&version.state);
    Layout {
        title: "Best interest form".into(),
        subject: owner.name.clone(),
        subject_lines: lines,
        letter: Some(LetterHead {
            sender: "Best interest form".into(),
            sender_lines: vec![
                letterhead.firm.clone(),
                format!("Version {}: {state}", version.number),
            ],
        }),
        header: letterhead.firm.clone(),
        footer: version
            .hash
            .as_ref()
            .map(|hash| format!("SHA-256 {hash}"))
            .unwrap_or_default(),
        letterhead,
        page: Page {
            size: PageSize::Letter,
            is_landscape: false,
        },
        as_of: date::format(day),
        date: day.to_string(),
        prepared_by: None,
        sections: Vec::new(),
        cover_page: RichText::of(text(content)),
        disclosure: RichText::default(),
        recommendation: RichText::default(),
        images: Vec::new(),
        totals: Vec::new(),
        charts: Vec::new(),
        tables: Vec::new(),
    }
}

fn text(content: &BestInterestContent) -> Vec<Block> {
    let mut text = Vec::new();
    for FormBlock { title, fields } in blocks(&content.form, &|uuid| content.contract_name(uuid)) {
        let rows = fields.into_iter().map(|field| (field.label, field.text));
        text.extend(titled(&title, rows.collect()));
    }
    let values = |title: &str, contract: &Option<ContractValues>| {
        let lines = contract.as_ref().map(ContractValues::lines);
        lines.map(|lines| titled(title, lines)).into_iter().flatten()
    };
    text.extend(values("Recommended annuity", &content.recommended));
    text.extend(values("Replaced contract", &content.replaced));
    let signatures = content.signature.as_ref().map_or_else(
        || {
            vec![
                ("Consumer".into(), String::new()),
                ("Producer".into(), String::new()),
            ]
        },
        |signature| {
            let by = |name: &str, day| format!("{name}, {}", date::format(day));
            vec![
                (
                    "Consumer".into(),
                    by(&signature.consumer, signature.consumer_signed_on),
                ),
                (
                    "Producer".into(),
                    by(&signature.producer, signature.producer_signed_on),
                ),
            ]
        },
    );
    text.extend(titled("Signatures", signatures));
    text
}

/// Returns a heading and a table of labels and values.
fn titled(title: &str, rows: Vec<(String, String)>) -> [Block; 2] {
    let heading = Block::Heading {
        attrs: HeadingAttributes { level: 2 },
        content: inlines(title),
    };
    let rows = rows.into_iter().map(|(label, value)| TableRow::TableRow {
        content: vec![
            TableCell::TableHeader {
                content: vec![paragraph(&label)],
            },
            TableCell::TableCell {
                content: vec![paragraph(&value)],
            },
        ],
    });
    [
        heading,
        Block::Table {
            content: rows.collect(),
        },
    ]
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph {
        content: inlines(text),
    }
}

fn inlines(text: &str) -> Vec<Inline> {
    let mut inlines = Vec::new();
    for line in text.lines() {
        if !inlines.is_empty() {
            inlines.push(Inline::HardBreak);
        }
        inlines.push(Inline::Text {
            text: line.into(),
            marks: Vec::new(),
        });
    }
    inlines
}
