//! Reasons to leave out columns of an exported list.

use serde::{Deserialize, Serialize};

/// Why a column of an exported list is not imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum LeftOut {
    /// Computed by the portal: ages, totals, change dates.
    KeptByPortal,
    /// Covered by other columns: the full name by its parts, or the parts by the full name.
    SaidElsewhere,
    /// Lists show only the last digits of a tax ID.
    Masked,
}

impl LeftOut {
    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::KeptByPortal => "Computed automatically",
            Self::SaidElsewhere => "Covered by other columns",
            Self::Masked => "Masked",
        }
    }
}
