//! Legal types of owners.

use crate::vocabulary::numbered;

numbered! {
    /// The legal type of an owner. Joint owners are stored as two links, each with its own type.
    OwnerType {
        Individual = 1, "Individual";
        Trust = 2, "Trust";
        Corporate = 3, "Corporate";
        Partnership = 4, "Partnership";
        Estate = 5, "Estate";
        Charity = 6, "Charity";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owner_types_have_fixed_numbers() {
        let labels: Vec<_> = (0..=7).map(OwnerType::label_of).collect();
        assert_eq!(
            labels,
            [
                "Unknown (0)",
                "Individual",
                "Trust",
                "Corporate",
                "Partnership",
                "Estate",
                "Charity",
                "Unknown (7)"
            ]
        );
    }
}
