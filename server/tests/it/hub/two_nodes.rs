//! Two server processes behind HAProxy. Every push reaches the clients of both nodes, even if any part is killed and
//! restarted.

use super::official::Official;
use super::redis::Redis;
use crate::support::{Client, FIRM, HaProxy, ServerProcess, TestApp};
use std::collections::BTreeMap;
use std::time::Duration;

/// Messages per phase.
const COUNT: usize = 10;
const DEADLINE: Duration = Duration::from_secs(180);

struct Setup {
    app: TestApp,
    admin: Client,
    nodes: [ServerProcess; 2],
    proxy: HaProxy,
    redis: Option<Redis>,
    /// A client of each node with its received messages by id.
    clients: [(Official, BTreeMap<i64, String>); 2],
    pushed: Vec<String>,
}

impl Setup {
    async fn start(redis: Option<Redis>) -> Self {
        let app = TestApp::idle().await;
        let admin = app.admin().await;
        let url = redis.as_ref().map_or_else(String::new, Redis::url);
        let settings = [("FIRMBOOK_REDIS_URL", url.as_str())];
        let nodes = [
            ServerProcess::with(&app, &settings).await,
            ServerProcess::with(&app, &settings).await,
        ];
        if let Some(redis) = &redis {
            redis.wait_for_listening_nodes(2).await;
        }
        let proxy = HaProxy::between([nodes[0].address, nodes[1].address]).await;
        let token = admin.token.clone().unwrap();
        let client = |node: usize| {
            let official = Official::start(proxy.addresses[node], &token, "WebSockets", true);
            (official, BTreeMap::new())
        };
        let mut clients = [client(0), client(1)];
        for (client, _) in &mut clients {
            while client.next_message().await.get("connected").is_none() {}
        }
        Self {
            app,
            admin,
            nodes,
            proxy,
            redis,
            clients,
            pushed: Vec::new(),
        }
    }

    /// Pushes messages from outside the nodes.
    async fn push(&mut self) {
        for _ in 0..COUNT {
            let text = format!("#{}", self.pushed.len());
            let transient = serde_json::json!({ "notificationType": 47, "heading": "h", "message": text });
            let sql =
                "INSERT INTO hub_outbox (firm_id, user_key, transient) VALUES ($1, $2, $3::text::jsonb)";
            self.app
                .owner
                .execute(sql, &[&FIRM, &self.admin.user_key, &transient.to_string()])
                .await
                .unwrap();
            self.pushed.push(text);
        }
    }

    /// Waits until both clients have received all messages, each with a single id.
    async fn assert_received(&mut self) {
        for (client, shown) in &mut self.clients {
            while shown.len() < self.pushed.len() {
                let output = client.next_message().await;
                if let (Some(id), Some(message)) = (output["id"].as_i64(), output["message"].as_str()) {
                    let known = shown.insert(id, message.to_owned());
                    assert!(known.is_none_or(|known| known == message));
                }
            }
            let texts: Vec<String> = shown.values().cloned().collect();
            assert_eq!(texts, self.pushed);
        }
    }

    async fn push_through(&mut self) {
        self.push().await;
        self.assert_received().await;
    }
}

async fn restart_everything(redis: Option<Redis>) {
    let mut setup = Setup::start(redis).await;
    setup.push_through().await;
    for node in 0..2 {
        setup.push().await;
        setup.nodes[node].kill();
        // The killed node's clients reconnect to the other node.
        setup.push_through().await;
        setup.push().await;
        setup.nodes[node].restart().await;
        setup.push_through().await;
    }
    setup.proxy.kill();
    setup.push().await;
    setup.proxy.restart().await;
    setup.push_through().await;
    if let Some(mut redis) = setup.redis.take() {
        setup.push().await;
        redis.kill();
        setup.push_through().await;
        redis.restart().await;
        redis.wait_for_listening_nodes(2).await;
        setup.push_through().await;
    }
}

#[tokio::test]
async fn no_push_is_lost_when_nodes_and_proxy_are_restarted() {
    tokio::time::timeout(DEADLINE, restart_everything(None))
        .await
        .expect("in time");
}

#[tokio::test]
async fn no_push_is_lost_when_nodes_proxy_and_redis_are_restarted() {
    let redis = Redis::start().await;
    tokio::time::timeout(DEADLINE, restart_everything(Some(redis)))
        .await
        .expect("in time");
}
