//! Benefits that are added to a contract.

use crate::vocabulary::coded;

coded! {
    /// The kind of a rider.
    RiderType {
        WaiverOfPremium = "WaiverOfPremium", "Waiver of Premium";
        AcceleratedBenefit = "AcceleratedBenefit", "Accelerated Benefit";
        ChronicIllness = "ChronicIllness", "Chronic Illness";
        LongTermCare = "LongTermCare", "Long-Term Care";
        ChildTerm = "ChildTerm", "Child Term";
        TermRider = "Term", "Term";
        GuaranteedInsurability = "GuaranteedInsurability", "Guaranteed Insurability";
        NoLapseGuarantee = "NoLapseGuarantee", "No-Lapse Guarantee";
        ReturnOfPremium = "ReturnOfPremium", "Return of Premium";
        Glwb = "GLWB", "Guaranteed Lifetime Withdrawal";
        Gmib = "GMIB", "Guaranteed Minimum Income";
        Gmab = "GMAB", "Guaranteed Minimum Accumulation";
        Gmdb = "GMDB", "Guaranteed Minimum Death Benefit";
    }
}
