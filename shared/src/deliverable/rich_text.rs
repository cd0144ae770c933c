//! Formatted text as a document tree in the JSON format of ProseMirror. Unknown nodes and marks are rejected, so a text
//! can contain neither HTML nor markup of the renderer.

use serde::{Deserialize, Serialize};

/// A text of blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Root", into = "Root")]
pub struct RichText {
    pub content: Vec<Block>,
}

/// The root node, with its type.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
enum Root {
    Doc {
        #[serde(default)]
        content: Vec<Block>,
    },
}

impl From<Root> for RichText {
    fn from(root: Root) -> Self {
        let Root::Doc { content } = root;
        Self { content }
    }
}

impl From<RichText> for Root {
    fn from(text: RichText) -> Self {
        Self::Doc {
            content: text.content,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadingAttributes {
    /// 1 to 3
    pub level: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ListNode", into = "ListNode")]
pub struct ListItem {
    pub content: Vec<Block>,
}

/// A list item with its type.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
enum ListNode {
    ListItem { content: Vec<Block> },
}

impl From<ListNode> for ListItem {
    fn from(node: ListNode) -> Self {
        let ListNode::ListItem { content } = node;
        Self { content }
    }
}

impl From<ListItem> for ListNode {
    fn from(item: ListItem) -> Self {
        Self::ListItem {
            content: item.content,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
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
pub enum Mark {
    Bold,
    Italic,
    Underline,
}
