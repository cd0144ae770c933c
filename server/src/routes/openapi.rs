//! OpenAPI document, generated from the route table.

mod nullable;

use super::table::{Call, Route};
use super::{Public, table};
use crate::auth::Access;
use axum::Json;
use http::StatusCode;
use shared::list::ListName;
use shared::list::groups::Grouping;
use shared::problem::Problem;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, ObjectBuilder, OpenApi, OpenApiBuilder, PathsBuilder,
    Ref, RefOr, Required, ResponseBuilder, Schema, schema::Type,
};
use utoipa::{PartialSchema, ToSchema};

pub(super) fn route() -> Route {
    Route::get("/openapi.json", Public, async || Json(document()))
        .says("Documentation", "Returns this document")
        .gives_object("OpenAPI 3.1")
}

/// Generates the OpenAPI 3.1 document.
pub fn document() -> OpenApi {
    let routes = table();
    let mut paths = PathsBuilder::new();
    for route in &routes {
        paths = paths.path(
            format!("/api{}", route.path),
            PathItem::new(method(route), operation(route)),
        );
    }
    let mut schemas = schemas_of(&routes);
    nullable::require_in_responses(&mut schemas, &bodies_of(&routes));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Firmbook")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(
                    "Amounts are exact decimal strings, dates are YYYY-MM-DD, and times are RFC 3339 in UTC.",
                ))
                .build(),
        )
        .paths(paths)
        .components(Some(
            ComponentsBuilder::new()
                .schemas_from_iter(schemas)
                .security_scheme("accessToken", token)
                .build(),
        ))
        .build()
}

/// Returns the schemas of all routes by name. Types that several routes use are repeated.
pub fn schemas_of(routes: &[Route]) -> Vec<(String, RefOr<Schema>)> {
    let mut schemas: Vec<(String, RefOr<Schema>)> = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    for Route { call, .. } in routes {
        for shape in call
            .takes
            .iter()
            .chain(&call.mentions)
            .chain(call.gives.iter().filter_map(|(_, _, shape)| shape.as_ref()))
        {
            (shape.collect)(&mut schemas);
        }
    }
    schemas
}

/// Returns the schemas of all request bodies.
fn bodies_of(routes: &[Route]) -> Vec<serde_json::Value> {
    let bodies = routes.iter().filter_map(|route| route.call.takes.as_ref());
    bodies.map(|body| serde_json::json!(body.schema)).collect()
}

fn method(route: &Route) -> HttpMethod {
    match route.method {
        http::Method::POST => HttpMethod::Post,
        http::Method::PUT => HttpMethod::Put,
        http::Method::DELETE => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation(route: &Route) -> utoipa::openapi::path::Operation {
    let call = &route.call;
    let mut operation = OperationBuilder::new()
        .tag(call.group)
        .summary(Some(call.summary.clone()))
        .operation_id(Some(operation_id(route)))
        .description(Some(who_may(route.access)));
    for (name, schema) in path_parameters(&route.path).zip(&call.path) {
        operation = operation.parameter(
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .schema(Some(named_schema(name).unwrap_or_else(|| schema.clone()))),
        );
    }
    for parameter in &call.query {
        operation = operation.parameter(parameter.clone());
    }
    if let Some(shape) = &call.takes {
        let content = ContentBuilder::new().schema(Some(shape.schema.clone())).build();
        operation = operation.request_body(Some(
            RequestBodyBuilder::new()
                .content(shape.media_type, content)
                .required(Some(Required::True))
                .build(),
        ));
    }
    if route.access != Public {
        operation = operation.security(SecurityRequirement::new("accessToken", Vec::<String>::new()));
    }
    for (status, meaning, shape) in &call.gives {
        let mut response = ResponseBuilder::new().description(*meaning);
        if let Some(shape) = shape {
            let content = ContentBuilder::new().schema(Some(shape.schema.clone())).build();
            response = response.content(shape.media_type, content);
        }
        operation = operation.response(status.as_str(), response);
    }
    for (status, meaning) in refusals(route, call) {
        let problem = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(Problem::name())))
            .build();
        operation = operation.response(
            status.as_str(),
            ResponseBuilder::new()
                .description(meaning)
                .content("application/json", problem),
        );
    }
    operation.build()
}

fn refusals(route: &Route, call: &Call) -> Vec<(StatusCode, &'static str)> {
    let mut refusals = Vec::new();
    if call.takes.is_some() || route.path.contains('{') || !call.query.is_empty() {
        refusals.push((
            StatusCode::BAD_REQUEST,
            "The request is invalid. `errors` names the fields",
        ));
    }
    if route.access != Public {
        refusals.push((
            StatusCode::UNAUTHORIZED,
            "The access token is missing or invalid, or the session has ended",
        ));
        if route.access != Access::Token {
            refusals.push((StatusCode::FORBIDDEN, "The viewer lacks the required permission"));
            if !call
                .refuses
                .iter()
                .any(|(status, _)| *status == StatusCode::CONFLICT)
            {
                refusals.push((
                    StatusCode::CONFLICT,
                    "No account is chosen, or the chosen account differs from `x-firmbook-account`",
                ));
            }
        }
        refusals.push((
            StatusCode::TOO_MANY_REQUESTS,
            "Rate limit exceeded. `Retry-After` gives the seconds to wait",
        ));
        refusals.push((
            StatusCode::SERVICE_UNAVAILABLE,
            "The service is temporarily unavailable",
        ));
    }
    if route.path.contains('{') {
        refusals.push((
            StatusCode::NOT_FOUND,
            "The record does not exist in the viewer's firm",
        ));
    }
    refusals.extend(call.refuses.iter().copied());
    refusals
}

fn who_may(access: Access) -> String {
    match access {
        Public => "Anyone.".into(),
        Access::Token => "Any valid access token, even if its session has ended.".into(),
        Access::User => "Any signed-in user, with or without a chosen account.".into(),
        Access::SignedIn => "Any signed-in user with an account.".into(),
        Access::Feature(feature, level) => {
            format!(
                "Requires {1} access to `{0}`.",
                feature.name(),
                format!("{level:?}").to_lowercase()
            )
        }
        Access::AnyOf(features, level) => {
            let names: Vec<String> = features.iter().map(|one| format!("`{}`", one.name())).collect();
            let level = format!("{level:?}").to_lowercase();
            format!(
                "Requires {level} access to {}, depending on the record.",
                names.join(" or ")
            )
        }
    }
}

fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// Schemas of path parameters that handlers read as text, so that unknown values are not found.
fn named_schema(name: &str) -> Option<RefOr<Schema>> {
    Some(match name {
        "list" => ListName::schema(),
        "grouping" => one_of(Grouping::ALL.iter().map(|grouping| grouping.code())),
        "logo" => one_of(["app", "full"]),
        _ => return None,
    })
}

fn one_of<'a>(values: impl IntoIterator<Item = &'a str>) -> RefOr<Schema> {
    RefOr::T(Schema::Object(
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(values.into_iter().map(str::to_owned).collect::<Vec<_>>()))
            .build(),
    ))
}

/// Returns an id such as `post_FirmAgent_firmId_agent_uuid`, which is unique and changes only with the path.
fn operation_id(route: &Route) -> String {
    let words: Vec<&str> = route
        .path
        .split('/')
        .map(|part| part.trim_matches(['{', '}']))
        .filter(|part| !part.is_empty())
        .collect();
    format!(
        "{}_{}",
        route.method.as_str().to_lowercase(),
        words.join("_").replace('.', "_")
    )
}
