//! Links from records to contacts.

use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::ApiResult;
use crate::records::contact::openable::openable;
use shared::problem::Findings;
use uuid::Uuid;

/// Adds a fault to `findings` if the viewer cannot open the linked contact. A record may keep a contact that it
/// already links to.
pub(super) async fn check_link(
    transaction: &Transaction,
    viewer: &Viewer,
    linked: Option<Uuid>,
    kept: Option<Uuid>,
    findings: &mut Findings,
) -> ApiResult<()> {
    if let Some(linked) = linked.filter(|linked| Some(*linked) != kept)
        && openable(transaction, viewer, &[linked]).await?.is_empty()
    {
        let message = "This contact does not exist, or you don't have access to it.";
        findings.fault("contactUuid", "unknown_contact", message);
    }
    Ok(())
}
