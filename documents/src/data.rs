//! Converts a layout into data for the templates, with texts that are displayable and fit into their boxes.

use crate::fonts::FONTS;
use crate::image::Images;
use crate::line_breaks::{fit, truncate};
use crate::rich_text::{BlockData, blocks};
use crate::sections::{ChartData, FigureData, TableData};
use crate::text::clean;
use jiff::civil::Date;
use serde::Serialize;
use shared::deliverable::Section;
use shared::deliverable::layout::{Layout, Page, PageSize};

/// Margins in points.
const MARGIN_X: f64 = 48.0;
const MARGIN_TOP: f64 = 72.0;
const MARGIN_BOTTOM: f64 = 64.0;
/// Used for invalid colors.
const FALLBACK_COLOR: &str = "#333f48";
/// Title of documents without a title.
const FALLBACK_TITLE: &str = "Document";
/// Text sizes in the templates, in points.
const TITLE_SIZE: f64 = 28.0;
const SUBJECT_SIZE: f64 = 16.0;
const TEXT_SIZE: f64 = 10.0;
const RUNNING_SIZE: f64 = 8.0;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentData {
    /// Font families in order of preference.
    fonts: Vec<&'static str>,
    /// Title in the file's properties.
    file_title: String,
    title: String,
    subject: String,
    subject_lines: Vec<String>,
    letter: Option<LetterData>,
    firm: String,
    color: String,
    logo: Option<String>,
    page: PageData,
    running: Running,
    as_of: String,
    date: Option<DateData>,
    prepared_by: Option<String>,
    cover_page: Option<Vec<BlockData>>,
    recommendation: Option<Vec<BlockData>>,
    disclosure: Option<Vec<BlockData>>,
    sections: Vec<Section>,
    figures: FigureData,
    charts: Vec<ChartData>,
    tables: Vec<TableData>,
}

/// The sender of a letter.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LetterData {
    sender: String,
    sender_lines: Vec<String>,
}

/// Size and margins in points.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageData {
    width: f64,
    height: f64,
    margin_x: f64,
    margin_top: f64,
    margin_bottom: f64,
    is_landscape: bool,
}

/// Texts of the header and footer, each on one line.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Running {
    header: String,
    document: String,
    footer: String,
}

#[derive(Serialize)]
struct DateData {
    year: i16,
    month: i8,
    day: i8,
}

impl DocumentData {
    /// `logo` is the name of the logo's file.
    pub fn new(layout: &Layout, logo: Option<&str>, images: &Images) -> Self {
        let page = PageData::new(layout.page);
        let width = page.width - 2.0 * MARGIN_X;
        let line = |text: &str, size: f64, lines: f64| fit(&clean(text), width / size, lines);
        let blocks = |text| blocks(text, images, page.text_ratio());
        let (title, subject) = names(layout);
        let running = [layout.header.as_str(), &layout.letterhead.firm];
        let header = running
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        let mut footer = vec![layout.footer.clone()];
        if layout.letter.is_none() {
            footer.push(format!("Prepared on {}", layout.as_of));
        }
        footer.retain(|text| !text.is_empty());
        let footer = footer.join(" · ");
        let document = [title.as_str(), subject.as_str()].join(if subject.is_empty() { "" } else { ": " });
        Self {
            fonts: FONTS.families(),
            file_title: truncate(&document, 200.0),
            subject_lines: layout
                .subject_lines
                .iter()
                .map(|text| line(text, TEXT_SIZE, 3.0))
                .collect(),
            letter: layout.letter.as_ref().map(|letter| LetterData {
                sender: line(&letter.sender, SUBJECT_SIZE, 3.0),
                sender_lines: letter
                    .sender_lines
                    .iter()
                    .map(|text| line(text, TEXT_SIZE, 3.0))
                    .collect(),
            }),
            firm: line(&layout.letterhead.firm, SUBJECT_SIZE, 3.0),
            color: color(&layout.letterhead.color),
            logo: logo.map(str::to_owned),
            running: Running {
                header: truncate(&clean(header), width * 0.46 / RUNNING_SIZE),
                document: truncate(&document, width * 0.5 / RUNNING_SIZE),
                footer: truncate(&clean(&footer), width * 0.8 / RUNNING_SIZE),
            },
            sections: layout.sections.clone(),
            as_of: line(&layout.as_of, TEXT_SIZE, 2.0),
            date: date(&layout.date),
            prepared_by: layout.prepared_by.as_ref().map(|name| line(name, TEXT_SIZE, 2.0)),
            cover_page: blocks(&layout.cover_page),
            recommendation: blocks(&layout.recommendation),
            disclosure: blocks(&layout.disclosure),
            figures: FigureData::new(&layout.totals, width, page.is_landscape),
            charts: ChartData::list(&layout.charts, width, page.is_landscape),
            tables: layout
                .tables
                .iter()
                .map(|table| TableData::new(table, width))
                .collect(),
            title: fit(&title, width / TITLE_SIZE, 4.0),
            subject: fit(&subject, width / SUBJECT_SIZE, 4.0),
            page,
        }
    }
}

impl PageData {
    /// Returns the width of the text area divided by its height.
    fn text_ratio(&self) -> f64 {
        (self.width - 2.0 * self.margin_x) / (self.height - self.margin_top - self.margin_bottom)
    }

    fn new(page: Page) -> Self {
        let (short, long) = match page.size {
            PageSize::Letter => (612.0, 792.0),
            PageSize::A4 => (595.28, 841.89),
        };
        let (width, height) = if page.is_landscape {
            (long, short)
        } else {
            (short, long)
        };
        Self {
            width,
            height,
            margin_x: MARGIN_X,
            margin_top: MARGIN_TOP,
            margin_bottom: MARGIN_BOTTOM,
            is_landscape: page.is_landscape,
        }
    }
}

/// Returns the title, which is never empty, and the subject.
fn names(layout: &Layout) -> (String, String) {
    let mut title = clean(&layout.title).trim().to_owned();
    if title.is_empty() {
        FALLBACK_TITLE.clone_into(&mut title);
    }
    (title, clean(&layout.subject).trim().to_owned())
}

fn color(color: &str) -> String {
    let digits = color.strip_prefix('#').unwrap_or_default();
    let is_valid = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_valid { color } else { FALLBACK_COLOR }.to_owned()
}

fn date(text: &str) -> Option<DateData> {
    let date: Date = text.parse().ok()?;
    Some(DateData {
        year: date.year(),
        month: date.month(),
        day: date.day(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_invalid_colors() {
        assert_eq!(color("#116a74"), "#116a74");
        for invalid in ["", "116a74", "#116a7", "#zzzzzz", "#116a7é"] {
            assert_eq!(color(invalid), FALLBACK_COLOR);
        }
    }

    #[test]
    fn omits_invalid_dates() {
        assert!(date("2026-06-30").is_some_and(|date| date.day == 30));
        assert!(date("2026-02-30").is_none() && date("today").is_none());
    }
}
