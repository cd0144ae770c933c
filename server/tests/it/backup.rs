//! A backup and its restore on a new machine, following the steps in docs/OPERATIONS.md.

use crate::support::{OwnCluster, ServerProcess, TestApp, http_client, run, server};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use server::db::connect_raw;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PDF: &[u8] = b"%PDF-1.7 in force illustration";
const POLICY: &str = "00000000-0000-0000-0000-0000000000aa";

/// A machine with a database and a data directory.
struct Machine {
    cluster: OwnCluster,
    data: PathBuf,
}

impl Machine {
    /// Creates the roles and an empty database.
    async fn new(name: &str, cluster: OwnCluster) -> Self {
        let data = cluster.home().join(format!("{name}-data"));
        fs::create_dir(&data).unwrap();
        let superuser = cluster.owner().await;
        // Steps 1 and 2 of a restore.
        for statement in [
            "CREATE ROLE firmbook_owner LOGIN CREATEROLE BYPASSRLS",
            "CREATE ROLE firmbook_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE",
            "GRANT firmbook_app TO firmbook_owner WITH ADMIN OPTION",
            "CREATE DATABASE firmbook OWNER firmbook_owner",
        ] {
            superuser.batch_execute(statement).await.unwrap();
        }
        Self { cluster, data }
    }

    fn url(&self) -> String {
        self.cluster.cluster().url("firmbook_owner", "firmbook")
    }

    async fn superuser(&self) -> tokio_postgres::Client {
        connect_raw(&self.cluster.cluster().url("postgres", "firmbook"))
            .await
            .unwrap()
    }

    /// Returns settings without a key, so that the key is the file `sealing-key` in the data directory.
    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("DATABASE_URL", self.url()),
            ("DATABASE_APP_URL", String::new()),
            ("FIRMBOOK_DATA_DIR", self.data.to_str().unwrap().to_owned()),
            ("FIRMBOOK_SEALING_KEY", String::new()),
        ]
    }

    async fn start(&self, app: &TestApp) -> ServerProcess {
        let settings = self.settings();
        let settings: Vec<(&str, &str)> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        ServerProcess::with(app, &settings).await
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = server();
        // An address of another machine, so that a server that starts unexpectedly still exits.
        command
            .envs(self.settings())
            .env("FIRMBOOK_ADDRESS", "192.0.2.1:1")
            .args(arguments);
        command
    }

    /// Runs a server command and returns its output.
    fn run(&self, arguments: &[&str]) -> String {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(arguments).output().unwrap();
        let printed = String::from_utf8(stdout).unwrap();
        let errors = String::from_utf8_lossy(&stderr);
        assert!(status.success(), "{arguments:?}: {printed}{errors}");
        printed
    }

    /// Starts the server with an unusable key and returns the error message.
    fn refusal(&self, key: &str) -> String {
        let mut command = self.command(&["serve"]);
        let output = command.env("FIRMBOOK_SEALING_KEY", key).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

/// A client of a server process's API, signed in as one user.
struct Api<'a> {
    server: &'a ServerProcess,
    token: String,
}

impl Api<'_> {
    async fn send(
        &self,
        request: impl FnOnce(&reqwest::Client, String) -> reqwest::RequestBuilder,
        path: &str,
    ) -> Vec<u8> {
        let http = http_client();
        let url = format!("http://{}/api{path}", self.server.address);
        let reply = request(&http, url).bearer_auth(&self.token).send().await.unwrap();
        let status = reply.status();
        let body = reply.bytes().await.unwrap().to_vec();
        assert!(
            status.is_success(),
            "{path}: {status} {}",
            String::from_utf8_lossy(&body)
        );
        body
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let body = self.send(|http, url| http.post(url).json(&body), path).await;
        serde_json::from_slice(&body).unwrap()
    }

    async fn get(&self, path: &str) -> Vec<u8> {
        self.send(reqwest::Client::get, path).await
    }

    async fn upload(&self, path: &str) -> Value {
        let body = self.send(|http, url| http.post(url).body(PDF), path).await;
        serde_json::from_slice(&body).unwrap()
    }
}

