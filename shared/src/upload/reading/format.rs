//! Detects the file format from the content; file names are unreliable.

use super::FileError;
use crate::document::is_program;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Format {
    /// Lines of delimited text: .csv, .tsv, .txt.
    Text,
    Xlsx,
    Xls,
    Ods,
}

const ENDINGS: [&str; 6] = ["csv", "tsv", "txt", "xlsx", "xls", "ods"];

const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";
/// Compound file: an XLS workbook, or a password-protected XLSX workbook.
const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Uncompressed first entry of an OpenDocument file, at offset 30.
const ODS_MIMETYPE: &[u8] = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet";

/// Signatures of other formats.
const OTHER_SIGNATURES: [&[u8]; 11] = [
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"{\\rtf",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"SQLite format 3",
];

/// Detects the format from the first bytes and the file extension.
///
/// # Errors
/// Returns a [`FileError`] if the file is empty, is a web page, or has an unsupported format or extension.
pub fn format(start: &[u8], file_name: &str) -> Result<Format, FileError> {
    let ending = ending(file_name);
    if !ENDINGS.contains(&ending.as_str()) {
        return Err(FileError::UnknownFormat);
    }
    if start.is_empty() {
        return Err(FileError::Empty);
    }
    if is_program(start) {
        return Err(FileError::UnknownFormat);
    }
    if start.starts_with(ZIP) {
        let is_ods = start.get(30..30 + ODS_MIMETYPE.len()) == Some(ODS_MIMETYPE);
        return Ok(if is_ods { Format::Ods } else { Format::Xlsx });
    }
    if start.starts_with(EMPTY_ZIP) {
        return Err(FileError::Unreadable);
    }
    if start.starts_with(COMPOUND) {
        return Ok(Format::Xls);
    }
    if OTHER_SIGNATURES.iter().any(|other| start.starts_with(other)) {
        return Err(FileError::UnknownFormat);
    }
    if let Some(error) = markup(start) {
        return Err(error);
    }
    Ok(Format::Text)
}

pub(super) fn ending(file_name: &str) -> String {
    let (_, ending) = file_name.rsplit_once('.').unwrap_or_default();
    ending.to_lowercase()
}

/// Recognizes web pages and XML spreadsheets.
fn markup(start: &[u8]) -> Option<FileError> {
    // In UTF-16, every other byte is zero.
    let text: String = start
        .iter()
        .filter(|byte| **byte != 0 && byte.is_ascii())
        .take(2048)
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let text = text.trim_start();
    let is_page = [
        "<html",
        "<!doctype html",
        "<table",
        "<head",
        "<body",
        "<meta",
        "<style",
    ]
    .iter()
    .any(|tag| text.starts_with(tag));
    let is_xml = text.starts_with("<?xml") || text.starts_with("<!--");
    if is_page || (is_xml && text.contains("<html")) {
        return Some(FileError::HtmlPosingAsWorkbook);
    }
    is_xml.then_some(FileError::UnknownFormat)
}
