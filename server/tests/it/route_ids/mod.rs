//! Every route with path parameters, called by every role with own, foreign, unknown and malformed ids.
//!
//! Routes, parameters and body schemas come from the route table.

mod bodies;
mod callers;
mod calls;
mod malformed;
mod records;

use crate::support::OTHER_FIRM;
use crate::uploads::support::app;
use callers::callers;
use calls::Calls;
use records::{Book, Records};
use server::routes::table;

/// Part of every name in the other firm.
const FOREIGN: &str = "Foreign";

/// Returns the path parameters of a route, in order.
fn parameters(path: &str) -> Vec<&str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .collect()
}

/// A new route fails this test until its line is reviewed. Each cell shows the response to own ids, then the responses
/// to foreign and unknown ids. It has only one letter if the role may not call the route.
#[tokio::test]
async fn ids_give_the_reviewed_responses_to_every_role() {
    let (app, _) = app().await;
    let book = Book::fill(&app).await;
    let callers = callers(&app, &book).await;
    let names: Vec<String> = callers
        .iter()
        .map(|caller| format!("{:7}", caller.name))
        .collect();
    let mut matrix = format!(
        "own ids, foreign and unknown ids: + success, . 404, - 403, u 401, b 400, c 409, r 422\n{:6} {:67}{}\n",
        "",
        "",
        names.join("").trim_end()
    );
    let routes = table().into_iter().filter(|route| route.path.contains('{'));
    for (row, route) in routes.enumerate() {
        if row % 10 == 0 {
            // Without statistics, triggers scan the growing tables.
            app.execute("ANALYZE contact, contract_party, policy, annuity")
                .await;
        }
        let shared = Records::create(&app, &book, book.owner(), &route).await;
        let foreign = Records::create(&app, &book, book.foreign_owner(), &route).await;
        let mut line = format!("{:6} {:67}", route.method.as_str(), route.path);
        for (column, caller) in callers.iter().enumerate() {
            let caller = caller.for_route(&app, &book, &route).await;
            let calls = Calls {
                app: &app,
                book: &book,
                foreign: &foreign,
                route: &route,
                caller: &caller,
                number: row * callers.len() + column,
            };
            line += &format!("{:7}", calls.run(&shared).await);
        }
        matrix += line.trim_end();
        matrix.push('\n');
    }
    let findings = book.findings();
    assert!(findings.is_empty(), "{findings}");
    let touched = format!(
        "SELECT count(*) FROM audit_log WHERE firm_id = {OTHER_FIRM} AND actor_key <> '{}'",
        book.foreign_owner().admin.user_key
    );
    assert_eq!(app.number(&touched).await, 0);
    insta::assert_snapshot!("ids", matrix);
}
