//! Specified features of pages that are not built yet. Nothing uses this list. Planned menu entries are in
//! `menu/table.rs`. Remove a page's entries when the page is built.

use crate::permission::Feature;

/// Features that have permissions but neither a menu page nor a call or screen that checks them.
pub const FEATURES: &[Feature] = &[
    Feature::FinalReview,
    Feature::Servicing,
    Feature::OwnerAuthorizations,
];
