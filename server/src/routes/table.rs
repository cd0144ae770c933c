//! Entries of the route table: method, path, access, handler and documentation.

use super::inputs::Inputs;
use crate::app::App;
use crate::auth::{Access, Door, guard};
use axum::handler::Handler;
use axum::middleware;
use axum::routing::{MethodFilter, MethodRouter, on};
use http::{Method, StatusCode};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

pub struct Route {
    pub method: Method,
    /// Path in axum syntax, such as `/FirmAgent/{firmId}/agent/{uuid}`.
    pub path: String,
    pub access: Access,
    /// Whether the route is rate-limited per user.
    pub is_limited: bool,
    pub call: Call,
    handler: MethodRouter<App>,
}

/// Documentation of a route.
#[derive(Default)]
pub struct Call {
    pub group: &'static str,
    pub summary: String,
    /// Schemas of the path parameters, in order.
    pub path: Vec<RefOr<Schema>>,
    pub query: Vec<Parameter>,
    pub takes: Option<Shape>,
    /// A schema that other schemas reference by name without collecting it.
    pub mentions: Option<Shape>,
    pub gives: Vec<(StatusCode, &'static str, Option<Shape>)>,
    /// Error responses in addition to those that follow from access, path and body.
    pub refuses: Vec<(StatusCode, &'static str)>,
}

/// A schema reference, and a function that collects the schemas it refers to.
#[derive(Clone)]
pub struct Shape {
    pub schema: RefOr<Schema>,
    pub collect: fn(&mut Vec<(String, RefOr<Schema>)>),
    pub media_type: &'static str,
}

impl Shape {
    pub(super) fn of<T: ToSchema>() -> Self {
        Self {
            schema: RefOr::Ref(utoipa::openapi::Ref::from_schema_name(schema_name::<T>())),
            collect: |all| {
                all.push((schema_name::<T>(), T::schema()));
                T::schemas(all);
            },
            media_type: "application/json",
        }
    }

    fn plain<T: PartialSchema>(media_type: &'static str) -> Self {
        Self {
            schema: T::schema(),
            collect: |_| (),
            media_type,
        }
    }
}

/// Returns the name of a schema, such as `Policy` or `ContractRecord_Policy`. `ToSchema::name` leaves out the type
/// arguments.
fn schema_name<T: ToSchema>() -> String {
    let name = T::name().into_owned();
    let full = std::any::type_name::<T>();
    let Some((_, argument)) = full.split_once('<') else {
        return name;
    };
    let argument = argument.trim_end_matches('>');
    if argument.starts_with('\'') {
        return name;
    }
    format!("{name}_{}", argument.rsplit("::").next().unwrap_or(argument))
}

impl Route {
    fn new<H, T>(method: Method, path: String, access: Access, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: Inputs + 'static,
    {
        let mut call = Call::default();
        T::describe(&mut call);
        // Every method in use has a filter.
        let filter = MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET);
        Self {
            method,
            path,
            access,
            is_limited: false,
            call,
            handler: on(filter, handler),
        }
    }

    pub fn get<H: Handler<T, App>, T: Inputs + 'static>(
        path: impl Into<String>,
        access: Access,
        handler: H,
    ) -> Self {
        Self::new(Method::GET, path.into(), access, handler)
    }

    pub fn post<H: Handler<T, App>, T: Inputs + 'static>(
        path: impl Into<String>,
        access: Access,
        handler: H,
    ) -> Self {
        Self::new(Method::POST, path.into(), access, handler)
    }

    pub fn put<H: Handler<T, App>, T: Inputs + 'static>(
        path: impl Into<String>,
        access: Access,
        handler: H,
    ) -> Self {
        Self::new(Method::PUT, path.into(), access, handler)
    }

    pub fn delete<H: Handler<T, App>, T: Inputs + 'static>(
        path: impl Into<String>,
        access: Access,
        handler: H,
    ) -> Self {
        Self::new(Method::DELETE, path.into(), access, handler)
    }

    /// Sets the group and the summary.
    pub fn says(mut self, group: &'static str, summary: impl Into<String>) -> Self {
        self.call.group = group;
        self.call.summary = summary.into();
        self
    }

    /// Documents query parameters that the handler parses itself.
    pub fn asks<T: IntoParams>(mut self) -> Self {
        self.call.query = T::into_params(|| Some(ParameterIn::Query));
        self
    }

    /// Takes a body of another media type than JSON.
    pub fn takes_file(mut self, media_type: &'static str) -> Self {
        self.call.takes = Some(Shape::plain::<String>(media_type));
        self
    }

    pub fn mentions<T: ToSchema>(mut self) -> Self {
        self.call.mentions = Some(Shape::of::<T>());
        self
    }

    pub fn gives<T: ToSchema>(mut self, status: StatusCode, meaning: &'static str) -> Self {
        self.call.gives.push((status, meaning, Some(Shape::of::<T>())));
        self
    }

    /// Returns a JSON array of `T`.
    pub fn gives_all<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        let mut shape = Shape::of::<T>();
        shape.schema = RefOr::T(Schema::Array(
            utoipa::openapi::ArrayBuilder::new().items(shape.schema).build(),
        ));
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    /// Returns `T` or null.
    pub fn gives_optional<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        let mut shape = Shape::of::<T>();
        let null = ObjectBuilder::new().schema_type(Type::Null);
        shape.schema = RefOr::T(Schema::OneOf(
            OneOfBuilder::new().item(null).item(shape.schema).build(),
        ));
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    /// Returns a JSON object without a schema of its own.
    pub fn gives_object(mut self, meaning: &'static str) -> Self {
        let mut shape = Shape::plain::<String>("application/json");
        shape.schema = RefOr::T(ObjectBuilder::new().schema_type(Type::Object).into());
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    pub fn gives_nothing(mut self, status: StatusCode, meaning: &'static str) -> Self {
        self.call.gives.push((status, meaning, None));
        self
    }

    pub fn gives_file(mut self, media_type: &'static str, meaning: &'static str) -> Self {
        self.call
            .gives
            .push((StatusCode::OK, meaning, Some(Shape::plain::<String>(media_type))));
        self
    }

    /// Returns all matching rows as a CSV file, streamed by [`crate::export`].
    pub fn gives_rows(self) -> Self {
        self.gives_file("text/csv", "CSV, streamed")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many_files`")
    }

    pub fn refuses(mut self, status: StatusCode, meaning: &'static str) -> Self {
        self.call.refuses.push((status, meaning));
        self
    }

    /// Rate-limits the route per user.
    pub fn limited(mut self) -> Self {
        self.is_limited = true;
        self
    }

    /// Returns the handler wrapped in the access guard.
    pub(super) fn into_method_router(self, app: &App) -> MethodRouter {
        let door = Door {
            gate: app.gate.clone(),
            access: self.access,
            is_limited: self.is_limited,
            path: self.path.into(),
        };
        self.handler
            .layer(middleware::from_fn_with_state(door, guard))
            .with_state(app.clone())
    }
}
