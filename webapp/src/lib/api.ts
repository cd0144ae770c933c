import type { components, paths } from './api-schema';

/** The wire types of the API, by their names in `docs/openapi.json`. */
export type Schemas = components['schemas'];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Paths that have an operation for the method, without the prefix `/api/`. */
export type ApiPath<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object>
    ? P extends `/api/${infer Rest}`
      ? Rest
      : never
    : never;
}[keyof paths];

/** Paths of operations that respond with a file. */
export type FilePath<M extends Method> = {
  [P in ApiPath<M>]: Success<M, P> extends { content: object }
    ? Success<M, P> extends Json<unknown>
      ? never
      : P
    : never;
}[ApiPath<M>];

/** Values of the parameters in a path. */
export type PathValues<M extends Method, P> = ParametersOf<Operation<M, P>, 'path'>;

/** The body of a request. Files are sent unchanged. */
type BodyOf<M extends Method, P> =
  Operation<M, P> extends { requestBody: { content: infer C } }
    ? C extends { 'application/json': infer Body }
      ? Body
      : C extends { 'multipart/form-data': unknown }
        ? FormData
        : Blob
    : never;

/** The body of a successful response, or undefined if it is empty. */
export type AnswerOf<M extends Method, P> =
  Success<M, P> extends infer S ? (S extends Json<infer Body> ? Body : undefined) : never;

/** The parameters and the body of an operation. A property is optional if all of its fields are. */
export type InputOf<M extends Method, P> = Given<'path', PathValues<M, P>> &
  Given<'query', ParametersOf<Operation<M, P>, 'query'>> &
  ([BodyOf<M, P>] extends [never] ? unknown : { body: BodyOf<M, P> });

interface Json<Body> {
  content: { 'application/json': Body };
}

/** The operation of a path, or a union of operations if `P` is a union of paths. */
type Operation<M extends Method, P> = P extends string
  ? `/api/${P}` extends infer K extends keyof paths
    ? paths[K] extends Record<Lowercase<M>, infer O>
      ? O
      : never
    : never
  : never;

type Success<M extends Method, P> =
  Operation<M, P> extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;

type ParametersOf<O, In extends 'path' | 'query'> = O extends { parameters: { [I in In]?: infer Values } }
  ? NonNullable<Values>
  : never;

type Given<Name extends string, Values> = [Values] extends [never]
  ? unknown
  : object extends Values
    ? { [N in Name]?: Values }
    : { [N in Name]: Values };
