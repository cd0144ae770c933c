//! A composed email, or why it is not sent.

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

/// Why an email is not sent now.
pub(super) enum Unwritten {
    /// It is not sent at all, for this reason.
    Skip(Cow<'static, str>),
    /// It is tried again later.
    Retry(&'static str),
}

impl From<&'static str> for Unwritten {
    fn from(why: &'static str) -> Self {
        Self::Skip(why.into())
    }
}

/// An email, or why it is not sent.
pub(super) type Written = Result<Email, Unwritten>;
