//! Builds XLSX and ODS workbooks.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEETS: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

pub fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let method = if *name == "mimetype" {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method))
            .unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Builds a workbook of one sheet with the given XML rows and number formats.
pub fn xlsx(rows: &str, formats: &[&str]) -> Vec<u8> {
    let sheet = format!(r#"<worksheet xmlns="{SHEETS}"><sheetData>{rows}</sheetData></worksheet>"#);
    xlsx_with(
        &[("xl/worksheets/sheet1.xml", sheet.as_bytes())],
        &["People"],
        formats,
    )
}

/// Builds a workbook with additional parts and named sheets, which are read from `sheet1.xml` and so on.
pub fn xlsx_with(parts: &[(&str, &[u8])], sheets: &[&str], formats: &[&str]) -> Vec<u8> {
    let numbered = || (1..).zip(sheets);
    let named: String = numbered()
        .map(|(i, name)| format!(r#"<sheet name="{name}" sheetId="{i}" r:id="r{i}"/>"#))
        .collect();
    let targets: String = numbered()
        .map(|(i, _)| {
            format!(
                r#"<Relationship Id="r{i}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{i}.xml"/>"#
            )
        })
        .collect();
    let codes: String = (164..)
        .zip(formats)
        .map(|(id, code)| format!(r#"<numFmt numFmtId="{id}" formatCode="{code}"/>"#))
        .collect();
    let styles: String = (164..)
        .zip(formats)
        .map(|(id, _)| format!(r#"<xf numFmtId="{id}" applyNumberFormat="1"/>"#))
        .collect();
    let workbook =
        format!(r#"<workbook xmlns="{SHEETS}" xmlns:r="{RELATIONS}"><sheets>{named}</sheets></workbook>"#);
    let relations = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{targets}</Relationships>"#
    );
    let styles = format!(
        r#"<styleSheet xmlns="{SHEETS}"><numFmts>{codes}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>"#
    );
    let package = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
    );
    let fixed: [(&str, &[u8]); 4] = [
        ("_rels/.rels", package.as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
    ];
    zipped(&[&fixed[..], parts].concat())
}

/// Builds an ODS workbook with the given XML tables.
pub fn ods(tables: &str, manifest: &str) -> Vec<u8> {
    let content = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles><style:style style:name="hidden"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"#
    );
    let manifest = format!("<manifest:manifest>{manifest}</manifest:manifest>");
    zipped(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest.as_bytes()),
        ("content.xml", content.as_bytes()),
    ])
}

/// Returns a text cell.
pub fn cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>"#)
}
