//! Several nodes on one database, and database outages.

use super::support::{Hub, Socket, listen, push};
use crate::support::{Link, Proxy, wait_until};
use server::start;

#[tokio::test]
async fn push_reaches_connections_on_every_node() {
    let mut hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let config = (*hub.app.app.config).clone();
    let second = start::app(
        config,
        &hub.app.database.app_url,
        crate::support::sealers(),
        hub.app.app.clock,
    )
    .unwrap();
    let (mut here, _) = hub.connected(&admin, true).await;
    hub.address = listen(&second).await;
    let (mut there, _) = hub.connected(&admin, true).await;
    let mut expected = Vec::new();
    for number in 0..40 {
        let text = format!("#{number}");
        let node = if number % 2 == 0 { &hub.app.app } else { &second };
        push(node, &admin.user_key, &text).await;
        expected.push(text);
    }
    for socket in [&mut here, &mut there] {
        assert_eq!(next_texts(socket, expected.len()).await, expected);
    }
}

async fn next_texts(socket: &mut Socket, count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < count {
        texts.push(socket.next_text().await);
    }
    texts
}

#[tokio::test]
async fn delivers_pushes_written_during_a_database_outage() {
    let proxy = Proxy::start().await;
    let hub = Hub::with(|_, app_url| {
        let name = app_url.rsplit_once("dbname=").map_or_else(
            || app_url.rsplit('/').next().unwrap().to_owned(),
            |(_, name)| name.to_owned(),
        );
        *app_url = proxy.app_url(name.split('?').next().unwrap());
    })
    .await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    proxy.set(Link::Down).await;
    let sql = "INSERT INTO hub_outbox (firm_id, user_key, transient) VALUES (1, $1, $2::text::jsonb)";
    let transient = r#"{"notificationType":47,"heading":"h","message":"while away"}"#;
    hub.app
        .owner
        .execute(sql, &[&admin.user_key, &transient])
        .await
        .unwrap();
    proxy.set(Link::Up).await;
    assert_eq!(next_texts(&mut socket, 1).await, ["while away"]);
    wait_until("the push is marked as dispatched", async || {
        let waiting = "SELECT count(*) FROM hub_outbox WHERE dispatched_at IS NULL";
        (hub.app.number(waiting).await == 0).then_some(())
    })
    .await;
}
