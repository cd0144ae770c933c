//! Sample documents.

use serde_json::json;
use shared::deliverable::Section;
use shared::deliverable::layout::{
    Bar, Chart, Figure, Format, Layout, LetterHead, Letterhead, Page, PageSize, RenderOrder, Table,
    TableColumn, TableGroup,
};
use shared::deliverable::rich_text::RichText;

const CARRIERS: [&str; 3] = [
    "Allianz Life of North America",
    "Lincoln Financial",
    "Pacific Life",
];
const PRODUCTS: [&str; 4] = [
    "Accumulation Protector IUL",
    "WealthAccumulate 2020",
    "Whole Life 100",
    "Term Elite 20",
];
const OWNERS: [&str; 4] = [
    "Eleanor M. Whitfield",
    "Whitfield Family Trust",
    "James Whitfield",
    "Ana Núñez",
];

pub fn order(layout: Layout) -> RenderOrder {
    RenderOrder {
        format: Format::Pdf,
        layout,
    }
}

/// Returns a document without contracts or texts.
pub fn empty() -> Layout {
    Layout {
        title: "Book of business".to_owned(),
        subject: "Eleanor Whitfield".to_owned(),
        subject_lines: Vec::new(),
        letterhead: Letterhead {
            firm: "Harbor & Pine Advisors".to_owned(),
            color: "#116a74".to_owned(),
            logo: None,
        },
        letter: None,
        page: Page {
            size: PageSize::Letter,
            is_landscape: false,
        },
        as_of: "June 30, 2026".to_owned(),
        date: "2026-06-30".to_owned(),
        prepared_by: None,
        header: String::new(),
        footer: String::new(),
        sections: Section::ALL.into(),
        cover_page: rich_text(&json!([])),
        disclosure: rich_text(&json!([])),
        recommendation: rich_text(&json!([])),
        images: Vec::new(),
        totals: Vec::new(),
        charts: Vec::new(),
        tables: Vec::new(),
    }
}

/// Returns a letter with the given number of paragraphs.
pub fn letter(paragraphs: usize) -> Layout {
    let text = "The right lapses if it is not exercised within the time that this letter names.";
    let content: Vec<_> = (0..paragraphs).map(|_| paragraph(&[(text, &[])])).collect();
    Layout {
        title: "Crummey letter".to_owned(),
        subject: "Ana Núñez".to_owned(),
        subject_lines: vec!["9 Elm Road".to_owned(), "Reno, NV 89501".to_owned()],
        letter: Some(LetterHead {
            sender: "Whitfield Family Trust".to_owned(),
            sender_lines: vec!["Trustee: James Whitfield".to_owned()],
        }),
        footer: "Prepared by Harbor & Pine Advisors".to_owned(),
        sections: Vec::new(),
        cover_page: rich_text(&json!(content)),
        ..empty()
    }
}

/// Returns a document with all sections and two tables.
pub fn book(contracts: usize) -> Layout {
    Layout {
        subject_lines: vec![
            "118 Commercial Street".to_owned(),
            "Portland, ME 04101".to_owned(),
        ],
        prepared_by: Some("Dana Whitfield, CLU, ChFC".to_owned()),
        cover_page: rich_text(&json!([
            paragraph(&[("Dear Eleanor,", &[])]),
            paragraph(&[
                ("This book lists ", &[]),
                ("every policy and annuity", &["bold"]),
                (
                    " we look after for you and your family, with the values the carriers reported for \
                  June 30, 2026. Please compare it with your own records.",
                    &[]
                ),
            ]),
        ])),
        recommendation: rich_text(&json!([
            heading(1, "Review before year end"),
            paragraph(&[("Two policies need a decision before their next anniversary.", &[])]),
            { "type": "bulletList", "content": [
                item(&json!([paragraph(&[("Confirm the beneficiaries of ", &[]), ("IUL-100003", &["bold"]),
                    (" in writing.", &["italic", "underline"])])])),
                item(&json!([paragraph(&[("Choose one of these options for the term policy:", &[])]),
                    { "type": "orderedList", "content": [
                        item(&json!([paragraph(&[("Convert it to permanent coverage.", &[])])])),
                        item(&json!([paragraph(&[("Let it end and keep the premium.", &[])])])),
                    ] }])),
            ] },
        ])),
        disclosure: rich_text(&json!([paragraph(&[(
            "Values come from carrier statements and are not guaranteed. Surrender charges, loans and taxes may \
             reduce the amount you receive. Guarantees depend on the claims-paying ability of the issuing company.",
            &[],
        )])])),
        totals: [
            "Contracts",
            "Death benefit",
            "Account value",
            "Surrender value",
            "Annual premium",
        ]
        .iter()
        .zip([
            "42",
            "$18,250,000.00",
            "$4,817,203.18",
            "$4,512,998.40",
            "$126,450.00",
        ])
        .map(|(label, value)| Figure {
            label: (*label).to_owned(),
            value: value.to_owned(),
        })
        .collect(),
        charts: vec![
            chart(
                "Account value by carrier",
                &CARRIERS,
                &["$2,104,882.00", "$1,590,311.18", "$1,122,010.00"],
            ),
            chart(
                "Policies by status",
                &["In force", "Paid up", "Lapse pending"],
                &["31", "9", "2"],
            ),
        ],
        tables: vec![
            table("Life insurance", "IUL", contracts),
            table("Annuities", "ANN", contracts / 3),
        ],
        ..empty()
    }
}

