//! Renders client documents with Typst, as tagged PDF files or as SVG pages for previews.
//!
//! Texts reach the templates as data only, so they cannot contain markup. A render cannot be canceled: the server
//! runs this crate in a child process with limits (see [`run`]).

mod child;
mod columns;
mod data;
mod fonts;
mod image;
mod line_breaks;
mod pdf;
mod rich_text;
mod sections;
mod svg;
mod text;
mod world;

pub use child::run;
pub use image::{ImageProblem, check_image};

use shared::deliverable::layout::{Format, RenderOrder};
use thiserror::Error;
use typst::diag::SourceDiagnostic;
use typst_layout::PagedDocument;

/// Reason why a document could not be rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    #[error("cannot lay out the document: {0}")]
    Layout(String),
    #[error("cannot write the PDF: {0}")]
    Pdf(String),
    #[error("cannot write the preview: {0}")]
    Svg(#[from] serde_json::Error),
}

/// Renders a document. The same order always gives the same bytes.
///
/// # Errors
/// Returns `RenderError::Layout` if Typst rejects the document, `RenderError::Pdf` if the document cannot be
/// written as an accessible PDF, and `RenderError::Svg` if the pages cannot be written as JSON.
pub fn render(order: &RenderOrder) -> Result<Vec<u8>, RenderError> {
    let world = world::DocumentWorld::new(&order.layout)?;
    let compiled = typst::compile::<PagedDocument>(&world).output;
    let document = compiled.map_err(|errors| RenderError::Layout(messages(&errors)))?;
    // The compiler's caches are no longer needed and take up more memory than the document.
    typst::comemo::evict(0);
    let rendered = match order.format {
        Format::Pdf => pdf::export(document),
        Format::Svg => svg::export(&document),
    };
    typst::comemo::evict(0);
    rendered
}

/// Joins the messages of the compiler.
fn messages(errors: &[SourceDiagnostic]) -> String {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    messages.join("; ")
}
