//! Crummey letters: notices that tell a trust's beneficiaries that they may withdraw a gift.
//!
//! Letters are created for a received gift, one for each beneficiary with a withdrawal right. They are emailed,
//! or marked as mailed or handed over.

mod create;
mod delivery;
mod record;

#[cfg(test)]
mod tests;

pub use create::{
    LetterAmount, LettersDraft, LettersInput, addressee, blocked_because, check_letters, propose,
};
pub use delivery::{Delivery, DeliveryInput, LetterVersion, ProofInput, check_delivery};
pub use record::{CrummeyLetter, GiftLetters, LetterDocument, LetterRecipient, TrustLetters};

use super::TrustType;
use crate::vocabulary::coded;

coded! {
    /// Progress of a letter.
    LetterState {
        Draft = "Draft", "Not sent";
        /// The email is in the outbox.
        Sending = "Sending", "Sending";
        Delivered = "Delivered", "Delivered";
        /// The email could not be sent.
        Failed = "Failed", "Not delivered";
    }
}

coded! {
    /// Delivery method of a letter.
    DeliveryMethod {
        Email = "Email", "Email";
        Mail = "Mail", "Mail";
        Hand = "Hand", "By hand";
    }
}

/// Error code of a gift to a trust that cannot send letters.
pub const NO_LETTERS: &str = "no_letters";

/// Checks whether a trust can send Crummey letters. `withdrawal_rights` has an item per beneficiary, true if they may
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