/// Copies a folder and keeps its file modes, as `rsync --archive` does.
fn copy(from: &Path, to: &Path) {
    run(Command::new("cp").arg("--archive").arg(from).arg(to));
}

#[tokio::test]
async fn restored_backup_has_the_same_records_files_keys_and_audit_chain() {
    let app = TestApp::idle().await;
    let old = Machine::new("old", OwnCluster::empty("backup").await).await;
    let running = old.start(&app).await;
    let rows = format!(
        "INSERT INTO firm (firm_id, name) VALUES (1, 'Alder');
         INSERT INTO app_user (user_key, issuer, subject, first_name, last_name) VALUES ('u', '{}', 'u', 'A', 'B');
         INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES (1, 'u', 1);
         INSERT INTO carrier (uuid, name, short_name, naic_code) VALUES ('{POLICY}', 'Cedar Life', 'Cedar', '12345');
         INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
           VALUES (1, '{POLICY}', 'P-1', '{POLICY}', 'Cedar Life', 'Term', 'InForce', 123456.78)",
        app.idp.issuer
    );
    old.superuser().await.batch_execute(&rows).await.unwrap();
    let token = app.idp.token_for("u");
    let api = Api {
        server: &running,
        token: token.clone(),
    };
    let person = json!({ "person": { "firstName": "Ada", "lastName": "Lee", "taxId": "523-86-1947" } });
    let agent = api.post("/FirmAgent/1", person).await;
    let document = api
        .upload(&format!("/allpolicy/{POLICY}/documents?name=a.pdf"))
        .await;
    let totals = json!({ "selectColumns": ["policyNumber", "deathBenefit"] });
    let policies = api.post("/allpolicy/search", totals.clone()).await;
    let agents = api.post("/FirmAgent/search", json!({})).await;

    // Backs up while the server runs.
    let backup = old.cluster.home().join("backup-files");
    fs::create_dir(&backup).unwrap();
    let (audit, dump) = (backup.join("audit.txt"), backup.join("firmbook.dump"));
    fs::write(&audit, old.run(&["verify-audit"])).unwrap();
    let dumped = format!("--file={}", dump.display());
    run(old
        .cluster
        .tool("pg_dump")
        .args(["--format=custom", &dumped, &old.url()]));
    copy(&old.data.join("files"), &backup.join("files"));
    copy(&old.data.join("sealing-key"), &backup.join("sealing-key"));
    let chain = fs::read_to_string(&audit).unwrap();
    assert!(chain.starts_with("1 ") && !chain.starts_with("1 0 "), "{chain}");

    // Restores.
    let new = Machine::new("new", OwnCluster::empty("restored").await).await;
    run(new
        .cluster
        .tool("pg_restore")
        .args(["--exit-on-error", "--dbname=firmbook"])
        .arg(&dump));
    copy(&backup.join("files"), &new.data.join("files"));
    let wrong = STANDARD.encode([9; 32]);
    assert!(
        new.refusal(&wrong)
            .contains("is not the one that encrypted this database"),
        "{}",
        new.refusal(&wrong)
    );
    copy(&backup.join("sealing-key"), &new.data.join("sealing-key"));
    for (name, mode) in [("files", 0o700), ("sealing-key", 0o600)] {
        let found = fs::metadata(new.data.join(name)).unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode, "{name}");
    }
    new.run(&["check"]);
    let earlier = audit.to_str().unwrap();
    assert_eq!(new.run(&["verify-audit", "--against", earlier]), chain);

    let restored = new.start(&app).await;
    let api = Api {
        server: &restored,
        token,
    };
    let opened = api
        .get(&format!("/Document/{}", document["uuid"].as_str().unwrap()))
        .await;
    assert_eq!(opened, PDF);
    let reveal = format!("/FirmAgent/agent/{}/reveal", agent["uuid"].as_str().unwrap());
    assert_eq!(api.post(&reveal, json!({})).await["taxId"], "523-86-1947");
    assert_eq!(api.post("/allpolicy/search", totals).await, policies);
    assert_eq!(api.post("/FirmAgent/search", json!({})).await, agents);
    // The chain continues on the new machine.
    let continued = new.run(&["verify-audit", "--against", earlier]);
    assert_ne!(continued, chain);
}
