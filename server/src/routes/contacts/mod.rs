//! Agents, owners and insureds, which share one set of routes.

mod attach;
mod change;
mod cohort;
mod contracts;
mod create;
mod delete;
mod duplicates;
mod integration;
mod read;
mod reveal;

pub(super) use attach::{must_be_type_of, must_have_no_other_primary};
pub(super) use change::{normalized, npn_must_be_free};

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::contact::custom::CustomField;
use shared::contact::tax_id::RevealedTaxId;
use shared::contact::{ContactKind, ContactOption, ContactRecord, ContactSource};
use shared::list::{ListName, ListPage, ListSpec};
use shared::permission::Feature::{
    AllPolicies, Annuities, Cohorts, Contacts, DeleteContacts, RevealIdentifiers,
};
use shared::resolution::DuplicateMatch;
use shared::resolution::merge::MovedContact;

const UNREADABLE: &str = "`sealing_key_missing` or `sealed_value_damaged`: the tax ID cannot be decrypted";

/// Expands to a handler that passes the kind on: `of_kind!(kind, read::get: app, viewer, path)`.
macro_rules! of_kind {
    ($kind:ident, $handler:path: $($input:ident),+) => {
        async move |$($input),+| $handler($kind, $($input),+).await
    };
}

/// Returns the routes for one kind of contact.
pub fn routes(kind: ContactKind) -> Vec<Route> {
    let ListSpec {
        resource,
        group: title,
        rows: plural,
        ..
    } = *ListName::of_contacts(kind).spec();
    let noun = kind.noun();
    let read = Access::Feature(Contacts, Read);
    let write = Access::Feature(Contacts, Write);
    let delete = Access::Feature(DeleteContacts, Write);
    let record = format!("/{resource}/{{firmId}}/{noun}/{{uuid}}");
    let link = format!("/{resource}/{{firmId}}/policy/{{policyId}}/contact/{{uuid}}");
    let conflict = "The record has been changed since. `current` is the latest version";
    let mut routes = vec![
        Route::get(
            format!("/{resource}/customFields"),
            read,
            of_kind!(kind, read::custom_fields: app, viewer),
        )
        .says(title, format!("Lists the firm's custom fields for {plural}"))
        .gives_all::<CustomField>("Fields, by name"),
        Route::get(
            format!("/{resource}"),
            read,
            of_kind!(kind, read::options: app, viewer, params),
        )
        .says(title, format!("Lists {plural} for a picker, by name"))
        .gives_all::<ContactOption>("The first matches")
        .refuses(StatusCode::NOT_FOUND, "`firmId` is not the viewer's firm"),
        Route::get(
            format!("/{resource}/{noun}/{{uuid}}"),
            read,
            of_kind!(kind, read::get: app, viewer, path),
        )
        .says(title, format!("Returns one {noun}"))
        .gives::<ContactRecord>(StatusCode::OK, "The record")
        .gives::<MovedContact>(
            StatusCode::MOVED_PERMANENTLY,
            "The contact was merged. `Location` is the contact that it was merged into",
        ),
        Route::post(
            format!("/{resource}/{{firmId}}"),
            write,
            of_kind!(kind, create::create: app, viewer, path, params, key, body),
        )
        .says(
            title,
            format!("Creates an {noun}, and attaches it to the contract given by `policyUuid`"),
        )
        .gives::<ContactRecord>(StatusCode::CREATED, "The new record")
        .refuses(StatusCode::CONFLICT, "The NPN is already in use"),
        Route::post(
            record.clone(),
            write,
            of_kind!(kind, change::change: app, viewer, path, body),
        )
        .says(title, format!("Updates an {noun}"))
        .gives::<ContactRecord>(StatusCode::OK, "The saved record")
        .refuses(StatusCode::CONFLICT, conflict),
        Route::delete(
            record.clone(),
            delete,
            of_kind!(kind, delete::delete: app, viewer, path, params),
        )
        .says(title, format!("Deletes an {noun}"))
        .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The contact is a party to contracts in force, and `reassignTo` is missing",
        ),
        Route::post(
            format!("{record}/restore"),
            delete,
            of_kind!(kind, delete::restore: app, viewer, path),
        )
        .says(title, format!("Restores a deleted {noun} with its links"))
        .gives::<ContactRecord>(StatusCode::OK, "The record")
        .refuses(StatusCode::CONFLICT, "The NPN is now used by another agent"),
        Route::post(
            format!("/{resource}/{noun}/{{uuid}}/reveal"),
            Access::Feature(RevealIdentifiers, Read),
            of_kind!(kind, reveal::reveal: app, viewer, path),
        )
        .says(
            title,
            "Reveals the tax ID in full. The request is recorded in the audit log",
        )
        .gives::<RevealedTaxId>(StatusCode::OK, "The tax ID")
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, UNREADABLE),
        Route::delete(
            link.clone(),
            write,
            of_kind!(kind, attach::detach: app, viewer, path, params),
        )
        .says(title, format!("Detaches an {noun} from a contract"))
        .gives_nothing(StatusCode::NO_CONTENT, "Detached"),
        Route::post(
            format!("{link}/restore"),
            write,
            of_kind!(kind, attach::restore: app, viewer, path),
        )
        .says(
            title,
            format!("Undoes the last detachment of an {noun} from a contract"),
        )
        .gives::<ContactRecord>(StatusCode::OK, "The contact with updated totals")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The contract has another primary insured now",
        ),
        Route::post(
            format!("/{resource}/Policies/{{uuid}}"),
            Access::Feature(AllPolicies, Read),
            of_kind!(kind, contracts::policies: app, viewer, path, body),
        )
        .queries()
        .says(title, format!("Searches the policies of one {noun}"))
        .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post(
            format!("/{resource}/Contracts/{{uuid}}"),
            Access::Feature(Annuities, Read),
            of_kind!(kind, contracts::annuities: app, viewer, path, body),
        )
        .queries()
        .says(title, format!("Searches the annuities of one {noun}"))
        .gives::<ListPage>(StatusCode::OK, "The page"),
    ];
    routes.push(attach_route(kind, write));
    if kind != ContactKind::Insured {
        routes.push(
            Route::post(
                format!("/{resource}/duplicates"),
                write,
                of_kind!(kind, duplicates::duplicates: app, viewer, body),
            )
            .says(
                title,
                format!("Returns stored {plural} that may be the same as the given one"),
            )
            .gives_all::<DuplicateMatch>("Up to 5 matches, most likely first"),
        );
        routes.push(
            Route::get(
                format!("/{resource}/{title}/{{uuid}}/source"),
                read,
                of_kind!(kind, read::source: app, viewer, path),
            )
            .says(title, "Returns the origin of the record")
            .gives::<ContactSource>(StatusCode::OK, "The origin"),
        );
    }
    if kind == ContactKind::Agent {
        routes.push(
            Route::post(
                "/Cohort/{cohortUuid}/FirmAgents",
                Access::Feature(Cohorts, Read),
                cohort::agents,
            )
            .queries()
            .says(title, "Searches the agents of a cohort")
            .gives::<ListPage>(StatusCode::OK, "The page"),
        );
        routes.push(
            Route::put(
                format!("/{resource}/agent/{{uuid}}/agentIntegration/{{flag}}"),
                write,
                integration::toggle,
            )
            .says(title, "Turns agent integration (carrier data feeds) on or off")
            .gives::<ContactRecord>(StatusCode::OK, "The record")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "Some annuities do not belong to the agent. The message names them",
            ),
        );
    }
    routes
}

/// Returns the route for attaching a contact. For owners, the type is in the body. For other kinds, it is in the
/// path.
fn attach_route(kind: ContactKind, write: Access) -> Route {
    let ListSpec {
        resource,
        group: title,
        ..
    } = *ListName::of_contacts(kind).spec();
    let noun = kind.noun();
    let contract = format!("/{resource}/{{firmId}}/policy/{{policyId}}");
    let route = if kind == ContactKind::Owner {
        Route::put(contract, write, attach::attach_owner)
    } else {
        Route::put(
            format!("{contract}/type/{{typeId}}"),
            write,
            of_kind!(kind, attach::attach: app, viewer, path, body),
        )
    };
    route
        .says(title, format!("Attaches an {noun} to a policy or annuity"))
        .gives::<ContactRecord>(StatusCode::OK, "The contact with updated totals")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The contact is already attached, or the contract has another primary insured",
        )
}
