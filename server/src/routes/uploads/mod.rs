//! Bulk upload: a file, what it would do, and doing and undoing it.

mod file;
mod read;
mod start;
mod submit;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::permission::Feature::ImportData;
use shared::upload::preview::Preview;
use shared::upload::record::{
    PreviewRequest, ReadingRequest, SubmitRequest, Upload, UploadDetails, UploadStart,
};

const GROUP: &str = "Bulk upload";
/// What the paths of uploads begin with: their files may take longer than other requests.
pub const PATH: &str = "/Cohort/bulk";

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(ImportData, Read),
        Access::Feature(ImportData, Write),
    );
    let one = format!("{PATH}/{{storageGuid}}");
    let file_error =
        "The file is at fault, and the code says how: `empty`, `password_protected`, `too_many_rows`, …";
    vec![
        Route::post(format!("{PATH}/map/{{uploadType}}/firm/{{firmId}}"), write, start::map)
            .says(
                GROUP,
                "Stores a file of contacts, of 25 MB at most, and says how it is read and what its columns seem to hold",
            )
            .takes_file("multipart/form-data")
            .gives::<UploadStart>(StatusCode::CREATED, "The upload")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "More than 25 MB")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, file_error),
        Route::get(PATH, read, read::list)
            .says(GROUP, "The last 200 uploads that the viewer sees, the newest first")
            .gives_all::<Upload>("Uploads"),
        Route::get(&one, read, read::get)
            .says(GROUP, "One upload, with everything that is needed to go on with it")
            .gives::<UploadDetails>(StatusCode::OK, "The upload"),
        Route::post(format!("{one}/reading"), write, start::read_again)
            .says(GROUP, "Reads the file again in another way: another sheet, delimiter, encoding, header")
            .takes::<ReadingRequest>()
            .gives::<UploadStart>(StatusCode::OK, "The upload, its columns looked at anew")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, file_error),
        Route::post(format!("{PATH}/preview/{{storageGuid}}"), write, submit::preview)
            .says(GROUP, "What the whole file would do, and a page of its rows")
            .takes::<PreviewRequest>()
            .gives::<Preview>(StatusCode::OK, "The preview")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_submitted`, and what is wrong with the file"),
        Route::post(
            format!("{PATH}/submit/{{storageGuid}}/cohort/{{cohortId}}"),
            write,
            submit::submit,
        )
        .says(
            GROUP,
            "Begins to import what was previewed, into a cohort or into `none`; the same call again tells the same",
        )
        .takes::<SubmitRequest>()
        .gives::<Upload>(StatusCode::ACCEPTED, "The upload; `JobProgress` tells how far it is")
        .refuses(
            StatusCode::CONFLICT,
            "`counts_changed`: the book is not as it was previewed; `current` is the preview as it is now",
        )
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`not_previewed`, `open_questions`, `nothing_to_import`, `import_running`, `firm_imports_running`, `by_rule`, \
             `not_for_this_kind`, `too_many_contacts`",
        ),
        Route::get(format!("{one}/rejected"), read, file::rejected)
            .says(GROUP, "The rows that are not taken, as they stand in the file, each with the reason")
            .gives_file("text/csv", "CSV, streamed"),
        Route::post(format!("{one}/undo"), write, submit::undo)
            .says(GROUP, "Begins to take an import back, within 30 days")
            .gives::<Upload>(StatusCode::ACCEPTED, "The upload")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`undo_over`, `nothing_to_undo`"),
    ]
}
