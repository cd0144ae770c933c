//! The words after `cargo xtask`.

use std::str::FromStr;

use anyhow::{Result, anyhow, bail};

pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn of_process() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    #[cfg(test)]
    pub fn of(words: &str) -> Self {
        Self(words.split_whitespace().map(str::to_owned).collect())
    }

    /// The first word, taken out.
    pub fn word(&mut self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// The value after `name` (or after `name=`), taken out.
    pub fn value<T: FromStr>(&mut self, name: &str) -> Result<Option<T>> {
        let joined = format!("{name}=");
        let Some(at) = self
            .0
            .iter()
            .position(|word| word == name || word.starts_with(&joined))
        else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        let text = match word.strip_prefix(&joined) {
            Some(text) => text.to_owned(),
            None if at < self.0.len() => self.0.remove(at),
            None => bail!("{name} wants a value after it"),
        };
        text.parse()
            .map(Some)
            .map_err(|_| anyhow!("{name} does not take `{text}`"))
    }

    /// Everything left, for a program that reads it itself.
    pub fn rest(self) -> Vec<String> {
        self.0
    }

    /// Refuses what nobody asked for.
    pub fn end(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => bail!("`{word}` is not understood here: `cargo xtask help` shows what is"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_flags_are_found_anywhere() {
        let mut arguments = Arguments::of("dana --firm 3 --fix --port=4100");
        assert_eq!(arguments.value::<u16>("--port").unwrap(), Some(4100));
        assert_eq!(arguments.value::<u32>("--firm").unwrap(), Some(3));
        assert!(arguments.flag("--fix"));
        assert!(!arguments.flag("--fix"));
        assert_eq!(arguments.word().as_deref(), Some("dana"));
        arguments.end().unwrap();
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(
            Arguments::of("--port")
                .value::<u16>("--port")
                .unwrap_err()
                .to_string(),
            "--port wants a value after it"
        );
        assert_eq!(
            Arguments::of("--port x")
                .value::<u16>("--port")
                .unwrap_err()
                .to_string(),
            "--port does not take `x`"
        );
        assert!(
            Arguments::of("--frob")
                .end()
                .unwrap_err()
                .to_string()
                .contains("`--frob`")
        );
    }
}
