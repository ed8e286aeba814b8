//! Actions: objects with a field `action`, which request something other than an analysis.

use serde_json::{Map, Value};

use crate::analyse::fault::{Code, Fault};
use crate::analyse::fields::{Fields, number};

/// The name of the field that makes an object an action.
pub(super) const ACTION: &str = "action";
/// The actions.
pub(super) const ACTIONS: [&str; 6] =
    ["query_version", "query_models", "query_status", "clear_cache", "terminate", "terminate_all"];

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Version,
    Models,
    Status,
    ClearCache,
    /// Stops the positions of a query, or of all queries, at some turns, or at all turns.
    Terminate {
        id: Option<String>,
        turns: Option<Vec<usize>>,
    },
}

impl Action {
    /// Reads an action from its fields except `id`, and returns it with a warning about each unknown field.
    pub(super) fn read(map: Map<String, Value>) -> Result<(Self, Vec<Fault>), Fault> {
        let mut fields = Fields::new(map);
        let action = match fields.word(ACTION, &ACTIONS)? {
            Some(0) => Self::Version,
            Some(1) => Self::Models,
            Some(2) => Self::Status,
            Some(3) => Self::ClearCache,
            Some(4) => {
                let id = Some(fields.required_text("terminateId")?);
                Self::Terminate { id, turns: read_turns(&mut fields)? }
            }
            Some(_) => Self::Terminate { id: None, turns: read_turns(&mut fields)? },
            None => {
                let words = format!("missing {ACTION}: expected one of {}", ACTIONS.join(", "));
                return Err(Fault::new(Code::Missing, ACTION, words));
            }
        };
        Ok((action, fields.unknown().collect()))
    }
}

/// Reads a list of turns; `None` stands for all turns.
fn read_turns(fields: &mut Fields) -> Result<Option<Vec<usize>>, Fault> {
    let field = "turnNumbers";
    let Some(list) = fields.list(field)? else { return Ok(None) };
    let read = |(index, value)| {
        let turn = number(field, value, 0..=i64::MAX).map_err(|fault| fault.at(index))?;
        Ok(usize::try_from(turn).unwrap_or(usize::MAX))
    };
    list.iter().enumerate().map(read).collect::<Result<_, _>>().map(Some)
}
