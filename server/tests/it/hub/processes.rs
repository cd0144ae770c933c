//! Separate server processes: two on one machine, one killed, one stopped.

use super::official::Official;
use super::support::Hub;
use crate::support::ServerProcess;
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// Starts a load balancer that forwards each connection to the first node that accepts it.
async fn balance(nodes: [SocketAddr; 2]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            tokio::spawn(async move {
                for node in nodes {
                    if let Ok(mut server) = TcpStream::connect(node).await {
                        _ = copy_bidirectional(&mut client, &mut server).await;
                        return;
                    }
                }
            });
        }
    });
    address
}

#[tokio::test]
async fn push_reaches_connections_of_another_process() {
    let mut hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let first = ServerProcess::start(&hub.app).await;
    let second = ServerProcess::start(&hub.app).await;
    let mut sockets = Vec::new();
    for address in [first.address, second.address] {
        hub.address = address;
        sockets.push(hub.connected(&admin, false).await.0);
    }
    for number in 0..20 {
        hub.push(&admin, &format!("#{number}")).await;
    }
    for socket in &mut sockets {
        for number in 0..20 {
            assert_eq!(socket.next_text().await, format!("#{number}"));
        }
    }
}

#[tokio::test]
async fn clients_of_a_killed_process_reconnect_without_losing_messages() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let mut first = ServerProcess::start(&hub.app).await;
    let second = ServerProcess::start(&hub.app).await;
    let address = balance([first.address, second.address]).await;
    let token = admin.token.as_deref().unwrap();
    let mut client = Official::start(address, token, "WebSockets", true);
    while client.next_message().await.get("connected").is_none() {}
    let mut shown: BTreeMap<i64, String> = BTreeMap::new();
    let mut connections = Vec::new();
    const COUNT: usize = 60;
    for number in 0..COUNT {
        hub.push(&admin, &format!("#{number}")).await;
        if number == COUNT / 2 {
            first.signal(Signal::SIGKILL);
            first.wait_for_exit().await;
        }
    }
    while shown.len() < COUNT {
        let output: Value = client.next_message().await;
        let connection = output["connection"].clone();
        if connections.last() != Some(&connection) {
            connections.push(connection);
        }
        if let (Some(id), Some(message)) = (output["id"].as_i64(), output["message"].as_str()) {
            let known = shown.insert(id, message.to_owned());
            assert!(known.is_none_or(|known| known == message));
        }
    }
    let texts: Vec<String> = shown.into_values().collect();
    let all: Vec<String> = (0..COUNT).map(|number| format!("#{number}")).collect();
    assert_eq!(texts, all);
    assert!(connections.len() > 1, "the client reconnected");
}

#[tokio::test]
async fn stopping_process_closes_connections_and_exits_in_time() {
    let mut hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let mut running = ServerProcess::start(&hub.app).await;
    hub.address = running.address;
    let (mut plain, _) = hub.connected(&admin, false).await;
    let (mut stateful, _) = hub.connected(&admin, true).await;
    // A client that does not read must not delay the shutdown.
    let (_asleep, _) = hub.connected(&admin, false).await;
    let started = Instant::now();
    running.signal(Signal::SIGTERM);
    for socket in [&mut plain, &mut stateful] {
        assert_eq!(
            socket.next_event().await,
            json!({ "type": 7, "allowReconnect": true })
        );
        assert_eq!(socket.next_close_code().await, Some(1000));
    }
    assert_eq!(running.wait_for_exit().await.code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(10));
}
