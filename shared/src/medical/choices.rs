//! Options of the forms for medical requests.

use super::{
    DiscloserKind, LetterFailure, LetterMethod, MedicalRequestType, RequestNeed, SignedBy, ViewReason,
};
use crate::contract::Choice;
use serde::{Deserialize, Serialize};

/// Options of the forms for medical requests, in menu order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct MedicalChoices {
    pub request_types: Vec<Choice>,
    pub discloser_kinds: Vec<Choice>,
    pub signed_by: Vec<Choice>,
    pub methods: Vec<Choice>,
    pub failures: Vec<Choice>,
    pub reasons: Vec<Choice>,
    /// Filters of the list of open requests
    pub needs: Vec<Choice>,
}

impl Default for MedicalChoices {
    fn default() -> Self {
        Self {
            request_types: MedicalRequestType::choices(),
            discloser_kinds: DiscloserKind::choices(),
            signed_by: SignedBy::choices(),
            methods: LetterMethod::choices(),
            failures: LetterFailure::choices(),
            reasons: ViewReason::choices(),
            needs: RequestNeed::choices(),
        }
    }
}
