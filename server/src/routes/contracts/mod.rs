//! The policies and the annuities of the firm: one set of calls with a line.

mod carriers;
mod change;
mod checks;
mod create;
mod delete;
mod gifts;
mod guidelines;
mod lists;
mod record;
mod status;

use super::contacts::ListPage;
use super::{Access, Read, Route, SignedIn, Write};
use crate::db::models::contract::InDatabase;
use http::StatusCode;
use serde::de::DeserializeOwned;
use shared::contact::Totals;
use shared::contract::contracts::{Carrier, ContractDraft, ContractRecord};
use shared::contract::gift::{GiftDraft, PolicyGifts, PremiumGift};
use shared::contract::guideline::{GuidelineStanding, GuidelinesDraft};
use shared::contract::status_change::StatusChange;
use shared::contract::{Annuity, Line, Policy};
use shared::list::{ColumnDescriptor, ListName, ListQuery};
use shared::permission::Feature::{self, DeleteContacts, ExportData};
use shared::problem::FieldProblem;
use utoipa::ToSchema;

const GROUP: &str = "Contracts";

/// A contract that is kept, sent and received.
trait Kept: InDatabase + DeserializeOwned + ToSchema {}
impl Kept for Policy {}
impl Kept for Annuity {}

struct Names {
    /// First part of the paths.
    resource: &'static str,
    list: ListName,
    plural: &'static str,
    /// What the calls of the line ask for.
    feature: Feature,
    export_file: &'static str,
}

fn names(line: Line) -> Names {
    match line {
        Line::Life => Names {
            resource: "allpolicy",
            list: ListName::Policies,
            plural: "policies",
            feature: Feature::AllPolicies,
            export_file: "AllPolicies.csv",
        },
        Line::Annuity => Names {
            resource: "allannuity",
            list: ListName::Annuities,
            plural: "annuities",
            feature: Feature::Annuities,
            export_file: "AllAnnuities.csv",
        },
    }
}

/// The calls on single contracts of a line. A macro, so that each handler is of a known type.
macro_rules! record_routes {
    ($contract:ident) => {{
        let noun = <$contract as InDatabase>::NOUN;
        let Names {
            resource, feature, ..
        } = names(<$contract as shared::contract::contracts::Contract>::LINE);
        let record = format!("/{resource}/{{{noun}Uuid}}");
        let read = Access::Feature(feature, Read);
        let write = Access::Feature(feature, Write);
        let delete = Access::Feature(DeleteContacts, Write);
        [
            Route::get(record.clone(), read, record::get::<$contract>)
                .says(
                    GROUP,
                    format!("One {noun}, with its parties and what it was worth"),
                )
                .mentions::<$contract>()
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record"),
            Route::post(format!("/{resource}"), write, create::create::<$contract>)
                .says(
                    GROUP,
                    format!("Adds a contract, here: {noun}, with who is party to it"),
                )
                .takes::<ContractDraft<$contract>>()
                .gives::<ContractRecord<$contract>>(StatusCode::CREATED, "The new record")
                .refuses(StatusCode::CONFLICT, "The carrier has a contract of this number"),
            Route::post(format!("/{resource}/check"), write, checks::check::<$contract>)
                .says(
                    GROUP,
                    format!("What saving this would find, warnings too, here: {noun}"),
                )
                .asks("uuid", "The contract that is changed; none for a new one")
                .takes::<ContractDraft<$contract>>()
                .gives_all::<FieldProblem>("Findings"),
            Route::post(record.clone(), write, change::change::<$contract>)
                .says(
                    GROUP,
                    format!("Changes a contract, here: {noun}; changed values are kept by date"),
                )
                .takes::<ContractDraft<$contract>>()
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record as saved")
                .refuses(
                    StatusCode::CONFLICT,
                    "Somebody saved first: `current` is the record as it stands; or the number is taken",
                ),
            Route::post(
                format!("{record}/status"),
                write,
                status::change_status::<$contract>,
            )
            .says(GROUP, format!("Gives a contract another status, here: {noun}"))
            .takes::<StatusChange>()
            .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record as saved")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody saved first: `current` is the record as it stands",
            ),
            Route::delete(record.clone(), delete, delete::delete::<$contract>)
                .says(GROUP, format!("Deletes a contract, here: {noun}"))
                .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
            Route::post(format!("{record}/restore"), delete, delete::restore::<$contract>)
                .says(
                    GROUP,
                    format!("Brings a deleted {noun} back, with the links it had"),
                )
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record")
                .refuses(
                    StatusCode::CONFLICT,
                    "The number was given to another one meanwhile",
                ),
        ]
    }};
}

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = Line::ALL.iter().flat_map(|line| list_routes(*line)).collect();
    routes.extend(record_routes!(Policy));
    routes.extend(record_routes!(Annuity));
    routes.extend(guideline_routes());
    routes.extend(gift_routes());
    routes.push(
        Route::get("/Carrier", SignedIn, carriers::carriers)
            .says(GROUP, "The carriers that take business, by name")
            .gives_all::<Carrier>("Carriers"),
    );
    routes
}

