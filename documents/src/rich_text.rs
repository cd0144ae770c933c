//! Converts formatted texts into data for the templates.

use crate::image::Images;
use crate::line_breaks::WordBreaker;
use crate::text::clean;
use serde::Serialize;
use shared::deliverable::rich_text::{
    Block, ImageAttributes, Inline, ListItem, Mark, RichText, TableCell, TableRow,
};

/// Maximum nesting of lists, which Typst limits. Deeper lists are merged into their parents.
const LIST_DEPTH: usize = 6;
/// Line width that fits into the most deeply nested list, in em.
const LINE_WIDTH: f64 = 18.0;
/// Text width of the narrowest page, in em.
const PAGE_WIDTH: f64 = 49.0;
/// Width that a cell's insets and a list's indent take up, in em.
const CELL_SPACE: f64 = 3.0;
/// Minimum line width in a cell, in em.
const NARROWEST_CELL: f64 = 2.0;
/// Typst rejects longer URLs.
const MAX_LINK_LENGTH: usize = 2_000;
/// Maximum height of an image relative to the page, which leaves room for text.
const IMAGE_HEIGHT: f64 = 0.8;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BlockData {
    Paragraph {
        runs: Vec<Run>,
    },
    Heading {
        level: usize,
        runs: Vec<Run>,
    },
    List {
        ordered: bool,
        items: Vec<Vec<BlockData>>,
    },
    Table {
        columns: usize,
        /// The cells of the first row if all of them are headers, otherwise empty.
        header: Vec<CellData>,
        cells: Vec<CellData>,
    },
    Image {
        file: String,
        alt: String,
        /// Width relative to the text area.
        width: f64,
    },
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CellData {
    is_header: bool,
    blocks: Vec<BlockData>,
}

/// Text with uniform style, or a line break without text.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    text: String,
    bold: bool,
    italic: bool,
    underline: bool,
    href: Option<String>,
    is_break: bool,
}

/// Returns the blocks of a text, or `None` if nothing in it is visible. `page_ratio` is the width of a page's text area
/// divided by its height.
pub fn blocks(text: &RichText, images: &Images, page_ratio: f64) -> Option<Vec<BlockData>> {
    let mut converter = Converter {
        images,
        page_ratio,
        open: Vec::new(),
        line: LINE_WIDTH,
    };
    let blocks = converter.blocks(text.blocks(), 0);
    blocks.iter().any(is_visible).then_some(blocks)
}

struct Converter<'a> {
    images: &'a Images,
    page_ratio: f64,
    /// Levels of the headings above the current text. Accessible documents must not skip levels.
    open: Vec<u8>,
    /// Line width in em. Longer words are broken.
    line: f64,
}

