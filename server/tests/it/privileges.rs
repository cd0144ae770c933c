//! The database privileges of requests: they cannot become the owner and cannot access other users.

use crate::book::support::database_of_plain_owner;
use crate::support::{Database, FIRM, OTHER_FIRM, TestApp, sealing_key, server};
use server::crypto::Sealer;
use server::db::{connect_raw, login};
use tokio_postgres::Client;

/// Returns the number of rows that a query returns, or the code of its error.
async fn rows(client: &Client, query: &str) -> Result<usize, String> {
    match client.simple_query(query).await {
        Ok(messages) => Ok(messages
            .iter()
            .filter(|message| matches!(message, tokio_postgres::SimpleQueryMessage::Row(_)))
            .count()),
        Err(error) => Err(error.code().unwrap().code().to_owned()),
    }
}

const DENIED: &str = "42501";

fn password() -> String {
    Sealer::new(&sealing_key()).unwrap().database_password()
}

/// Connects with the login that the server creates for requests.
async fn request_connection(database: &Database) -> Client {
    let login = login::create(&database.owner_url, &password()).await.unwrap();
    connect_raw(&login.of(&database.owner_url)).await.unwrap()
}

#[tokio::test]
async fn resetting_the_role_gives_a_request_no_access_to_other_firms() {
    let app = TestApp::new().await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let client = request_connection(&app.database).await;
    let begin = server::db::begin_sql(std::time::Duration::from_secs(5), "firmbook.firm", "1");
    client.batch_execute(&begin).await.unwrap();
    assert_eq!(rows(&client, "SELECT FROM contact").await, Ok(1));
    client.batch_execute("RESET ROLE").await.unwrap();
    assert_eq!(rows(&client, "SELECT FROM contact").await, Err(DENIED.into()));
    client.batch_execute("ROLLBACK; RESET ALL").await.unwrap();
    for way in [
        "SET ROLE postgres",
        "SET SESSION AUTHORIZATION postgres",
        "SET ROLE none; SELECT FROM contact",
        "CREATE ROLE intruder",
        "CREATE TABLE mine (id integer)",
    ] {
        assert_eq!(rows(&client, way).await, Err(DENIED.into()), "{way}");
    }
}

#[tokio::test]
async fn login_is_created_once_and_keeps_its_password() {
    let app = TestApp::new().await;
    let first = request_connection(&app.database).await;
    let second = request_connection(&app.database).await;
    let name = "SELECT session_user::text";
    let names = [
        first.query_one(name, &[]).await.unwrap().get::<_, String>(0),
        second.query_one(name, &[]).await.unwrap().get::<_, String>(0),
    ];
    assert_eq!(names[0], names[1]);
    let stored = format!("SELECT rolpassword FROM pg_authid WHERE rolname = '{}'", names[0]);
    let stored = app.text(&stored).await.unwrap();
    assert!(stored.starts_with("SCRAM-SHA-256$"), "{stored}");
    let attributes = format!(
        "SELECT (rolsuper OR rolinherit OR rolbypassrls OR rolcreaterole OR rolcreatedb)::text
         FROM pg_roles WHERE rolname = '{}'",
        names[0]
    );
    assert_eq!(app.text(&attributes).await.as_deref(), Some("false"));
}

#[tokio::test]
async fn refuses_a_login_that_can_act_as_the_owner() {
    let app = TestApp::new().await;
    let error = login::check(&app.database.owner_url)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("connects as postgres, who can read every firm"),
        "{error}"
    );
    login::check(&app.database.app_url).await.unwrap();
    let stranger = format!("stranger_{}", app.database.name);
    app.execute(&format!("CREATE ROLE {stranger} LOGIN")).await;
    let url = app.database.app_url.replace("firmbook_app", &stranger);
    let error = login::check(&url).await.unwrap_err().to_string();
    assert!(
        error.contains(&format!("GRANT firmbook_app TO {stranger}")),
        "{error}"
    );
    app.execute(&format!("DROP ROLE {stranger}")).await;
}

#[tokio::test]
async fn gives_advice_if_the_owner_cannot_create_roles() {
    let (database, _client) = database_of_plain_owner().await;
    let output = server()
        .env("DATABASE_URL", &database.owner_url)
        .env("FIRMBOOK_ADDRESS", "192.0.2.1:4000")
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for words in [
        "cannot create a login for requests",
        "GRANT firmbook_app TO firmbook_requests",
        "set DATABASE_APP_URL",
    ] {
        assert!(stderr.contains(words), "{stderr}");
    }
}

/// Starts an app with two users of one firm and a user of another firm, each with a session.
async fn app_with_users() -> TestApp {
    let app = TestApp::new().await;
    for (user, firm) in [("own", FIRM), ("colleague", FIRM), ("other", OTHER_FIRM)] {
        app.execute(&format!(
            "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name)
               VALUES ('{user}', 'i', '{user}', 'A', 'B');
             INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES ({firm}, '{user}', 1);
             INSERT INTO user_session (user_key, session_id) VALUES ('{user}', 's')"
        ))
        .await;
    }
    app
}

async fn with_setting(app: &TestApp, setting: &str, value: &str) -> Client {
    let client = app.database.app_role().await;
    client
        .batch_execute(&format!("SELECT set_config('{setting}', '{value}', false)"))
        .await
        .unwrap();
    client
}

