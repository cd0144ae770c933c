//! Cells of ODS sheets.

use super::{attribute, damaged};
use crate::display;
use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use shared::upload::reading::FileError;
use shared::upload::reading::limits::{CELL_BYTES, COLUMNS};
use std::io::BufRead;

/// A non-empty cell, repeated over one or more columns.
pub struct Cell {
    pub column: usize,
    pub times: usize,
    pub text: String,
}

impl Cell {
    /// Returns the cell's columns, up to one column past the limit. That column is enough to reject the file.
    pub fn columns(&self) -> std::ops::Range<usize> {
        let most = self.column.max(COLUMNS) + 1;
        self.column..self.column.saturating_add(self.times).min(most)
    }
}

/// Reads a cell to its end and returns the displayed text. `element` is its start tag.
pub fn text<R: BufRead>(xml: &mut Reader<R>, element: &BytesStart<'_>) -> Result<String, FileError> {
    let kind = attribute(element, "office:value-type")?.unwrap_or_default();
    let value = attribute(element, "office:value")?.and_then(|value| value.parse::<f64>().ok());
    let day = attribute(element, "office:date-value")?;
    let is_true = attribute(element, "office:boolean-value")?.as_deref() == Some("true");
    let shown = shown(xml, element.name().as_ref())?;
    Ok(match (kind.as_str(), value, day) {
        ("percentage", Some(value), _) => format!("{}%", display::plain(value * 100.0)),
        ("float" | "currency", Some(value), _) => number(value, shown),
        ("date", _, Some(day)) => display::iso(&day),
        ("boolean", ..) => display::bool(is_true),
        _ => shown,
    })
}

/// Returns the number, or the displayed text if it is a digit pattern such as `00501` or `123-45-6789`.
fn number(value: f64, shown: String) -> String {
    let plain = display::plain(value);
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    let is_pattern = shown
        .chars()
        .all(|sign| sign.is_ascii_digit() || "-() /".contains(sign));
    let is_negative = value < 0.0;
    if is_pattern
        && !is_negative
        && !digits.is_empty()
        && digits.trim_start_matches('0') == plain.trim_start_matches('0')
    {
        shown
    } else {
        plain
    }
}

/// Reads the paragraphs of a cell as lines. Skips comments.
fn shown<R: BufRead>(xml: &mut Reader<R>, cell: &str) -> Result<String, FileError> {
    let mut text = String::new();
    let (mut paragraphs, mut buffer) = (0, Vec::new());
    let mut is_in_paragraph = false;
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) => match element.name().as_ref() {
                "office:annotation" | "table:table" | "draw:frame" => {
                    let end = element.to_end().into_owned();
                    xml.read_to_end_into(end.name(), &mut Vec::new())
                        .map_err(damaged)?;
                }
                "text:p" => {
                    if paragraphs > 0 {
                        text.push('\n');
                    }
                    paragraphs += 1;
                    is_in_paragraph = true;
                }
                "text:s" => {
                    let count = attribute(&element, "text:c")?
                        .and_then(|count| count.parse().ok())
                        .unwrap_or(1);
                    text.extend(std::iter::repeat_n(' ', count.min(CELL_BYTES)));
                }
                "text:tab" => text.push('\t'),
                "text:line-break" => text.push('\n'),
                _ => {}
            },
            Event::Text(part) if is_in_paragraph => text.push_str(&part.xml10_content()),
            Event::CData(part) if is_in_paragraph => text.push_str(&part.xml10_content()),
            Event::GeneralRef(reference) if is_in_paragraph => text.push(letter(&reference)?),
            Event::End(element) => match element.name().as_ref() {
                "text:p" => is_in_paragraph = false,
                name if name == cell => return Ok(text),
                _ => {}
            },
            Event::Eof => return Err(FileError::Unreadable),
            _ => {}
        }
        // Longer text is rejected later, so the rest is not needed.
        text.truncate(text.floor_char_boundary(CELL_BYTES + 4));
    }
}

fn letter(reference: &BytesRef<'_>) -> Result<char, FileError> {
    let named = resolve_xml_entity(reference).and_then(|text| text.chars().next());
    match named {
        Some(letter) => Ok(letter),
        None => reference
            .resolve_char_ref()
            .map_err(damaged)?
            .ok_or(FileError::Unreadable),
    }
}
