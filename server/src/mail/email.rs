//! A composed email, or the reason for not sending it.

use crate::sends::Document;
use lettre::message::Mailbox;
use std::borrow::Cow;

/// A composed email.
pub(super) struct Email {
    pub to: Mailbox,
    /// Display name of the sender.
    pub platform: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Address for replies, if it differs from the sender.
    pub reply_to: Option<Mailbox>,
    /// Attachments.
    pub documents: Vec<Document>,
    /// URL of the unsubscribe page.
    pub unsubscribe: Option<String>,
}

/// Reason for not sending an email now.
pub(super) enum Unwritten {
    /// The email is skipped for this reason.
    Skip(Cow<'static, str>),
    /// The email is retried later.
    Retry(&'static str),
}

impl From<&'static str> for Unwritten {
    fn from(why: &'static str) -> Self {
        Self::Skip(why.into())
    }
}

/// An email, or the reason for not sending it.
pub(super) type Written = Result<Email, Unwritten>;
