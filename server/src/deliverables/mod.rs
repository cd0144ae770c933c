//! Documents for clients: loads their contracts, lays them out and renders them.

pub mod best_interest;
pub mod book;
mod frame;
mod job;
pub mod letter;
pub mod letterhead;
pub mod medical_letter;
mod renderer;
pub mod summary;
pub mod text_images;
pub mod text_pages;
pub mod worker;

pub use renderer::{COMMAND, Renderer};

use crate::auth::{Sight, Viewer};
use shared::deliverable::layout::Layout;
use shared::document;
use shared::permission::Permissions;

pub const MEDIA_TYPE: &str = "application/pdf";
/// Maximum size of a document.
pub const MAX_PDF_BYTES: u64 = 64 * 1024 * 1024;

/// The user who generates a document. The document contains the contracts that they can see and shows their name.
pub struct Preparer<'a> {
    pub sight: Sight<'a>,
    pub permissions: &'a Permissions,
    pub name: String,
}

impl<'a> From<&'a Viewer> for Preparer<'a> {
    fn from(viewer: &'a Viewer) -> Self {
        Self {
            sight: viewer.sight(),
            permissions: &viewer.permissions,
            name: viewer.name(),
        }
    }
}

/// Returns a document's file name, such as `Book of business - Dana Whitfield - 2026-11-26.pdf`.
pub fn file_name(layout: &Layout) -> String {
    // Truncates a long subject, so that the date is kept.
    let subject: String = layout.subject.chars().take(60).collect();
    let wanted = format!("{} - {subject} - {}.pdf", layout.title, layout.date).replace('/', "-");
    document::file_name(&wanted).unwrap_or_else(|_| format!("{} - {}.pdf", layout.title, layout.date))
}
