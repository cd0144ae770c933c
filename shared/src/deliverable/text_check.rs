//! Checks an edited text before it is saved.

use super::DeliverableKind;
use super::images::MAX_TEXT_IMAGES;
use super::placeholders;
use super::rich_text::{Block, ImageAttributes, Inline, Mark, RichText, TableRow, visit_inlines};
use crate::problem::{FieldProblem, Findings};

/// Maximum size of a text as JSON.
const MAX_TEXT_BYTES: usize = 200 * 1024;
const MAX_LINK_LENGTH: usize = 2_000;
/// Maximum number of table columns that fit on a page.
const MAX_COLUMNS: usize = 10;
/// Widths of images, in percent of the text width.
const IMAGE_WIDTHS: [u8; 4] = [25, 50, 75, 100];
const MAX_ALT_CHARS: usize = 300;

/// Returns the errors of a text. All are for the field `value`.
pub fn check_text(kind: DeliverableKind, text: &RichText) -> Vec<FieldProblem> {
    let mut problems = check_structure(text);
    let mut findings = Findings::default();
    visit_inlines(text.blocks(), &mut |inline| {
        if let Inline::Text { text, .. } = inline
            && let Some((code, message)) = placeholders::problem(kind, text)
        {
            findings.fault("value", code, message);
        }
    });
    add_new(&mut problems, findings);
    problems
}

/// Returns the errors that prevent a text from being rendered. Does not check placeholders, so a draft can
/// contain unfinished ones.
pub fn check_structure(text: &RichText) -> Vec<FieldProblem> {
    let mut findings = Findings::default();
    let bytes = serde_json::to_string(text).map_or(usize::MAX, |json| json.len());
    if bytes > MAX_TEXT_BYTES {
        let message = "The text is too long. Shorten it to about 60 pages.";
        findings.fault("value", "text_too_long", message);
    }
    if text.images().count() > MAX_TEXT_IMAGES {
        let message = format!("A text can have up to {MAX_TEXT_IMAGES} images.");
        findings.fault("value", "too_many_images", message);
    }
    check_blocks(text.blocks(), true, &mut findings);
    visit_inlines(text.blocks(), &mut |inline| check_links(inline, &mut findings));
    let mut problems = Vec::new();
    add_new(&mut problems, findings);
    problems
}

/// Adds findings that are not in `problems` yet, so that repeated errors are reported once.
fn add_new(problems: &mut Vec<FieldProblem>, findings: Findings) {
    for found in findings.0 {
        if !problems.contains(&found) {
            problems.push(found);
        }
    }
}

fn check_blocks(blocks: &[Block], is_top: bool, findings: &mut Findings) {
    for block in blocks {
        match block {
            Block::Paragraph { .. } => {}
            Block::Heading { attrs, .. } => {
                if !(1..=3).contains(&attrs.level) {
                    let message = "Headings have the levels 1 to 3.";
                    findings.fault("value", "unknown_heading_level", message);
                }
            }
            Block::BulletList { content } | Block::OrderedList { content } => {
                for item in content {
                    check_blocks(item.blocks(), false, findings);
                }
            }
            Block::Table { content } => check_table(content, is_top, findings),
            Block::Image { attrs } => check_image(attrs, is_top, findings),
        }
    }
}

fn check_image(image: &ImageAttributes, is_top: bool, findings: &mut Findings) {
    if !is_top {
        let message = "Move the image out of the list or table that contains it.";
        findings.fault("value", "nested_image", message);
    }
    if image.alt.trim().is_empty() {
        let message = "Describe every image for people who cannot see it.";
        findings.fault("value", "image_description_required", message);
    }
    if image.alt.chars().count() > MAX_ALT_CHARS {
        let message = format!("The description of an image can have up to {MAX_ALT_CHARS} characters.");
        findings.fault("value", "image_description_too_long", message);
    }
    if !IMAGE_WIDTHS.contains(&image.width) {
        let message = "An image takes 25, 50, 75 or 100 percent of the width.";
        findings.fault("value", "unknown_image_width", message);
    }
}

fn check_table(rows: &[TableRow], is_top: bool, findings: &mut Findings) {
    if !is_top {
        let message = "Move the table out of the list or table that contains it.";
        findings.fault("value", "nested_table", message);
        return;
    }
    let width = rows.first().map_or(0, |row| row.cells().len());
    if width == 0 || rows.iter().any(|row| row.cells().len() != width) {
        let message = "All rows of a table must have the same number of cells.";
        findings.fault("value", "uneven_table", message);
    }
    if width > MAX_COLUMNS {
        let message = format!("A table can have up to {MAX_COLUMNS} columns.");
        findings.fault("value", "too_many_columns", message);
    }
    for cell in rows.iter().flat_map(TableRow::cells) {
        check_blocks(cell.blocks(), false, findings);
    }
}

fn check_links(inline: &Inline, findings: &mut Findings) {
    let Inline::Text { marks, .. } = inline else {
        return;
    };
    for mark in marks {
        if let Mark::Link { attrs } = mark
            && !is_link(&attrs.href)
        {
            let message = "A link must start with https://, http:// or mailto:.";
            findings.fault("value", "invalid_link", message);
        }
    }
}

