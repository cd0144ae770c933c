//! The nine message types of the hub protocol.

use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// A method call. If `id` is set, exactly one [`Message::Completion`] answers it.
    Invocation {
        id: Option<String>,
        target: String,
        arguments: Vec<Value>,
        stream_ids: Vec<String>,
    },
    StreamItem {
        id: String,
        item: Value,
    },
    Completion {
        id: String,
        outcome: Outcome,
    },
    /// A method call that returns a stream of items, followed by a completion.
    StreamInvocation {
        id: String,
        target: String,
        arguments: Vec<Value>,
        stream_ids: Vec<String>,
    },
    CancelInvocation {
        id: String,
    },
    Ping,
    Close {
        error: Option<String>,
        allow_reconnect: bool,
    },
    /// Acknowledges all messages up to this sequence number.
    Ack {
        sequence: u64,
    },
    /// Sent first after a resume: the sequence number of the next message.
    Sequence {
        sequence: u64,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Result(Value),
    Error(String),
    Void,
}

/// Parse errors, with the messages of the official client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("Invalid payload.")]
    Payload,
    #[error("Invalid payload for {0} message.")]
    Of(&'static str),
    #[error("Invalid SequenceId for {0} message.")]
    SequenceOf(&'static str),
}

impl Message {
    /// Parses one record without its separator. Returns `None` for an unknown message type, which must be
    /// ignored.
    ///
    /// # Errors
    /// Returns a [`Fault`] if the record is not a JSON object, its type is not a number, or a required field
    /// is missing or invalid.
    pub fn parse(record: &str) -> Result<Option<Self>, Fault> {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(record) else {
            return Err(Fault::Payload);
        };
        let kind = fields.get("type").and_then(Value::as_f64).ok_or(Fault::Payload)?;
        Ok(Some(match kind {
            1.0 => {
                let fault = Fault::Of("Invocation");
                let id = match fields.remove("invocationId") {
                    None | Some(Value::Null) => None,
                    Some(Value::String(id)) if !id.is_empty() => Some(id),
                    Some(_) => return Err(fault),
                };
                let (target, arguments) = call(&mut fields, &fault)?;
                Self::Invocation {
                    id,
                    target,
                    arguments,
                    stream_ids: stream_ids(&fields),
                }
            }
            2.0 => {
                let fault = Fault::Of("StreamItem");
                Self::StreamItem {
                    id: text(&mut fields, "invocationId", &fault)?,
                    item: fields.remove("item").ok_or(fault)?,
                }
            }
            3.0 => completion(&mut fields)?,
            4.0 => {
                let fault = Fault::Of("StreamInvocation");
                let id = text(&mut fields, "invocationId", &fault)?;
                let (target, arguments) = call(&mut fields, &fault)?;
                Self::StreamInvocation {
                    id,
                    target,
                    arguments,
                    stream_ids: stream_ids(&fields),
                }
            }
            5.0 => Self::CancelInvocation {
                id: text(&mut fields, "invocationId", &Fault::Of("CancelInvocation"))?,
            },
            6.0 => Self::Ping,
            7.0 => Self::Close {
                error: match fields.remove("error") {
                    Some(Value::String(error)) => Some(error),
                    _ => None,
                },
                allow_reconnect: fields.get("allowReconnect") == Some(&Value::Bool(true)),
            },
            8.0 => Self::Ack {
                sequence: sequence(&fields, "Ack", 0)?,
            },
            9.0 => Self::Sequence {
                sequence: sequence(&fields, "Sequence", 1)?,
            },
            _ => return Ok(None),
        }))
    }

    /// Encodes the message as a record, including the separator.
    pub fn to_record(&self) -> String {
        let json = serde_json::to_string(&self.wire()).unwrap_or_default();
        super::frame::record(json)
    }

    /// Returns whether a stateful connection numbers, buffers and resends this message.
    pub fn is_tracked(&self) -> bool {
        !matches!(
            self,
            Self::Ping | Self::Close { .. } | Self::Ack { .. } | Self::Sequence { .. }
        )
    }

    fn wire(&self) -> Wire<'_> {
        let empty = Wire::default();
        match self {
            Self::Invocation {
                id,
                target,
                arguments,
                stream_ids,
            } => Wire {
                kind: 1,
                invocation_id: id.as_deref(),
                target: Some(target),
                arguments: Some(arguments),
                stream_ids,
                ..empty
            },
            Self::StreamItem { id, item } => Wire {
                kind: 2,
                invocation_id: Some(id),
                item: Some(item),
                ..empty
            },
            Self::Completion { id, outcome } => {
                let (result, error) = match outcome {
                    Outcome::Result(result) => (Some(result), None),
                    Outcome::Error(error) => (None, Some(error.as_str())),
                    Outcome::Void => (None, None),
                };
                Wire {
                    kind: 3,
                    invocation_id: Some(id),
                    result,
                    error,
                    ..empty
                }
            }
            Self::StreamInvocation {
                id,
                target,
                arguments,
                stream_ids,
            } => Wire {
                kind: 4,
                invocation_id: Some(id),
                target: Some(target),
                arguments: Some(arguments),
                stream_ids,
                ..empty
            },
            Self::CancelInvocation { id } => Wire {
                kind: 5,
                invocation_id: Some(id),
                ..empty
            },
            Self::Ping => Wire { kind: 6, ..empty },
            Self::Close {
                error,
                allow_reconnect,
            } => Wire {
                kind: 7,
                error: error.as_deref(),
                allow_reconnect: *allow_reconnect,
                ..empty
            },
            Self::Ack { sequence } => Wire {
                kind: 8,
                sequence_id: Some(*sequence),
                ..empty
            },
            Self::Sequence { sequence } => Wire {
                kind: 9,
                sequence_id: Some(*sequence),
                ..empty
            },
        }
    }
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    invocation_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<&'a [Value]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stream_ids: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    allow_reconnect: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence_id: Option<u64>,
}

