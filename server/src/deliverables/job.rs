//! Lays out the document of a job: a report summary or a book of business.

use super::Preparer;
use super::book::{BOOK_OF_BUSINESS, Book};
use super::summary::Summary;
use super::text_pages::contact_kind;
use crate::auth::{Reader, Scope, Sight};
use crate::clock::Clock;
use crate::db::schema::app_user;
use crate::db::{Db, Transaction};
use crate::error::{ApiError, ApiResult};
use crate::notify::{Notice, To};
use crate::records::contact;
use crate::records::report::{self, Saved};
use crate::records::summary_job::{JobSubject, SummaryJob};
use anyhow::anyhow;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use shared::contact::{ContactKind, ContactRecord, name};
use shared::deliverable::layout::Layout;
use shared::deliverable::{DeliverableKind, GroupBy, summary_group};
use shared::messages::Action;
use shared::notification::NotificationKind;
use shared::permission::{AdminUserType, Feature, Permissions, Role};
use uuid::Uuid;

/// Subject of a document, as named in its notification.
pub struct Subject {
    pub of: JobSubject,
    pub uuid: Uuid,
    /// Record type, as stored with documents.
    pub noun: &'static str,
    pub title: String,
    /// Portal path of the page that shows the document.
    page: String,
}

impl Subject {
    fn report(report: &Saved) -> Self {
        Self {
            of: JobSubject::Report(report.uuid),
            uuid: report.uuid,
            noun: "report",
            title: report.name.clone(),
            page: format!("{}/{}?panel=summary", report.report_type.page(), report.uuid),
        }
    }

    fn contact((kind, uuid): (ContactKind, Uuid), name: &str) -> Self {
        let noun = kind.noun();
        Self {
            of: JobSubject::Contact(uuid),
            uuid,
            noun,
            title: format!("{BOOK_OF_BUSINESS} of {name}"),
            page: format!("/people/{noun}s/{uuid}?tab=book"),
        }
    }

    /// Returns the notification for the user who requested the document.
    pub fn notice(self, job: &SummaryJob, kind: NotificationKind, text: String) -> Notice {
        Notice {
            kind,
            // The key is unique, because a job that was started again may fail again.
            key: format!("{}:{}", job.document_uuid, crate::ids::new_uuid()),
            display_name: text,
            application_url: Some(self.page),
            details: Vec::new(),
            to: To::User(job.requested_by.clone()),
        }
    }
}

/// Returns the action whose message explains an unexpected failure.
pub fn action(job: &SummaryJob) -> Action {
    match job.subject() {
        Some(JobSubject::Contact(_)) => Action::GenerateBookOfBusiness,
        _ => Action::GenerateSummary,
    }
}

/// Returns a document's subject, even if the user who requested it can no longer see it. Returns `None` if the subject
/// is missing or invalid.
pub async fn subject(transaction: &mut Transaction, job: &SummaryJob) -> ApiResult<Option<Subject>> {
    match (job.subject(), kind(job).and_then(contact_kind)) {
        (Some(JobSubject::Report(uuid)), _) => {
            match report::saved(transaction, job.firm_id, uuid).await {
                // The query of a report that cannot be run is unreadable.
                Err(ApiError::Refused { .. }) => Ok(None),
                report => Ok(report?.as_ref().map(Subject::report)),
            }
        }
        (Some(JobSubject::Contact(uuid)), Some(kind)) => {
            let contact = contact::find_hidden(transaction, job.firm_id, uuid).await?;
            let contact = contact.map(ContactRecord::from);
            Ok(contact.map(|contact| Subject::contact((kind, uuid), &name::full_name(&contact.person))))
        }
        _ => Ok(None),
    }
}

/// The user who requested a document, with their current scope and permissions.
struct Requester {
    name: String,
    scope: Scope,
    time_zone: String,
    permissions: Permissions,
    /// Whether they can use the reports of users who left.
    inherits: bool,
}

