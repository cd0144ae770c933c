//! Lines of business and product types.

use crate::vocabulary::{coded, numbered};

numbered! {
    /// Line of business, numbered as in ACORD.
    Line {
        Life = 1, "Life";
        Annuity = 2, "Annuity";
    }
}

coded! {
    /// Product type of a contract. Each belongs to one line.
    ProductType {
        Term = "Term", "Term";
        WholeLife = "WholeLife", "Whole Life";
        UniversalLife = "UniversalLife", "Universal Life";
        VariableUniversalLife = "VariableUniversalLife", "Variable Universal Life";
        IndexedUniversalLife = "IndexedUniversalLife", "Indexed Universal Life";
        InterestSensitiveWholeLife = "InterestSensitiveWholeLife", "Interest-Sensitive Whole Life";
        VariableWholeLife = "VariableWholeLife", "Variable Whole Life";
        GuaranteedUniversalLife = "GuaranteedUniversalLife", "Guaranteed Universal Life";
        SurvivorshipUl = "SurvivorshipUL", "Survivorship Universal Life";
        SurvivorshipWl = "SurvivorshipWL", "Survivorship Whole Life";
        SurvivorshipIul = "SurvivorshipIUL", "Survivorship Indexed Universal Life";
        SurvivorshipVul = "SurvivorshipVUL", "Survivorship Variable Universal Life";
        TermWithCashValue = "TermWithCashValue", "Term with Cash Value";
        GroupTerm = "GroupTerm", "Group Term";
        FixedDeferred = "FixedDeferred", "Fixed Deferred";
        /// Fixed annuity with a rate guaranteed for several years.
        Myga = "MYGA", "Multi-Year Guaranteed (MYGA)";
        /// Fixed indexed annuity.
        Fia = "FIA", "Fixed Indexed (FIA)";
        VariableAnnuity = "VariableAnnuity", "Variable Annuity";
        /// Registered index-linked annuity.
        Rila = "RILA", "Registered Index-Linked (RILA)";
        /// Single premium immediate annuity.
        Spia = "SPIA", "Immediate Income (SPIA)";
        /// Deferred income annuity.
        Dia = "DIA", "Deferred Income (DIA)";
        /// Qualified longevity annuity contract.
        Qlac = "QLAC", "Qualified Longevity (QLAC)";
    }
}

impl ProductType {
    /// Returns the year in which products of this type were first sold. Contracts cannot be older.
    pub const fn introduced(self) -> i16 {
        match self {
            Self::Rila => 2013,
            Self::Qlac => 2014,
            Self::GuaranteedUniversalLife => 2000,
            Self::SurvivorshipIul => 1998,
            Self::IndexedUniversalLife => 1997,
            Self::Fia => 1995,
            Self::SurvivorshipVul => 1989,
            Self::Myga | Self::VariableUniversalLife => 1985,
            Self::SurvivorshipUl | Self::SurvivorshipWl => 1982,
            Self::UniversalLife | Self::InterestSensitiveWholeLife => 1979,
            Self::VariableWholeLife => 1976,
            Self::Term
            | Self::WholeLife
            | Self::TermWithCashValue
            | Self::GroupTerm
            | Self::FixedDeferred
            | Self::VariableAnnuity
            | Self::Spia
            | Self::Dia => 1950,
        }
    }

    pub const fn line(self) -> Line {
        match self {
            Self::FixedDeferred
            | Self::Myga
            | Self::Fia
            | Self::VariableAnnuity
            | Self::Rila
            | Self::Spia
            | Self::Dia
            | Self::Qlac => Line::Annuity,
            _ => Line::Life,
        }
    }

    /// Returns whether the owner can give the contract back for cash. Income annuities only pay income, and term
    /// insurance builds no value.
    pub const fn has_cash_surrender(self) -> bool {
        !matches!(
            self,
            Self::Spia | Self::Dia | Self::Qlac | Self::Term | Self::GroupTerm
        )
    }

    /// Returns whether the product covers two lives and pays at the second death.
    pub const fn is_survivorship(self) -> bool {
        matches!(
            self,
            Self::SurvivorshipUl | Self::SurvivorshipWl | Self::SurvivorshipIul | Self::SurvivorshipVul
        )
    }

    pub fn of(line: Line) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |product| product.line() == line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_14_life_and_8_annuity_products() {
        assert_eq!(ProductType::of(Line::Life).count(), 14);
        assert_eq!(ProductType::of(Line::Annuity).count(), 8);
    }

    #[test]
    fn codes_and_labels_are_unambiguous() {
        for product in ProductType::ALL {
            assert_eq!(ProductType::from_code(product.code()), Some(*product));
            assert_eq!(ProductType::from_text(product.code()), Some(*product));
            assert_eq!(ProductType::from_text(product.label()), Some(*product));
        }
    }

    #[test]
    fn income_annuities_and_term_insurance_have_no_cash_surrender() {
        let without: Vec<&str> = ProductType::ALL
            .iter()
            .filter(|product| !product.has_cash_surrender())
            .map(|product| product.code())
            .collect();
        assert_eq!(without, ["Term", "GroupTerm", "SPIA", "DIA", "QLAC"]);
    }

    #[test]
    fn four_products_are_survivorship() {
        assert_eq!(
            ProductType::ALL
                .iter()
                .filter(|product| product.is_survivorship())
                .count(),
            4
        );
    }
}
