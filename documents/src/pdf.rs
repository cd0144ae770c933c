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

/// Returns a tagged PDF.
pub fn export(document: &PagedDocument) -> Result<Vec<u8>, RenderError> {
    let standards = PdfStandards::new(&[PdfStandard::Ua_1])
        .map_err(|error| RenderError::Pdf(error.message().to_string()))?;
    let options = PdfOptions {
        creator: Smart::Custom(Some("Firmbook".to_owned())),
        standards,
        ..PdfOptions::default()
    };
    let bytes = typst_pdf::pdf(document, &options).map_err(|errors| RenderError::Pdf(messages(&errors)))?;
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
        Some((length_at, length_at + length.len(), data, end))
    });
    let Some((length, after_length, data, end)) = parts else {
        return Ok(None);
    };
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&pdf[data..end])?;
    let encoded = encoder.finish()?;
    let mut smaller = pdf[..length].to_vec();
    write!(smaller, "/Filter/FlateDecode/Length {}", encoded.len())?;
    smaller.extend_from_slice(&pdf[after_length..data]);
    smaller.extend_from_slice(&encoded);
    smaller.extend_from_slice(&pdf[end..]);
    Ok(Some(smaller))
}

fn position(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}

fn rposition(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).rposition(|window| window == pattern)
}
