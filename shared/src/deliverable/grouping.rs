//! Groupings of the contracts in a document.

use crate::contract::Line;
use crate::vocabulary::numbered;

numbered! {
    /// Property that groups the contracts in a document.
    GroupBy {
        None = 1, "No grouping";
        Carrier = 2, "Carrier";
        ProductType = 3, "Product type";
        Status = 4, "Status";
        Owner = 5, "Owner";
        Insured = 6, "Insured or annuitant";
        Agent = 7, "Agent";
    }
}

impl GroupBy {
    /// Returns the list column whose values form the groups, or `None` without grouping.
    pub(super) const fn column(self, line: Line) -> Option<&'static str> {
        Some(match (self, line) {
            (Self::None, _) => return None,
            (Self::Carrier, _) => "carrier",
            (Self::ProductType, _) => "productType",
            (Self::Status, _) => "status",
            (Self::Owner, _) => "owner",
            (Self::Insured, Line::Life) => "insured",
            (Self::Insured, Line::Annuity) => "annuitant",
            (Self::Agent, _) => "agent",
        })
    }

    /// Returns the title of the group of contracts without a value.
    pub(super) const fn without_value(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Carrier => "No carrier",
            Self::ProductType => "No product type",
            Self::Status => "No status",
            Self::Owner => "No owner",
            Self::Insured => "No insured or annuitant",
            Self::Agent => "No agent",
        }
    }
}