fn text(fields: &mut Map<String, Value>, name: &str, fault: &Fault) -> Result<String, Fault> {
    match fields.remove(name) {
        Some(Value::String(text)) if !text.is_empty() => Ok(text),
        _ => Err(fault.clone()),
    }
}

fn call(fields: &mut Map<String, Value>, fault: &Fault) -> Result<(String, Vec<Value>), Fault> {
    let target = text(fields, "target", fault)?;
    match fields.remove("arguments") {
        Some(Value::Array(arguments)) => Ok((target, arguments)),
        _ => Err(fault.clone()),
    }
}

fn completion(fields: &mut Map<String, Value>) -> Result<Message, Fault> {
    let fault = Fault::Of("Completion");
    let id = text(fields, "invocationId", &fault)?;
    let error = match fields.remove("error") {
        None | Some(Value::Null) => None,
        Some(Value::String(error)) => Some(error),
        Some(_) => return Err(fault),
    };
    let outcome = match (fields.remove("result"), error) {
        (Some(_), Some(_)) => return Err(fault),
        (Some(result), None) => Outcome::Result(result),
        (None, Some(error)) => Outcome::Error(error),
        (None, None) => Outcome::Void,
    };
    Ok(Message::Completion { id, outcome })
}

fn stream_ids(fields: &Map<String, Value>) -> Vec<String> {
    let ids = fields.get("streamIds").and_then(Value::as_array);
    ids.into_iter()
        .flatten()
        .filter_map(|id| id.as_str().map(str::to_owned))
        .collect()
}

fn sequence(fields: &Map<String, Value>, of: &'static str, least: u64) -> Result<u64, Fault> {
    let sequence = fields.get("sequenceId").and_then(Value::as_u64);
    sequence
        .filter(|sequence| *sequence >= least)
        .ok_or(Fault::SequenceOf(of))
}

#[cfg(test)]
mod tests;