impl Converter<'_> {
    fn blocks(&mut self, blocks: &[Block], depth: usize) -> Vec<BlockData> {
        blocks.iter().flat_map(|block| self.block(block, depth)).collect()
    }

    fn block(&mut self, block: &Block, depth: usize) -> Vec<BlockData> {
        match block {
            Block::Paragraph { content } => vec![BlockData::Paragraph {
                runs: self.runs(content),
            }],
            Block::Heading { attrs, content } => {
                let runs = self.runs(content);
                vec![self.heading(attrs.level, runs)]
            }
            Block::BulletList { content } => self.list(false, content, depth),
            Block::OrderedList { content } => self.list(true, content, depth),
            Block::Table { content } => self.table(content, depth),
            Block::Image { attrs } => vec![self.image(attrs)],
        }
    }

    /// Converts an image. A missing image becomes a paragraph with its description.
    fn image(&self, image: &ImageAttributes) -> BlockData {
        let alt = clean(&image.alt);
        match self.images.file(image.uuid) {
            Some((file, ratio)) => BlockData::Image {
                file: file.to_owned(),
                alt,
                width: (f64::from(image.width) / 100.0).min(IMAGE_HEIGHT * ratio / self.page_ratio),
            },
            None => BlockData::Paragraph {
                runs: vec![Run {
                    text: WordBreaker::new(self.line).push(&alt),
                    italic: true,
                    ..Run::default()
                }],
            },
        }
    }

    fn runs(&self, content: &[Inline]) -> Vec<Run> {
        let mut breaker = WordBreaker::new(self.line);
        content.iter().map(|inline| run(inline, &mut breaker)).collect()
    }

    /// Converts a heading. Levels start at 2, because the section's own heading has level 1.
    fn heading(&mut self, level: u8, runs: Vec<Run>) -> BlockData {
        if runs.iter().all(Run::is_blank) {
            return BlockData::Paragraph { runs };
        }
        self.open.retain(|&above| above < level);
        self.open.push(level);
        BlockData::Heading {
            level: self.open.len() + 1,
            runs,
        }
    }

    fn list(&mut self, ordered: bool, items: &[ListItem], depth: usize) -> Vec<BlockData> {
        if depth >= LIST_DEPTH {
            return items
                .iter()
                .flat_map(|item| self.blocks(item.blocks(), depth))
                .collect();
        }
        let items = items
            .iter()
            .map(|item| self.blocks(item.blocks(), depth + 1))
            .collect();
        vec![BlockData::List { ordered, items }]
    }

    /// Converts a table. A table in a list or in another table becomes the blocks of its cells.
    fn table(&mut self, rows: &[TableRow], depth: usize) -> Vec<BlockData> {
        let columns = rows.iter().map(|row| row.cells().len()).max().unwrap_or(0);
        if depth > 0 || columns == 0 {
            let cells = rows.iter().flat_map(TableRow::cells);
            return cells.flat_map(|cell| self.blocks(cell.blocks(), depth)).collect();
        }
        #[expect(clippy::cast_precision_loss, reason = "tables have few columns")]
        let width = PAGE_WIDTH / columns as f64 - CELL_SPACE;
        let line = std::mem::replace(&mut self.line, width.clamp(NARROWEST_CELL, LINE_WIDTH));
        let mut rows = rows
            .iter()
            .map(|row| {
                let cells = row.cells().iter().map(|cell| self.cell(cell));
                let mut cells: Vec<CellData> = cells.collect();
                cells.resize_with(columns, CellData::default);
                cells
            })
            .peekable();
        let header = rows
            .next_if(|cells| cells.iter().all(|cell| cell.is_header))
            .unwrap_or_default();
        let cells = rows.flatten().collect();
        self.line = line;
        vec![BlockData::Table {
            columns,
            header,
            cells,
        }]
    }

    fn cell(&mut self, cell: &TableCell) -> CellData {
        let blocks = cell.blocks().iter().flat_map(|block| match block {
            // A heading would start a new section of the document.
            Block::Heading { content, .. } => vec![BlockData::Paragraph {
                runs: self.runs(content),
            }],
            block => self.block(block, LIST_DEPTH - 1),
        });
        CellData {
            is_header: matches!(cell, TableCell::TableHeader { .. }),
            blocks: blocks.collect(),
        }
    }
}

fn run(inline: &Inline, breaker: &mut WordBreaker) -> Run {
    match inline {
        Inline::Text { text, marks } => Run {
            text: breaker.push(&clean(text)),
            bold: marks.contains(&Mark::Bold),
            italic: marks.contains(&Mark::Italic),
            underline: marks.contains(&Mark::Underline),
            href: marks.iter().find_map(href),
            is_break: false,
        },
        Inline::HardBreak => Run {
            is_break: true,
            ..Run::default()
        },
    }
}

fn href(mark: &Mark) -> Option<String> {
    match mark {
        Mark::Link { attrs } => {
            Some(attrs.href.clone()).filter(|href| (1..=MAX_LINK_LENGTH).contains(&href.len()))
        }
        Mark::Bold | Mark::Italic | Mark::Underline => None,
    }
}

