//! Formatted text as a document tree in the JSON format of ProseMirror. Unknown nodes, marks and attributes are
//! rejected, so a text can contain neither HTML nor markup of the renderer.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RichText {
    Doc { content: Vec<Block> },
}

impl Default for RichText {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl RichText {
    pub const fn of(content: Vec<Block>) -> Self {
        Self::Doc { content }
    }

    pub fn blocks(&self) -> &[Block] {
        let Self::Doc { content } = self;
        content
    }

    pub fn blocks_mut(&mut self) -> &mut [Block] {
        let Self::Doc { content } = self;
        content
    }

    /// Returns the images in reading order. Images are top-level blocks, never inside lists or tables.
    pub fn images(&self) -> impl Iterator<Item = &ImageAttributes> {
        self.blocks().iter().filter_map(|block| match block {
            Block::Image { attrs } => Some(attrs),
            _ => None,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Block {
    Paragraph {
        #[serde(default)]
        content: Vec<Inline>,
    },
    Heading {
        attrs: HeadingAttributes,
        #[serde(default)]
        content: Vec<Inline>,
    },
    BulletList {
        content: Vec<ListItem>,
    },
    OrderedList {
        content: Vec<ListItem>,
    },
    Table {
        content: Vec<TableRow>,
    },
    Image {
        attrs: ImageAttributes,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HeadingAttributes {
    /// 1 to 3
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3))]
    pub level: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImageAttributes {
    /// An image of the firm
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// What the image shows, for people who cannot see it
    pub alt: String,
    /// Width in percent of the text width: 25, 50, 75 or 100
    pub width: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ListItem {
    ListItem {
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        content: Vec<Block>,
    },
}

impl ListItem {
    pub fn blocks(&self) -> &[Block] {
        let Self::ListItem { content } = self;
        content
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TableRow {
    TableRow { content: Vec<TableCell> },
}

impl TableRow {
    pub fn cells(&self) -> &[TableCell] {
        let Self::TableRow { content } = self;
        content
    }
}

/// A cell. Cells cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TableCell {
    TableHeader {
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        content: Vec<Block>,
    },
    TableCell {
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        content: Vec<Block>,
    },
}

impl TableCell {
    pub fn blocks(&self) -> &[Block] {
        match self {
            Self::TableHeader { content } | Self::TableCell { content } => content,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Inline {
    Text {
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marks: Vec<Mark>,
    },
    HardBreak,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mark {
    Bold,
    Italic,
    Underline,
    Link { attrs: LinkAttributes },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkAttributes {
    /// A web or email address: `https:`, `http:` or `mailto:`
    pub href: String,
}

/// Calls `visit` with every inline of the blocks, in reading order.
pub fn visit_inlines<'a>(blocks: &'a [Block], visit: &mut impl FnMut(&'a Inline)) {
    for block in blocks {
        match block {
            Block::Paragraph { content } | Block::Heading { content, .. } => {
                content.iter().for_each(&mut *visit);
            }
            Block::BulletList { content } | Block::OrderedList { content } => {
                for item in content {
                    visit_inlines(item.blocks(), visit);
                }
            }
            Block::Table { content } => {
                for cell in content.iter().flat_map(TableRow::cells) {
                    visit_inlines(cell.blocks(), visit);
                }
            }
            Block::Image { .. } => {}
        }
    }
}

/// Like [`visit_inlines`], for changes.
pub fn visit_inlines_mut(blocks: &mut [Block], visit: &mut impl FnMut(&mut Inline)) {
    for block in blocks {
        match block {
            Block::Paragraph { content } | Block::Heading { content, .. } => {
                content.iter_mut().for_each(&mut *visit);
            }
            Block::BulletList { content } | Block::OrderedList { content } => {
                for ListItem::ListItem { content } in content {
                    visit_inlines_mut(content, visit);
                }
            }
            Block::Table { content } => {
                for TableRow::TableRow { content } in content {
                    for TableCell::TableHeader { content } | TableCell::TableCell { content } in content {
                        visit_inlines_mut(content, visit);
                    }
                }
            }
            Block::Image { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_unknown_nodes_and_attributes() {
        for json in [
            r#"{"type":"doc","content":[{"type":"image","attrs":{"src":"x"}}]}"#,
            r#"{"type":"doc","content":[{"type":"image","attrs":{"uuid":"https://a.example/a.png","alt":"A","width":50}}]}"#,
            r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"code"}]}]}]}"#,
            r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"https://a.example","onclick":"x"}}]}]}]}"#,
            r#"{"type":"doc","content":[{"type":"table","content":[{"type":"tableRow","content":[{"type":"tableCell","attrs":{"colspan":2},"content":[]}]}]}]}"#,
            r#"{"type":"doc","content":[{"type":"paragraph","style":"x"}]}"#,
            r#"{"type":"html","content":[]}"#,
        ] {
            assert!(serde_json::from_str::<RichText>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn visits_inlines_in_reading_order() {
        let json = r#"{"type":"doc","content":[
            {"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"a"}]},
            {"type":"bulletList","content":[{"type":"listItem","content":[
              {"type":"orderedList","content":[{"type":"listItem","content":[
                {"type":"paragraph","content":[{"type":"text","text":"b","marks":[{"type":"bold"}]},{"type":"hardBreak"}]}]}]}]}]},
            {"type":"table","content":[{"type":"tableRow","content":[
              {"type":"tableHeader","content":[{"type":"paragraph","content":[{"type":"text","text":"c"}]}]},
              {"type":"tableCell","content":[{"type":"paragraph","content":[{"type":"text","text":"d"}]}]}]}]}]}"#;
        let mut text: RichText = serde_json::from_str(json).unwrap();
        visit_inlines_mut(text.blocks_mut(), &mut |inline| {
            if let Inline::Text { text, .. } = inline {
                text.push('!');
            }
        });
        let mut seen = String::new();
        visit_inlines(text.blocks(), &mut |inline| match inline {
            Inline::Text { text, .. } => seen.push_str(text),
            Inline::HardBreak => seen.push('/'),
        });
        assert_eq!(seen, "a!b!/c!d!");
    }
}
