//! THE route table: every call of the API, who may make it, and its words in the documentation.

mod contacts;
mod contracts;
mod extract;
mod health;
mod openapi;
mod session;
mod table;
mod table_state;

pub use extract::{Body, Params, PathParams};
pub use health::health;
pub use openapi::document;
pub use table::{Call, Route};

use crate::app::App;
use crate::auth::Access::{self, Public, SignedIn};
use crate::auth::Level::{Read, Write};
use crate::error::ApiError;
use axum::Router;
use shared::contact::ContactKind;

/// Every call, in the order of the documentation.
pub fn table() -> Vec<Route> {
    let mut routes = Vec::new();
    for kind in ContactKind::ALL {
        routes.extend(contacts::routes(kind));
    }
    routes.extend(contracts::routes());
    routes.extend(session::routes());
    routes.extend(table_state::routes());
    routes.push(openapi::route());
    routes
}

/// The API below `/api`; what is not in the table is a 404 with the usual body.
pub fn api(app: &App) -> Router {
    let mut router = Router::new();
    for route in table() {
        router = router.route(&route.path.clone(), route.into_method_router(app));
    }
    router
        .fallback(|| async { ApiError::NotFound("address") })
        .method_not_allowed_fallback(|| async { ApiError::NotFound("address") })
}
