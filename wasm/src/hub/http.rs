//! HTTP requests to the hub.

use super::page::HubPage;
use futures_util::future::{Either, select};
use gloo_net::http::{Method, RequestBuilder};
use gloo_timers::future::TimeoutFuture;
use shared::hub::transport::{REQUEST_MS, should_renew_token};
use std::pin::pin;
use web_sys::AbortController;

pub enum Token {
    /// The user's access token.
    Own,
    /// A token supplied by a redirect.
    Given(String),
}

impl Token {
    pub fn new(given: Option<String>) -> Self {
        given.map_or(Self::Own, Self::Given)
    }

    /// Returns the token, renewed if `renew` is set.
    ///
    /// # Errors
    /// Returns the page's error if the page cannot provide a token.
    pub async fn get(&self, page: &HubPage, renew: bool) -> Result<Option<String>, String> {
        match self {
            Self::Own => page.token(renew).await,
            Self::Given(token) => Ok(Some(token.clone())),
        }
    }
}

/// Status and body of a response, or the error.
pub type Answer = Result<(u16, String), String>;

pub struct Caller<'a> {
    page: &'a HubPage,
    token: Token,
}

impl<'a> Caller<'a> {
    pub fn new(page: &'a HubPage, token: Token) -> Self {
        Self { page, token }
    }

    pub async fn get(&self, url: &str) -> Answer {
        self.call(Method::GET, url, None).await
    }

    pub async fn post(&self, url: &str, body: &str) -> Answer {
        self.call(Method::POST, url, Some(body)).await
    }

    pub async fn delete(&self, url: &str) -> Answer {
        self.call(Method::DELETE, url, None).await
    }

    async fn call(&self, method: Method, url: &str, body: Option<&str>) -> Answer {
        let is_own = matches!(self.token, Token::Own);
        let mut is_second = false;
        loop {
            let token = self.token.get(self.page, is_second).await?;
            let (status, text) = self.once(method.clone(), url, body, token).await?;
            if !should_renew_token(status, is_own, is_second) {
                return Ok((status, text));
            }
            is_second = true;
        }
    }

    async fn once(&self, method: Method, url: &str, body: Option<&str>, token: Option<String>) -> Answer {
        let abort = Abort::new()?;
        let mut request = RequestBuilder::new(url)
            .method(method)
            .abort_signal(Some(&abort.0.signal()))
            .header("x-requested-with", "XMLHttpRequest");
        for (name, value) in self.page.each_header() {
            request = request.header(&name, &value);
        }
        if let Some(token) = token {
            request = request.header("authorization", &format!("Bearer {token}"));
        }
        let request = match body {
            Some(body) => request.body(body),
            None => request.build(),
        };
        let request = request.map_err(|error| error.to_string())?;
        let answer = pin!(async {
            let answer = request.send().await?;
            Ok::<_, gloo_net::Error>((answer.status(), answer.text().await?))
        });
        match select(answer, TimeoutFuture::new(REQUEST_MS)).await {
            Either::Left((answer, _)) => answer.map_err(|error| error.to_string()),
            Either::Right(_) => Err("TimeoutError: A timeout occurred.".into()),
        }
    }
}

/// Aborts a request when dropped.
struct Abort(AbortController);

impl Abort {
    fn new() -> Result<Self, String> {
        let controller = AbortController::new();
        controller
            .map(Self)
            .map_err(|reason| super::page::text_of(&reason))
    }
}

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}
