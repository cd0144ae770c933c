//! Error responses. Those that follow from access, path and body are described once, as components.

use crate::auth::{Access, Level};
use crate::routes::table::{Call, Route};
use http::{Method, StatusCode};
use shared::problem::Problem;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa::openapi::header::Header;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

/// An error response shared by many operations.
struct General {
    /// Name of the component.
    name: &'static str,
    status: StatusCode,
    meaning: &'static str,
    applies: fn(&Route) -> bool,
}

/// Meaning of status 422 for calls that write to the viewer's firm.
pub const NO_FIRM: &str = "`no_firm`: a staff member has not opened a firm";

const GENERAL: [General; 11] = [
    General {
        name: "Invalid",
        status: StatusCode::BAD_REQUEST,
        meaning: "The request is invalid. `errors` names the fields",
        applies: |route| takes_input(route),
    },
    General {
        name: "Unauthenticated",
        status: StatusCode::UNAUTHORIZED,
        meaning: "The access token is missing or invalid, or the session has ended",
        applies: |route| route.access != Access::Public,
    },
    General {
        name: "Forbidden",
        status: StatusCode::FORBIDDEN,
        meaning: "The viewer lacks the required permission",
        // Calls that need no permission refuse widget tokens.
        applies: |route| has_session(route) || route.access == Access::Token,
    },
    General {
        name: "NotFound",
        status: StatusCode::NOT_FOUND,
        meaning: "The record does not exist in the viewer's firm",
        applies: |route| route.path.contains('{') || takes_query(&route.call),
    },
    General {
        name: "NoAccount",
        status: StatusCode::CONFLICT,
        meaning: "No account is chosen, or the chosen account differs from `x-firmbook-account`",
        applies: |route| has_session(route),
    },
    General {
        name: "TooLarge",
        status: StatusCode::PAYLOAD_TOO_LARGE,
        meaning: "The request body is too large",
        applies: |route| !route.call.takes.is_empty(),
    },
    General {
        name: "CannotRun",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "`report_problem`, `cohort_problem`: the saved report or cohort of the query uses a removed column",
        applies: |route| takes_query(&route.call),
    },
    General {
        name: "NoFirm",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: NO_FIRM,
        applies: |route| writes(route),
    },
    General {
        name: "TooManyRequests",
        status: StatusCode::TOO_MANY_REQUESTS,
        meaning: "Rate limit exceeded. `Retry-After` gives the seconds to wait",
        applies: |route| route.access != Access::Public,
    },
    General {
        name: "Unavailable",
        status: StatusCode::SERVICE_UNAVAILABLE,
        meaning: "The service is temporarily unavailable. `Retry-After` gives the seconds to wait",
        applies: |_| true,
    },
    General {
        name: "DatabaseFull",
        status: StatusCode::INSUFFICIENT_STORAGE,
        meaning: "`database_full`: the storage of the database is full. Reads still work",
        applies: |_| true,
    },
];

/// Returns the components.
pub fn components() -> impl Iterator<Item = (&'static str, Response)> {
    GENERAL
        .iter()
        .map(|general| (general.name, response(general.status, general.meaning.to_owned())))
}

/// Returns the error responses of a route by status. A status with several meanings lists all of them.
pub fn of(route: &Route) -> Vec<(StatusCode, RefOr<Response>)> {
    let mut refusals: BTreeMap<StatusCode, Vec<(Option<&str>, &str)>> = BTreeMap::new();
    for (status, meaning) in &route.call.refuses {
        refusals.entry(*status).or_default().push((None, meaning));
    }
    for general in GENERAL.iter().filter(|general| (general.applies)(route)) {
        let meaning = (Some(general.name), general.meaning);
        refusals.entry(general.status).or_default().push(meaning);
    }
    refusals
        .into_iter()
        .map(|(status, meanings)| match meanings[..] {
            [(Some(name), _)] => (status, RefOr::Ref(Ref::from_response_name(name))),
            [(None, meaning)] => (status, response(status, meaning.to_owned()).into()),
            _ => {
                let lines: Vec<String> = meanings
                    .iter()
                    .map(|(_, meaning)| format!("- {meaning}"))
                    .collect();
                (status, response(status, lines.join("\n")).into())
            }
        })
        .collect()
}

fn response(status: StatusCode, meaning: String) -> Response {
    let problem = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(Problem::name())))
        .build();
    let mut response = ResponseBuilder::new()
        .description(meaning)
        .content("application/json", problem);
    match status {
        StatusCode::UNAUTHORIZED => response = response.header("WWW-Authenticate", Header::default()),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
            response = response.header("Retry-After", Header::new(seconds));
        }
        _ => {}
    }
    response.build()
}

fn takes_input(route: &Route) -> bool {
    let call = &route.call;
    !call.takes.is_empty() || route.path.contains('{') || !call.query.is_empty() || !call.headers.is_empty()
}

/// Returns whether the route requires a live session.
fn has_session(route: &Route) -> bool {
    !matches!(route.access, Access::Public | Access::Token)
}

/// Returns whether the body has a list query, which can name a saved report or a cohort.
fn takes_query(call: &Call) -> bool {
    let mut schemas = Vec::new();
    for shape in &call.takes {
        (shape.collect)(&mut schemas);
    }
    schemas.iter().any(|(name, _)| name == "ListQuery")
}

/// Returns whether the route writes to a firm.
fn writes(route: &Route) -> bool {
    let is_write = matches!(
        route.access,
        Access::Feature(_, Level::Write) | Access::AnyOf(_, Level::Write)
    );
    is_write && route.method != Method::GET
}
