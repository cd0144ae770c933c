//! What an owner is before the law.

use crate::vocabulary::numbered;

numbered! {
    /// The kinds of owner. Two joint owners are two links of their own types.
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
