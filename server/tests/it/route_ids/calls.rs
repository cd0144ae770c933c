//! One role's calls to one route, and checks of the responses.

use super::bodies::body_of;
use super::callers::Caller;
use super::malformed::MALFORMED;
use super::records::{Book, Records};
use super::{FOREIGN, parameters};
use crate::support::{TestApp, without_trace_id};
use http::Method;
use serde_json::Value;
use server::auth::Access;
use server::routes::Route;
use std::collections::BTreeSet;
use utoipa::openapi::Required;

/// The parts of a response to compare. `body` is null for a successful response.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    body: Value,
}

impl Answer {
    fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns whether the role may not call the route, regardless of the ids.
    fn is_denied(&self) -> bool {
        matches!(self.status, 401 | 403)
    }
}

/// Returns the letter for a status.
fn letter(status: u16) -> char {
    match status {
        200..300 => '+',
        400 => 'b',
        401 => 'u',
        403 => '-',
        404 => '.',
        409 => 'c',
        422 => 'r',
        _ => '?',
    }
}

/// Fills in the path parameters and the required query parameters. `value` overrides one path parameter.
fn path_with(route: &Route, records: &Records, (name, value): (&str, &str)) -> String {
    let path = parameters(&route.path)
        .iter()
        .fold(route.path.clone(), |path, parameter| {
            let own = records.value(parameter);
            let value = if *parameter == name { value } else { &own };
            path.replace(&format!("{{{parameter}}}"), value)
        });
    let query = route.call.query.iter();
    let query = query.filter(|parameter| parameter.required == Required::True);
    let query: Vec<String> = query
        .map(|parameter| format!("{}={}", parameter.name, records.query_value(&parameter.name)))
        .collect();
    if query.is_empty() {
        path
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// Returns the names of the ids in a route's body.
fn ids_of_body(route: &Route, records: &Records) -> Vec<&'static str> {
    let body = body_of(route, records).to_string();
    let ids = records.ids().filter(|(_, value)| body.contains(value.as_str()));
    ids.map(|(name, _)| name).collect()
}

/// Returns the query parameters that are ids, with the name of their record.
fn ids_of_query(route: &Route) -> Vec<(&str, &'static str)> {
    let record = |name: &str| match name {
        "policyUuid" => Some("policyUuid"),
        "reassignTo" | "contactUuids" => Some("uuid"),
        _ => None,
    };
    let names = route.call.query.iter().map(|parameter| parameter.name.as_str());
    names.filter_map(|name| Some((name, record(name)?))).collect()
}

pub struct Calls<'a> {
    pub app: &'a TestApp,
    pub book: &'a Book,
    pub foreign: &'a Records,
    pub route: &'a Route,
    pub caller: &'a Caller,
    /// Number of this combination of route and role, which determines the malformed ids.
    pub number: usize,
}

