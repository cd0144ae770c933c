//! Why a column of a file that the portal wrote becomes nothing.

use serde::{Deserialize, Serialize};

/// Why a column of an exported list is left out by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum LeftOut {
    /// Ages, totals, dates of changes: they follow from something else.
    KeptByPortal,
    /// The name, of which other columns hold the parts; or the other way round.
    SaidElsewhere,
    /// Lists show the end of a tax number.
    Masked,
}

impl LeftOut {
    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::KeptByPortal => "Kept by the portal",
            Self::SaidElsewhere => "Said by other columns",
            Self::Masked => "Not shown whole",
        }
    }
}
