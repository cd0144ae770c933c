//! A made-up book of business as a layout for the renderer, and as HTML and JSON for the other programs.

use serde_json::{Value, json};
use shared::deliverable::layout::{
    Bar, Chart, Figure, Layout, Letterhead, Page, PageSize, Table, TableColumn, TableGroup,
};
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::applicable;
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, Section};
use std::fmt::Write;

const COLUMNS: [(&str, bool); 11] = [
    ("Policy number", false),
    ("Insured", false),
    ("Carrier", false),
    ("Product type", false),
    ("Status", false),
    ("Issue date", false),
    ("Death benefit", true),
    ("Annualized premium", true),
    ("Cash value", true),
    ("Surrender value", true),
    ("Values as of", false),
];
const CARRIERS: [&str; 5] = [
    "Aspen Mutual",
    "Cedar Life",
    "Dogwood Life",
    "Elm National",
    "Fir Assurance",
];
const PRODUCTS: [&str; 4] = [
    "Term",
    "Whole Life",
    "Indexed Universal Life",
    "Variable Universal Life",
];
const NAMES: [&str; 6] = [
    "Whitfield, Eleanor",
    "Oyelaran, Marcus",
    "Lindqvist, Theo",
    "Núñez, Ana",
    "Abernathy, Ruth",
    "O'Connor, Siobhan",
];

fn cells(index: usize) -> Vec<String> {
    // 7,919 shares no factor with 1,000,000, so the amounts repeat only after a million rows.
    let amount = |scale: usize| {
        let cents = (index * 7_919 + 104_729) % 1_000_000 * scale;
        format!("${}.{:02}", grouped(cents / 100), cents % 100)
    };
    vec![
        format!("AM-{}", 1_000_000 + index * 37),
        NAMES[index % 6].to_owned(),
        CARRIERS[index % 5].to_owned(),
        PRODUCTS[index % 4].to_owned(),
        "In Force".to_owned(),
        format!(
            "{:02}/{:02}/{}",
            index % 12 + 1,
            index % 28 + 1,
            1995 + index % 30
        ),
        amount(250),
        amount(3),
        amount(40),
        amount(36),
        "11/20/2026".to_owned(),
    ]
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a book with `rows` contracts, grouped by carrier.
pub fn layout(rows: usize) -> Layout {
    let kind = DeliverableKind::Agent;
    let text = |part| -> RichText { applicable(kind, part, &[]) };
    let per_group = rows.div_ceil(CARRIERS.len()).max(1);
    let all: Vec<Vec<String>> = (0..rows).map(cells).collect();
    let totals = || {
        let mut totals = vec![String::new(); COLUMNS.len()];
        totals[0] = format!("{rows} policies");
        totals[6] = "$1,687,500,000.00".to_owned();
        totals
    };
    let groups = all
        .chunks(per_group)
        .zip(CARRIERS)
        .map(|(rows, carrier)| TableGroup {
            title: Some(carrier.to_owned()),
            rows: rows.to_vec(),
            totals: totals(),
        });
    Layout {
        title: "Book of business".to_owned(),
        subject: "Ada Lovelace".to_owned(),
        subject_lines: vec!["NPN 17654321".to_owned()],
        letterhead: Letterhead {
            firm: "Harbor & Pine Advisors".to_owned(),
            color: "#116a74".to_owned(),
            logo: None,
        },
        letter: None,
        page: Page {
            size: PageSize::Letter,
            is_landscape: true,
        },
        as_of: "11/20/2026".to_owned(),
        date: "2026-11-20".to_owned(),
        prepared_by: Some("Dana Whitfield".to_owned()),
        header: String::new(),
        footer: String::new(),
        sections: Section::ALL.into(),
        cover_page: text(Part::CoverPage),
        disclosure: text(Part::Disclosure),
        recommendation: text(Part::Recommendation),
        images: Vec::new(),
        totals: vec![Figure {
            label: "Policies".to_owned(),
            value: rows.to_string(),
        }],
        charts: vec![Chart {
            title: "Death benefit by product type".to_owned(),
            description: "Bars of the death benefit of each product type.".to_owned(),
            bars: PRODUCTS
                .iter()
                .zip([1.0, 0.7, 0.4, 0.2])
                .map(|(label, share)| Bar {
                    label: (*label).to_owned(),
                    value: "$100,000,000.00".to_owned(),
                    share,
                })
                .collect(),
        }],
        tables: vec![Table {
            title: "Life insurance policies".to_owned(),
            columns: COLUMNS
                .iter()
                .map(|(label, is_number)| TableColumn {
                    label: (*label).to_owned(),
                    is_number: *is_number,
                })
                .collect(),
            groups: groups.collect(),
            totals: totals(),
        }],
    }
}

/// Returns a book that has a recommendation of about 40 pages and no contracts.
pub fn text_only() -> anyhow::Result<Layout> {
    let sentences = [
        "We recommend a review of this contract at least once a year, and whenever your circumstances change.",
        "Bring recent statements, loan notices and beneficiary designations to the meeting.",
        "Surrendering or replacing a contract can result in charges, taxes and the loss of benefits.",
        "Guarantees depend on the claims-paying ability of the issuing insurance company.",
    ];
    let paragraphs: Vec<Value> = (0..280)
        .map(|place| {
            let words: Vec<&str> = (0..6).map(|offset| sentences[(place + offset) % 4]).collect();
            json!({ "type": "paragraph", "content": [{ "type": "text", "text": words.join(" ") }] })
        })
        .collect();
    let recommendation = serde_json::from_value(json!({ "type": "doc", "content": paragraphs }))?;
    let book = layout(0);
    Ok(Layout {
        page: Page {
            is_landscape: false,
            ..book.page
        },
        tables: Vec::new(),
        charts: Vec::new(),
        recommendation,
        ..book
    })
}

/// Returns the headings and rows of the table as JSON.
pub fn table(rows: usize) -> Value {
    let headings: Vec<&str> = COLUMNS.iter().map(|(label, _)| *label).collect();
    json!({ "headings": headings, "rows": (0..rows).map(cells).collect::<Vec<_>>() })
}

/// Returns the table as a web page, for Chromium.
pub fn page(rows: usize) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Book of business</title>
<style>@page { size: letter landscape; margin: 0.6in } body { font: 8px sans-serif }
table { border-collapse: collapse; width: 100% } td, th { padding: 2px 3px; border-bottom: 1px solid #ddd; text-align: left }
.n { text-align: right }</style><h1>Book of business</h1><table><thead><tr>",
    );
    for (label, is_number) in COLUMNS {
        _ = write!(html, "<th{}>{label}", class(is_number));
    }
    html.push_str("</thead><tbody>");
    for index in 0..rows {
        html.push_str("<tr>");
        for (cell, (_, is_number)) in cells(index).iter().zip(COLUMNS) {
            _ = write!(html, "<td{}>{cell}", class(is_number));
        }
    }
    html.push_str("</tbody></table></html>");
    html
}

const fn class(is_number: bool) -> &'static str {
    if is_number { " class=n" } else { "" }
}
