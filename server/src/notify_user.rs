//! `server notify`: sends notifications to a user, for scripts and demos, through the regular delivery path.

use anyhow::{Context, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use server::config::Config;
use server::db::schema::{app_user, firm, firm_assignment};
use server::db::{Db, Purpose};
use server::hub::outbox;
use server::ids::new_uuid;
use server::records::notification::{NewNotification, insert};
use server::start;
use shared::notification::NotificationKind;

const KIND: NotificationKind = NotificationKind::SummaryReady;
const MOST: u64 = 100_000;
const LONGEST: u64 = 1_000_000;

/// Pushes notifications to a user, for scripts and demos.
#[derive(Args)]
pub struct Options {
    /// Sign-in name of the user.
    user: String,
    /// Number of notifications.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u32>::new().range(1..=MOST))]
    count: u32,
    /// Minimum length of each text in characters.
    #[arg(long, value_name = "CHARACTERS", default_value_t = 0,
          value_parser = RangedU64ValueParser::<usize>::new().range(..=LONGEST))]
    size: usize,
    /// Start of each text.
    #[arg(long, value_name = "TEXT")]
    mark: Option<String>,
    /// Stores the notifications and pushes the updated list too.
    #[arg(long)]
    list: bool,
}

/// A firm that the user works in.
pub struct Assignment {
    pub user_key: String,
    pub firm_id: i32,
}

pub async fn run(options: &Options) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let db = Db::new(&database.app_url, Purpose::Command, 1, config.database_deadline)?;
    let assignments = active_assignments(&db, &config.oidc.issuer, &options.user).await?;
    for number in 1..=options.count {
        let text = text(options, number);
        for assignment in &assignments {
            push(&db, assignment, &text, options.list).await?;
        }
    }
    let firms = match assignments.len() {
        1 => "1 firm".to_owned(),
        several => format!("{several} firms"),
    };
    println!("{} for {} in {firms}", options.count, options.user);
    Ok(())
}

/// Returns the user's firms, with the user key. A session belongs to one firm, so each session gets a push
/// once.
pub async fn active_assignments(db: &Db, issuer: &str, login: &str) -> anyhow::Result<Vec<Assignment>> {
    let mut transaction = db.begin_for_sign_in(issuer, login).await?;
    let user: Option<String> = app_user::table
        .filter(app_user::issuer.eq(issuer))
        .filter(app_user::subject.eq(login))
        .select(app_user::user_key)
        .first(&mut *transaction)
        .await
        .optional()?;
    transaction.finish();
    let user_key = user.with_context(|| format!("unknown user “{login}” of issuer {issuer}"))?;
    let mut transaction = db.begin_for_user(&user_key).await?;
    let firm_ids: Vec<i32> = firm_assignment::table
        .inner_join(firm::table.on(firm::firm_id.eq(firm_assignment::firm_id)))
        .filter(firm_assignment::user_key.eq(&user_key))
        .filter(firm_assignment::is_active)
        .filter(firm::is_active)
        .order(firm_assignment::firm_id)
        .select(firm_assignment::firm_id)
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    ensure!(
        !firm_ids.is_empty(),
        "user “{login}” is not assigned to an active firm"
    );
    let assignment = |firm_id| Assignment {
        user_key: user_key.clone(),
        firm_id,
    };
    Ok(firm_ids.into_iter().map(assignment).collect())
}

/// Sends one notification in its own transaction, as separate events would.
async fn push(db: &Db, assignment: &Assignment, text: &str, is_list: bool) -> anyhow::Result<()> {
    let mut transaction = db.begin(assignment.firm_id).await?;
    if is_list {
        let new = NewNotification {
            firm_id: assignment.firm_id,
            user_key: &assignment.user_key,
            kind: KIND,
            display_name: text,
            application_url: None,
            dedup_key: &new_uuid().to_string(),
        };
        insert(&mut transaction, &new).await?;
    } else {
        let (firm_id, user_key) = (assignment.firm_id, &assignment.user_key);
        outbox::post(
            &mut transaction,
            firm_id,
            user_key,
            KIND.number(),
            "Notification",
            text,
        )
        .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Builds the text `mark #number`, padded to the size.
fn text(options: &Options, number: u32) -> String {
    let mut text = match &options.mark {
        Some(mark) => format!("{mark} #{number}"),
        None => format!("#{number}"),
    };
    let missing = options.size.saturating_sub(text.chars().count());
    if missing > 0 {
        text.push(' ');
        text.extend(std::iter::repeat_n('.', missing - 1));
    }
    text
}
