//! Premium modes.

use crate::vocabulary::coded;

coded! {
    /// Payment frequency of premiums.
    PremiumMode {
        Annual = "Annual", "Annual";
        SemiAnnual = "SemiAnnual", "Semi-Annual";
        Quarterly = "Quarterly", "Quarterly";
        Monthly = "Monthly", "Monthly";
        SinglePay = "SinglePay", "Single Pay";
        Flexible = "Flexible", "Flexible";
        NoPremium = "None", "None";
    }
}

impl PremiumMode {
    /// Returns 1, 2, 4 or 12. `None` if the mode has no fixed frequency.
    pub const fn payments_per_year(self) -> Option<u8> {
        match self {
            Self::Annual => Some(1),
            Self::SemiAnnual => Some(2),
            Self::Quarterly => Some(4),
            Self::Monthly => Some(12),
            Self::SinglePay | Self::Flexible | Self::NoPremium => None,
        }
    }
}
