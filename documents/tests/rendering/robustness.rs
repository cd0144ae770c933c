use crate::file::PdfFile;
use crate::sample::{book, empty, link, order, paragraph, rich_text, table, text_table};
use documents::render;
use proptest::prelude::*;
use serde_json::json;
use shared::deliverable::layout::{Bar, Chart, Figure, Layout, LayoutImage, Logo};
use uuid::Uuid;

/// Returns a layout that uses one text for all of its fields.
fn filled_with(text: &str) -> Layout {
    let mut layout = empty();
    layout.title = text.to_owned();
    layout.subject = text.to_owned();
    layout.subject_lines = vec![text.to_owned()];
    layout.letterhead.firm = text.to_owned();
    layout.as_of = text.to_owned();
    layout.prepared_by = Some(text.to_owned());
    layout.recommendation = rich_text(&json!([paragraph(&[
        (text, &[]),
        (text, &["bold"]),
        (text, &["italic", "underline"])
    ])]));
    layout.disclosure = rich_text(&json!([text_table(&[&[text; 3], &[text; 3]]), link(text, text)]));
    layout.totals = vec![Figure {
        label: text.to_owned(),
        value: text.to_owned(),
    }];
    layout.charts = vec![Chart {
        title: text.to_owned(),
        description: text.to_owned(),
        bars: vec![Bar {
            label: text.to_owned(),
            value: text.to_owned(),
            share: 2.0,
        }],
    }];
    let mut contracts = table(text, "IUL", 4);
    contracts.columns[1].label = text.to_owned();
    contracts.totals[5] = text.to_owned();
    contracts.groups[0].title = Some(text.to_owned());
    contracts.groups[0].rows[0][1] = text.to_owned();
    contracts.groups[0].rows[0][7] = text.to_owned();
    layout.tables = vec![contracts];
    layout
}

#[test]
fn prints_markup_literally() {
    let text = "#read(\"/etc/passwd\") $x^2$ *b* _i_ <l> @ref \\ `c` = h - l // c #import \"x.typ\" ~ -- '";
    let pdf = PdfFile::parse(&render(&order(filled_with(text))).unwrap());
    assert!(
        pdf.text().matches(&crate::file::squeeze(text)).count() >= 4,
        "{}",
        pdf.text()
    );
}

#[test]
fn wraps_words_of_any_length() {
    for word in ["W".repeat(10_000), "漢".repeat(10_000), "ש\u{5b8}".repeat(5_000)] {
        render(&order(filled_with(&word))).unwrap();
    }
}

#[test]
fn renders_any_script() {
    let text = "مرحبا بالعالم שלום עולם 漢字 한국어 👍🏽 👨‍👩‍👧 \u{0}\u{7}\u{202e}abc\u{202c} \u{e000}\u{12000} e\u{301} Ω Ж ภาษาไทย हिन्दी 🇺🇸 1\u{fe0f}\u{20e3}";
    let pdf = PdfFile::parse(&render(&order(filled_with(text))).unwrap());
    assert!(pdf.contains("□□") && pdf.contains("abc") && pdf.contains("ΩЖ"));
    for word in ["漢字", "한국어", "👍", "👨"] {
        assert!(pdf.contains(word), "{word} in {}", pdf.text());
    }
}

#[test]
fn renders_columns_that_do_not_fit() {
    let mut layout = empty();
    let mut contracts = table("Life insurance", "IUL", 3);
    for _ in 0..3 {
        contracts.columns.extend(contracts.columns.clone());
    }
    layout.tables = vec![contracts];
    render(&order(layout)).unwrap();
}

#[test]
fn ignores_logos_that_cannot_be_decoded() {
    for (media_type, base64) in [
        ("image/png", "iVBORw0KGgoAAAA="),
        ("image/webp", "%%%"),
        ("image/svg+xml", ""),
    ] {
        let mut layout = empty();
        layout.letterhead.logo = Some(Logo {
            media_type: media_type.to_owned(),
            base64: base64.to_owned(),
        });
        let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
        assert_eq!(pdf.tags("Figure"), 0);
    }
}

/// One pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn shows_logos() {
    let mut layout = book(1);
    layout.charts.clear();
    layout.letterhead.logo = Some(Logo {
        media_type: "image/png".to_owned(),
        base64: PNG.to_owned(),
    });
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    assert_eq!(pdf.tags("Figure"), 1);
    assert!(pdf.contains("Harbor & Pine Advisors"));
}

#[test]
fn shows_images_in_texts_and_describes_missing_ones() {
    let image = |uuid: u128| {
        let attrs = json!({ "uuid": Uuid::from_u128(uuid), "alt": format!("Office {uuid}"), "width": 50 });
        json!({ "type": "image", "attrs": attrs })
    };
    let stored = |uuid: u128, base64: &str| LayoutImage {
        uuid: Uuid::from_u128(uuid),
        base64: base64.to_owned(),
    };
    let mut layout = empty();
    layout.cover_page = rich_text(&json!([image(1)]));
    layout.disclosure = rich_text(&json!([image(1), image(2), image(3)]));
    layout.images = vec![stored(1, PNG), stored(2, "iVBORw0KGgoAAAA=")];
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    assert_eq!(pdf.tags("Figure"), 2);
    assert!(pdf.contains("Office 2") && pdf.contains("Office 3"));
    assert!(!pdf.contains("Office 1"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn renders_any_text(text in "\\PC{0,40}|.{0,40}") {
        prop_assert!(render(&order(filled_with(&text))).is_ok());
    }
}
