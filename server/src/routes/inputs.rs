//! Derives the documentation of parameters and bodies from a handler's parameter types, so that it always matches
//! what the handler parses.

use super::extract::{Body, Params, PathParams, Raw};
use super::idempotency::{self, IdempotencyKey};
use super::table::{Call, Shape};
use crate::auth::{Session, Viewer};
use crate::hub::Identity;
use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{RawQuery, Request, State};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, Uri};
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use uuid::Uuid;

/// All parameters of a handler: the type parameter of [`axum::handler::Handler`].
pub trait Inputs {
    fn describe(call: &mut Call);
}

/// One parameter of a handler.
pub trait Input {
    fn describe(_call: &mut Call) {}
}

impl<S> Input for State<S> {}
impl<T> Input for Extension<T> {}
impl<T> Input for Option<Extension<T>> {}
impl Input for Viewer {}
impl Input for Session {}
impl Input for Identity {}
impl Input for HeaderMap {}
impl Input for Uri {}
impl Input for RawQuery {}
// The route table documents raw bodies, because their media types differ.
impl<const MAX: usize> Input for Raw<MAX> {}
impl Input for Bytes {}
impl Input for RawBody {}
impl Input for Request {}

impl<T: ToSchema> Input for Body<T> {
    fn describe(call: &mut Call) {
        call.takes = vec![Shape::of::<T>()];
    }
}

impl Input for IdempotencyKey {
    fn describe(call: &mut Call) {
        let key = ParameterBuilder::new()
            .name(idempotency::HEADER)
            .parameter_in(ParameterIn::Header)
            .description(Some(
                "Executes the request once, even if it is repeated with the same key",
            ))
            .schema(Uuid::schemas().pop())
            .build();
        call.headers.push(key);
        let reused = "`idempotency_key_reused`: the key was used for a different request";
        call.refuses.push((StatusCode::UNPROCESSABLE_ENTITY, reused));
    }
}

impl<T: IntoParams> Input for Params<T> {
    fn describe(call: &mut Call) {
        call.query.extend(T::into_params(|| Some(ParameterIn::Query)));
    }
}

impl<T: PathValues> Input for PathParams<T> {
    fn describe(call: &mut Call) {
        call.path = T::schemas();
    }
}

/// The types of the path parameters, in order.
pub trait PathValues {
    fn schemas() -> Vec<RefOr<Schema>>;
}

macro_rules! one_value {
    ($($value:ty),+) => {
        $(impl PathValues for $value {
            fn schemas() -> Vec<RefOr<Schema>> {
                vec![<$value>::schema()]
            }
        })+
    };
}

one_value!(bool, i32, i64, u8, String);

impl PathValues for Uuid {
    fn schemas() -> Vec<RefOr<Schema>> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
        let text = ObjectBuilder::new().schema_type(Type::String);
        vec![RefOr::T(text.format(Some(format)).into())]
    }
}

macro_rules! several_values {
    ($($value:ident),+) => {
        impl<$($value: PathValues),+> PathValues for ($($value,)+) {
            fn schemas() -> Vec<RefOr<Schema>> {
                [$($value::schemas()),+].concat()
            }
        }
    };
}

several_values!(A, B);
several_values!(A, B, C);
several_values!(A, B, C, D);

macro_rules! inputs {
    ($($input:ident),*) => {
        impl<M, $($input: Input),*> Inputs for (M, $($input,)*) {
            fn describe(_call: &mut Call) {
                $($input::describe(_call);)*
            }
        }
    };
}

inputs!();
inputs!(A);
inputs!(A, B);
inputs!(A, B, C);
inputs!(A, B, C, D);
inputs!(A, B, C, D, E);
inputs!(A, B, C, D, E, F);
inputs!(A, B, C, D, E, F, G);
