//! Images in a document's texts.

use crate::records::text_image;
use base64::{Engine, engine::general_purpose::STANDARD};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::deliverable::DeliverableKind;
use shared::deliverable::images::images_of;
use shared::deliverable::layout::LayoutImage;
use shared::deliverable::text_levels::{SetText, applicable};
use shared::deliverable::texts::Part;

/// Loads the images in the texts that apply to a document. `set` contains the customized texts.
pub async fn load(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: DeliverableKind,
    set: &[SetText],
) -> QueryResult<Vec<LayoutImage>> {
    let texts = Part::of(kind).iter().map(|part| applicable(kind, *part, set));
    let uuids = texts.flat_map(|text| images_of(&text)).collect();
    let files = text_image::files(connection, firm_id, &uuids).await?;
    let image = |(uuid, bytes)| LayoutImage {
        uuid,
        base64: STANDARD.encode::<Vec<u8>>(bytes),
    };
    Ok(files.into_iter().map(image).collect())
}
