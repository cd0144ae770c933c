//! Sends the emails in the outbox: notifications to users, cohort emails to contacts, Crummey letters to beneficiaries
//! of trusts, and questions to a firm's support. Emails are composed from current data when they are sent.
//!
//! Delivery is at least once. If a node dies between sending a mail and recording it, another node sends it
//! again under the same `Message-ID`.

mod branding;
pub mod cohort;
mod composer;
mod content;
mod email;
mod letter;
mod notice;
mod outbox;
mod smtp;
mod support;

pub(crate) use branding::Branding;
pub use composer::Composer;

use crate::config::Config;
use crate::error::ApiResult;
use crate::sends::Document;
use crate::telemetry::jobs;
use anyhow::Context;
use email::{Email, Unwritten};
use jiff::{SignedDuration, Timestamp};
use lettre::Message;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart};
use outbox::QueuedMail;
use smtp::SmtpClient;
use std::time::{Duration, Instant, SystemTime};
use tokio::time::MissedTickBehavior;

const ROUND: Duration = Duration::from_secs(2);
/// Name of the job.
pub const JOB: &str = "mail";
const CLEANING: Duration = Duration::from_secs(600);
/// Maximum duration of a round. The remaining mail waits for the next round, so that new notices are sent
/// before cohort emails.
const LONGEST_ROUND: Duration = Duration::from_secs(60);

/// Sends emails through the mail server.
pub struct Mailer {
    client: SmtpClient,
    from: lettre::Address,
}

impl Mailer {
    /// Returns `None` if mail is disabled. The connection is opened with the first mail.
    ///
    /// # Errors
    /// Returns an error if `FIRMBOOK_SMTP_URL` is not a valid server URL.
    pub fn of(config: &Config) -> anyhow::Result<Option<Self>> {
        let Some(mail) = &config.mail else {
            return Ok(None);
        };
        Ok(Some(Self {
            client: SmtpClient::new(mail).context("FIRMBOOK_SMTP_URL is not a valid mail server URL")?,
            from: mail.from.clone(),
        }))
    }

    /// Connects to the mail server and signs in.
    ///
    /// # Errors
    /// Returns the reason if the server cannot be reached or rejects the sign-in.
    pub async fn check(&self) -> Result<(), String> {
        self.client.check().await.map_err(|refusal| refusal.words)
    }

    fn message(&self, waiting: &QueuedMail, email: Email, now: Timestamp) -> anyhow::Result<Message> {
        let id = format!("<{}@{}>", waiting.uuid, self.from.domain());
        let mut message = Message::builder()
            .message_id(Some(id))
            .date(SystemTime::from(now))
            .from(Mailbox::new(Some(email.platform), self.from.clone()))
            .to(email.to)
            .subject(email.subject);
        if let Some(reply_to) = email.reply_to {
            message = message.reply_to(reply_to);
        }
        if let Some(address) = email.unsubscribe {
            message = message
                .header(Unsubscribe(format!("<{address}>")))
                .header(OneClick);
        }
        let text = MultiPart::alternative_plain_html(email.text, email.html);
        if email.documents.is_empty() {
            return Ok(message.multipart(text)?);
        }
        let mut parts = MultiPart::mixed().multipart(text);
        for document in email.documents {
            let Document {
                name,
                media_type,
                content,
            } = document;
            let media_type = ContentType::parse(&media_type)?;
            parts = parts.singlepart(Attachment::new(name).body(content.to_vec(), media_type));
        }
        Ok(message.multipart(parts)?)
    }
}

/// `List-Unsubscribe` header (RFC 2369). [`OneClick`] adds one-click unsubscribe (RFC 8058).
#[derive(Clone)]
struct Unsubscribe(String);

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

#[derive(Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

struct Refusal {
    is_final: bool,
    /// `false` if the server currently accepts no mail.
    is_of_this_mail: bool,
    words: String,
}

impl Refusal {
    fn of_the_server(words: String) -> Self {
        Self {
            is_final: false,
            is_of_this_mail: false,
            words,
        }
    }
}

/// Returns the delay before the next attempt, or `None` after the last one.
fn pause(tries: i16) -> Option<SignedDuration> {
    const MINUTES: [i64; 7] = [1, 5, 15, 60, 240, 1_440, 2_880];
    let index = usize::try_from(tries - 1).unwrap_or(0);
    MINUTES
        .get(index)
        .map(|minutes| SignedDuration::from_mins(*minutes))
}