impl Calls<'_> {
    /// Returns the letters for own ids, then those for foreign and unknown ids. Returns one letter if the role may not
    /// call the route.
    pub async fn run(&self, shared: &Records) -> String {
        self.malformed(shared).await;
        let (others, is_denied) = self.foreign_and_unknown(shared).await;
        let own = if is_denied {
            self.call(shared).await
        } else {
            self.other_ids().await;
            self.own_answer(shared).await
        };
        self.expect(own.is_denied() || !is_denied, &format!("own ids: {own:?}"));
        let (own, others) = (letter(own.status), others.into_iter().collect::<String>());
        if is_denied && others.chars().all(|one| one == own) {
            return own.to_string();
        }
        format!("{own} {others}")
    }

    /// Calls the route with the caller's own ids. Routes that change nothing use the records that all callers share.
    async fn own_answer(&self, shared: &Records) -> Answer {
        if self.route.method == Method::GET && !Records::belong_to_users(&self.route.path) {
            return self.call(shared).await;
        }
        self.call(&self.own().await).await
    }

    async fn own(&self) -> Records {
        let owner = self.book.owner_of(self.caller);
        Records::create(self.app, self.book, &owner, self.route).await
    }

    /// Checks that an id of another firm and an unknown id get the same response. Returns the letters of the responses,
    /// and whether the caller may not call the route.
    async fn foreign_and_unknown(&self, shared: &Records) -> (BTreeSet<char>, bool) {
        let (mut letters, mut is_denied) = (BTreeSet::new(), false);
        for parameter in parameters(&self.route.path) {
            let Some(unknown) = shared.unknown(parameter) else {
                continue;
            };
            let chooses_account = self.route.access == Access::User;
            if parameter == "firmId" && chooses_account && self.caller.opens_any_firm() {
                continue;
            }
            let foreign = self.foreign.value(parameter);
            let foreign = self.call_with(shared, (parameter, &foreign)).await;
            let unknown = self.call_with(shared, (parameter, &unknown)).await;
            self.expect(
                foreign == unknown,
                &format!("foreign {parameter} {foreign:?}, unknown {unknown:?}"),
            );
            self.expect(!foreign.is_success(), &format!("foreign {parameter} succeeds"));
            letters.insert(letter(foreign.status));
            is_denied |= foreign.is_denied();
        }
        if letters.is_empty() {
            is_denied = self.call(shared).await.is_denied();
        }
        (letters, is_denied)
    }

    /// Checks that malformed ids are rejected with 400 or 404. The administrator sends all of them, and the other
    /// callers take turns.
    async fn malformed(&self, shared: &Records) {
        for (place, parameter) in parameters(&self.route.path).into_iter().enumerate() {
            let start = (self.number + place) % MALFORMED.len();
            let count = if self.caller.name == "admin" {
                MALFORMED.len()
            } else {
                1
            };
            for value in MALFORMED.iter().cycle().skip(start).take(count) {
                let answer = self.call_with(shared, (parameter, value)).await;
                let is_refused = matches!(answer.status, 400 | 404) || answer.is_denied();
                self.expect(is_refused, &format!("{parameter} {value:?}: {answer:?}"));
            }
        }
    }

    /// Compares foreign and unknown ids in the query and the body. Two roles are enough: one that sees the whole
    /// firm and one that does not.
    async fn other_ids(&self) {
        if !["admin", "prof"].contains(&self.caller.name) {
            return;
        }
        for name in ids_of_body(self.route, self.foreign) {
            let mut answers = Vec::new();
            for is_foreign in [true, false] {
                let own = self.own().await;
                let other = self.other(&own, name, is_foreign);
                let body = body_of(self.route, &own)
                    .to_string()
                    .replace(&own.value(name), &other);
                let path = path_with(self.route, &own, ("", ""));
                answers.push(self.send(&path, &serde_json::from_str(&body).unwrap()).await);
            }
            self.expect(
                answers[0] == answers[1],
                &format!("{name} in the body: {answers:?}"),
            );
        }
        for (parameter, name) in ids_of_query(self.route) {
            let mut answers = Vec::new();
            for is_foreign in [true, false] {
                let own = self.own().await;
                let path = path_with(self.route, &own, ("", ""));
                let path = path.split('?').next().unwrap_or_default();
                let path = format!("{path}?{parameter}={}", self.other(&own, name, is_foreign));
                answers.push(self.send(&path, &body_of(self.route, &own)).await);
            }
            self.expect(
                answers[0] == answers[1],
                &format!("{parameter} in the query: {answers:?}"),
            );
        }
    }

    fn other(&self, own: &Records, name: &str, is_foreign: bool) -> String {
        let foreign = is_foreign.then(|| self.foreign.value(name));
        foreign.or_else(|| own.unknown(name)).unwrap_or_default()
    }

    async fn call(&self, records: &Records) -> Answer {
        self.call_with(records, ("", "")).await
    }

    /// Calls the route with a different value for one path parameter.
    async fn call_with(&self, records: &Records, other: (&str, &str)) -> Answer {
        let path = path_with(self.route, records, other);
        self.send(&path, &body_of(self.route, records)).await
    }

    /// Calls the route. Records a finding for a server error, an error without the usual body, or text of another firm.
    async fn send(&self, path: &str, body: &Value) -> Answer {
        let content = (self.route.method != Method::GET).then(|| body.to_string().into());
        let client = &self.caller.client;
        let reply = client.send(self.route.method.clone(), path, content).await;
        let (status, text) = (reply.status.as_u16(), String::from_utf8_lossy(&reply.body));
        let what = format!("{path}: {status} {text}");
        self.expect(status < 500 && !text.contains(FOREIGN), &what);
        if status < 400 {
            return Answer {
                status,
                body: Value::Null,
            };
        }
        let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
        let is_text = |field: &str| body[field].as_str().is_some_and(|text| !text.is_empty());
        self.expect(["code", "message", "traceId"].into_iter().all(is_text), &what);
        let body = without_trace_id(body);
        Answer { status, body }
    }

    fn expect(&self, holds: bool, what: &str) {
        let call = format!(
            "{} {} as {}",
            self.route.method, self.route.path, self.caller.name
        );
        self.book.expect(holds, &format!("{call}: {what}"));
    }
}