pub fn rich_text(content: &serde_json::Value) -> RichText {
    serde_json::from_value(json!({ "type": "doc", "content": content })).unwrap()
}

pub fn paragraph(runs: &[(&str, &[&str])]) -> serde_json::Value {
    json!({ "type": "paragraph", "content": runs.iter().map(|(text, marks)| {
        let marks: Vec<_> = marks.iter().map(|mark| json!({ "type": mark })).collect();
        json!({ "type": "text", "text": text, "marks": marks })
    }).collect::<Vec<_>>() })
}

/// Returns a rich-text table whose first row contains the headings.
pub fn text_table(rows: &[&[&str]]) -> serde_json::Value {
    let row = |(index, texts): (usize, &&[&str])| {
        let kind = if index == 0 { "tableHeader" } else { "tableCell" };
        let cell = |text: &&str| json!({ "type": kind, "content": [paragraph(&[(text, &[])])] });
        json!({ "type": "tableRow", "content": texts.iter().map(cell).collect::<Vec<_>>() })
    };
    json!({ "type": "table", "content": rows.iter().enumerate().map(row).collect::<Vec<_>>() })
}

pub fn link(text: &str, href: &str) -> serde_json::Value {
    json!({ "type": "paragraph", "content": [
        { "type": "text", "text": text, "marks": [{ "type": "link", "attrs": { "href": href } }] }] })
}

fn heading(level: u8, text: &str) -> serde_json::Value {
    json!({ "type": "heading", "attrs": { "level": level }, "content": [{ "type": "text", "text": text }] })
}

fn item(content: &serde_json::Value) -> serde_json::Value {
    json!({ "type": "listItem", "content": content })
}

fn chart(title: &str, labels: &[&str], values: &[&str]) -> Chart {
    let bars = labels.iter().zip(values).zip([1.0, 0.62, 0.21]);
    Chart {
        title: title.to_owned(),
        description: format!("Bar chart: {title}"),
        bars: bars
            .map(|((label, value), share)| Bar {
                label: (*label).to_owned(),
                value: (*value).to_owned(),
                share,
            })
            .collect(),
    }
}

pub fn table(title: &str, prefix: &str, contracts: usize) -> Table {
    let columns = [
        ("Policy number", false),
        ("Product", false),
        ("Owner", false),
        ("Issue date", false),
        ("Status", false),
        ("Death benefit", true),
        ("Account value", true),
        ("Surrender value", true),
    ];
    let rows: Vec<Vec<String>> = (0..contracts).map(|index| row(prefix, index)).collect();
    let size = contracts.div_ceil(CARRIERS.len()).max(1);
    let groups = rows.chunks(size).zip(CARRIERS).map(|(rows, carrier)| TableGroup {
        title: Some(carrier.to_owned()),
        rows: rows.to_vec(),
        totals: totals("$5,100,250.00"),
    });
    Table {
        title: title.to_owned(),
        columns: columns
            .map(|(label, is_number)| TableColumn {
                label: label.to_owned(),
                is_number,
            })
            .to_vec(),
        groups: groups.collect(),
        totals: totals("$18,250,000.00"),
    }
}

fn row(prefix: &str, index: usize) -> Vec<String> {
    vec![
        format!("{prefix}-{}", 100_000 + index),
        PRODUCTS[index % PRODUCTS.len()].to_owned(),
        OWNERS[index % OWNERS.len()].to_owned(),
        format!(
            "{:02}/{:02}/{}",
            index % 12 + 1,
            index % 28 + 1,
            1990 + index % 35
        ),
        ["In force", "Paid up", "Lapse pending"][index % 3].to_owned(),
        format!("${},{:03},000.00", index % 3 + 1, index * 37 % 1000),
        format!(
            "${},{:03}.{:02}",
            100 + index * 7 % 900,
            index * 131 % 1000,
            index % 100
        ),
        format!(
            "${},{:03}.{:02}",
            90 + index * 7 % 900,
            index * 173 % 1000,
            index * 3 % 100
        ),
    ]
}

fn totals(value: &str) -> Vec<String> {
    let mut totals = vec![String::new(); 5];
    totals.extend(["$36,000,000.00", value, "$4,998,114.62"].map(str::to_owned));
    totals
}