impl Requester {
    /// # Errors
    /// Returns `ApiError::Forbidden` if the user may no longer generate documents.
    async fn find(transaction: &mut Transaction, job: &SummaryJob) -> ApiResult<Self> {
        let user_key = job.requested_by.as_str();
        let reader = Reader::find(transaction, job.firm_id, user_key).await?;
        let (scope, time_zone, permissions) = match reader {
            // Other staff cannot generate documents.
            _ if job.is_staffs => {
                let staff = Permissions::of(Role::Admin(AdminUserType::SystemAdministrator));
                (Scope::All, "UTC".to_owned(), staff)
            }
            Some(reader) if reader.permissions.can_write(Feature::Deliverables) => {
                (reader.scope, reader.time_zone, reader.permissions)
            }
            _ => return Err(ApiError::Forbidden),
        };
        let (first, last): (String, String) = app_user::table
            .find(user_key)
            .select((app_user::first_name, app_user::last_name))
            .first(&mut **transaction)
            .await?;
        Ok(Self {
            name: format!("{first} {last}"),
            scope,
            time_zone,
            inherits: permissions.can_write(Feature::ManageUsers),
            permissions,
        })
    }

    fn sight(&self, firm_id: i32, clock: Clock) -> Sight<'_> {
        Sight {
            firm_id,
            scope: &self.scope,
            day: clock.today_in(&self.time_zone),
            time_zone: &self.time_zone,
        }
    }
}

/// Loads and lays out the rows that are currently visible to the user who requested the document.
///
/// # Errors
/// Returns `ApiError::Forbidden` if the user may not generate the document, `ApiError::NotFound` if they cannot see its
/// report, contact or template, and `ApiError::Refused` if it would be too large.
pub async fn layout(db: &Db, clock: Clock, job: &SummaryJob) -> ApiResult<(Subject, Layout)> {
    let mut transaction = db.begin(job.firm_id).await?;
    let requester = Requester::find(&mut transaction, job).await?;
    let sight = requester.sight(job.firm_id, clock);
    match job.subject() {
        Some(JobSubject::Report(uuid)) => {
            let user = (job.requested_by.as_str(), requester.inherits);
            let report = report::find_for(&mut transaction, job.firm_id, user, uuid)
                .await?
                .ok_or(ApiError::NotFound("report"))?;
            transaction.finish();
            let (kind, group_by) = summary_group(
                report.report_type,
                number(job.deliverable_type),
                number(job.group_by),
            )
            .map_err(|_| invalid("grouping"))?;
            let summary = Summary {
                sight,
                prepared_by: requester.name.clone(),
                report: &report,
                kind,
                template: job.template_uuid,
                group_by,
            };
            let layout = summary.layout(db).await?;
            Ok((Subject::report(&report), layout))
        }
        Some(JobSubject::Contact(uuid)) => {
            transaction.finish();
            let deliverable = kind(job).ok_or_else(|| invalid("kind"))?;
            let book = Book {
                kind: contact_kind(deliverable).ok_or_else(|| invalid("kind"))?,
                deliverable,
                contact: uuid,
                template: job.template_uuid,
                group_by: GroupBy::from_number(number(job.group_by)).ok_or_else(|| invalid("grouping"))?,
                includes_annuities: job.includes_annuities,
            };
            let preparer = Preparer {
                sight,
                permissions: &requester.permissions,
                name: requester.name.clone(),
            };
            let layout = book.layout(db, preparer).await?;
            Ok((Subject::contact((book.kind, uuid), &layout.subject), layout))
        }
        None => Err(invalid("subject")),
    }
}

fn kind(job: &SummaryJob) -> Option<DeliverableKind> {
    DeliverableKind::from_number(number(job.deliverable_type))
}

fn number(number: i16) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

fn invalid(what: &str) -> ApiError {
    ApiError::Internal(anyhow!("the job has an invalid {what}"))
}
