//! Queues previewed imports.

use super::{Uploads, page, worker};
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::upload::{self, StoredUpload, change};
use crate::records::{cohort, upload_mapping};
use diesel_async::AsyncPgConnection;
use shared::cohort::{CohortKind, MAX_CONTACTS};
use shared::embed::EmbedScope;
use shared::upload::mapping::fingerprint;
use shared::upload::preview::Counts;
use shared::upload::record::Upload;
use shared::upload::submit::submit_blocker;
use shared::upload::upload_type::UploadType;
use uuid::Uuid;

/// Maximum number of running imports per user and per firm.
const OF_USER: i64 = 1;
const OF_FIRM: i64 = 2;

/// Checks that the viewer can change the records that an import of contracts adds. A widget session also needs the
/// import scope.
pub fn may_import(viewer: &Viewer, upload_type: UploadType) -> ApiResult<()> {
    let scope = EmbedScope::of_import(upload_type);
    if viewer
        .embedded
        .as_ref()
        .is_some_and(|embedded| !embedded.scopes.contains(&scope))
    {
        return Err(ApiError::Forbidden);
    }
    upload_type
        .feature()
        .map_or(Ok(()), |feature| viewer.may_write(feature))
}

/// Queues the import of an upload whose preview had these counts. Its contacts are added to `cohort`, if given.
///
/// # Errors
/// Returns the errors of [`page::still_holds`], and `ApiError::Refused` if questions are open, there is nothing to
/// import, the cohort cannot take the contacts, or too many imports are running. Returns `ApiError::Forbidden` if a
/// widget session passes a cohort.
pub async fn submit(
    uploads: &Uploads,
    viewer: &Viewer,
    storage_guid: Uuid,
    counts: Counts,
    cohort: Option<Uuid>,
) -> ApiResult<Upload> {
    if viewer.embedded.is_some() && cohort.is_some() {
        return Err(ApiError::Forbidden);
    }
    let (mut transaction, stored) = page::still_holds(uploads, viewer, storage_guid, counts).await?;
    must_be_complete(&mut transaction, viewer, &stored, cohort).await?;
    if let Some(cohort) = cohort {
        must_have_room(&mut transaction, viewer, cohort, &stored).await?;
    }
    must_not_be_one_too_many(&mut transaction, viewer).await?;
    let (chosen, origin) = ((&counts, cohort), worker::kept_request(&viewer.request));
    let now = uploads.clock.now();
    change::submit(&mut transaction, viewer, storage_guid, chosen, origin, now).await?;
    if stored.reading.header_row.is_some() {
        let header = fingerprint(&stored.reading.columns);
        let (firm_id, kind) = (viewer.firm.id, stored.upload.upload_type);
        upload_mapping::save(&mut transaction, firm_id, kind, &header, &stored.mapping).await?;
    }
    let stored = upload::find(&mut transaction, viewer, storage_guid).await?;
    transaction.commit().await?;
    uploads.wake();
    Ok(stored.upload)
}

/// Returns `ApiError::Refused` if questions are open or there is nothing to import.
async fn must_be_complete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    stored: &StoredUpload,
    cohort: Option<Uuid>,
) -> ApiResult<()> {
    let findings = page::findings(connection, page::owner_of(viewer.firm.id, stored), stored).await?;
    let counts = stored.upload.counts.unwrap_or_default();
    match submit_blocker(&counts, &findings.questions, cohort.is_some()) {
        Some(blocker) => Err(ApiError::Refused {
            code: blocker.code(),
            message: blocker.message().into(),
        }),
        None => Ok(()),
    }
}

async fn must_have_room(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    stored: &StoredUpload,
) -> ApiResult<()> {
    let cohort = cohort::find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("cohort"))?;
    if cohort.kind == CohortKind::Rule {
        return Err(ApiError::Refused {
            code: "by_rule",
            message: "This cohort selects its contacts by rule. Choose a different cohort.".into(),
        });
    }
    if stored.upload.upload_type.contact_kind() != Some(cohort.contact_type) {
        return Err(ApiError::Refused {
            code: "not_for_this_kind",
            message: "This cohort holds another type of contact. Choose a different cohort.".into(),
        });
    }
    let added = stored.upload.counts.map_or(0, |counts| counts.new) as usize;
    if added > MAX_CONTACTS {
        return Err(cohort::too_many_contacts(
            "Split the file or import without a cohort.",
        ));
    }
    Ok(())
}

/// Returns `ApiError::Refused` if the user or the firm has too many running imports. Checks within a firm run one at a
/// time.
pub async fn must_not_be_one_too_many(connection: &mut AsyncPgConnection, viewer: &Viewer) -> ApiResult<()> {
    let working = change::hold_and_count_working(connection, viewer).await?;
    if working.of_user >= OF_USER {
        return Err(ApiError::Refused {
            code: "import_running",
            message: "Another import of yours is still running. Wait until it finishes.".into(),
        });
    }
    if working.of_firm >= OF_FIRM {
        return Err(ApiError::Refused {
            code: "firm_imports_running",
            message: "Two imports of your firm are still running. Wait until one finishes.".into(),
        });
    }
    Ok(())
}
