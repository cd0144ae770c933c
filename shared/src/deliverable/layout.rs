//! Input of the renderer: a document's formatted texts and tables. The renderer computes no amounts.

use super::Section;
use super::rich_text::RichText;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A document to render.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// For example `Book of business`. Title and subject also form the PDF's title.
    pub title: String,
    /// Display name of the contact or report.
    pub subject: String,
    /// Lines under the subject on the cover page, such as the address.
    pub subject_lines: Vec<String>,
    pub letterhead: Letterhead,
    /// Set for a letter. `subject` and `subject_lines` are then the recipient's name and address, `as_of` is
    /// the letter's date, and `cover_page` is its text.
    #[serde(default)]
    pub letter: Option<LetterHead>,
    pub page: Page,
    /// Date of all values, as displayed.
    pub as_of: String,
    /// The same date as `yyyy-mm-dd`. Used as the PDF's date, so that the same data produces the same bytes.
    pub date: String,
    /// Name of the user who generated the document.
    pub prepared_by: Option<String>,
    /// Page header. If empty, the firm's name is shown.
    pub header: String,
    /// Page footer, shown before the as-of date. May be empty.
    pub footer: String,
    /// Sections after the cover page, in order.
    pub sections: Vec<Section>,
    pub cover_page: RichText,
    pub disclosure: RichText,
    pub recommendation: RichText,
    /// Images used in the texts. Missing images are replaced by their descriptions.
    #[serde(default)]
    pub images: Vec<LayoutImage>,
    /// Totals of all contracts.
    pub totals: Vec<Figure>,
    pub charts: Vec<Chart>,
    pub tables: Vec<Table>,
}

/// Sender of a letter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LetterHead {
    pub sender: String,
    pub sender_lines: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayoutImage {
    pub uuid: Uuid,
    pub base64: String,
}

/// Name and branding of the firm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Letterhead {
    pub firm: String,
    /// `#rrggbb`, readable on white.
    pub color: String,
    pub logo: Option<Logo>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Logo {
    /// `image/png`, `image/jpeg` or `image/webp`
    pub media_type: String,
    pub base64: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    pub size: PageSize,
    pub is_landscape: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PageSize {
    Letter,
    A4,
}

/// A labeled total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    pub label: String,
    pub value: String,
}

/// A horizontal bar chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    pub title: String,
    /// Alternative text with all values.
    pub description: String,
    pub bars: Vec<Bar>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    pub label: String,
    pub value: String,
    /// Length relative to the longest bar, from 0 to 1.
    pub share: f64,
}

/// A table of contracts. Every row has one text per column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub title: String,
    pub columns: Vec<TableColumn>,
    pub groups: Vec<TableGroup>,
    /// Totals of all groups. Empty strings for columns without a total.
    pub totals: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableColumn {
    pub label: String,
    /// Amounts and numbers are aligned right.
    pub is_number: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableGroup {
    /// `None` if the contracts are not grouped.
    pub title: Option<String>,
    pub rows: Vec<Vec<String>>,
    /// Empty if the contracts are not grouped.
    pub totals: Vec<String>,
}

/// Output format of the renderer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    Pdf,
    /// Pages as SVG images, for previews.
    Svg,
}

/// Input of the renderer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RenderOrder {
    pub format: Format,
    pub layout: Layout,
}
