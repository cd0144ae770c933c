use crate::file::{PdfFile, squeeze};
use crate::sample::{book, empty, letter, order, table};
use documents::render;
use shared::deliverable::Section;
use shared::deliverable::layout::{Format, Page, PageSize, RenderOrder};

#[test]
fn shows_every_text_of_the_layout() {
    let layout = book(12);
    let text = PdfFile::parse(&render(&order(layout.clone())).unwrap()).text();
    let mut expected = vec![layout.title, layout.subject, layout.letterhead.firm, layout.as_of];
    expected.extend(layout.subject_lines.into_iter().chain(layout.prepared_by));
    expected.extend(
        layout
            .totals
            .into_iter()
            .flat_map(|figure| [figure.label, figure.value]),
    );
    for chart in layout.charts {
        expected.push(chart.title);
        expected.extend(chart.bars.into_iter().flat_map(|bar| [bar.label, bar.value]));
    }
    for table in layout.tables {
        expected.push(table.title);
        expected.extend(table.columns.into_iter().map(|column| column.label));
        expected.extend(table.totals);
        for group in table.groups {
            expected.extend(group.title.into_iter().chain(group.totals));
            expected.extend(group.rows.into_iter().flatten());
        }
    }
    for phrase in [
        "every policy and annuity",
        "IUL-100003",
        "Convert it to permanent coverage.",
        "Surrender charges",
    ] {
        expected.push(phrase.to_owned());
    }
    for phrase in expected {
        assert!(text.contains(&squeeze(&phrase)), "{phrase} is missing");
    }
}

#[test]
fn numbers_pages_starting_with_the_second() {
    let pdf = PdfFile::parse(&render(&order(book(40))).unwrap());
    let pages = pdf.pages();
    assert!(pages > 3);
    assert!(!pdf.contains(&format!("Page 1 of {pages}")));
    assert!(pdf.contains(&format!("Page 2 of {pages}")) && pdf.contains(&format!("Page {pages} of {pages}")));
}

#[test]
fn omits_empty_sections() {
    let pdf = PdfFile::parse(&render(&order(empty())).unwrap());
    assert_eq!(pdf.pages(), 1);
    for title in ["Summary", "Recommendation", "Disclosure"] {
        assert!(!pdf.contains(title));
    }
    let mut layout = empty();
    layout.tables.push(table("Annuities", "ANN", 0));
    assert!(PdfFile::parse(&render(&order(layout)).unwrap()).contains("No contracts."));
}

#[test]
fn shows_ungrouped_contracts() {
    let mut layout = empty();
    let mut contracts = table("Life insurance", "IUL", 1);
    contracts.groups[0].title = None;
    contracts.groups[0].totals.clear();
    layout.tables.push(contracts);
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    assert!(pdf.contains("IUL-100000") && pdf.contains("$18,250,000.00"));
    assert!(!pdf.contains("Subtotal"));
}

#[test]
fn starts_large_groups_on_a_new_page() {
    let mut layout = empty();
    let mut contracts = table("Life insurance", "IUL", 3);
    contracts.groups[1].rows = vec![contracts.groups[1].rows[0].clone(); 100];
    let titles: Vec<String> = contracts
        .groups
        .iter()
        .filter_map(|group| group.title.clone())
        .collect();
    layout.tables.push(contracts);
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    let pages: Vec<u32> = titles.iter().map(|title| pdf.page_of(title).unwrap()).collect();
    let last = u32::try_from(pdf.pages()).unwrap();
    assert_eq!(pages, [2, 3, last]);
    assert!(last > 4);
    assert_eq!(pdf.tags("Table"), 3);
    assert_eq!(
        pdf.page_of("$18,250,000.00"),
        Some(last),
        "the total is at the end only"
    );
}

#[test]
fn renders_the_same_bytes_every_time() {
    for format in [Format::Pdf, Format::Svg] {
        let order = RenderOrder {
            format,
            layout: book(12),
        };
        assert!(render(&order).unwrap() == render(&order).unwrap());
    }
}

#[test]
fn renders_all_page_sizes() {
    for (size, is_landscape, expected) in [
        (PageSize::Letter, false, [612.0, 792.0]),
        (PageSize::Letter, true, [792.0, 612.0]),
        (PageSize::A4, true, [841.89, 595.28]),
    ] {
        let mut layout = book(3);
        layout.page = Page { size, is_landscape };
        let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
        let page = pdf.0.get_dictionary(pdf.0.get_pages()[&1]).unwrap();
        let media_box = page.get(b"MediaBox").unwrap().as_array().unwrap();
        for (actual, expected) in media_box[2..].iter().zip(expected) {
            assert!((actual.as_float().unwrap() - expected).abs() < 0.1);
        }
    }
}

#[test]
fn previews_only_the_first_pages() {
    let render_json = |contracts| {
        let order = RenderOrder {
            format: Format::Svg,
            layout: book(contracts),
        };
        serde_json::from_slice::<serde_json::Value>(&render(&order).unwrap()).unwrap()
    };
    let preview = render_json(6);
    let pages = preview["pages"].as_array().unwrap();
    assert_eq!(preview["pageCount"], pages.len());
    assert!(
        pages
            .iter()
            .all(|page| page.as_str().unwrap().starts_with("<svg"))
    );
    let preview = render_json(500);
    assert_eq!(preview["pages"].as_array().unwrap().len(), 12);
    assert!(preview["pageCount"].as_u64().unwrap() > 12);
}

#[test]
fn keeps_large_documents_small() {
    let bytes = render(&order(book(1013))).unwrap();
    assert!(PdfFile::parse(&bytes).pages() >= 30);
    assert!(bytes.len() < 560 * 1024, "{} bytes", bytes.len());
}

#[test]
fn shows_sections_in_order_and_running_texts() {
    let mut layout = book(3);
    layout.sections = vec![Section::Disclosure, Section::Contracts];
    layout.header = "For internal use".to_owned();
    layout.footer = "Member FINRA".to_owned();
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    let headings: Vec<String> = pdf.bookmarks();
    assert_eq!(
        headings,
        ["Book of business", "Disclosure", "Life insurance", "Annuities"]
    );
    assert!(pdf.contains("For internal use") && pdf.contains("Member FINRA · Prepared on June 30, 2026"));
    assert!(!pdf.contains("Review before year end"));
}

#[test]
fn starts_a_letter_with_sender_and_recipient_instead_of_a_cover_page() {
    let pdf = PdfFile::parse(&render(&order(letter(3))).unwrap());
    assert_eq!(pdf.pages(), 1);
    assert_eq!(pdf.bookmarks(), ["Whitfield Family Trust"]);
    let text = pdf.text();
    let places: Vec<usize> = [
        "Trustee: James Whitfield",
        "June 30, 2026",
        "Ana Núñez",
        "9 Elm Road",
        "The right lapses",
    ]
    .map(|part| text.find(&squeeze(part)).unwrap())
    .into();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!pdf.contains("Harbor & Pine") && !pdf.contains("Prepared on"));

    let long = PdfFile::parse(&render(&order(letter(60))).unwrap());
    assert!(long.contains("Prepared by Harbor & Pine Advisors") && long.contains("Page 2 of"));
    assert!(!long.contains("Prepared on"));
}
