//! The login role that requests use. It can switch to `firmbook_app` and has no other privileges, so that
//! `RESET ROLE` on a request's connection does not give it the rights of the schema owner.

use super::{advisory_lock, connect_raw};
use anyhow::{Context, anyhow, bail};
use tokio_postgres::error::SqlState;

/// The role that requests run as, which is subject to row security.
pub const ROLE: &str = "firmbook_app";

const CREATE_ONE: &str = "Create a login for requests as a superuser (CREATE ROLE firmbook_requests LOGIN NOINHERIT \
                          PASSWORD '…'; GRANT firmbook_app TO firmbook_requests) and set DATABASE_APP_URL to it.";

/// A login role that the server created.
pub struct Login {
    name: String,
    password: String,
}

impl Login {
    /// Returns `url` with this login. `url` can point to the database or its replica.
    #[must_use]
    pub fn of(&self, url: &str) -> String {
        with_login(url, &self.name, &self.password)
    }
}

/// Creates the login role that requests use, or resets its password if the server cannot connect with it.
///
/// The role's name contains the id of the database, because all databases of a cluster share their roles.
///
/// # Errors
/// Returns an error if the owner may not create roles, or if the server cannot connect as the new role.
pub async fn create(owner_url: &str, password: &str) -> anyhow::Result<Login> {
    let mut owner = connect_raw(owner_url).await?;
    let name: String = owner
        .query_one(
            "SELECT 'firmbook_login_' || oid FROM pg_database WHERE datname = current_database()",
            &[],
        )
        .await?
        .get(0);
    let login = Login {
        name,
        password: password.to_owned(),
    };
    // Usually another node or an earlier start has created it.
    if check(&login.of(owner_url)).await.is_ok() {
        return Ok(login);
    }
    create_role(&mut owner, &login)
        .await
        .map_err(|error| match error.as_db_error() {
            Some(refusal) if *refusal.code() == SqlState::INSUFFICIENT_PRIVILEGE => anyhow!(
                "The user of DATABASE_URL cannot create a login for requests: {}. {CREATE_ONE}",
                refusal.message()
            ),
            _ => anyhow::Error::from(error).context("failed to create the login of requests"),
        })?;
    check(&login.of(owner_url)).await.with_context(|| {
        format!(
            "The server created the login {} for requests but cannot connect as this user. Allow it in \
             pg_hba.conf, or set DATABASE_APP_URL to another login that is a member of {ROLE}.",
            login.name
        )
    })?;
    Ok(login)
}

async fn create_role(owner: &mut tokio_postgres::Client, login: &Login) -> Result<(), tokio_postgres::Error> {
    let Login { name, password } = login;
    let transaction = owner.transaction().await?;
    transaction
        .batch_execute(&format!("SELECT pg_advisory_xact_lock({})", advisory_lock::LOGIN))
        .await?;
    let existing = transaction
        .query_opt("SELECT FROM pg_roles WHERE rolname = $1", &[name])
        .await?;
    let verb = if existing.is_some() { "ALTER" } else { "CREATE" };
    // Sends a verifier instead of the password, because the database may log the statement.
    let verifier = postgres_protocol::password::scram_sha_256(password.as_bytes());
    transaction
        .batch_execute(&format!(
            "{verb} ROLE {name} LOGIN NOINHERIT PASSWORD '{verifier}'; GRANT {ROLE} TO {name}"
        ))
        .await?;
    transaction.commit().await
}

/// Returns the URL with another user and password, appended because later parameters override earlier ones. Neither
/// value needs escaping.
fn with_login(url: &str, user: &str, password: &str) -> String {
    let is_url = url.starts_with("postgres://") || url.starts_with("postgresql://");
    match (is_url, url.contains('?')) {
        (true, false) => format!("{url}?user={user}&password={password}"),
        (true, true) => format!("{url}&user={user}&password={password}"),
        (false, _) => format!("{url} user={user} password={password}"),
    }
}

/// Checks that a login can act as `firmbook_app` but not as the owner of the tables.
///
/// # Errors
/// Returns an error that says how to correct `DATABASE_APP_URL`.
pub async fn check(app_url: &str) -> anyhow::Result<()> {
    let client = connect_raw(app_url)
        .await
        .context("failed to connect to the database for requests")?;
    let row = client
        .query_one(
            "SELECT session_user::text, pg_has_role(session_user, $1, 'MEMBER'),
               EXISTS (SELECT FROM pg_roles WHERE rolname = session_user AND (rolsuper OR rolbypassrls))
               OR EXISTS (SELECT FROM pg_class WHERE relname = 'app_user' AND relkind = 'r'
                 AND pg_has_role(session_user, relowner, 'MEMBER'))",
            &[&ROLE],
        )
        .await
        .context("failed to check the login of requests")?;
    let (user, is_member, is_owner): (String, bool, bool) = (row.get(0), row.get(1), row.get(2));
    if is_owner {
        bail!(
            "DATABASE_APP_URL connects as {user}, who can read every firm. Unset it, so that the server creates a \
             login for requests. If the user of DATABASE_URL may not create roles: {CREATE_ONE}"
        );
    }
    if !is_member {
        bail!(
            "DATABASE_APP_URL connects as {user}, who is not a member of {ROLE}. Run: GRANT {ROLE} TO {user}"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::Config;

    #[test]
    fn replaces_user_and_password_in_every_url_format() {
        for url in [
            "postgres://owner:secret@db.example/firmbook",
            "postgresql://owner@%2Frun%2Fpg/firmbook?application_name=x",
            "host=db.example dbname=firmbook user=owner password='a b'",
        ] {
            let config: Config = with_login(url, "requests", "word").parse().unwrap();
            assert_eq!(config.get_user(), Some("requests"), "{url}");
            assert_eq!(config.get_password(), Some(&b"word"[..]), "{url}");
            assert_eq!(config.get_dbname(), Some("firmbook"), "{url}");
        }
    }
}
