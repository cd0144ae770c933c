//! `server report-digest USER`: makes a user's report digest due now instead of the next morning. The running
//! servers send it. For scripts and demos.

use crate::notify_user::active_assignments;
use clap::Args;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use jiff::Timestamp;
use server::config::Config;
use server::db::schema::report_subscription;
use server::db::{Db, Purpose};
use server::start;

/// Sends a user's report digest now instead of in the morning.
#[derive(Args)]
pub struct Options {
    /// Sign-in name of the user.
    user: String,
}

pub async fn run(Options { user }: &Options) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let db = Db::new(&database.app_url, Purpose::Command, 1, config.database_deadline)?;
    let mut count = 0;
    for assignment in active_assignments(&db, &config.oidc.issuer, user).await? {
        let mut transaction = db.begin(assignment.firm_id).await?;
        count += diesel::update(report_subscription::table)
            .filter(report_subscription::firm_id.eq(assignment.firm_id))
            .filter(report_subscription::user_key.eq(&assignment.user_key))
            .filter(report_subscription::is_digest)
            .set(report_subscription::next_digest_at.eq(jiff_diesel::Timestamp::from(Timestamp::UNIX_EPOCH)))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    println!("{count} subscriptions of {user}");
    Ok(())
}
