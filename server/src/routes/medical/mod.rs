//! Medical requests of insureds. Every view and download requires a reason and is recorded.

mod close;
mod documents;
mod letter;
mod loaded;
mod receive;
mod record;
mod request;
mod send;

use super::documents::UPLOADS_END_WITH;
use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::medical::{MedicalHistory, MedicalRecord, OpenRequestPage};
use shared::permission::Feature::InsuredMedical;

const GROUP: &str = "Insured medical";
/// `current` is null, because every view of the requests requires a reason and is recorded.
const CONFLICT: &str = "The request has been changed since. Read the requests again. `current` is null";

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = records().into();
    routes.extend(requests());
    routes.extend(files());
    routes
}

fn records() -> [Route; 3] {
    let read = Access::Feature(InsuredMedical, Read);
    let insured = "/FirmInsuredMedical/{uuid}";
    [
        Route::get("/FirmInsuredMedical/open", read, record::open)
            .says(
                GROUP,
                "Lists open requests, drafts too. Has medical data only with a reason, which is then recorded for each insured",
            )
            .gives::<OpenRequestPage>(
                StatusCode::OK,
                "Up to 50 requests, the earliest next step first, drafts last",
            )
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`sealing_key_missing` or `sealed_value_damaged`: a request cannot be decrypted",
            ),
        Route::get(insured, read, record::get)
            .says(
                GROUP,
                "Returns the medical requests of an insured. The view is recorded with its reason",
            )
            .gives::<MedicalRecord>(StatusCode::OK, "The requests, latest first")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`sealing_key_missing` or `sealed_value_damaged`: a request cannot be decrypted",
            ),
        Route::get(format!("{insured}/history"), read, record::history)
            .says(
                GROUP,
                "Lists who viewed, opened or changed the medical data of an insured, when and why",
            )
            .gives::<MedicalHistory>(StatusCode::OK, "Up to 50 entries, newest first"),
    ]
}

fn requests() -> [Route; 5] {
    let write = Access::Feature(InsuredMedical, Write);
    let request = "/FirmInsuredMedical/{uuid}/request/{requestUuid}";
    let saved = "The requests of the insured";
    [
        Route::post("/FirmInsuredMedical/request/{uuid}", write, request::add)
            .says(GROUP, "Adds a draft of a request for medical records of an insured")
            .gives::<MedicalRecord>(StatusCode::CREATED, saved),
        Route::put(request, write, request::change)
            .says(GROUP, "Updates a draft")
            .gives::<MedicalRecord>(StatusCode::OK, saved)
            .refuses(StatusCode::CONFLICT, CONFLICT)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`not_draft`"),
        Route::post(format!("{request}/send"), write, send::send)
            .says(
                GROUP,
                "Creates the next letter to the provider: the request, or a follow-up that is due. Requires a HIPAA authorization that covers the request",
            )
            .gives::<MedicalRecord>(StatusCode::CREATED, saved)
            .refuses(StatusCode::CONFLICT, CONFLICT)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`authorization_expired`: the authorization expired after the request was sent. The request is now expired",
            ),
        Route::put(format!("{request}/letter/{{letterUuid}}"), write, letter::change)
            .says(
                GROUP,
                "Records that a letter was mailed or faxed, or was not delivered, or queues it again",
            )
            .gives::<MedicalRecord>(StatusCode::OK, saved)
            .refuses(StatusCode::CONFLICT, CONFLICT),
        Route::post(format!("{request}/close"), write, close::close)
            .says(GROUP, "Records that the provider refused a request, or cancels it")
            .gives::<MedicalRecord>(StatusCode::OK, saved)
            .refuses(StatusCode::CONFLICT, CONFLICT),
    ]
}

fn files() -> [Route; 3] {
    let (read, write) = (
        Access::Feature(InsuredMedical, Read),
        Access::Feature(InsuredMedical, Write),
    );
    let insured = "/FirmInsuredMedical/{uuid}";
    let saved = "The requests of the insured, with the document";
    let upload = |route: Route| {
        route
            .takes_file(["application/octet-stream"])
            .gives::<MedicalRecord>(StatusCode::CREATED, saved)
            .refuses(
                StatusCode::PAYLOAD_TOO_LARGE,
                "`too_large`: the file exceeds 25 MB. `storage_limit`: it does not fit into the firm's storage",
            )
    };
    [
        upload(
            Route::post(
                format!("{insured}{UPLOADS_END_WITH}"),
                write,
                receive::authorization,
            )
            .says(GROUP, "Uploads a signed authorization of up to 25 MB"),
        )
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`virus`: the file is infected"),
        upload(
            Route::post(
                format!("{insured}/request/{{requestUuid}}{UPLOADS_END_WITH}"),
                write,
                receive::record,
            )
            .says(
                GROUP,
                "Stores a received record of up to 25 MB. The request is then received",
            ),
        )
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`virus`: the file is infected. `not_sent`: the request was not sent, or was closed",
        ),
        Route::get(
            format!("{insured}/document/{{documentUuid}}"),
            read,
            documents::download,
        )
        .says(
            GROUP,
            "Downloads a medical document. The download is recorded with its reason",
        )
        .gives_file(["*/*"], "The file, as an attachment")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`stored_file_damaged`: the stored file is damaged",
        ),
    ]
}
