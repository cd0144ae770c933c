//! What an owner is before the law.

/// The kinds of owner. The number is the one on the wire and in addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnerType {
    Individual = 1,
    Trust = 2,
    Corporate = 3,
    Partnership = 4,
    Estate = 5,
    Charity = 6,
}

impl OwnerType {
    pub const ALL: [Self; 6] = [
        Self::Individual,
        Self::Trust,
        Self::Corporate,
        Self::Partnership,
        Self::Estate,
        Self::Charity,
    ];

    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|owner_type| *owner_type as u8 == number)
    }

    /// The number on the wire and in the database.
    pub fn number(self) -> u8 {
        self as u8
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Individual => "Individual",
            Self::Trust => "Trust",
            Self::Corporate => "Corporate",
            Self::Partnership => "Partnership",
            Self::Estate => "Estate",
            Self::Charity => "Charity",
        }
    }
}

/// The label of a number, `Unknown (n)` where it has none.
pub fn label_of(number: u8) -> String {
    OwnerType::from_number(number).map_or_else(
        || format!("Unknown ({number})"),
        |owner_type| owner_type.label().into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owner_types_have_fixed_numbers() {
        let labels: Vec<_> = (0..=7).map(label_of).collect();
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
                "Unknown (7)",
            ]
        );
    }
}
