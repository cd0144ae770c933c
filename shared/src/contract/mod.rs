//! Life policies and annuities: terms, wire types and validation rules.

pub mod alert;
pub mod annuity;
mod annuity_record;
pub mod beneficiary;
pub mod bulk;
mod check;
pub mod choice;
pub mod contracts;
pub mod gift;
pub mod guideline;
pub mod payment_method;
pub mod policy;
mod policy_record;
pub mod premium_mode;
pub mod product_type;
pub mod rider;
pub mod role;
pub mod source;
pub mod status;
pub mod status_change;
pub mod tax_type;
pub mod transaction;
pub mod work_state;
mod year;

pub use annuity_record::Annuity;
pub use check::{AGES, COMDEX};
pub use choice::{Choice, EnumName, options};
pub use policy_record::Policy;
pub use premium_mode::PremiumMode;
pub use product_type::{Line, ProductType};
pub use rider::RiderType;
pub use role::{AgentType, InsuredType, PartyRole};
pub use source::RecordSource;
pub use status::{PolicyStatus, Standing};
pub use tax_type::TaxType;
pub use work_state::{BestInterestStatus, MedicalRequestState};
pub use year::ContractYear;

/// Normalizes a contract number for uniqueness within a firm and carrier. Ignores spaces, dashes and case.
/// Leading zeros are significant.
pub fn contract_number_key(number: &str) -> String {
    number
        .chars()
        .filter(|c| !matches!(c, ' ' | '-'))
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_key_ignores_spaces_dashes_and_case() {
        for typed in ["AB-001234", "ab 001234", "Ab001 2-34", "AB001234"] {
            assert_eq!(contract_number_key(typed), "AB001234");
        }
    }

    #[test]
    fn number_key_keeps_leading_zeros() {
        assert_ne!(contract_number_key("001234"), contract_number_key("1234"));
    }
}
