//! Excel export of a list with typed cells, streamed so that memory holds only a chunk of the file.

use super::compile::{Shape, compile};
use super::csv::CHUNK_BYTES;
use super::labels::{Labels, heading};
use super::query::ScopedQuery;
use super::row::{Cell, RowReader};
use crate::db::Db;
use crate::error::ApiResult;
use crate::written::Written;
use anyhow::Context;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::list::{CheckedQuery, ColumnType, ListName};
use shared::text::is_formula;
use std::io::Write;

pub const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// Maximum number of rows per sheet, not counting the heading.
pub const MAX_SHEET_ROWS: i64 = 1_048_575;
/// Significant digits that spreadsheets keep. Numbers with more are written as text.
const EXACT_DIGITS: u32 = 15;
/// Maximum number of characters per cell.
const MAX_CHARS: usize = 32_767;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const FRAME: [(&str, &str); 5] = [
    (
        "[Content_Types].xml",
        r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#,
    ),
    (
        "_rels/.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    (
        "xl/workbook.xml",
        r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="{sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#,
    ),
    // Cell formats: 0 general, 1 heading, 2 money, 3 date, 4 date and time, 5 text.
    (
        "xl/styles.xml",
        r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>"#,
    ),
];

struct Workbook {
    archive: ZipWriter<StreamWriter<Written>>,
    written: Written,
    labels: Labels,
    row: Vec<u8>,
}

