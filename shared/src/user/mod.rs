//! Users of a firm and their preferences.

mod correction;
mod firm_user;
mod profile;

pub use correction::{IdentityLocks, UserIdentity, correct_identity};
pub use firm_user::{
    FirmUser, FirmUserInput, MAX_AGENTS, MAX_PROFESSIONALS, NewFirmUser, normalize_change, normalize_new,
    required_names,
};
pub use profile::{Density, ProfileInput, Theme, normalize_profile};

const MAX_NAME_CHARS: usize = 60;

#[cfg(test)]
mod testing {
    use crate::problem::FieldProblem;

    pub fn codes(faults: Vec<FieldProblem>) -> Vec<(String, String)> {
        faults
            .into_iter()
            .map(|fault| (fault.field, fault.code))
            .collect()
    }

    pub fn one(field: &str, code: &str) -> Vec<(String, String)> {
        vec![(field.into(), code.into())]
    }
}
