//! SVG pages for previews.

use crate::RenderError;
use serde::Serialize;
use typst_layout::PagedDocument;
use typst_svg::SvgOptions;

/// Maximum number of pages in a preview.
const PAGES: usize = 12;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    page_count: usize,
    pages: Vec<String>,
}

/// Returns the number of pages and the first pages as JSON.
pub fn export(document: &PagedDocument) -> Result<Vec<u8>, RenderError> {
    let options = SvgOptions::default();
    let pages = document.pages();
    let preview = Preview {
        page_count: pages.len(),
        pages: pages
            .iter()
            .take(PAGES)
            .map(|page| typst_svg::svg(page, &options))
            .collect(),
    };
    Ok(serde_json::to_vec(&preview)?)
}