#[tokio::test]
async fn requests_see_only_users_of_their_firm_and_their_own_sessions() {
    let app = app_with_users().await;
    let (users, sessions) = ("SELECT FROM app_user", "SELECT FROM user_session");
    let nobody = app.database.app_role().await;
    assert_eq!(rows(&nobody, users).await, Ok(0));
    assert_eq!(rows(&nobody, sessions).await, Ok(0));
    for (setting, value, seen_users, seen_sessions) in [
        ("firmbook.firm", "1", 2, 0),
        ("firmbook.user", "own", 1, 1),
        ("firmbook.sign_in", "i other", 1, 0),
        ("firmbook.staff", "own", 0, 0),
    ] {
        let client = with_setting(&app, setting, value).await;
        assert_eq!(rows(&client, users).await, Ok(seen_users), "{setting}");
        assert_eq!(rows(&client, sessions).await, Ok(seen_sessions), "{setting}");
    }
    // Staff appear in the audit log of every firm.
    app.make_staff("other", shared::permission::AdminUserType::Auditor)
        .await;
    let firm = with_setting(&app, "firmbook.firm", "1").await;
    assert_eq!(rows(&firm, users).await, Ok(3));
}

#[tokio::test]
async fn requests_change_only_their_own_profile_and_sessions() {
    let app = app_with_users().await;
    let own = with_setting(&app, "firmbook.user", "own").await;
    own.batch_execute("SELECT set_config('firmbook.firm', '1', false)")
        .await
        .unwrap();
    for (statement, changed) in [
        ("UPDATE app_user SET first_name = 'X'", 1),
        ("UPDATE user_session SET ended_at = now()", 1),
    ] {
        assert_eq!(own.execute(statement, &[]).await.unwrap(), changed, "{statement}");
    }
    for statement in [
        "UPDATE app_user SET is_disabled = false",
        "UPDATE app_user SET subject = 'other'",
        "DELETE FROM app_user",
        "DELETE FROM user_session",
        "INSERT INTO user_session (user_key, session_id) VALUES ('other', 't')",
        "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name) VALUES ('n', 'i', 'n', 'A', 'B')",
    ] {
        assert_eq!(rows(&own, statement).await, Err(DENIED.into()), "{statement}");
    }
}

#[tokio::test]
async fn last_sign_in_is_visible_only_in_the_same_firm() {
    let app = app_with_users().await;
    let firm = with_setting(&app, "firmbook.firm", "1").await;
    for (user, is_known) in [("own", true), ("colleague", true), ("other", false)] {
        let query = format!("SELECT firmbook_last_sign_in('{user}') IS NOT NULL");
        let known: bool = firm.query_one(&query, &[]).await.unwrap().get(0);
        assert_eq!(known, is_known, "{user}");
    }
}

#[tokio::test]
async fn a_firm_corrects_only_its_own_users_and_not_their_sign_in() {
    let app = app_with_users().await;
    app.execute(
        "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name)
           VALUES ('new', 'i', 'new', 'A', 'B'), ('both', 'i', 'both', 'A', 'B');
         INSERT INTO firm_assignment (firm_id, user_key, firm_user_type)
           VALUES (1, 'new', 1), (1, 'both', 1), (2, 'both', 1)",
    )
    .await;
    let firm = with_setting(&app, "firmbook.firm", "1").await;
    for (user, subject, is_done) in [
        ("new", "renamed", true),
        ("own", "own", true),
        ("own", "renamed too", false),
        ("both", "both", false),
        ("other", "other", false),
        ("nobody", "nobody", false),
    ] {
        let call = format!("SELECT firmbook_correct_user('{user}', '{subject}', 'X', 'Y', NULL)");
        let done: bool = firm.query_one(&call, &[]).await.unwrap().get(0);
        assert_eq!(done, is_done, "{user} {subject}");
    }
    let changed = "SELECT string_agg(user_key || ' ' || subject, ', ' ORDER BY user_key) FROM app_user WHERE first_name = 'X'";
    assert_eq!(app.text(changed).await.as_deref(), Some("new renamed, own own"));
    // The function that looks into other firms does not leave their rows visible.
    let elsewhere = "SELECT firmbook_works_elsewhere('both')";
    assert!(firm.query_one(elsewhere, &[]).await.unwrap().get::<_, bool>(0));
    assert_eq!(
        rows(&firm, "SELECT FROM firm_assignment WHERE firm_id = 2").await,
        Ok(0)
    );
}

#[tokio::test]
async fn only_the_trigger_advances_an_audit_chain() {
    let app = app_with_users().await;
    let firm = with_setting(&app, "firmbook.firm", "1").await;
    let entry =
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type) VALUES (1, 'own', 'a', 's')";
    // The trigger must not use a temporary table of the session instead of the real one.
    firm.batch_execute("CREATE TEMP TABLE audit_head (LIKE public.audit_head INCLUDING ALL)")
        .await
        .unwrap();
    for _ in 0..2 {
        firm.batch_execute(entry).await.unwrap();
    }
    assert_eq!(app.number("SELECT id FROM audit_head WHERE firm_id = 1").await, 2);
    for statement in [
        "UPDATE public.audit_head SET id = 9",
        "INSERT INTO public.audit_head VALUES (1, 9, '')",
        "DELETE FROM public.audit_head",
    ] {
        assert_eq!(rows(&firm, statement).await, Err(DENIED.into()), "{statement}");
    }
}
