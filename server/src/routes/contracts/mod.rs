//! Policies and annuities, which share one set of routes.

mod beneficiaries;
mod bulk;
mod carriers;
mod change;
mod checks;
mod create;
mod delete;
mod gifts;
mod guidelines;
mod names;
mod record;
mod status;
mod transactions;

use super::{Access, Read, Route, SignedIn, Write};
use crate::records::contract::InDatabase;
use http::StatusCode;
use shared::contract::beneficiary::Beneficiary;
use shared::contract::bulk::{BulkEdit, BulkPreview, BulkUndone};
use shared::contract::contracts::{Carrier, ContractRecord};
use shared::contract::gift::{PolicyGifts, PremiumGift};
use shared::contract::guideline::GuidelineStanding;
use shared::contract::transaction::{ContractTransaction, TransactionHistory};
use shared::contract::{Annuity, Policy};
use shared::list::{ListName, ListSpec};
use shared::permission::Feature::{self, DeleteContacts};
use shared::problem::FieldProblem;

const GROUP: &str = "Contracts";

/// Routes of single contracts. A macro, so that each handler has a concrete type.
macro_rules! record_routes {
    ($contract:ident) => {{
        let noun = <$contract as InDatabase>::NOUN;
        let line = <$contract as shared::contract::contracts::Contract>::LINE;
        let ListSpec {
            resource, feature, ..
        } = *ListName::of_contracts(line).spec();
        let record = format!("/{resource}/{{{noun}Uuid}}");
        let read = Access::Feature(feature, Read);
        let write = Access::Feature(feature, Write);
        let delete = Access::Feature(DeleteContacts, Write);
        [
            Route::get(record.clone(), read, record::get::<$contract>)
                .says(
                    GROUP,
                    format!("Returns one {noun} with its parties, beneficiaries and value history"),
                )
                .mentions::<$contract>()
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record"),
            Route::post(format!("/{resource}"), write, create::create::<$contract>)
                .says(
                    GROUP,
                    format!("Creates one {noun} with its parties"),
                )
                .gives::<ContractRecord<$contract>>(StatusCode::CREATED, "The new record")
                .refuses(StatusCode::NOT_FOUND, "The viewer cannot see one of the `parties`")
                .refuses(StatusCode::CONFLICT, "The carrier already has a contract with this number"),
            Route::post(format!("/{resource}/check"), write, checks::check::<$contract>)
                .says(
                    GROUP,
                    format!("Validates one {noun} without saving it, including warnings"),
                )
                .gives_all::<FieldProblem>("Findings")
                .refuses(StatusCode::NOT_FOUND, "The viewer cannot see a record with this `uuid`"),
            Route::post(record.clone(), write, change::change::<$contract>)
                .says(
                    GROUP,
                    format!("Updates one {noun}. Changed values are added to the value history"),
                )
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The saved record")
                .refuses(
                    StatusCode::CONFLICT,
                    "The record has been changed since (`current` is the latest version), or the number is already in use",
                ),
            Route::post(
                format!("{record}/status"),
                write,
                status::change_status::<$contract>,
            )
            .says(GROUP, format!("Changes the status of one {noun}"))
            .gives::<ContractRecord<$contract>>(StatusCode::OK, "The saved record")
            .refuses(
                StatusCode::CONFLICT,
                "The record has been changed since. `current` is the latest version",
            ),
            Route::post(format!("/{resource}/bulk/preview"), write, bulk::preview::<$contract>)
                .says(GROUP, format!("Returns what a change of several {noun} records would do"))
                .gives::<BulkPreview>(StatusCode::OK, "Current values and problems"),
            Route::post(format!("/{resource}/bulk"), write, bulk::change::<$contract>)
                .says(
                    GROUP,
                    format!("Changes the status or one field of several {noun} records. Skips those for which the change is not valid"),
                )
                .gives::<BulkEdit>(StatusCode::OK, "The edit, which can be undone for 30 days"),
            Route::post(format!("/{resource}/bulk/{{editUuid}}/undo"), write, bulk::undo::<$contract>)
                .says(
                    GROUP,
                    format!("Undoes a change of several {noun} records, except in those that were changed since"),
                )
                .gives::<BulkUndone>(StatusCode::OK, "Number of restored records"),
            Route::delete(record.clone(), delete, delete::delete::<$contract>)
                .says(GROUP, format!("Deletes one {noun}"))
                .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
            Route::post(format!("{record}/restore"), delete, delete::restore::<$contract>)
                .says(
                    GROUP,
                    format!("Restores a deleted {noun} with its links"),
                )
                .gives::<ContractRecord<$contract>>(StatusCode::OK, "The record")
                .refuses(
                    StatusCode::CONFLICT,
                    "The number is now used by another contract",
                ),
        ]
    }};
}

