//! Bulk uploads: file, mapping, preview, import and undo.

mod file;
mod read;
mod start;
mod submit;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::permission::Feature::ImportData;
use shared::upload::preview::Preview;
use shared::upload::record::{Upload, UploadDetails, UploadStart};

const GROUP: &str = "Bulk upload";
/// Path prefix of bulk uploads, which are exempt from the usual request timeout.
pub const PATH: &str = "/Cohort/bulk";

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(ImportData, Read),
        Access::Feature(ImportData, Write),
    );
    let one = format!("{PATH}/{{storageGuid}}");
    let file_error = "The file cannot be read. The code gives the cause: `empty`, `password_protected`, `too_many_rows`, …";
    vec![
        Route::post(format!("{PATH}/map/{{uploadType}}/firm/{{firmId}}"), write, start::map)
            .says(
                GROUP,
                "Uploads a file of contacts or contracts of up to 25 MB and returns how it is read and a suggested mapping",
            )
            .takes_form("file")
            .gives::<UploadStart>(StatusCode::CREATED, "The upload")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "The file exceeds 25 MB")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, file_error)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`virus`: the file is infected"),
        Route::get(PATH, read, read::list)
            .says(GROUP, "Lists the last 200 uploads visible to the viewer, newest first")
            .gives_all::<Upload>("Uploads"),
        Route::get(&one, read, read::get)
            .says(GROUP, "Returns one upload with everything needed to continue it")
            .gives::<UploadDetails>(StatusCode::OK, "The upload"),
        Route::post(format!("{one}/reading"), write, start::read_again)
            .says(GROUP, "Reads the file again with a different sheet, delimiter, encoding or header")
            .gives::<UploadStart>(StatusCode::OK, "The upload with a new suggested mapping")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, file_error),
        Route::post(format!("{PATH}/preview/{{storageGuid}}"), write, submit::preview)
            .says(GROUP, "Previews the import: counts for the whole file, and a page of rows")
            .gives::<Preview>(StatusCode::OK, "The preview")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_submitted`, or an error in the file"),
        Route::post(
            format!("{PATH}/submit/{{storageGuid}}/cohort/{{cohortId}}"),
            write,
            submit::submit,
        )
        .says(
            GROUP,
            "Starts the import of a previewed file, into a cohort or `none`. Repeated requests have no further effect",
        )
        .gives::<Upload>(StatusCode::ACCEPTED, "The upload. The hub reports its progress as `JobProgress`")
        .refuses(
            StatusCode::CONFLICT,
            "`counts_changed`: the firm's data changed since the preview. `current` is the new preview",
        )
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`not_previewed`, `open_questions`, `nothing_to_import`, `import_running`, `firm_imports_running`, `by_rule`, \
             `not_for_this_kind`, `too_many_contacts`",
        ),
        Route::delete(&one, write, read::delete)
            .says(GROUP, "Deletes an upload that was not imported, with its file")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_submitted`"),
        Route::get(format!("{one}/rejected"), read, file::rejected)
            .says(GROUP, "Exports the rejected rows as they appear in the file, with reasons")
            .gives_file(["text/csv"], "CSV, streamed"),
        Route::get(format!("{one}/updated"), read, file::updated)
            .says(GROUP, "Exports the fields of existing records that the import changed, with old and new values")
            .gives_file(["text/csv"], "CSV, streamed"),
        Route::post(format!("{one}/undo"), write, submit::undo)
            .says(GROUP, "Starts to undo an import, within 30 days")
            .gives::<Upload>(StatusCode::ACCEPTED, "The upload")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`undo_over`, `nothing_to_undo`"),
    ]
}
