//! Fixed sets of terms as options for columns, filters and forms.

use super::beneficiary::{BeneficiaryClass, Relationship};
use super::gift::GiftState;
use super::transaction::ContractTransactionKind;
use super::{
    AgentType, BestInterestStatus, InsuredType, Line, MedicalRequestState, PolicyStatus, PremiumMode,
    ProductType, RecordSource, RiderType, TaxType,
};
use crate::audit::{self, AuditAction};
use crate::cohort::{CONTACT_TYPES, CohortKind};
use crate::contact::owner_type::OwnerType;
use crate::contact::state::STATES;
use crate::deliverable::GroupBy;
use crate::permission::FirmUserType;
use crate::resolution::PairState;
use crate::trust::{TrustRole, TrustType};
use serde::{Deserialize, Serialize};

/// A fixed set of terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EnumName {
    PolicyStatus,
    ProductTypeLife,
    ProductTypeAnnuity,
    PremiumMode,
    TaxType,
    OwnerType,
    AgentType,
    InsuredType,
    State,
    Sex,
    RecordSource,
    RiderType,
    BestInterestStatus,
    BestInterestFormStatus,
    MedicalRequestState,
    FirmUserType,
    AuditAction,
    AuditRecord,
    Month,
    CohortKind,
    CohortContactType,
    PairState,
    DeliverableGrouping,
    GiftState,
    TrustType,
    TrustRole,
    BeneficiaryClass,
    Relationship,
    ContractTransactionKind,
}

impl EnumName {
    pub const ALL: [Self; 29] = [
        Self::PolicyStatus,
        Self::ProductTypeLife,
        Self::ProductTypeAnnuity,
        Self::PremiumMode,
        Self::TaxType,
        Self::OwnerType,
        Self::AgentType,
        Self::InsuredType,
        Self::State,
        Self::Sex,
        Self::RecordSource,
        Self::RiderType,
        Self::BestInterestStatus,
        Self::BestInterestFormStatus,
        Self::MedicalRequestState,
        Self::FirmUserType,
        Self::AuditAction,
        Self::AuditRecord,
        Self::Month,
        Self::CohortKind,
        Self::CohortContactType,
        Self::PairState,
        Self::DeliverableGrouping,
        Self::GiftState,
        Self::TrustType,
        Self::TrustRole,
        Self::BeneficiaryClass,
        Self::Relationship,
        Self::ContractTransactionKind,
    ];
}

/// An option: its stored code and its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// Numeric codes are written as text.
    pub code: String,
    pub label: String,
}

/// Returns the options in a set, in menu order.
pub fn options(set: EnumName) -> Vec<Choice> {
    macro_rules! coded {
        ($terms:expr) => {
            $terms
                .map(|term| choice(term.code(), term.label()))
                .collect()
        };
    }
    macro_rules! numbered {
        ($terms:expr) => {
            $terms
                .iter()
                .map(|term| choice(&term.number().to_string(), term.label()))
                .collect()
        };
    }
    match set {
        EnumName::PolicyStatus => coded!(PolicyStatus::ALL.iter()),
        EnumName::ProductTypeLife => coded!(ProductType::of(Line::Life)),
        EnumName::ProductTypeAnnuity => coded!(ProductType::of(Line::Annuity)),
        EnumName::PremiumMode => coded!(PremiumMode::ALL.iter()),
        EnumName::TaxType => coded!(TaxType::ALL.iter()),
        EnumName::OwnerType => numbered!(OwnerType::ALL),
        EnumName::AgentType => numbered!(AgentType::ALL),
        EnumName::InsuredType => numbered!(InsuredType::ALL),
        EnumName::State => STATES.iter().map(|(code, name)| choice(code, name)).collect(),
        EnumName::Sex => [("F", "Female"), ("M", "Male"), ("X", "X")]
            .map(|(code, label)| choice(code, label))
            .into(),
        EnumName::RiderType => coded!(RiderType::ALL.iter()),
        EnumName::RecordSource => coded!(RecordSource::ALL.iter()),
        // The list of owners shows the newest form, which is never superseded.
        EnumName::BestInterestStatus => {
            let all = BestInterestStatus::ALL.iter();
            coded!(all.filter(|status| **status != BestInterestStatus::Superseded))
        }
        EnumName::BestInterestFormStatus => coded!(BestInterestStatus::ALL.iter()),
        EnumName::MedicalRequestState => coded!(MedicalRequestState::ALL.iter()),
        EnumName::FirmUserType => numbered!(FirmUserType::ALL),
        EnumName::AuditAction => coded!(AuditAction::ALL.iter()),
        EnumName::AuditRecord => audit::subjects()
            .map(|(code, label)| choice(code, label))
            .collect(),
        EnumName::Month => (1..=12)
            .zip(MONTHS)
            .map(|(month, name)| choice(&format!("{month:02}"), name))
            .collect(),
        EnumName::PairState => coded!(PairState::ALL.iter()),
        EnumName::GiftState => coded!(GiftState::ALL.iter()),
        EnumName::TrustType => coded!(TrustType::ALL.iter()),
        EnumName::TrustRole => coded!(TrustRole::ALL.iter()),
        EnumName::BeneficiaryClass => coded!(BeneficiaryClass::ALL.iter()),
        EnumName::Relationship => coded!(Relationship::ALL.iter()),
        EnumName::ContractTransactionKind => coded!(ContractTransactionKind::ALL.iter()),
        EnumName::DeliverableGrouping => numbered!(GroupBy::ALL),
        EnumName::CohortKind => coded!(CohortKind::ALL.iter()),
        EnumName::CohortContactType => CONTACT_TYPES
            .iter()
            .map(|(kind, name)| choice(&(*kind as u8).to_string(), name))
            .collect(),
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn choice(code: &str, label: &str) -> Choice {
    Choice {
        code: code.into(),
        label: label.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_set_has_distinct_codes_and_labels() {
        for set in EnumName::ALL {
            let choices = options(set);
            assert!(choices.len() >= 2, "{set:?}");
            assert!(
                choices
                    .iter()
                    .all(|choice| !choice.code.is_empty() && !choice.label.is_empty())
            );
            assert_eq!(
                choices.iter().map(|c| &c.code).collect::<BTreeSet<_>>().len(),
                choices.len(),
                "{set:?}"
            );
            assert_eq!(
                choices.iter().map(|c| &c.label).collect::<BTreeSet<_>>().len(),
                choices.len(),
                "{set:?}"
            );
        }
    }

    #[test]
    fn owner_type_options_use_numbers() {
        assert_eq!(options(EnumName::OwnerType)[1], choice("2", "Trust"));
    }
}
