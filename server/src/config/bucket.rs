//! The bucket for stored files, configured by `FIRMBOOK_STORAGE_*`.

use super::web_address;
use anyhow::{Context, bail, ensure};
use reqwest::Url;
use std::fmt;

/// An S3-compatible bucket.
#[derive(Debug, Clone)]
pub struct Bucket {
    pub name: String,
    /// Prefix of all object keys, without leading or trailing slashes. May be empty.
    pub prefix: String,
    /// `None` for AWS.
    pub endpoint: Option<Url>,
    pub region: String,
    pub key_id: String,
    pub secret: Hidden,
}

/// A string that is redacted in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

/// Settings that have no effect without a bucket.
const DETAILS: [&str; 4] = [
    "FIRMBOOK_STORAGE_ENDPOINT",
    "FIRMBOOK_STORAGE_REGION",
    "FIRMBOOK_STORAGE_KEY_ID",
    "FIRMBOOK_STORAGE_SECRET",
];

impl Bucket {
    /// Reads the settings through `setting`, which returns `None` for a missing or empty one. Errors never contain a
    /// value, because a URL may contain a secret by mistake.
    pub(super) fn from_settings(setting: impl Fn(&str) -> Option<String>) -> anyhow::Result<Option<Self>> {
        let Some(url) = setting("FIRMBOOK_STORAGE_URL") else {
            return match DETAILS.into_iter().find(|name| setting(name).is_some()) {
                Some(name) => {
                    bail!("{name} is set, but FIRMBOOK_STORAGE_URL is not. Set both or none of them.")
                }
                None => Ok(None),
            };
        };
        let (name, prefix) =
            address(&url).context("FIRMBOOK_STORAGE_URL must be s3://bucket or s3://bucket/prefix")?;
        let endpoint = setting("FIRMBOOK_STORAGE_ENDPOINT")
            .map(|url| web_address(&url).context("FIRMBOOK_STORAGE_ENDPOINT must be an http or https URL"))
            .transpose()?;
        let key = |name: &str| {
            setting(name)
                .with_context(|| format!("FIRMBOOK_STORAGE_URL is set, but {name} is not. Set both."))
        };
        Ok(Some(Self {
            name,
            prefix,
            endpoint,
            region: setting("FIRMBOOK_STORAGE_REGION").unwrap_or_else(|| "us-east-1".into()),
            key_id: key("FIRMBOOK_STORAGE_KEY_ID")?,
            secret: Hidden(key("FIRMBOOK_STORAGE_SECRET")?),
        }))
    }
}

/// Splits `s3://bucket/prefix`.
fn address(url: &str) -> anyhow::Result<(String, String)> {
    let url = Url::parse(url)?;
    let name = url.host_str().unwrap_or_default();
    ensure!(url.scheme() == "s3" && !name.is_empty(), "not a bucket");
    ensure!(
        url.username().is_empty()
            && url.password().is_none()
            && url.port().is_none()
            && url.query().is_none()
            && url.fragment().is_none(),
        "more than a bucket and a prefix"
    );
    Ok((name.to_owned(), url.path().trim_matches('/').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> anyhow::Result<Option<Bucket>> {
        Bucket::from_settings(|name| {
            let found = settings
                .iter()
                .find(|(set, _)| name.ends_with(&format!("STORAGE_{set}")));
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    const KEY: [(&str, &str); 2] = [("KEY_ID", "AKID"), ("SECRET", "hush")];

    #[test]
    fn reads_bucket_prefix_and_endpoint() {
        let read_url = |url| read(&[&[("URL", url)], &KEY[..]].concat()).unwrap().unwrap();
        let bucket = read_url("s3://files/portal/east/");
        assert_eq!((&*bucket.name, &*bucket.prefix), ("files", "portal/east"));
        assert_eq!((&*bucket.region, bucket.endpoint), ("us-east-1", None));
        assert_eq!(read_url("s3://files").prefix, "");
        let own = [
            ("ENDPOINT", "http://minio.example:9000"),
            ("REGION", "here"),
            ("URL", "s3://files"),
        ];
        let bucket = read(&[&own[..], &KEY].concat()).unwrap().unwrap();
        assert_eq!(bucket.endpoint.unwrap().port(), Some(9000));
        assert_eq!(bucket.region, "here");
        assert!(read(&[]).unwrap().is_none());
    }

    #[test]
    fn names_the_missing_or_invalid_setting_without_showing_secrets() {
        for (settings, name) in [
            (&[("URL", "s3://files")][..], "FIRMBOOK_STORAGE_KEY_ID"),
            (
                &[("URL", "s3://files"), ("KEY_ID", "AKID")],
                "FIRMBOOK_STORAGE_SECRET",
            ),
            (&[("SECRET", "hush")], "FIRMBOOK_STORAGE_URL is not"),
            (
                &[("URL", "s3://AKID:hush@files"), KEY[0], KEY[1]],
                "FIRMBOOK_STORAGE_URL must",
            ),
            (
                &[("URL", "https://files.example/hush"), KEY[0], KEY[1]],
                "FIRMBOOK_STORAGE_URL must",
            ),
            (
                &[("URL", "s3:///hush"), KEY[0], KEY[1]],
                "FIRMBOOK_STORAGE_URL must",
            ),
            (
                &[("URL", "s3://files"), ("ENDPOINT", "hush"), KEY[0], KEY[1]],
                "FIRMBOOK_STORAGE_ENDPOINT must",
            ),
        ] {
            let error = format!("{:#}", read(settings).unwrap_err());
            assert!(error.contains(name) && !error.contains("hush"), "{error}");
        }
        let bucket = read(&[&[("URL", "s3://files")], &KEY[..]].concat()).unwrap();
        assert!(!format!("{bucket:?}").contains("hush"));
    }
}
