//! Terms that carriers use for statuses, products and modes.

use crate::contact::state;
use crate::contract::{EnumName, options};
use crate::fault::Fault;
use crate::vocabulary::spelling;

/// Maximum number of terms that an error message lists.
const MOST_TERMS: usize = 25;

/// Returns the code of a term in a set. Matches codes, labels and other common spellings.
pub(super) fn code_of(set: EnumName, typed: &str) -> Option<String> {
    if set == EnumName::State {
        return state::code(typed).map(Into::into);
    }
    let key = spelling(typed);
    let choices = options(set);
    let is_it = |text: &str| spelling(text) == key;
    let own = choices
        .iter()
        .find(|choice| is_it(&choice.code) || is_it(&choice.label));
    match own {
        Some(choice) => Some(choice.code.clone()),
        None => other_spelling(set, &key).map(Into::into),
    }
}

fn other_spelling(set: EnumName, key: &str) -> Option<&'static str> {
    Some(match (set, key) {
        (EnumName::PolicyStatus, "active" | "premiumpaying" | "if") => "InForce",
        (EnumName::PolicyStatus, "grace" | "ingrace") => "GracePeriod",
        (EnumName::PolicyStatus, "pendinglapse") => "LapsePending",
        (EnumName::PolicyStatus, "lapse") => "Lapsed",
        (EnumName::PolicyStatus, "surrender") => "Surrendered",
        (EnumName::PolicyStatus, "exchanged" | "1035exchange" | "replaced") => "Exchanged",
        (EnumName::PolicyStatus, "converted") => "Converted",
        (EnumName::PolicyStatus, "death" | "deceased" | "claim") => "DeathClaim",
        (EnumName::PolicyStatus, "cancelled" | "canceled") => "Terminated",
        (EnumName::PolicyStatus, "nottaken" | "declined") => "NotTaken",
        (EnumName::PremiumMode, "a" | "annually" | "yearly" | "ann") => "Annual",
        (EnumName::PremiumMode, "s" | "sa" | "semiannually") => "SemiAnnual",
        (EnumName::PremiumMode, "q" | "qtrly" | "qtr") => "Quarterly",
        (EnumName::PremiumMode, "m" | "mo" | "mthly") => "Monthly",
        (EnumName::PremiumMode, "single" | "singlepremium") => "SinglePay",
        (EnumName::ProductTypeLife, "termlife" | "levelterm" | "lifeterm") => "Term",
        (EnumName::ProductTypeLife, "wl" | "whole") => "WholeLife",
        (EnumName::ProductTypeLife, "ul" | "universal") => "UniversalLife",
        (EnumName::ProductTypeLife, "vul" | "variableul") => "VariableUniversalLife",
        (EnumName::ProductTypeLife, "iul" | "indexedul") => "IndexedUniversalLife",
        (EnumName::ProductTypeLife, "gul" | "guaranteedul") => "GuaranteedUniversalLife",
        (EnumName::ProductTypeLife, "sul") => "SurvivorshipUL",
        (EnumName::ProductTypeLife, "swl") => "SurvivorshipWL",
        (EnumName::ProductTypeLife, "siul") => "SurvivorshipIUL",
        (EnumName::ProductTypeLife, "svul") => "SurvivorshipVUL",
        (EnumName::ProductTypeAnnuity, "fixed" | "fixedannuity") => "FixedDeferred",
        (EnumName::ProductTypeAnnuity, "fixedindexed" | "fixedindexedannuity" | "indexedannuity") => "FIA",
        (EnumName::ProductTypeAnnuity, "variable" | "va") => "VariableAnnuity",
        (EnumName::ProductTypeAnnuity, "immediate" | "immediateannuity") => "SPIA",
        (EnumName::AgentType, "writing") => "1",
        (EnumName::AgentType, "servicing") => "2",
        (EnumName::TaxType, "nq") => "NonQualified",
        (EnumName::TaxType, "ira") => "TraditionalIRA",
        (EnumName::TaxType, "roth") => "RothIRA",
        _ => return None,
    })
}

/// Returns the error for an unknown term. The message lists the valid terms unless there are too many.
pub(super) fn unknown_term(set: Option<EnumName>, label: &str) -> Fault {
    let choices = set.map(options).into_iter().flatten();
    let labels: Vec<String> = choices.map(|choice| choice.label).collect();
    let message = match labels.as_slice() {
        [others @ .., last] if labels.len() <= MOST_TERMS => {
            format!("Enter one of these: {} or {last}.", others.join(", "))
        }
        _ => format!("Enter a valid {}.", label.to_lowercase()),
    };
    Fault::new("unknown_term", message)
}

/// Returns a flag, or `None` if the text is not one.
pub(super) fn flag_of(typed: &str) -> Option<bool> {
    match spelling(typed).as_str() {
        "yes" | "y" | "true" | "t" | "1" | "on" | "smoker" | "tobacco" => Some(true),
        "no" | "n" | "false" | "f" | "0" | "off" | "nonsmoker" | "nontobacco" => Some(false),
        _ => None,
    }
}
