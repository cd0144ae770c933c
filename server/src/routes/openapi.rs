//! OpenAPI document, generated from the route table.

mod nullable;
mod refusals;

use super::table::Route;
use super::{Public, table};
use crate::auth::Access;
use axum::Json;
use http::StatusCode;
pub(super) use refusals::NO_FIRM;
use shared::list::ListName;
use shared::list::groups::Grouping;
use shared::problem::Problem;
use std::collections::BTreeMap;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, ObjectBuilder, OpenApi, OpenApiBuilder, PathsBuilder,
    RefOr, Required, Response, Schema, schema::Type,
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
                .responses_from_iter(refusals::components())
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
    let bodies = routes.iter().flat_map(|route| &route.call.takes);
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
    for parameter in call.query.iter().chain(&call.headers) {
        operation = operation.parameter(parameter.clone());
    }
    if !call.takes.is_empty() {
        let mut body = RequestBodyBuilder::new().required(Some(Required::True));
        for shape in &call.takes {
            let content = ContentBuilder::new().schema(Some(shape.schema.clone())).build();
            body = body.content(shape.media_type, content);
        }
        operation = operation.request_body(Some(body.build()));
    }
    if route.access != Public {
        operation = operation.security(SecurityRequirement::new("accessToken", Vec::<String>::new()));
    }
    for (status, response) in answers(route) {
        operation = operation.response(status.as_str(), response);
    }
    for (status, refusal) in refusals::of(route) {
        operation = operation.response(status.as_str(), refusal);
    }
    operation.build()
}

/// Returns the successful responses. One status can have several media types.
fn answers(route: &Route) -> BTreeMap<StatusCode, Response> {
    let mut answers: BTreeMap<StatusCode, Response> = BTreeMap::new();
    for (status, meaning, shape) in &route.call.gives {
        let answer = answers.entry(*status).or_insert_with(|| Response::new(*meaning));
        if let Some(shape) = shape {
            let content = ContentBuilder::new().schema(Some(shape.schema.clone())).build();
            answer.content.insert(shape.media_type.to_owned(), content.into());
        }
    }
    answers
}

fn who_may(access: Access) -> String {
    match access {
        Public => "Anyone.".into(),
        Access::Token => "Any valid access token, even if its session has ended.".into(),
        Access::User => "Any signed-in user, with or without a chosen account.".into(),
        Access::SignedIn => "Any signed-in user with an account.".into(),
        Access::Partner => "A partner's backend with its key.".into(),
        Access::ClientSecret => "The page of a widget with the client secret of a session.".into(),
        Access::Widget => "A widget with an access token of `POST Embed/token`.".into(),
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

/// Returns the schema of a path parameter that the handler reads as text, so that an unknown value returns 404.
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
