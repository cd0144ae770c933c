//! Notification emails: the notifications that are unread at the time of sending, with the firm's branding.

use super::branding::Branding;
use super::composer::Composer;
use super::content::{Frame, Item, Notices, Rendered};
use super::email::{Email, Written};
use super::outbox::QueuedMail;
use crate::error::ApiResult;
use crate::notify::Detail;
use crate::records::notification::{self, Notification};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::RunQueryDsl;
use jiff::tz::TimeZone;
use lettre::message::Mailbox;
use serde_json::Value;
use shared::notification::{DigestFrequency, NotificationDisplay, Severity, digest};

/// Portal path of the notification settings.
const SETTINGS: &str = "/settings/notifications";

const NOTHING: &str = "no unread notifications or no active recipient";

#[derive(QueryableByName)]
struct Recipient {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    email: String,
    #[diesel(sql_type = Text)]
    time_zone: String,
    #[diesel(sql_type = Text)]
    firm: String,
}

pub(super) async fn write(composer: &Composer, waiting: &QueuedMail) -> ApiResult<Written> {
    let Some(user_key) = &waiting.user_key else {
        return Ok(Err(NOTHING.into()));
    };
    let mut transaction = composer.db.begin(waiting.firm_id).await?;
    let recipient: Option<Recipient> = diesel::sql_query(
        "SELECT first_name || ' ' || last_name AS name, email, u.time_zone, firm.name AS firm
         FROM app_user u JOIN firm_assignment a USING (user_key) JOIN firm USING (firm_id)
         WHERE firm_id = $1 AND user_key = $2 AND a.is_active AND firm.is_active AND NOT is_disabled
           AND email IS NOT NULL",
    )
    .bind::<Integer, _>(waiting.firm_id)
    .bind::<Text, _>(user_key)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    let firm_id = waiting.firm_id;
    let unread = notification::unread(&mut transaction, firm_id, user_key, &waiting.notification_ids).await?;
    let branding = Branding::of(&composer.config, &mut transaction, firm_id).await?;
    transaction.finish();
    let Some(recipient) = recipient.filter(|_| !unread.is_empty()) else {
        return Ok(Err(NOTHING.into()));
    };
    let Ok(address) = recipient.email.parse() else {
        return Ok(Err(NOTHING.into()));
    };
    let base = &branding.base;
    let zone = TimeZone::get(&recipient.time_zone).unwrap_or(TimeZone::UTC);
    let items: Vec<Item> = unread
        .into_iter()
        .map(|(row, details)| item(row, details, base, &zone))
        .collect();
    let title = title(&waiting.cause, &items);
    let mail = Notices {
        frame: Frame {
            title: &title,
            platform: &branding.platform,
            firm: &recipient.firm,
            colors: branding.colors().light,
        },
        items: &items,
        list: format!("{base}{}", digest::ADDRESS),
        settings: format!("{base}{SETTINGS}"),
    };
    let Rendered { text, html } = mail.render()?;
    Ok(Ok(Email {
        to: Mailbox::new(Some(recipient.name), address),
        platform: branding.platform,
        text,
        html,
        subject: title,
        reply_to: None,
        documents: Vec::new(),
        unsubscribe: None,
    }))
}

fn item(row: Notification, details: Option<Value>, base: &str, zone: &TimeZone) -> Item {
    let details: Vec<Detail> = details
        .and_then(|details| serde_json::from_value(details).ok())
        .unwrap_or_default();
    // A control character in a name must not start a new line in a header or in the text.
    let in_line = |text: String| text.replace(char::is_control, " ");
    let look = NotificationDisplay::of(row.notification_type);
    Item {
        label: look.label,
        urgency: match look.severity {
            Severity::ActNow => Some("Urgent"),
            Severity::Soon => Some("Soon"),
            Severity::Info => None,
        },
        name: in_line(row.display_name),
        address: row.application_url.map(|path| format!("{base}{path}")),
        day: shared::date::format(row.create_date.to_zoned(zone.clone()).date()),
        details: details
            .into_iter()
            .map(|detail| Detail {
                title: in_line(detail.title),
                application_url: format!("{base}{}", detail.application_url),
                lines: detail.lines,
            })
            .collect(),
    }
}

fn title(cause: &str, items: &[Item]) -> String {
    match (DigestFrequency::from_code(cause), items) {
        (Some(frequency), items) => digest::words(frequency, items.len()),
        (None, [one]) => format!("{}: {}", one.label, one.name),
        (None, items) => format!("{} notifications", items.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str) -> Item {
        Item {
            label: "Lapse Pending".into(),
            urgency: Some("Urgent"),
            name: name.into(),
            address: Some("https://portal.example/business/policies/1".into()),
            day: "11/21/2026".into(),
            details: vec![Detail {
                title: name.into(),
                application_url: "https://portal.example/reports/policies/1?panel=changes".into(),
                lines: vec!["Rows added: 1".into()],
            }],
        }
    }

    #[test]
    fn subject_describes_the_notifications() {
        let (one, two) = ([item("P-1")], [item("P-1"), item("P-2")]);
        assert_eq!(title("Notice", &one), "Lapse Pending: P-1");
        assert_eq!(title("Notice", &two), "2 notifications");
        assert_eq!(title("Daily", &two), "Your daily summary: 2 unread");
        assert_eq!(title("Weekly", &one), "Your weekly summary: 1 unread");
    }
}
