//! Agents, owners and insureds: one set of calls with a kind.

mod attach;
mod change;
mod contracts;
mod create;
mod delete;
mod export;
mod integration;
mod read;
mod reveal;
mod search;

pub(super) use attach::{must_be_type_of, must_have_no_other_primary};

use super::{Access, Read, Route, Write};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::contact::{ContactInput, ContactKind, ContactRecord, Totals};
use shared::list::{ColumnDescriptor, ListQuery};
use shared::permission::Feature::{
    AllPolicies, Annuities, Cohorts, Contacts, DeleteContacts, ExportData, RevealIdentifiers,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A page of a list. Rows hold the uuid and the chosen columns.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPage {
    items: Vec<serde_json::Map<String, serde_json::Value>>,
    /// All rows of the query, on every page.
    total_records: i64,
    /// Send it as `limit.after` with a later page of the same query.
    cursor: Option<String>,
}

/// What a picker shows of a contact.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactOption {
    pub uuid: Uuid,
    pub display_name: String,
    /// The NPN, the e-mail or the city: what tells namesakes apart.
    pub detail: Option<String>,
}

/// Where a record comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactSource {
    /// `Manual`, `Import`, `Feed` or `Merge`
    pub source: String,
    pub source_label: String,
    pub file_name: Option<String>,
    /// Line of the file, header included.
    pub file_row: Option<i32>,
    pub by: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub at: jiff::Timestamp,
}

/// A field of the firm's own; uploads give them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomField {
    pub name: String,
}

/// Which contact to attach.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttachInput {
    pub uuid: Uuid,
}

/// Which owner to attach, and as what.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttachOwnerInput {
    pub uuid: Uuid,
    /// `ownerTypeId`: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity
    pub type_id: u8,
}

/// The annuities whose integration changes with the agent's; none means all of the agent's.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationInput {
    #[serde(default)]
    pub annuity_uuids: Vec<Uuid>,
}

/// A revealed tax number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealedTaxId {
    /// `123-45-6789` or `12-3456789`
    pub tax_id: String,
}

struct Names {
    /// First part of the paths.
    resource: &'static str,
    /// As in `/FirmAgent/Agent/{uuid}/source`.
    title: &'static str,
    plural: &'static str,
    /// As the specification spells it.
    export_file: &'static str,
}

fn names(kind: ContactKind) -> Names {
    match kind {
        ContactKind::Agent => Names {
            resource: "FirmAgent",
            title: "Agent",
            plural: "agents",
            export_file: "FirmAgents.csv",
        },
        ContactKind::Owner => Names {
            resource: "FirmOwner",
            title: "Owner",
            plural: "owners",
            export_file: "FirmOwenrs.csv",
        },
        ContactKind::Insured => Names {
            resource: "FirmInsured",
            title: "Insured",
            plural: "insureds",
            export_file: "FirmInsureds.csv",
        },
    }
}