/// Returns whether documents may link to this address.
fn is_link(href: &str) -> bool {
    let starts = |scheme: &str| {
        href.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && href.len() > scheme.len()
    };
    href.len() <= MAX_LINK_LENGTH
        && ["https://", "http://", "mailto:"].into_iter().any(starts)
        && !href.chars().any(|c| c.is_control() || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deliverable::texts::{Part, default_text};
    use serde_json::{Value, json};

    fn codes(content: &Value) -> Vec<String> {
        let text = serde_json::from_value(json!({ "type": "doc", "content": content })).unwrap();
        let problems = check_text(DeliverableKind::Owner, &text);
        problems.into_iter().map(|problem| problem.code).collect()
    }

    fn paragraph(text: &str) -> Value {
        json!({ "type": "paragraph", "content": [{ "type": "text", "text": text }] })
    }

    fn table(widths: &[usize], content: &Value) -> Value {
        let row = |width: &usize| json!({ "type": "tableRow", "content": vec![json!({ "type": "tableCell", "content": [content] }); *width] });
        json!({ "type": "table", "content": widths.iter().map(row).collect::<Vec<_>>() })
    }

    #[test]
    fn accepts_default_texts() {
        for kind in DeliverableKind::ALL {
            for &part in Part::of(*kind) {
                assert_eq!(check_text(*kind, &default_text(*kind, part)), []);
            }
        }
    }

    fn image(alt: &str, width: u8) -> Value {
        json!({ "type": "image", "attrs": { "uuid": uuid::Uuid::nil(), "alt": alt, "width": width } })
    }

    #[test]
    fn rejects_images_that_cannot_be_printed() {
        assert_eq!(codes(&json!([image("Our office", 50), paragraph("a")])), [""; 0]);
        assert_eq!(codes(&json!([image(" ", 100)])), ["image_description_required"]);
        let long = "a".repeat(301);
        assert_eq!(codes(&json!([image(&long, 100)])), ["image_description_too_long"]);
        for width in [0, 30, 101] {
            assert_eq!(codes(&json!([image("A", width)])), ["unknown_image_width"]);
        }
        assert_eq!(codes(&json!([table(&[1], &image("A", 50))])), ["nested_image"]);
        let item = json!({ "type": "listItem", "content": [image("A", 50)] });
        assert_eq!(
            codes(&json!([{ "type": "bulletList", "content": [item] }])),
            ["nested_image"]
        );
        assert_eq!(codes(&json!(vec![image("A", 50); 10])), [""; 0]);
        assert_eq!(codes(&json!(vec![image("A", 50); 11])), ["too_many_images"]);
    }

    #[test]
    fn rejects_unknown_fields_once() {
        let content = json!([paragraph("{{no.such}} {{asOf}}"), paragraph("{{no.such}}")]);
        assert_eq!(codes(&content), ["unknown_placeholder"]);
        let text = serde_json::from_value(json!({ "type": "doc", "content": content })).unwrap();
        assert_eq!(check_structure(&text), []);
    }

    #[test]
    fn rejects_texts_over_the_limit() {
        assert_eq!(codes(&json!([paragraph(&"a".repeat(200 * 1024 - 90))])), [""; 0]);
        assert_eq!(
            codes(&json!([paragraph(&"a".repeat(200 * 1024))])),
            ["text_too_long"]
        );
    }

    #[test]
    fn rejects_tables_that_cannot_be_printed() {
        let cell = paragraph("a");
        assert_eq!(codes(&json!([table(&[3, 3], &cell)])), [""; 0]);
        assert_eq!(codes(&json!([table(&[3, 2], &cell)])), ["uneven_table"]);
        assert_eq!(codes(&json!([table(&[], &cell)])), ["uneven_table"]);
        assert_eq!(codes(&json!([table(&[11], &cell)])), ["too_many_columns"]);
        assert_eq!(
            codes(&json!([table(&[1], &table(&[1], &cell))])),
            ["nested_table"]
        );
        let list = json!({ "type": "bulletList", "content": [{ "type": "listItem", "content": [table(&[1], &cell)] }] });
        assert_eq!(codes(&json!([list])), ["nested_table"]);
    }

    #[test]
    fn rejects_heading_levels_over_3() {
        let heading = |level: u8| json!([{ "type": "heading", "attrs": { "level": level }, "content": [] }]);
        assert_eq!(codes(&heading(3)), [""; 0]);
        assert_eq!(codes(&heading(4)), ["unknown_heading_level"]);
        assert_eq!(codes(&heading(0)), ["unknown_heading_level"]);
    }

    #[test]
    fn accepts_only_links_to_pages_and_mailboxes() {
        for href in [
            "https://a.example/x?y#z",
            "HTTP://a.example",
            "mailto:dana@a.example",
        ] {
            assert!(is_link(href), "{href}");
        }
        for href in [
            "",
            "https://",
            "javascript:alert(1)",
            "data:text/html,x",
            "//a.example",
            "https://a.example/ b",
            "file:///etc/passwd",
        ] {
            assert!(!is_link(href), "{href}");
        }
        assert!(!is_link(&format!("https://a.example/{}", "x".repeat(2_000))));
    }
}
