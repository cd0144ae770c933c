//! Entries of the route table: method, path, access, handler and documentation.

use super::inputs::Inputs;
use crate::app::App;
use crate::auth::{Access, Door, guard};
use crate::list::XLSX;
use axum::handler::Handler;
use axum::middleware;
use axum::routing::{MethodFilter, MethodRouter, on};
use http::{Method, StatusCode};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

pub struct Route {
    pub method: Method,
    /// Path in axum syntax, such as `/FirmAgent/{firmId}/agent/{uuid}`.
    pub path: String,
    pub access: Access,
    /// Whether the route is rate-limited per user.
    pub is_limited: bool,
    /// Whether the route runs list queries. Each user and each firm can run a limited number at a time.
    pub is_query: bool,
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
    pub headers: Vec<Parameter>,
    /// The request body, once for each media type.
    pub takes: Vec<Shape>,
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

    /// Builds the shape of a schema that refers to no others.
    fn plain(schema: impl Into<RefOr<Schema>>, media_type: &'static str) -> Self {
        Self {
            schema: schema.into(),
            collect: |_| (),
            media_type,
        }
    }

    /// Builds the shape of a file. CSV is text, so that clients do not treat it as binary data.
    fn file(media_type: &'static str) -> Self {
        let is_text = media_type.starts_with("text/");
        let format = (!is_text).then_some(SchemaFormat::KnownFormat(KnownFormat::Binary));
        Self::plain(
            ObjectBuilder::new().schema_type(Type::String).format(format),
            media_type,
        )
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
        // Every method in use has a filter, so the fallback is never used.
        let filter = MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET);
        Self {
            method,
            path,
            access,
            is_limited: false,
            is_query: false,
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

    /// Sets the route's group and summary in the documentation.
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

    /// Documents a file as the request body, in one of several media types.
    pub fn takes_file<const N: usize>(mut self, media_types: [&'static str; N]) -> Self {
        self.call.takes = media_types.map(Shape::file).into();
        self
    }

    /// Documents a form with one file as the request body.
    pub fn takes_form(mut self, field: &'static str) -> Self {
        let form = ObjectBuilder::new()
            .property(field, Shape::file("application/octet-stream").schema)
            .required(field);
        self.call.takes = vec![Shape::plain(form, "multipart/form-data")];
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

    /// Documents a 200 response with a JSON array of `T`.
    pub fn gives_all<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        let mut shape = Shape::of::<T>();
        shape.schema = RefOr::T(Schema::Array(
            utoipa::openapi::ArrayBuilder::new().items(shape.schema).build(),
        ));
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    /// Documents a 200 response with `T` or null.
    pub fn gives_optional<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        let mut shape = Shape::of::<T>();
        let null = ObjectBuilder::new().schema_type(Type::Null);
        shape.schema = RefOr::T(Schema::OneOf(
            OneOfBuilder::new().item(null).item(shape.schema).build(),
        ));
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    /// Documents a 200 response with `A` or `B`.
    pub fn gives_either<A: ToSchema, B: ToSchema>(mut self, meaning: &'static str) -> Self {
        let both = OneOfBuilder::new()
            .item(Shape::of::<A>().schema)
            .item(Shape::of::<B>().schema);
        let shape = Shape {
            schema: RefOr::T(Schema::OneOf(both.build())),
            collect: |all| {
                (Shape::of::<A>().collect)(all);
                (Shape::of::<B>().collect)(all);
            },
            media_type: "application/json",
        };
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    /// Documents a 200 response with a JSON object of any content.
    pub fn gives_object(mut self, meaning: &'static str) -> Self {
        let object = ObjectBuilder::new().schema_type(Type::Object);
        let shape = Shape::plain(object, "application/json");
        self.call.gives.push((StatusCode::OK, meaning, Some(shape)));
        self
    }

    pub fn gives_nothing(mut self, status: StatusCode, meaning: &'static str) -> Self {
        self.call.gives.push((status, meaning, None));
        self
    }

    /// Documents a 200 response with a file, in one of several media types.
    pub fn gives_file<const N: usize>(
        mut self,
        media_types: [&'static str; N],
        meaning: &'static str,
    ) -> Self {
        let files = media_types.map(|media_type| (StatusCode::OK, meaning, Some(Shape::file(media_type))));
        self.call.gives.extend(files);
        self
    }

    /// Documents a 200 response with all matching rows as a CSV file, streamed by [`crate::export`].
    pub fn gives_rows(self) -> Self {
        self.gives_file(["text/csv", XLSX], "CSV or XLSX, streamed")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many_rows`, `too_many_files`",
            )
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

    /// Marks the route as one that runs list queries. Each user and each firm can run a limited number at a time.
    pub fn queries(mut self) -> Self {
        self.is_query = true;
        self
    }

    /// Returns the handler wrapped in the access guard.
    pub(super) fn into_method_router(self, app: &App) -> MethodRouter {
        let door = Door {
            gate: app.gate.clone(),
            access: self.access,
            is_limited: self.is_limited,
            is_query: self.is_query,
            path: self.path.into(),
        };
        self.handler
            .layer(middleware::from_fn_with_state(door, guard))
            .with_state(app.clone())
    }
}