/// Sends mail from the outbox until the process ends.
pub async fn run(composer: Composer, mailer: Option<Mailer>) {
    if mailer.is_none() {
        tracing::info!("disabled mail because FIRMBOOK_SMTP_URL is not set");
    }
    let mut rounds = tokio::time::interval(ROUND);
    let mut cleaning = tokio::time::interval(CLEANING);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    cleaning.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let done = tokio::select! {
            _ = rounds.tick(), if mailer.is_some() => match &mailer {
                Some(mailer) => jobs::round(JOB, round(&composer, mailer, composer.clock.now())).await,
                None => Ok(()),
            },
            _ = cleaning.tick() => match mailer {
                Some(_) => jobs::round(JOB, outbox::clean(&composer.db, composer.clock.now())).await,
                None => jobs::round(JOB, outbox::drop_all(&composer.db, composer.clock.now())).await,
            },
        };
        if let Err(error) = done {
            tracing::warn!(error = format!("{error:?}"), "failed to process the mail outbox");
        }
    }
}

/// Sends all mail that is due.
pub async fn round(composer: &Composer, mailer: &Mailer, now: Timestamp) -> ApiResult<()> {
    let done = batches(composer, mailer, now).await;
    mailer.client.rest().await;
    done
}

async fn batches(composer: &Composer, mailer: &Mailer, now: Timestamp) -> ApiResult<()> {
    let end = Instant::now() + LONGEST_ROUND;
    loop {
        let batch = outbox::claim(&composer.db, now).await?;
        if batch.is_empty() {
            return Ok(());
        }
        let sends = outbox::sends_of(&batch);
        let may_go_on = deliver_all(composer, mailer, batch, now, end).await?;
        for (firm_id, schedule) in sends {
            outbox::tell(&composer.db, firm_id, schedule).await?;
        }
        if !may_go_on {
            return Ok(());
        }
    }
}

/// Returns `false` if the mail server currently accepts no mail or the round has reached its maximum duration.
async fn deliver_all(
    composer: &Composer,
    mailer: &Mailer,
    batch: Vec<QueuedMail>,
    now: Timestamp,
    end: Instant,
) -> ApiResult<bool> {
    let mut rest = batch.into_iter();
    while let Some(waiting) = rest.next() {
        let Err(refusal) = deliver(composer, mailer, &waiting, now).await? else {
            if Instant::now() > end {
                outbox::give_back(&composer.db, rest.as_slice(), now).await?;
                return Ok(false);
            }
            continue;
        };
        tracing::warn!(mail.uuid = %waiting.uuid, tries = waiting.tries, error = refusal.words, "failed to send a mail");
        outbox::failed(&composer.db, &waiting, now, &refusal.words, refusal.is_final).await?;
        if !refusal.is_of_this_mail {
            // The remaining mail would fail too.
            for waiting in rest {
                outbox::failed(&composer.db, &waiting, now, &refusal.words, false).await?;
            }
            return Ok(false);
        }
    }
    Ok(true)
}

async fn deliver(
    composer: &Composer,
    mailer: &Mailer,
    waiting: &QueuedMail,
    now: Timestamp,
) -> ApiResult<Result<(), Refusal>> {
    let written = if let Some(subject) = waiting.subject() {
        cohort::write(composer, waiting.firm_id, subject).await?
    } else if let Some(letter) = waiting.letter_uuid {
        letter::write(composer, waiting.firm_id, letter).await?
    } else if let Some(request) = &waiting.support_request {
        support::write(composer, waiting, request).await?
    } else {
        notice::write(composer, waiting).await?
    };
    let email = match written {
        Ok(email) => email,
        Err(Unwritten::Skip(why)) => {
            outbox::dropped(&composer.db, waiting, now, &why).await?;
            return Ok(Ok(()));
        }
        Err(Unwritten::Retry(why)) => {
            return Ok(Err(Refusal {
                is_final: false,
                is_of_this_mail: true,
                words: why.to_owned(),
            }));
        }
    };
    let message = match mailer.message(waiting, email, now) {
        Ok(message) => message,
        Err(error) => {
            return Ok(Err(Refusal {
                is_final: true,
                is_of_this_mail: true,
                words: format!("{error:#}"),
            }));
        }
    };
    let sent = mailer.client.send(&message).await;
    if sent.is_ok() {
        outbox::sent(&composer.db, waiting, now).await?;
    }
    Ok(sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_grow_and_end_after_eight_tries() {
        let pauses: Vec<_> = (1..=8).map(pause).collect();
        assert!(pauses[..7].is_sorted() && pauses[..7].iter().all(Option::is_some));
        assert_eq!(pauses[7], None);
        let days = pauses.iter().flatten().sum::<SignedDuration>().as_hours() / 24;
        assert_eq!(days, 3);
    }
}
