//! Command-line arguments after `cargo xtask`.

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

    /// Removes and returns the first argument.
    pub fn word(&mut self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// Removes and returns the value of `name VALUE` or `name=VALUE`.
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
            None => bail!("{name} requires a value"),
        };
        text.parse()
            .map(Some)
            .map_err(|_| anyhow!("invalid value `{text}` for {name}"))
    }

    /// Returns the remaining arguments, to pass on to another program.
    pub fn rest(self) -> Vec<String> {
        self.0
    }

    /// Returns an error if any argument is left.
    pub fn end(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => bail!("unexpected argument `{word}`: see `cargo xtask help`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_values_and_flags_in_any_order() {
        let mut arguments = Arguments::of("dana --firm 3 --fix --port=4100");
        assert_eq!(arguments.value::<u16>("--port").unwrap(), Some(4100));
        assert_eq!(arguments.value::<u32>("--firm").unwrap(), Some(3));
        assert!(arguments.flag("--fix"));
        assert!(!arguments.flag("--fix"));
        assert_eq!(arguments.word().as_deref(), Some("dana"));
        arguments.end().unwrap();
    }

    #[test]
    fn names_the_invalid_argument_in_the_error() {
        assert_eq!(
            Arguments::of("--port")
                .value::<u16>("--port")
                .unwrap_err()
                .to_string(),
            "--port requires a value"
        );
        assert_eq!(
            Arguments::of("--port x")
                .value::<u16>("--port")
                .unwrap_err()
                .to_string(),
            "invalid value `x` for --port"
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
