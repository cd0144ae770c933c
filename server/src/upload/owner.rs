//! The upload that rows belong to.

use shared::upload::upload_type::UploadType;
use uuid::Uuid;

/// The firm and upload that rows belong to.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    pub firm_id: i32,
    pub storage_guid: Uuid,
    pub kind: UploadType,
}
