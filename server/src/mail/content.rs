//! Content of emails, rendered as HTML and as text from `templates/mail`. The HTML has inline styles and no
//! external resources.

use crate::notify::Detail;
use anyhow::Context;
use askama::Template;
use shared::branding::BrandShades;

/// Content that all emails have in common.
pub(super) struct Frame<'a> {
    pub title: &'a str,
    pub platform: &'a str,
    pub firm: &'a str,
    /// The firm's color, adjusted for contrast.
    pub colors: BrandShades,
}

/// A notification as shown in an email.
pub(super) struct Item {
    pub label: String,
    /// `Urgent`, `Soon` or `None`.
    pub urgency: Option<&'static str>,
    pub name: String,
    pub address: Option<String>,
    /// `MM/DD/YYYY` in the recipient's time zone.
    pub day: String,
    /// With absolute URLs.
    pub details: Vec<Detail>,
}

/// Content of a notification email.
pub(super) struct Notices<'a> {
    pub frame: Frame<'a>,
    pub items: &'a [Item],
    pub list: String,
    pub settings: String,
}

/// Content of a cohort email.
pub(super) struct CohortMail<'a> {
    pub frame: Frame<'a>,
    /// States that the email is late.
    pub note: Option<&'a str>,
    /// Plain text. Line breaks are kept.
    pub message: &'a str,
    pub unsubscribe: Option<&'a str>,
}

/// Content of an email with a Crummey letter.
pub(super) struct LetterMail<'a> {
    pub frame: Frame<'a>,
    /// The addressee: the beneficiary, or the guardian of a minor.
    pub addressee: &'a str,
    pub trust: &'a str,
}

/// Content of a user's question to their firm's support.
pub(super) struct SupportMail<'a> {
    pub frame: Frame<'a>,
    /// Name of the user who asked.
    pub name: &'a str,
    pub address: Option<&'a str>,
    /// Host name of the portal that the user was on.
    pub host: &'a str,
    /// Version of the server.
    pub version: &'a str,
    /// Plain text. Line breaks are kept.
    pub message: &'a str,
}

/// An email in both formats.
pub(super) struct Rendered {
    pub text: String,
    pub html: String,
}

#[derive(Template)]
#[template(path = "mail/notices.txt")]
struct NoticesText<'a> {
    mail: &'a Notices<'a>,
}

#[derive(Template)]
#[template(path = "mail/notices.html")]
struct NoticesHtml<'a> {
    mail: &'a Notices<'a>,
}

#[derive(Template)]
#[template(path = "mail/cohort.txt")]
struct CohortText<'a> {
    mail: &'a CohortMail<'a>,
}

#[derive(Template)]
#[template(path = "mail/cohort.html")]
struct CohortHtml<'a> {
    mail: &'a CohortMail<'a>,
}

#[derive(Template)]
#[template(path = "mail/letter.txt")]
struct LetterText<'a> {
    mail: &'a LetterMail<'a>,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct LetterHtml<'a> {
    mail: &'a LetterMail<'a>,
}

#[derive(Template)]
#[template(path = "mail/support.txt")]
struct SupportText<'a> {
    mail: &'a SupportMail<'a>,
}

#[derive(Template)]
#[template(path = "mail/support.html")]
struct SupportHtml<'a> {
    mail: &'a SupportMail<'a>,
}

impl SupportMail<'_> {
    pub fn render(&self) -> anyhow::Result<Rendered> {
        rendered(&SupportText { mail: self }, &SupportHtml { mail: self })
    }
}

impl LetterMail<'_> {
    pub fn render(&self) -> anyhow::Result<Rendered> {
        rendered(&LetterText { mail: self }, &LetterHtml { mail: self })
    }
}

impl Notices<'_> {
    pub fn render(&self) -> anyhow::Result<Rendered> {
        rendered(&NoticesText { mail: self }, &NoticesHtml { mail: self })
    }
}

impl CohortMail<'_> {
    pub fn render(&self) -> anyhow::Result<Rendered> {
        rendered(&CohortText { mail: self }, &CohortHtml { mail: self })
    }
}

fn rendered(text: &impl Template, html: &impl Template) -> anyhow::Result<Rendered> {
    let context = "cannot render an email";
    Ok(Rendered {
        text: text.render().context(context)?,
        html: html.render().context(context)?,
    })
}

#[cfg(test)]
mod tests;
