//! How an annuity is taxed.

use crate::vocabulary::coded;

coded! {
    /// The tax qualification of an annuity.
    TaxType {
        NonQualified = "NonQualified", "Non-Qualified";
        TraditionalIra = "TraditionalIRA", "Traditional IRA";
        RothIra = "RothIRA", "Roth IRA";
        Sep = "SEP", "SEP IRA";
        Simple = "SIMPLE", "SIMPLE IRA";
        Plan401k = "401k", "401(k)";
        Plan403b = "403b", "403(b)";
        InheritedIra = "InheritedIRA", "Inherited IRA";
        Pension = "Pension", "Pension";
    }
}
