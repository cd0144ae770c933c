//! The route table: every route of the API with its access rule and its documentation.

mod account;
mod activity;
mod analytics;
mod best_interest;
mod branding;
mod changed;
mod cohorts;
mod contact_link;
mod contacts;
mod content_disposition;
mod contracts;
mod deliverables;
mod documents;
mod embed;
mod exported_file;
mod extract;
mod favorites;
mod firm_users;
mod firms;
mod health;
mod home;
mod idempotency;
mod impersonation;
mod inputs;
mod json_fault;
mod list_query;
mod lists;
mod medical;
mod notifications;
mod openapi;
mod profile;
mod quick_search;
mod real_time;
mod repeated;
mod reports;
mod resolution;
mod session;
mod shared_views;
mod support;
mod table;
mod table_state;
mod trends;
mod trusts;
mod unsubscribe;
mod uploads;
mod version_read;

pub use branding::{logos, request_host};
pub use documents::{UPLOADS_END_WITH, downloads};
pub use extract::{Body, Params, PathParams, Raw};
pub use health::health;
use openapi::NO_FIRM;
pub use openapi::{document, schemas_of};
pub use table::{Call, Route};
pub use trusts::feeds as calendar_feeds;
pub use unsubscribe::page as unsubscribe_page;
pub use uploads::PATH as BULK_UPLOADS;

use crate::app::App;
use crate::auth::Access::{self, Public, SignedIn};
use crate::auth::Level::{Read, Write};
use crate::error::ApiError;
use axum::Router;
use shared::contact::ContactKind;
use shared::list::ListName;

/// Returns all routes, in the order of the documentation.
pub fn table() -> Vec<Route> {
    let mut routes = Vec::new();
    for list in ListName::ALL {
        routes.extend(lists::routes(list));
    }
    for kind in ContactKind::ALL {
        routes.extend(contacts::routes(kind));
    }
    routes.extend(trusts::routes());
    routes.extend(best_interest::routes());
    routes.extend(cohorts::routes());
    routes.extend(resolution::routes());
    routes.extend(uploads::routes());
    routes.extend(contracts::routes());
    routes.extend(activity::routes());
    routes.extend(documents::routes());
    routes.extend(medical::routes());
    routes.extend(deliverables::routes());
    routes.extend(analytics::routes());
    routes.extend(home::routes());
    routes.push(trends::route());
    routes.extend(session::routes());
    routes.extend(reports::routes());
    routes.push(profile::route());
    routes.push(quick_search::route());
    routes.extend(favorites::routes());
    routes.push(support::route());
    routes.extend(notifications::routes());
    routes.extend(account::routes());
    routes.extend(impersonation::routes());
    routes.extend(firms::routes());
    routes.extend(shared_views::routes());
    routes.extend(table_state::routes());
    routes.extend(firm_users::routes());
    routes.extend(branding::routes());
    routes.extend(embed::routes());
    routes.extend(real_time::routes());
    routes.push(openapi::route());
    routes
}

/// Builds the router below `/api`. Unknown paths get a 404 and unknown methods a 405, with the usual body.
pub fn api(app: &App) -> Router {
    let mut router = Router::new();
    for route in table() {
        router = router.route(&route.path.clone(), route.into_method_router(app));
    }
    // Some clients keep a trailing slash in the hub's address.
    for route in real_time::routes() {
        let path = format!("{}/", route.path);
        router = router.route(&path, route.into_method_router(app));
    }
    router
        .fallback(|| async { ApiError::NotFound("address") })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
}