fn guideline_routes() -> [Route; 2] {
    let path = "/allpolicy/{policyUuid}/guidelines";
    [
        Route::get(path, Access::Feature(Feature::AllPolicies, Read), guidelines::get)
            .says(GROUP, "The five guidelines of a policy, and whether it left one")
            .gives_all::<GuidelineStanding>("Every parameter, with a range or without"),
        Route::put(
            path,
            Access::Feature(Feature::AllPolicies, Write),
            guidelines::set,
        )
        .says(GROUP, "Sets all guidelines of a policy")
        .takes::<GuidelinesDraft>()
        .gives_all::<GuidelineStanding>("Every parameter, with a range or without")
        .refuses(
            StatusCode::CONFLICT,
            "Somebody set them first: `current` is how they stand",
        ),
    ]
}

fn gift_routes() -> [Route; 4] {
    let path = "/allpolicy/{policyUuid}/gifts";
    let one = format!("{path}/{{giftUuid}}");
    let read = Access::Feature(Feature::AllPolicies, Read);
    let write = Access::Feature(Feature::AllPolicies, Write);
    [
        Route::get(path, read, gifts::get)
            .says(GROUP, "The gifts to the trusts that own a policy, by their day")
            .gives::<PolicyGifts>(StatusCode::OK, "The gifts, and the trusts that can get one"),
        Route::post(path, write, gifts::add)
            .says(GROUP, "Adds a gift to a trust that owns a policy")
            .takes::<GiftDraft>()
            .gives::<PremiumGift>(StatusCode::CREATED, "The gift")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`idempotency_key_reused`"),
        Route::put(one.clone(), write, gifts::change)
            .says(GROUP, "Changes a gift to a trust")
            .takes::<GiftDraft>()
            .gives::<PremiumGift>(StatusCode::OK, "The gift as saved")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody saved first: `current` is the gift as it stands",
            ),
        Route::delete(one, write, gifts::delete)
            .says(GROUP, "Deletes a gift to a trust")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
    ]
}

fn list_routes(line: Line) -> [Route; 4] {
    let Names {
        resource,
        plural,
        feature,
        ..
    } = names(line);
    let read = Access::Feature(feature, Read);
    [
        Route::get(format!("/{resource}/columns"), read, async move || {
            lists::columns(line)
        })
        .says(GROUP, format!("The columns of the list of {plural}, by label"))
        .gives_all::<ColumnDescriptor>("Columns"),
        Route::post(
            format!("/{resource}/search"),
            read,
            async move |app, viewer, fresh, body| lists::search(line, app, viewer, fresh, body).await,
        )
        .says(GROUP, format!("A page of all {plural}"))
        .takes::<ListQuery>()
        .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post(
            format!("/{resource}/totals"),
            read,
            async move |app, viewer, body| lists::totals(line, app, viewer, body).await,
        )
        .says(GROUP, format!("The totals of all {plural} that match"))
        .takes::<ListQuery>()
        .gives::<Totals>(StatusCode::OK, "Totals; those of the other line are zero"),
        Route::post(
            format!("/{resource}/export"),
            Access::Feature(ExportData, Write),
            async move |app, viewer, body| lists::export(line, app, viewer, body).await,
        )
        .says(
            GROUP,
            format!(
                "All {plural} that match, as a file; needs `{}` to read too",
                feature.name()
            ),
        )
        .takes::<ListQuery>()
        .gives_rows(),
    ]
}
