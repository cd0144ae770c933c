//! The `server notify` command, next to a running server.

use super::support::{Hub, names};
use crate::support::{Client, FIRM, OTHER_FIRM};
use shared::permission::FirmUserType;
use std::process::{Command, Output, Stdio};

/// Runs the command with arguments separated by spaces.
async fn notify(hub: &Hub, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .env_clear()
        .env("DATABASE_URL", &hub.app.database.owner_url)
        .env("DATABASE_APP_URL", &hub.app.database.app_url)
        .env("FIRMBOOK_OIDC_ISSUER", &hub.app.idp.issuer)
        .arg("notify")
        .args(words.split_whitespace())
        .stdin(Stdio::null());
    tokio::task::spawn_blocking(move || command.output())
        .await
        .unwrap()
        .unwrap()
}

async fn notify_output(hub: &Hub, words: &str) -> String {
    let output = notify(hub, words).await;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn pushes_the_given_count_in_order_with_mark_and_size() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut socket, _) = hub.connected(&admin, false).await;
    let (mut bystander, _) = hub.connected(&other, false).await;
    let words = format!("{} --count 3 --size 12 --mark demo", admin.user_key);
    let output = notify_output(&hub, &words).await;
    assert_eq!(output, format!("3 for {} in 1 firm\n", admin.user_key));
    for text in ["demo #1 ....", "demo #2 ....", "demo #3 ...."] {
        assert_eq!(socket.next_text().await, text);
    }
    notify_output(&hub, &other.user_key).await;
    assert_eq!(bystander.next_text().await, "#1");
}

#[tokio::test]
async fn list_option_stores_notifications() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    // Moves new notifications before the fixed clock of the tests, because the list excludes later ones.
    let past = "CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS
                  $$BEGIN NEW.create_date = '2026-11-21T16:00:00Z'; RETURN NEW; END$$;
                CREATE TRIGGER before BEFORE INSERT ON user_notification FOR EACH ROW EXECUTE FUNCTION before()";
    hub.app.execute(past).await;
    notify_output(&hub, &format!("{} --list --count 2 --mark kept", admin.user_key)).await;
    let mut list = Vec::new();
    while list.len() < 2 {
        list = names(&socket.next_record().await);
    }
    list.sort();
    assert_eq!(list, ["kept #1", "kept #2"]);
}

#[tokio::test]
async fn user_of_two_firms_receives_the_push_of_the_chosen_firm() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    hub.app
        .assign(&admin.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    choose(&admin, OTHER_FIRM).await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    let output = notify_output(&hub, &admin.user_key).await;
    assert_eq!(output, format!("1 for {} in 2 firms\n", admin.user_key));
    assert_eq!(socket.next_text().await, "#1");
    let rows = hub.app.number("SELECT count(*) FROM hub_outbox").await;
    assert_eq!(rows, 2, "one row for each of the firms {FIRM} and {OTHER_FIRM}");
}

async fn choose(client: &Client, firm: i32) {
    let body = serde_json::json!({});
    client.put(format!("/Account/firm/{firm}"), body).await.ok();
}

#[tokio::test]
async fn reports_errors_in_one_sentence_and_pushes_nothing() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    for (words, code, sentence) in [
        ("nobody", 1, "unknown user “nobody”"),
        ("", 2, "<USER>"),
        ("a b", 2, "unexpected argument 'b'"),
        ("a --count 0", 2, "'0' for '--count <N>': 0 is not in 1..=100000"),
        ("a --count x", 2, "'x' for '--count <N>'"),
        ("a --size 1000001", 2, "1000001 is not in 0..=1000000"),
        ("a --mark", 2, "'--mark <TEXT>'"),
        ("a --frob", 2, "unexpected argument '--frob'"),
    ] {
        let output = notify(&hub, words).await;
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(
            stderr.contains(sentence) && !stderr.contains("panicked"),
            "{words}: {stderr}"
        );
    }
    hub.app
        .execute(&format!(
            "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
            admin.user_key
        ))
        .await;
    let output = notify(&hub, &admin.user_key).await;
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not assigned to an active firm"));
    assert_eq!(hub.app.number("SELECT count(*) FROM hub_outbox").await, 0);
}
