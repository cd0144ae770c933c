//! Attachments of cohort emails, limited to the contact's contracts that the schedule's owner can see.

use super::contracts::contract_lists;
use super::owner::ScheduleOwner;
use crate::db::Db;
use crate::deliverables::book::Book;
use crate::deliverables::{MEDIA_TYPE, Preparer, Renderer, file_name};
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable;
use crate::records::schedule::Schedule;
use bytes::Bytes;
use diesel_async::AsyncPgConnection;
use jiff::civil::Date;
use shared::cohort::schedule::ScheduledBook;
use shared::contact::ContactKind;
use shared::deliverable::layout::{Format, Layout, RenderOrder};
use shared::permission::Feature;
use uuid::Uuid;

/// Reason why a contact's book is missing after an unexpected failure. The log has the details.
pub const NO_DOCUMENTS: &str = "The documents could not be created.";

/// Reason for not sending a book whose template was deleted.
const NO_TEMPLATE: &str =
    "The template of the book of business was deleted. Choose another one for the schedule.";

/// A named file.
pub struct Document {
    pub name: String,
    pub media_type: String,
    pub content: Bytes,
}

/// Attachment settings of a schedule.
#[derive(Debug, Clone, Copy)]
pub struct Attached {
    pub includes_annuities: bool,
    /// `None` attaches lists of contracts.
    pub book: Option<ScheduledBook>,
}

impl Attached {
    pub fn of(schedule: &Schedule) -> Self {
        Self {
            includes_annuities: schedule.shown.include_annuities,
            book: schedule.book,
        }
    }
}

/// Returns the documents about a contact on this day: a book of business, or lists of contracts. Empty if there are no
/// contracts.
///
/// # Errors
/// Returns `ApiError::NotFound` if the contact was deleted, `ApiError::Refused` if the template was deleted or there
/// are too many contracts for a book, and `ApiError::Forbidden` if the owner may not generate books.
pub async fn attachments(
    db: &Db,
    renderer: &Renderer,
    (firm_id, owner): (i32, &ScheduleOwner),
    (kind, contact): (ContactKind, Uuid),
    day: Date,
    attached: Attached,
) -> ApiResult<Vec<Document>> {
    let Attached {
        includes_annuities,
        book,
    } = attached;
    let Some(scheduled) = book else {
        return contract_lists(db, firm_id, owner, (kind, contact), day, includes_annuities).await;
    };
    if !owner.reader.permissions.can_write(Feature::Deliverables) {
        return Err(ApiError::Forbidden);
    }
    let book = Book {
        kind,
        deliverable: scheduled.kind,
        contact,
        template: scheduled.template,
        group_by: scheduled.group_by,
        includes_annuities,
    };
    let preparer = Preparer {
        sight: owner.sight(firm_id, day),
        permissions: &owner.reader.permissions,
        name: owner.name.clone(),
    };
    let layout = match book.layout(db, preparer).await {
        Err(ApiError::NotFound("template")) => return Err(no_template()),
        layout => layout?,
    };
    if is_empty(&layout) {
        return Ok(Vec::new());
    }
    let name = file_name(&layout);
    let format = Format::Pdf;
    let content = renderer
        .render_in_background(&RenderOrder { format, layout })
        .await?;
    Ok(vec![Document {
        name,
        media_type: MEDIA_TYPE.to_owned(),
        content,
    }])
}

fn is_empty(layout: &Layout) -> bool {
    let mut groups = layout.tables.iter().flat_map(|table| &table.groups);
    groups.all(|group| group.rows.is_empty())
}

/// Checks that the template of a scheduled book still exists.
///
/// # Errors
/// Returns `ApiError::Refused` if it was deleted.
pub(super) async fn must_have_template(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    book: Option<ScheduledBook>,
) -> ApiResult<()> {
    let Some(ScheduledBook { kind, template, .. }) = book else {
        return Ok(());
    };
    deliverable::template(connection, firm_id, kind, template)
        .await?
        .map(drop)
        .ok_or_else(no_template)
}

fn no_template() -> ApiError {
    ApiError::Refused {
        code: "no_template",
        message: NO_TEMPLATE.to_owned(),
    }
}