/// The calls of one kind.
pub fn routes(kind: ContactKind) -> Vec<Route> {
    let Names {
        resource,
        title,
        plural,
        ..
    } = names(kind);
    let noun = kind.noun();
    let read = Access::Feature(Contacts, Read);
    let write = Access::Feature(Contacts, Write);
    let delete = Access::Feature(DeleteContacts, Write);
    let record = format!("/{resource}/{{firmId}}/{noun}/{{uuid}}");
    let link = format!("/{resource}/{{firmId}}/policy/{{policyId}}/contact/{{uuid}}");
    let conflict = "Somebody saved first; `current` is the record as it stands";
    let mut routes = vec![
        Route::get(format!("/{resource}/columns"), read, async move || {
            read::columns(kind)
        })
        .says(title, format!("The columns of the list of {plural}, by label"))
        .gives_all::<ColumnDescriptor>("Columns"),
        Route::get(
            format!("/{resource}/customFields"),
            read,
            async move |app, viewer| read::custom_fields(kind, app, viewer).await,
        )
        .says(title, format!("The fields of the firm's own that {plural} have"))
        .gives_all::<CustomField>("Fields, by name"),
        Route::post(
            format!("/{resource}/search"),
            read,
            async move |app, viewer, fresh, body| search::search(kind, app, viewer, fresh, body).await,
        )
        .says(title, format!("A page of {plural}"))
        .takes::<ListQuery>()
        .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post(
            format!("/{resource}/totals"),
            read,
            async move |app, viewer, body| search::totals(kind, app, viewer, body).await,
        )
        .says(
            title,
            format!("The totals of all {plural} that match; each contract counts once"),
        )
        .takes::<ListQuery>()
        .gives::<Totals>(StatusCode::OK, "Totals"),
        Route::post(
            format!("/{resource}/export"),
            Access::Feature(ExportData, Write),
            async move |app, viewer, body| export::export(kind, app, viewer, body).await,
        )
        .says(title, format!("All {plural} that match, as a file"))
        .takes::<ListQuery>()
        .gives_rows(),
        Route::get(format!("/{resource}"), read, async move |app, viewer, params| {
            read::options(kind, app, viewer, params).await
        })
        .says(title, format!("{title}s to choose from, by name"))
        .asks("firmId", "The viewer's firm, if given")
        .asks("searchText", "Words of the name or number")
        .asks("rowCount", "1 to 500, 50 if not given")
        .gives_all::<ContactOption>("The first that match"),
        Route::get(
            format!("/{resource}/{noun}/{{uuid}}"),
            read,
            async move |app, viewer, path| read::get(kind, app, viewer, path).await,
        )
        .says(title, format!("One {noun}"))
        .gives::<ContactRecord>(StatusCode::OK, "The record"),
        Route::post(
            format!("/{resource}/{{firmId}}"),
            write,
            async move |app, viewer, path, params, headers, body| {
                create::create(kind, app, viewer, path, params, headers, body).await
            },
        )
        .says(
            title,
            format!("Adds an {noun}, to a contract at once if `policyUuid` names one"),
        )
        .asks("policyUuid", "A policy or annuity to attach the new record to")
        .takes::<ContactInput>()
        .gives::<ContactRecord>(StatusCode::CREATED, "The new record")
        .refuses(StatusCode::CONFLICT, "The NPN is taken"),
        Route::post(record.clone(), write, async move |app, viewer, path, body| {
            change::change(kind, app, viewer, path, body).await
        })
        .says(title, format!("Changes an {noun}"))
        .takes::<ContactInput>()
        .gives::<ContactRecord>(StatusCode::OK, "The record as saved")
        .refuses(StatusCode::CONFLICT, conflict),
        Route::delete(record.clone(), delete, async move |app, viewer, path, params| {
            delete::delete(kind, app, viewer, path, params).await
        })
        .says(title, format!("Deletes an {noun}"))
        .asks("reassignTo", "Who takes over the contracts")
        .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Contracts in force are linked and nobody takes them over",
        ),
        Route::post(
            format!("{record}/restore"),
            delete,
            async move |app, viewer, path| delete::restore(kind, app, viewer, path).await,
        )
        .says(
            title,
            format!("Brings a deleted {noun} back, with the links it had"),
        )
        .gives::<ContactRecord>(StatusCode::OK, "The record")
        .refuses(
            StatusCode::CONFLICT,
            "The NPN was given to somebody else meanwhile",
        ),
        Route::post(
            format!("/{resource}/{noun}/{{uuid}}/reveal"),
            Access::Feature(RevealIdentifiers, Read),
            async move |app, viewer, path| reveal::reveal(kind, app, viewer, path).await,
        )
        .says(title, "The whole tax number; the call is audited")
        .gives::<RevealedTaxId>(StatusCode::OK, "The number"),
        Route::delete(link.clone(), write, async move |app, viewer, path, params| {
            attach::detach(kind, app, viewer, path, params).await
        })
        .says(title, format!("Takes an {noun} off a contract"))
        .asks("typeId", "The role to end; all of them if not given")
        .gives_nothing(StatusCode::NO_CONTENT, "Taken off"),
        Route::post(
            format!("{link}/restore"),
            write,
            async move |app, viewer, path| attach::restore(kind, app, viewer, path).await,
        )
        .says(
            title,
            format!("Puts an {noun} back on the contract that it was taken off last, in the roles it had"),
        )
        .gives::<ContactRecord>(StatusCode::OK, "The contact with its new totals")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Another primary insured took the place",
        ),
        Route::post(
            format!("/{resource}/Policies/{{uuid}}"),
            Access::Feature(AllPolicies, Read),
            async move |app, viewer, path, body| contracts::policies(kind, app, viewer, path, body).await,
        )
        .says(title, format!("A page of the policies of one {noun}"))
        .takes::<ListQuery>()
        .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post(
            format!("/{resource}/Contracts/{{uuid}}"),
            Access::Feature(Annuities, Read),
            async move |app, viewer, path, body| contracts::annuities(kind, app, viewer, path, body).await,
        )
        .says(title, format!("A page of the annuities of one {noun}"))
        .takes::<ListQuery>()
        .gives::<ListPage>(StatusCode::OK, "The page"),
    ];
    routes.push(attach_route(kind, write));
    if kind != ContactKind::Insured {
        routes.push(
            Route::get(
                format!("/{resource}/{title}/{{uuid}}/source"),
                read,
                async move |app, viewer, path| read::source(kind, app, viewer, path).await,
            )
            .says(title, "Where the record comes from")
            .gives::<ContactSource>(StatusCode::OK, "The source"),
        );
    }
    if kind == ContactKind::Agent {
        routes.push(
            Route::post(
                "/Cohort/{cohortUuid}/FirmAgents",
                Access::Feature(Cohorts, Read),
                search::cohort,
            )
            .says(title, "A page of the agents of a cohort")
            .takes::<ListQuery>()
            .gives::<ListPage>(StatusCode::OK, "The page"),
        );
        routes.push(
            Route::put(
                format!("/{resource}/agent/{{uuid}}/agentIntegration/{{flag}}"),
                write,
                integration::toggle,
            )
            .says(
                title,
                "Turns fetching of contract data in the agent's name on or off",
            )
            .takes::<IntegrationInput>()
            .gives::<ContactRecord>(StatusCode::OK, "The record")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "Names the annuities that are not the agent's",
            ),
        );
    }
    routes
}

/// Owners are attached with the type in the body, the others with the type in the path.
fn attach_route(kind: ContactKind, write: Access) -> Route {
    let Names { resource, title, .. } = names(kind);
    let noun = kind.noun();
    let contract = format!("/{resource}/{{firmId}}/policy/{{policyId}}");
    let route = if kind == ContactKind::Owner {
        Route::put(contract, write, attach::attach_owner).takes::<AttachOwnerInput>()
    } else {
        Route::put(
            format!("{contract}/type/{{typeId}}"),
            write,
            async move |app, viewer, path, body| attach::attach(kind, app, viewer, path, body).await,
        )
        .takes::<AttachInput>()
    };
    route
        .says(title, format!("Attaches an {noun} to a policy or annuity"))
        .gives::<ContactRecord>(StatusCode::OK, "The contact with its new totals")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Attached already, or a second primary insured",
        )
}
