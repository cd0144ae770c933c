//! Formatted texts as data for the templates.

use crate::line_breaks::WordBreaker;
use crate::text::clean;
use serde::Serialize;
use shared::deliverable::rich_text::{Block, Inline, ListItem, Mark, RichText};

/// Deeper lists are merged into their parents. Typst limits nesting.
const LIST_DEPTH: usize = 6;
/// Fits into the narrowest list, in em.
const LINE_WIDTH: f64 = 18.0;

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
}

/// Text of one style. A break has no text.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    text: String,
    bold: bool,
    italic: bool,
    underline: bool,
    is_break: bool,
}

/// Returns the blocks of a text, or `None` if it has no visible text.
pub fn blocks(text: &RichText) -> Option<Vec<BlockData>> {
    let mut converter = Converter { open: Vec::new() };
    let blocks = converter.blocks(&text.content, 0);
    blocks.iter().any(has_text).then_some(blocks)
}

struct Converter {
    /// Levels of the headings above the current text. Accessible documents must not skip levels.
    open: Vec<u8>,
}

impl Converter {
    fn blocks(&mut self, blocks: &[Block], depth: usize) -> Vec<BlockData> {
        blocks.iter().flat_map(|block| self.block(block, depth)).collect()
    }

    fn block(&mut self, block: &Block, depth: usize) -> Vec<BlockData> {
        match block {
            Block::Paragraph { content } => vec![BlockData::Paragraph { runs: runs(content) }],
            Block::Heading { attrs, content } => vec![self.heading(attrs.level, runs(content))],
            Block::BulletList { content } => self.list(false, content, depth),
            Block::OrderedList { content } => self.list(true, content, depth),
        }
    }

    /// Headings are below the heading of their section, which has level 1.
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
                .flat_map(|item| self.blocks(&item.content, depth))
                .collect();
        }
        let items = items
            .iter()
            .map(|item| self.blocks(&item.content, depth + 1))
            .collect();
        vec![BlockData::List { ordered, items }]
    }
}

fn runs(content: &[Inline]) -> Vec<Run> {
    let mut breaker = WordBreaker::new(LINE_WIDTH);
    content.iter().map(|inline| run(inline, &mut breaker)).collect()
}

fn run(inline: &Inline, breaker: &mut WordBreaker) -> Run {
    match inline {
        Inline::Text { text, marks } => Run {
            text: breaker.push(&clean(text)),
            bold: marks.contains(&Mark::Bold),
            italic: marks.contains(&Mark::Italic),
            underline: marks.contains(&Mark::Underline),
            is_break: false,
        },
        Inline::HardBreak => Run {
            is_break: true,
            ..Run::default()
        },
    }
}

impl Run {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

fn has_text(block: &BlockData) -> bool {
    match block {
        BlockData::Paragraph { runs } | BlockData::Heading { runs, .. } => !runs.iter().all(Run::is_blank),
        BlockData::List { items, .. } => items.iter().flatten().any(has_text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn convert(content: &serde_json::Value) -> serde_json::Value {
        let text: RichText = serde_json::from_value(json!({ "type": "doc", "content": content })).unwrap();
        serde_json::to_value(blocks(&text)).unwrap()
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
}
