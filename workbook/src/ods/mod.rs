//! ODS reader. Works row by row and does not expand repeated blank rows.

mod cell;

use crate::Sheets;
use crate::row::RowCollector;
use crate::uncompressed_size::map_zip_error;
use cell::Cell;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use shared::upload::reading::FileError;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Seek};
use zip::ZipArchive;
use zip::result::ZipError;

/// Maximum number of rows in a sheet, as in spreadsheet programs.
const MOST_ROWS: u32 = 1_048_576;
/// Maximum length of the part of the manifest that is searched for encryption entries.
const MANIFEST_BYTES: u64 = 1024 * 1024;

pub struct Ods<R: Read + Seek> {
    archive: ZipArchive<R>,
    sheets: Vec<String>,
}

impl<R: Read + Seek> Ods<R> {
    pub fn open(source: R) -> Result<Self, FileError> {
        let mut archive = ZipArchive::new(source).map_err(|error| map_zip_error(&error))?;
        if is_encrypted(&mut archive)? {
            return Err(FileError::PasswordProtected);
        }
        let sheets = sheet_names(&mut content(&mut archive)?)?;
        Ok(Self { archive, sheets })
    }
}

impl<R: Read + Seek> Sheets for Ods<R> {
    fn names(&self) -> Vec<String> {
        self.sheets.clone()
    }

    fn rows(&mut self, sheet: &str, sink: &mut RowCollector<'_>) -> Result<(), FileError> {
        let mut xml = content(&mut self.archive)?;
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            match xml.read_event_into(&mut buffer).map_err(damaged)? {
                Event::Start(element)
                    if element.name().as_ref() == "table:table"
                        && attribute(&element, "table:name")?.as_deref() == Some(sheet) =>
                {
                    return table(&mut xml, sink);
                }
                Event::Eof => return Err(FileError::NoSuchSheet),
                _ => {}
            }
        }
    }
}

type Xml<'a, R> = Reader<BufReader<zip::read::ZipFile<'a, R>>>;

fn content<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<Xml<'_, R>, FileError> {
    let part = archive
        .by_name("content.xml")
        .map_err(|error| map_zip_error(&error))?;
    let mut xml = Reader::from_reader(BufReader::new(part));
    let config = xml.config_mut();
    config.expand_empty_elements = true;
    config.check_end_names = false;
    Ok(xml)
}

fn is_encrypted<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<bool, FileError> {
    let mut manifest = Vec::new();
    match archive.by_name("META-INF/manifest.xml") {
        Ok(part) => part
            .take(MANIFEST_BYTES)
            .read_to_end(&mut manifest)
            .map_err(|_| FileError::Unreadable)?,
        Err(ZipError::FileNotFound) => return Ok(false),
        Err(error) => return Err(map_zip_error(&error)),
    };
    Ok(String::from_utf8_lossy(&manifest).contains("manifest:encryption-data"))
}

/// Returns the names of the visible sheets, or of all sheets if none is visible.
fn sheet_names<R: BufRead>(xml: &mut Reader<R>) -> Result<Vec<String>, FileError> {
    let (mut all, mut seen) = (Vec::new(), Vec::new());
    let mut hidden = HashSet::new();
    let mut style = None;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) => match element.name().as_ref() {
                "style:style" => style = attribute(&element, "style:name")?,
                "style:table-properties"
                    if attribute(&element, "table:display")?.as_deref() == Some("false") =>
                {
                    hidden.extend(style.take());
                }
                "table:table" => {
                    let name = attribute(&element, "table:name")?.ok_or(FileError::Unreadable)?;
                    if !attribute(&element, "table:style-name")?.is_some_and(|style| hidden.contains(&style))
                    {
                        seen.push(name.clone());
                    }
                    all.push(name);
                }
                _ => {}
            },
            Event::Eof => return Ok(if seen.is_empty() { all } else { seen }),
            _ => {}
        }
    }
}

fn table<R: BufRead>(xml: &mut Reader<R>, sink: &mut RowCollector<'_>) -> Result<(), FileError> {
    let mut buffer = Vec::new();
    let mut row = 0_u32;
    let mut cells = Vec::new();
    while !sink.is_done() {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) if element.name().as_ref() == "table:table-row" => {
                let times = repeats(&element, "table:number-rows-repeated")?;
                cells.clear();
                row_of(xml, &mut cells)?;
                let after = row.saturating_add(times);
                if cells.is_empty() {
                    row = after;
                    continue;
                }
                while row < after {
                    if row >= MOST_ROWS {
                        return Err(FileError::TooManyRows);
                    }
                    emit_row(row, &cells, sink)?;
                    if sink.is_done() {
                        return Ok(());
                    }
                    row += 1;
                }
            }
            Event::End(element) if element.name().as_ref() == "table:table" => break,
            Event::Eof => return Err(FileError::Unreadable),
            _ => {}
        }
    }
    Ok(())
}

fn emit_row(row: u32, cells: &[Cell], sink: &mut RowCollector<'_>) -> Result<(), FileError> {
    for cell in cells {
        for column in cell.columns() {
            sink.cell(row, column, cell.text.clone())?;
        }
    }
    sink.flush();
    Ok(())
}

/// Reads the non-empty cells of a row.
fn row_of<R: BufRead>(xml: &mut Reader<R>, cells: &mut Vec<Cell>) -> Result<(), FileError> {
    let mut buffer = Vec::new();
    let mut column = 0_usize;
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) => {
                let name = element.name();
                let is_cell = name.as_ref() == "table:table-cell";
                if !is_cell && name.as_ref() != "table:covered-table-cell" {
                    continue;
                }
                let times = repeats(&element, "table:number-columns-repeated")? as usize;
                let text = cell::text(xml, &element)?;
                // Covered cells of a merged range are not displayed.
                if is_cell && !text.is_empty() {
                    cells.push(Cell { column, times, text });
                }
                column = column.saturating_add(times);
            }
            Event::End(element) if element.name().as_ref() == "table:table-row" => return Ok(()),
            Event::Eof => return Err(FileError::Unreadable),
            _ => {}
        }
    }
}

fn repeats(element: &BytesStart<'_>, name: &str) -> Result<u32, FileError> {
    attribute(element, name)?.map_or(Ok(1), |times| times.parse().map_err(|_| FileError::Unreadable))
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, FileError> {
    let found = element
        .try_get_attribute(name)
        .map_err(|_| FileError::Unreadable)?;
    found
        .map(|value| {
            value
                .normalized_value(XmlVersion::Implicit1_0)
                .map(std::borrow::Cow::into_owned)
        })
        .transpose()
        .map_err(damaged)
}

fn damaged(_: quick_xml::Error) -> FileError {
    FileError::Unreadable
}
