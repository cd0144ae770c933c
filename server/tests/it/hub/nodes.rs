//! More than one server on one database, and a database that goes away.

use super::support::{Hub, Socket, listen, post};
use crate::support::{Link, Proxy, until};
use server::app::App;
use server::crypto::Sealer;

#[tokio::test]
async fn a_push_reaches_the_users_of_every_node() {
    let mut hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let sealer = Sealer::new(&crate::support::sealing_key()).unwrap();
    let config = (*hub.app.app.config).clone();
    let second = App::new(config, &hub.app.database.app_url, sealer, hub.app.app.clock).unwrap();
    let (mut here, _) = hub.connected(&admin, true).await;
    hub.address = listen(&second).await;
    let (mut there, _) = hub.connected(&admin, true).await;
    let mut expected = Vec::new();
    for number in 0..40 {
        let text = format!("#{number}");
        let node = if number % 2 == 0 { &hub.app.app } else { &second };
        post(node, &admin.user_key, &text).await;
        expected.push(text);
    }
    for socket in [&mut here, &mut there] {
        assert_eq!(texts(socket, expected.len()).await, expected);
    }
}

async fn texts(socket: &mut Socket, count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < count {
        texts.push(socket.hears_text().await);
    }
    texts
}

#[tokio::test]
async fn what_was_written_while_the_database_was_out_of_reach_comes_when_it_is_back() {
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
    assert_eq!(texts(&mut socket, 1).await, ["while away"]);
    until("the post is marked", async || {
        let waiting = "SELECT count(*) FROM hub_outbox WHERE dispatched_at IS NULL";
        (hub.app.number(waiting).await == 0).then_some(())
    })
    .await;
}
