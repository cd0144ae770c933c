//! Specified features of pages that are not built yet. Planned menu entries are in `menu/table.rs`. No code uses the
//! entries below. When a page is built, remove its entry.

use crate::permission::Feature;

/// Features without a page in the menu that no call or screen checks yet. Roles already have permissions for
/// them.
pub const FEATURES: &[Feature] = &[
    Feature::FinalReview,
    Feature::Servicing,
    Feature::OwnerAuthorizations,
];
