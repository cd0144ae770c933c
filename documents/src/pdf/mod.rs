//! PDF files that conform to PDF/UA-1.

mod pack;

use crate::{RenderError, messages};
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

/// Returns a tagged PDF. Takes ownership to free the document's memory as early as possible.
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
    // An unpacked file is also valid, just larger.
    Ok(pack::pack(&bytes).unwrap_or(bytes))
}
