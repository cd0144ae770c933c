//! A real S3 server from moto, and its buckets.

use super::{Program, http_client, wait_until};
use http::{Method, StatusCode};
use server::config::{Bucket, Hidden};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use tokio::sync::OnceCell;

/// A running server. Killed when dropped, or when this process ends.
pub struct Moto {
    child: Child,
    sweeper: Child,
    address: SocketAddr,
}

impl Moto {
    /// Returns the server that all tests share. Each test has a separate bucket.
    pub async fn shared() -> &'static Self {
        static SHARED: OnceCell<Moto> = OnceCell::const_new();
        SHARED.get_or_init(Self::start).await
    }

    pub async fn start() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let child = spawn(address);
        // The read returns when this process ends, because that closes the pipe.
        let sweeper = Command::new("sh")
            .args(["-c", "read -r _; kill $0", &child.id().to_string()])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("moto listens", async || TcpStream::connect(address).ok()).await;
        Self {
            child,
            sweeper,
            address,
        }
    }

    /// Creates a bucket whose objects have a prefix.
    pub async fn bucket(&self) -> TestBucket {
        let name = format!("files-{}", server::ids::new_uuid().simple());
        let bucket = TestBucket {
            config: Bucket {
                name,
                prefix: "portal/east".into(),
                endpoint: Some(format!("http://{}", self.address).parse().unwrap()),
                region: "us-east-1".into(),
                key_id: "AKIDEXAMPLE".into(),
                secret: Hidden("secret-of-the-bucket".into()),
            },
        };
        bucket.call(Method::PUT, "", Vec::new()).await;
        bucket
    }

    /// Creates a user with a key and turns on signature checks for all calls. Returns the key's id and
    /// secret.
    pub async fn require_key(&self) -> (String, String) {
        let url = format!("http://{}", self.address);
        let iam = async |action: &str| {
            let call = http_client()
                .post(&url)
                .header("authorization", authorization("iam"))
                .header("content-type", "application/x-www-form-urlencoded")
                .body(format!("{action}&UserName=portal&Version=2010-05-08"));
            let reply = call.send().await.unwrap();
            assert_eq!(reply.status(), StatusCode::OK, "{action}");
            reply.text().await.unwrap()
        };
        iam("Action=CreateUser").await;
        let policy = "%7B%22Version%22%3A%222012-10-17%22%2C%22Statement%22%3A%5B%7B%22Effect%22%3A%22Allow%22%2C\
                      %22Action%22%3A%22s3%3A*%22%2C%22Resource%22%3A%22*%22%7D%5D%7D";
        iam(&format!(
            "Action=PutUserPolicy&PolicyName=all&PolicyDocument={policy}"
        ))
        .await;
        let key = iam("Action=CreateAccessKey").await;
        let reset = http_client()
            .post(format!("{url}/moto-api/reset-auth"))
            .body("0")
            .send();
        assert_eq!(reset.await.unwrap().status(), StatusCode::OK);
        (
            texts(&key, "AccessKeyId").remove(0),
            texts(&key, "SecretAccessKey").remove(0),
        )
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        for child in [&mut self.child, &mut self.sweeper] {
            _ = child.kill();
            _ = child.wait();
        }
    }
}

const MOTO: Program = Program {
    setting: "FIRMBOOK_MOTO_SERVER",
    name: "moto_server",
    install: "install xtask/moto/requirements.txt with pip",
};

fn spawn(address: SocketAddr) -> Child {
    let port = address.port().to_string();
    MOTO.spawn(MOTO.command().args(["-H", "127.0.0.1", "-p", &port]))
}

/// Returns the authorization header for a service. By default, the server does not verify signatures.
fn authorization(service: &str) -> String {
    format!(
        "AWS4-HMAC-SHA256 Credential=any/20261121/us-east-1/{service}/aws4_request, SignedHeaders=host, Signature=0"
    )
}

/// Returns the texts of all XML elements with a name.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let start = format!("<{name}>");
    let parts = xml.split(start.as_str()).skip(1);
    parts
        .map(|part| part.split('<').next().unwrap().to_owned())
        .collect()
}

/// A bucket that tests can access directly, bypassing the server.
pub struct TestBucket {
    pub config: Bucket,
}

impl TestBucket {
    /// Returns the keys of all objects, without the prefix.
    pub async fn keys(&self) -> Vec<String> {
        let listed = self.call(Method::GET, "?list-type=2", Vec::new()).await;
        let keys = texts(&String::from_utf8(listed).unwrap(), "Key");
        let prefix = format!("{}/", self.config.prefix);
        keys.iter()
            .map(|key| key.strip_prefix(&prefix).unwrap().to_owned())
            .collect()
    }

    /// Returns the ETags of all objects. The ETag of a multipart upload ends with the number of parts.
    pub async fn etags(&self) -> Vec<String> {
        let listed = self.call(Method::GET, "?list-type=2", Vec::new()).await;
        texts(&String::from_utf8(listed).unwrap(), "ETag")
    }

    /// Returns the number of incomplete multipart uploads.
    pub async fn incomplete(&self) -> usize {
        let listed = self.call(Method::GET, "?uploads", Vec::new()).await;
        texts(&String::from_utf8(listed).unwrap(), "UploadId").len()
    }

    pub async fn read(&self, key: &str) -> Vec<u8> {
        self.call(Method::GET, &self.path(key), Vec::new()).await
    }

    pub async fn write(&self, key: &str, content: impl Into<Vec<u8>>) {
        self.call(Method::PUT, &self.path(key), content.into()).await;
    }

    pub async fn remove(&self, key: &str) {
        self.call(Method::DELETE, &self.path(key), Vec::new()).await;
    }

    /// Returns the environment variables for a server process that uses the bucket.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let Bucket {
            name, prefix, key_id, ..
        } = &self.config;
        let endpoint = self.config.endpoint.as_ref().unwrap();
        vec![
            ("FIRMBOOK_STORAGE_URL", format!("s3://{name}/{prefix}")),
            ("FIRMBOOK_STORAGE_ENDPOINT", endpoint.to_string()),
            ("FIRMBOOK_STORAGE_KEY_ID", key_id.clone()),
            ("FIRMBOOK_STORAGE_SECRET", self.config.secret.0.clone()),
        ]
    }

    fn path(&self, key: &str) -> String {
        format!("/{}/{key}", self.config.prefix)
    }

    async fn call(&self, method: Method, path: &str, body: Vec<u8>) -> Vec<u8> {
        let endpoint = self.config.endpoint.as_ref().unwrap();
        let url = format!("{endpoint}{}{path}", self.config.name);
        let call = http_client()
            .request(method, &url)
            .header("authorization", authorization("s3"))
            .body(body);
        let reply = call.send().await.unwrap();
        assert!(reply.status().is_success(), "{url}: {}", reply.status());
        reply.bytes().await.unwrap().to_vec()
    }
}