/// Routes for beneficiaries.
macro_rules! beneficiary_routes {
    ($contract:ident) => {{
        let noun = <$contract as InDatabase>::NOUN;
        let line = <$contract as shared::contract::contracts::Contract>::LINE;
        let ListSpec {
            resource, feature, ..
        } = *ListName::of_contracts(line).spec();
        let all = format!("/{resource}/{{{noun}Uuid}}/beneficiary");
        let one = format!("{all}/{{beneficiaryUuid}}");
        let write = Access::Feature(feature, Write);
        let conflict = "The beneficiary has been changed since. `current` is the latest version";
        [
            Route::post(all, write, beneficiaries::add::<$contract>)
                .says(GROUP, format!("Adds a beneficiary to one {noun}"))
                .gives::<Beneficiary>(StatusCode::CREATED, "The beneficiary")
                .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many_beneficiaries`"),
            Route::put(one.clone(), write, beneficiaries::change::<$contract>)
                .says(GROUP, format!("Updates a beneficiary of one {noun}"))
                .gives::<Beneficiary>(StatusCode::OK, "The saved beneficiary")
                .refuses(StatusCode::CONFLICT, conflict),
            Route::delete(one.clone(), write, beneficiaries::delete::<$contract>)
                .says(GROUP, format!("Deletes a beneficiary of one {noun}"))
                .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
                .refuses(StatusCode::CONFLICT, conflict),
            Route::post(
                format!("{one}/restore"),
                write,
                beneficiaries::restore::<$contract>,
            )
            .says(GROUP, format!("Restores a deleted beneficiary of one {noun}"))
            .gives::<Beneficiary>(StatusCode::OK, "The beneficiary")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`shares_exceed_100`, `too_many_beneficiaries`",
            ),
        ]
    }};
}

/// Routes for loans and withdrawals.
macro_rules! transaction_routes {
    ($contract:ident) => {{
        let noun = <$contract as InDatabase>::NOUN;
        let line = <$contract as shared::contract::contracts::Contract>::LINE;
        let ListSpec {
            resource, feature, ..
        } = *ListName::of_contracts(line).spec();
        let all = format!("/{resource}/{{{noun}Uuid}}/transactions");
        let one = format!("{all}/{{transactionUuid}}");
        let write = Access::Feature(feature, Write);
        let conflict = "The transaction has been changed since. `current` is the latest version";
        [
            Route::get(
                all.clone(),
                Access::Feature(feature, Read),
                transactions::get::<$contract>,
            )
            .says(
                GROUP,
                format!("Lists the loans and withdrawals of one {noun}, newest first, with their sums"),
            )
            .gives::<TransactionHistory>(StatusCode::OK, "The transactions, figures and warnings"),
            Route::post(all, write, transactions::add::<$contract>)
                .says(GROUP, format!("Adds a transaction to one {noun}"))
                .gives::<ContractTransaction>(StatusCode::CREATED, "The transaction")
                .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many_transactions`"),
            Route::put(one.clone(), write, transactions::change::<$contract>)
                .says(GROUP, format!("Updates a transaction of one {noun}"))
                .gives::<ContractTransaction>(StatusCode::OK, "The saved transaction")
                .refuses(StatusCode::CONFLICT, conflict),
            Route::delete(one.clone(), write, transactions::delete::<$contract>)
                .says(GROUP, format!("Deletes a transaction of one {noun}"))
                .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
                .refuses(StatusCode::CONFLICT, conflict),
            Route::post(
                format!("{one}/restore"),
                write,
                transactions::restore::<$contract>,
            )
            .says(GROUP, format!("Restores a deleted transaction of one {noun}"))
            .gives::<ContractTransaction>(StatusCode::OK, "The transaction")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many_transactions`"),
        ]
    }};
}

pub fn routes() -> Vec<Route> {
    let mut routes = Vec::from(record_routes!(Policy));
    routes.extend(record_routes!(Annuity));
    routes.extend(beneficiary_routes!(Policy));
    routes.extend(beneficiary_routes!(Annuity));
    routes.extend(transaction_routes!(Policy));
    routes.extend(transaction_routes!(Annuity));
    routes.extend(guideline_routes());
    routes.extend(gift_routes());
    routes.push(
        Route::get("/Carrier", SignedIn, carriers::carriers)
            .says(GROUP, "Lists the active carriers, by name")
            .gives_all::<Carrier>("Carriers"),
    );
    routes
}

fn guideline_routes() -> [Route; 2] {
    let path = "/allpolicy/{policyUuid}/guidelines";
    [
        Route::get(path, Access::Feature(Feature::AllPolicies, Read), guidelines::get)
            .says(
                GROUP,
                "Returns the guidelines of a policy and its status against them",
            )
            .gives_all::<GuidelineStanding>("All five parameters, with or without a range"),
        Route::put(
            path,
            Access::Feature(Feature::AllPolicies, Write),
            guidelines::set,
        )
        .says(GROUP, "Replaces all guidelines of a policy")
        .gives_all::<GuidelineStanding>("All five parameters, with or without a range")
        .refuses(
            StatusCode::CONFLICT,
            "The guidelines have been changed since. `current` is the latest version",
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
            .says(GROUP, "Lists the gifts to the trusts that own a policy, by date")
            .gives::<PolicyGifts>(StatusCode::OK, "The gifts, and the trusts that can receive one"),
        Route::post(path, write, gifts::add)
            .says(GROUP, "Creates a gift to a trust that owns a policy")
            .gives::<PremiumGift>(StatusCode::CREATED, "The gift"),
        Route::put(one.clone(), write, gifts::change)
            .says(GROUP, "Updates a gift to a trust")
            .gives::<PremiumGift>(StatusCode::OK, "The saved gift")
            .refuses(
                StatusCode::CONFLICT,
                "The gift has been changed since. `current` is the latest version",
            ),
        Route::delete(one, write, gifts::delete)
            .says(GROUP, "Deletes a gift to a trust")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`has_letters`"),
    ]
}
