//! PDF files that conform to PDF/UA-1.

use crate::{RenderError, messages};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Document, ObjectStreamConfig, SaveOptions};
use std::io::Write as _;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

/// Objects that are compressed together. A table of 1,350 contracts has more than 10,000 tags.
const OBJECTS_PER_STREAM: usize = 1000;
const CROSS_REFERENCES: &[u8] = b"/Type/XRef";
const STREAM: &[u8] = b"stream\n";
const END_OF_STREAM: &[u8] = b"\nendstream";

/// Returns a tagged PDF. Frees the document as early as possible.
pub fn export(document: PagedDocument) -> Result<Vec<u8>, RenderError> {
    let standards = PdfStandards::new(&[PdfStandard::Ua_1])
        .map_err(|error| RenderError::Pdf(error.message().to_string()))?;
    let options = PdfOptions {
        creator: Smart::Custom(Some("Firmbook".to_owned())),
        standards,
        ..PdfOptions::default()
    };
    let bytes = typst_pdf::pdf(&document, &options).map_err(|errors| RenderError::Pdf(messages(&errors)))?;
    drop(document);
    typst::comemo::evict(0);
    compress(&bytes).map_err(|error| RenderError::Pdf(error.to_string()))
}

/// Moves objects into compressed streams. Typst writes each tag as plaintext, which makes up most of the file.
fn compress(pdf: &[u8]) -> lopdf::Result<Vec<u8>> {
    let mut document = Document::load_mem(pdf)?;
    let options = SaveOptions {
        use_object_streams: true,
        use_xref_streams: true,
        object_stream_config: ObjectStreamConfig {
            max_objects_per_stream: OBJECTS_PER_STREAM,
            compression_level: Compression::best().level(),
        },
        ..SaveOptions::default()
    };
    let mut compressed = Vec::new();
    document.save_with_options(&mut compressed, options)?;
    let smaller = compress_cross_references(&compressed)?;
    Ok(smaller.unwrap_or(compressed))
}

/// Compresses the cross-reference stream, which `lopdf` writes uncompressed. It is the last object, so no offset
/// changes. Returns `None` if the stream is not found.
fn compress_cross_references(pdf: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    let parts = rposition(pdf, CROSS_REFERENCES).and_then(|kind| {
        let object = rposition(&pdf[..kind], b" obj")?;
        let data = object + position(&pdf[object..], STREAM)? + STREAM.len();
        let end = rposition(pdf, END_OF_STREAM)?;
        let length = format!("/Length {}", end.checked_sub(data)?);
        let length_at = object + position(&pdf[object..data], length.as_bytes())?;
        let columns = entry_bytes(&pdf[object..data])?;
        Some((length_at, length_at + length.len(), data, end, columns))
    });
    let Some((length, after_length, data, end, columns)) = parts else {
        return Ok(None);
    };
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&differences(&pdf[data..end], columns))?;
    let encoded = encoder.finish()?;
    let mut smaller = pdf[..length].to_vec();
    write!(
        smaller,
        "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {columns}>>/Length {}",
        encoded.len()
    )?;
    smaller.extend_from_slice(&pdf[after_length..data]);
    smaller.extend_from_slice(&encoded);
    smaller.extend_from_slice(&pdf[end..]);
    Ok(Some(smaller))
}

/// Returns the bytes of an entry of a cross-reference stream, such as 7 for `/W[1 4 2]`.
fn entry_bytes(dictionary: &[u8]) -> Option<usize> {
    let widths = position(dictionary, b"/W")? + 2;
    let end = widths + position(&dictionary[widths..], b"]")?;
    let text = std::str::from_utf8(&dictionary[widths..end]).ok()?;
    let columns = text
        .trim_start_matches([' ', '['])
        .split_whitespace()
        .map(str::parse::<usize>)
        .sum::<Result<usize, _>>()
        .ok()?;
    (columns > 0).then_some(columns)
}

/// Returns each entry as the difference from the entry before it, which the PNG predictor “up” undoes. Offsets of
/// neighbors are similar, so that the differences compress well.
fn differences(entries: &[u8], columns: usize) -> Vec<u8> {
    const UP: u8 = 2;
    let mut before = vec![0; columns];
    let mut rows = Vec::with_capacity(entries.len() + entries.len() / columns + 1);
    for entry in entries.chunks(columns) {
        rows.push(UP);
        rows.extend(
            entry
                .iter()
                .zip(&before)
                .map(|(now, before)| now.wrapping_sub(*before)),
        );
        before.copy_from_slice(entry);
    }
    rows
}

fn position(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}

fn rposition(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).rposition(|window| window == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_size_of_cross_reference_entries() {
        for (dictionary, expected) in [
            ("<</Type/XRef/W[1 4 2]/Size 9>>", Some(7)),
            ("<</W [ 1 2 0 ]>>", Some(3)),
            ("<</W[0 0 0]>>", None),
            ("<</W[1 x 2]>>", None),
            ("<</W[1 4 2", None),
            ("<</Size 9>>", None),
        ] {
            assert_eq!(entry_bytes(dictionary.as_bytes()), expected, "{dictionary}");
        }
    }

    #[test]
    fn differences_add_up_to_the_entries() {
        let entries = [1, 0, 10, 1, 0, 250, 1, 1, 4];
        let rows = differences(&entries, 3);
        let mut before = [0_u8; 3];
        let mut found = Vec::new();
        for row in rows.chunks(4) {
            assert_eq!(row[0], 2);
            for (place, difference) in row[1..].iter().enumerate() {
                before[place] = before[place].wrapping_add(*difference);
            }
            found.extend(before);
        }
        assert_eq!(found, entries);
    }
}
