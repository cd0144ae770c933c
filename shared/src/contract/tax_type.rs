//! Tax qualifications of annuities.

use crate::vocabulary::coded;

coded! {
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
