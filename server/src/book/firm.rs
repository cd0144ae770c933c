//! Creates the firm of a loaded book.

use super::bulk::Bulk;
use super::load::Order;
use crate::db::advisory_lock;
use anyhow::{bail, ensure};
use shared::text::clean;

const ACCOUNT_ADMINISTRATOR: i16 = 1;

/// Creates the firm with the next free id, assigns its administrator, and scopes subsequent writes to the firm.
pub async fn create(bulk: &Bulk<'_>, order: &Order<'_>) -> anyhow::Result<i32> {
    let name = clean(order.firm_name);
    ensure!(
        (1..=120).contains(&name.chars().count()),
        "firm name must have 1 to 120 characters"
    );
    bulk.transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&advisory_lock::NEW_FIRM])
        .await?;
    let known = bulk.firms().await?;
    if let Some((firm_id, _)) = known.iter().find(|(_, known)| *known == name) {
        bail!("firm “{name}” already exists with id {firm_id}");
    }
    let firm_id = known.iter().map(|(firm_id, _)| firm_id + 1).max().unwrap_or(1);
    bulk.enter_firm(firm_id).await?;
    bulk.transaction
        .execute(
            "INSERT INTO firm (firm_id, name, is_demo) VALUES ($1, $2, $3)",
            &[&firm_id, &name, &order.is_demo],
        )
        .await?;
    if let Some(login) = order.administrator {
        let users = bulk
            .transaction
            .query("SELECT user_key FROM app_user WHERE subject = $1", &[&login])
            .await?;
        let [user] = users.as_slice() else {
            bail!(
                "{} users have the sign-in name “{login}”; expected one",
                users.len()
            );
        };
        bulk.transaction
            .execute(
                "INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES ($1, $2, $3)",
                &[&firm_id, &user.get::<_, &str>(0), &ACCOUNT_ADMINISTRATOR],
            )
            .await?;
    }
    Ok(firm_id)
}
