//! Whether a trust can send Crummey letters.

use super::TrustType;

/// Error code of a gift to a trust that cannot send letters.
pub const NO_LETTERS: &str = "no_letters";

/// Checks whether a trust can send Crummey letters. Each item of `withdrawal_rights` says whether a beneficiary may
/// withdraw gifts.
///
/// # Errors
/// Returns the reason as a sentence for the user.
pub fn letters(
    trust_type: Option<TrustType>,
    withdrawal_rights: impl IntoIterator<Item = bool>,
) -> Result<(), &'static str> {
    match trust_type {
        Some(TrustType::Ilit | TrustType::OtherIrrevocable) => {}
        Some(TrustType::Revocable) => {
            return Err(
                "A revocable trust cannot send Crummey letters, because the grantor can take gifts back.",
            );
        }
        Some(TrustType::SpecialNeeds) => {
            return Err(
                "A special needs trust cannot send Crummey letters, because a withdrawal right can end public benefits.",
            );
        }
        Some(TrustType::Charitable) => {
            return Err(
                "A charitable trust cannot send Crummey letters, because its gifts have no withdrawal right.",
            );
        }
        None => {
            return Err("The type of the trust is not recorded. Choose the type on the page of the trust.");
        }
    }
    if withdrawal_rights.into_iter().any(|has_right| has_right) {
        Ok(())
    } else {
        Err("No beneficiary has a withdrawal right. Add a beneficiary with one on the page of the trust.")
    }
}
