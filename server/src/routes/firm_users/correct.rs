//! Corrects the name, sign-in name and email of a user.

use crate::error::{ApiError, ApiResult};
use crate::records::firm_user::person;
use diesel_async::AsyncPgConnection;
use shared::user::{FirmUser, FirmUserInput, UserIdentity, correct_identity};

/// Saves what the request changes of the user's identity, if anything. The request holds the lock on the firm.
pub(super) async fn correct(
    connection: &mut AsyncPgConnection,
    user: &FirmUser,
    input: &FirmUserInput,
) -> ApiResult<()> {
    let before = identity(user);
    let locks = person::locks(connection, &user.user_key).await?;
    let (after, faults) = correct_identity(&before, locks, input);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    if after == before {
        return Ok(());
    }
    // Not changed: the user has signed in, or another firm has added them, since the locks were read.
    if !person::correct(connection, &user.user_key, &after).await? {
        let locks = person::locks(connection, &user.user_key).await?;
        return Err(ApiError::Invalid(correct_identity(&before, locks, input).1));
    }
    Ok(())
}

fn identity(user: &FirmUser) -> UserIdentity {
    UserIdentity {
        login: user.login.clone(),
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        email: user.email.clone(),
    }
}
