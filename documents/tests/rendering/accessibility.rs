use crate::file::PdfFile;
use crate::sample::{book, empty, link, order, rich_text, text_table};
use documents::render;
use serde_json::json;

#[test]
fn writes_title_language_tags_and_bookmarks() {
    let pdf = PdfFile::parse(&render(&order(book(9))).unwrap());
    let catalog = pdf.catalog();
    assert_eq!(pdf.info("Title"), "Book of business: Eleanor Whitfield");
    assert!(pdf.info("CreationDate").starts_with("D:20260630"));
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en");
    let mark_info = pdf.0.get_dict_in_dict(catalog, b"MarkInfo").unwrap();
    assert!(mark_info.get(b"Marked").unwrap().as_bool().unwrap());
    assert!(catalog.has(b"StructTreeRoot"));
    assert!(catalog.has(b"Outlines"));
    let bookmarks = pdf.bookmarks();
    for title in [
        "Book of business",
        "Summary",
        "Life insurance",
        "Annuities",
        "Recommendation",
        "Disclosure",
    ] {
        assert!(
            bookmarks.iter().any(|bookmark| bookmark == title),
            "{title} in {bookmarks:?}"
        );
    }
}

#[test]
fn declares_conformance_to_pdf_ua() {
    let pdf = PdfFile::parse(&render(&order(empty())).unwrap());
    let metadata = pdf.catalog().get(b"Metadata").unwrap().as_reference().unwrap();
    let stream = pdf.0.get_object(metadata).unwrap().as_stream().unwrap();
    let xmp = stream
        .get_plain_content()
        .unwrap_or_else(|_| stream.content.clone());
    assert!(String::from_utf8(xmp).unwrap().contains("pdfuaid:part"));
}

#[test]
fn tags_header_cells_and_charts() {
    let pdf = PdfFile::parse(&render(&order(book(9))).unwrap());
    // Each table has 8 columns and 3 groups.
    assert_eq!(pdf.tags("TH"), 2 * (8 + 3));
    assert_eq!(pdf.tags("Table"), 2);
    assert_eq!(pdf.tags("Figure"), 2);
}

#[test]
fn links_cells_to_their_column_headers() {
    let pdf = PdfFile::parse(&render(&order(book(9))).unwrap());
    for column in 0..8 {
        let header = format!("U1x{column}y0");
        assert!(pdf.cells_with_header(&header) >= 9, "{header}");
    }
}

#[test]
fn tags_tables_and_links_in_texts() {
    let mut layout = empty();
    layout.recommendation = rich_text(&json!([
        text_table(&[
            &["Option", "Cost"],
            &["Keep", "$1,200.00"],
            &["Convert", "$2,400.00"]
        ]),
        link("our website", "https://harborpine.example/reviews"),
    ]));
    let pdf = PdfFile::parse(&render(&order(layout)).unwrap());
    assert_eq!((pdf.tags("Table"), pdf.tags("TH"), pdf.tags("TD")), (1, 2, 4));
    assert_eq!(pdf.tags("Link"), 1);
    assert_eq!(pdf.links(), ["https://harborpine.example/reviews"]);
    assert!(pdf.contains("$2,400.00"));
}
