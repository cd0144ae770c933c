//! Emails a user's question to their firm's support.

use super::branding::Branding;
use super::composer::Composer;
use super::content::{Frame, Rendered, SupportMail};
use super::email::{Email, Written};
use super::outbox::QueuedMail;
use crate::error::ApiResult;
use crate::records::support_request::{StoredRequest, support_email};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lettre::message::Mailbox;

#[derive(QueryableByName)]
struct Sender {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Text)]
    firm: String,
}

/// Composes the email to the firm's support address at the time of sending. Replies go to the user.
pub(super) async fn write(
    composer: &Composer,
    waiting: &QueuedMail,
    stored: &serde_json::Value,
) -> ApiResult<Written> {
    let StoredRequest { host, request } =
        serde_json::from_value(stored.clone()).context("cannot read a support request")?;
    let firm_id = waiting.firm_id;
    let mut transaction = composer.db.begin(firm_id).await?;
    let sender = sender(&mut transaction, firm_id, waiting.user_key.as_deref()).await?;
    let address = support_email(&mut transaction, firm_id, &host).await?;
    let branding = Branding::of(&composer.config, &mut transaction, firm_id).await?;
    transaction.finish();
    let Some(to) = address.and_then(|address| address.parse().ok()) else {
        return Ok(Err("The firm has no support email address.".into()));
    };
    let mail = SupportMail {
        frame: Frame {
            title: &request.subject,
            platform: &branding.platform,
            firm: &sender.firm,
            colors: branding.colors().light,
        },
        name: &sender.name,
        address: sender.email.as_deref(),
        host: &host,
        version: env!("CARGO_PKG_VERSION"),
        message: &request.message,
    };
    let Rendered { text, html } = mail.render()?;
    let reply_to = sender.email.as_deref().and_then(|email| email.parse().ok());
    Ok(Ok(Email {
        to: Mailbox::new(None, to),
        platform: branding.platform,
        text,
        html,
        reply_to: reply_to.map(|address| Mailbox::new(Some(sender.name.clone()), address)),
        documents: Vec::new(),
        unsubscribe: None,
        subject: request.subject,
    }))
}

async fn sender(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: Option<&str>,
) -> QueryResult<Sender> {
    diesel::sql_query(
        "SELECT first_name || ' ' || last_name AS name, email, firm.name AS firm
         FROM app_user CROSS JOIN firm WHERE user_key = $1 AND firm_id = $2",
    )
    .bind::<Nullable<Text>, _>(user_key)
    .bind::<Integer, _>(firm_id)
    .get_result(connection)
    .await
}