impl Run {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

fn is_visible(block: &BlockData) -> bool {
    match block {
        BlockData::Paragraph { runs } | BlockData::Heading { runs, .. } => !runs.iter().all(Run::is_blank),
        BlockData::List { items, .. } => items.iter().flatten().any(is_visible),
        BlockData::Table { header, cells, .. } => header
            .iter()
            .chain(cells)
            .flat_map(|cell| &cell.blocks)
            .any(is_visible),
        BlockData::Image { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use serde_json::json;
    use shared::deliverable::layout::LayoutImage;
    use uuid::Uuid;

    fn convert(content: &serde_json::Value) -> serde_json::Value {
        let text: RichText = serde_json::from_value(json!({ "type": "doc", "content": content })).unwrap();
        serde_json::to_value(blocks(&text, &Images::default(), 0.7)).unwrap()
    }

    #[test]
    fn omits_texts_without_words() {
        assert!(convert(&json!([])).is_null());
        assert!(
            convert(&json!([{ "type": "paragraph", "content": [{ "type": "text", "text": " \u{0}" }] }]))
                .is_null()
        );
    }

    #[test]
    fn images_fit_on_a_page() {
        const WIDE: u128 = 1;
        const TALL: u128 = 2;
        let png = |width: u32, height: u32| {
            let mut bytes = std::io::Cursor::new(Vec::new());
            image::RgbImage::new(width, height)
                .write_to(&mut bytes, image::ImageFormat::Png)
                .unwrap();
            BASE64_STANDARD.encode(bytes.into_inner())
        };
        let images = [(WIDE, png(40, 10)), (TALL, png(10, 40))].map(|(uuid, base64)| LayoutImage {
            uuid: Uuid::from_u128(uuid),
            base64,
        });
        let images = Images::new(&images);
        let width = |uuid: u128, width: u8| {
            let attrs = json!({ "uuid": Uuid::from_u128(uuid), "alt": "A", "width": width });
            let text = json!({ "type": "doc", "content": [{ "type": "image", "attrs": attrs }] });
            let blocks = blocks(&serde_json::from_value(text).unwrap(), &images, 0.8).unwrap();
            serde_json::to_value(&blocks[0]).unwrap()["width"]
                .as_f64()
                .unwrap()
        };
        assert!((width(WIDE, 100) - 1.0).abs() < 1e-9);
        assert!((width(WIDE, 25) - 0.25).abs() < 1e-9);
        // 0.8 of the page's height.
        assert!((width(TALL, 100) - 0.25).abs() < 1e-9);
        assert!((width(TALL, 25) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn does_not_skip_heading_levels() {
        let heading = |level: u8| {
            json!({ "type": "heading", "attrs": { "level": level },
            "content": [{ "type": "text", "text": "A" }] })
        };
        let blocks = convert(&json!([heading(3), heading(3), heading(1), heading(3)]));
        let levels: Vec<_> = blocks
            .as_array()
            .unwrap()
            .iter()
            .map(|block| block["level"].as_u64())
            .collect();
        assert_eq!(levels, [Some(2), Some(2), Some(2), Some(3)]);
    }

    #[test]
    fn merges_lists_that_are_nested_too_deep() {
        let mut block = json!({ "type": "paragraph", "content": [{ "type": "text", "text": "deep" }] });
        for _ in 0..25 {
            block = json!({ "type": "bulletList", "content": [{ "type": "listItem", "content": [block] }] });
        }
        let json = convert(&json!([block])).to_string();
        assert_eq!(json.matches("\"list\"").count(), LIST_DEPTH);
        assert!(json.contains("deep"));
    }

    #[test]
    fn pads_rows_and_separates_the_header() {
        let cell = |kind: &str, text: &str| {
            json!({ "type": kind, "content": [
                { "type": "heading", "attrs": { "level": 1 }, "content": [{ "type": "text", "text": text }] }] })
        };
        let row = |cells: &[serde_json::Value]| json!({ "type": "tableRow", "content": cells });
        let blocks = convert(&json!([{ "type": "table", "content": [
            row(&[cell("tableHeader", "A"), cell("tableHeader", "B")]),
            row(&[cell("tableHeader", "C")]),
        ] }]));
        let table = &blocks[0];
        assert_eq!(table["columns"], 2);
        assert_eq!(table["header"].as_array().unwrap().len(), 2);
        assert_eq!(table["cells"].as_array().unwrap().len(), 2);
        assert_eq!(table["cells"][0]["isHeader"], true);
        assert_eq!(table["cells"][0]["blocks"][0]["kind"], "paragraph");
    }

    #[test]
    fn replaces_nested_tables_by_their_texts() {
        let table = |content: &serde_json::Value| {
            json!({ "type": "table", "content": [{ "type": "tableRow", "content": [
                { "type": "tableCell", "content": [content] }] }] })
        };
        let text = json!({ "type": "paragraph", "content": [{ "type": "text", "text": "inner" }] });
        let json = convert(&json!([table(&table(&text))])).to_string();
        assert_eq!(json.matches("\"table\"").count(), 1);
        assert!(json.contains("inner"));
    }
}