impl Workbook {
    /// Writes the fixed parts, and the sheet up to its heading.
    fn begin(query: &CheckedQuery) -> anyhow::Result<Self> {
        let written = Written::default();
        let mut archive = ZipWriter::new_stream(written.clone());
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(1));
        let sheet = sheet_name(query.list);
        for (name, content) in FRAME {
            archive.start_file(name, options)?;
            archive.write_all(XML.as_bytes())?;
            archive.write_all(content.replace("{sheet}", &sheet).as_bytes())?;
        }
        archive.start_file("xl/worksheets/sheet1.xml", options)?;
        let mut head = Vec::from(XML);
        head.extend_from_slice(
            br#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>"#,
        );
        for (i, column) in query.columns.iter().enumerate() {
            let width = if column.column_type == ColumnType::Text {
                24
            } else {
                16
            };
            write!(
                head,
                r#"<col min="{0}" max="{0}" width="{width}" customWidth="1"/>"#,
                i + 1
            )?;
        }
        head.extend_from_slice(b"</cols><sheetData><row>");
        for column in &query.columns {
            text(&heading(query, column), 1, &mut head)?;
        }
        head.extend_from_slice(b"</row>");
        archive.write_all(&head)?;
        Ok(Self {
            archive,
            written,
            labels: Labels::of(query),
            row: Vec::new(),
        })
    }

    fn add(&mut self, reader: &RowReader<'_>, row: &crate::db::PgRow) -> anyhow::Result<()> {
        let out = &mut self.row;
        out.clear();
        out.extend_from_slice(b"<row>");
        reader.cells(row, |column, cell| {
            match cell {
                Cell::Empty => out.extend_from_slice(b"<c/>"),
                Cell::Text(value) => text(&self.labels.text(column, value), 5, out)?,
                Cell::Integer(number) => write!(out, "<c><v>{number}</v></c>")?,
                Cell::Money(rate) if column.column_type == ColumnType::Percent => {
                    write!(out, "<c><v>{}</v></c>", rate.normalize())?;
                }
                Cell::Money(amount) if is_exact(amount) => write!(out, r#"<c s="2"><v>{amount}</v></c>"#)?,
                Cell::Money(amount) => text(&amount.to_string(), 5, out)?,
                Cell::Date(date) => match serial(date) {
                    Some(days) => write!(out, r#"<c s="3"><v>{days}</v></c>"#)?,
                    None => text(&date.to_string(), 5, out)?,
                },
                Cell::Timestamp(at) => {
                    let local = self.labels.local(at);
                    let minutes = i64::from(local.hour()) * 60 + i64::from(local.minute());
                    let seconds = minutes * 60 + i64::from(local.second());
                    let part = Decimal::from(seconds) / Decimal::from(86_400);
                    match serial(local.date()) {
                        Some(days) => write!(
                            out,
                            r#"<c s="4"><v>{}</v></c>"#,
                            Decimal::from(days) + part.round_dp(9)
                        )?,
                        None => text(&at.to_string(), 5, out)?,
                    }
                }
                Cell::Flag(flag) => write!(out, r#"<c t="b"><v>{}</v></c>"#, u8::from(flag))?,
            }
            Ok(())
        })?;
        out.extend_from_slice(b"</row>");
        self.archive.write_all(out)?;
        Ok(())
    }

    fn end(mut self) -> anyhow::Result<Bytes> {
        self.archive.write_all(b"</sheetData></worksheet>")?;
        self.archive.finish()?;
        Ok(self.written.take())
    }
}

/// Returns the sheet name: the list's noun, capitalized, e.g. `Agents`. Spreadsheets allow 31 characters.
fn sheet_name(list: ListName) -> String {
    let mut letters = list.spec().rows.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).take(31).collect()
}

/// Returns `true` if a spreadsheet keeps every digit of the amount.
fn is_exact(amount: Decimal) -> bool {
    let digits = amount.mantissa().unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
    digits <= EXACT_DIGITS
}

/// Converts a date to a spreadsheet day number. Returns `None` before March 1900, where spreadsheets
/// disagree.
fn serial(date: Date) -> Option<i32> {
    const FIRST: Date = Date::constant(1900, 3, 1);
    const ZERO: Date = Date::constant(1899, 12, 30);
    (date >= FIRST).then(|| (date - ZERO).get_days())
}

/// Writes a text cell. Texts such as `007` and `=1+1` are not interpreted.
fn text(value: &str, format: u8, out: &mut Vec<u8>) -> std::io::Result<()> {
    if value.is_empty() {
        return out.write_all(b"<c/>");
    }
    write!(
        out,
        r#"<c s="{format}" t="inlineStr"><is><t xml:space="preserve">"#
    )?;
    // As in CSV exports, a leading apostrophe before a formula is doubled.
    if value.starts_with('\'') && is_formula(value) {
        out.push(b'\'');
    }
    for c in value.chars().take(MAX_CHARS) {
        match c {
            '&' => out.extend_from_slice(b"&amp;"),
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '\r' => out.extend_from_slice(b"&#13;"),
            '\t' | '\n' => out.push(c as u8),
            // XML allows no other control characters, nor U+FFFE and U+FFFF.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.write_all(b"</t></is></c>")
}

/// Streams the heading and all rows of the query. The transaction lives as long as the stream.
///
/// # Errors
/// Returns database errors that occur before the first row. Later errors end the stream, which aborts the
/// download.
pub async fn xlsx(
    db: &Db,
    firm_id: i32,
    question: ScopedQuery,
) -> ApiResult<impl Stream<Item = Result<Bytes, anyhow::Error>> + use<>> {
    let ScopedQuery { query, scope } = question;
    let statement = compile(&query, firm_id, &scope, Shape::All);
    let (transaction, rows) = db.begin_and_load(firm_id, statement).await?;
    let workbook = Workbook::begin(&query)?;
    let state = (transaction, rows.fuse(), query, Some(workbook), 0_i64);
    Ok(stream::try_unfold(
        state,
        async |(transaction, mut rows, query, mut workbook, mut count)| {
            let reader = RowReader::new(&query.columns);
            loop {
                let Some(book) = &mut workbook else {
                    return Ok(None);
                };
                if book.written.len() >= CHUNK_BYTES {
                    let chunk = book.written.take();
                    tokio::task::yield_now().await;
                    return Ok(Some((chunk, (transaction, rows, query, workbook, count))));
                }
                if let Some(row) = rows.try_next().await? {
                    count += 1;
                    anyhow::ensure!(count <= MAX_SHEET_ROWS, "too many rows for a sheet");
                    book.add(&reader, &row)?;
                } else {
                    let last = workbook.take().context("workbook already finished")?.end()?;
                    return Ok(Some((last, (transaction, rows, query, None, count))));
                }
            }
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_dates_to_spreadsheet_day_numbers() {
        for (date, days) in [
            ("1900-03-01", Some(61)),
            ("2000-02-29", Some(36_585)),
            ("2026-11-21", Some(46_347)),
            ("1900-02-28", None),
        ] {
            assert_eq!(serial(date.parse().unwrap()), days, "{date}");
        }
    }

    #[test]
    fn detects_amounts_that_spreadsheets_would_round() {
        for (amount, exact) in [
            ("0.00", true),
            ("9999999999999.99", true),
            ("99999999999999.99", false),
            ("-9999999999999.99", true),
        ] {
            assert_eq!(is_exact(amount.parse().unwrap()), exact, "{amount}");
        }
    }

    #[test]
    fn escapes_text_for_xml() {
        let mut out = Vec::new();
        text("a<b> & \"c\"\u{1}\u{fffe}\n=1", 5, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "<c s=\"5\" t=\"inlineStr\"><is><t xml:space=\"preserve\">a&lt;b&gt; &amp; \"c\"\n=1</t></is></c>"
        );
    }
}
