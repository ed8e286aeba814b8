//! The positions of a query: rule, board, stones and moves.

use serde_json::Value;

use crate::analyse::fault::{Code, Fault};
use crate::analyse::fields::{Fields, number};
use crate::analyse::points::{Notation, player};
use crate::board::{BoardSize, Color, Point, Position};
use crate::game::Game;
use crate::positions::text;
use crate::rules::{GameRule, IllegalMove, Outcome, Rule, check_move};

/// The default side of a board.
const DEFAULT_SIDE: i64 = 15;

/// KataGo's names for the rules of go, which its clients send.
const RULES_OF_GO: [&str; 11] = [
    "tromp-taylor",
    "chinese",
    "chinese-ogs",
    "chinese-kgs",
    "japanese",
    "korean",
    "stone-scoring",
    "aga",
    "bga",
    "new-zealand",
    "aga-button",
];

/// The fields that `position` replaces.
const REPLACED: [&str; 6] =
    ["rules", "boardXSize", "boardYSize", "initialStones", "initialPlayer", "deadPoints"];

/// A position of a query.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The number of moves before it.
    pub(super) number: usize,
    pub(super) game: Game,
    /// The result, if the game has ended here.
    pub(super) outcome: Option<Outcome>,
}

/// The start of a game, and its moves.
#[derive(Debug)]
pub(super) struct Setup {
    notation: Notation,
    start: Game,
    /// The player and the point of each move; `None` for a pass.
    moves: Vec<(Color, Option<Point>)>,
}

impl Setup {
    /// Reads the fields of the positions. `default` is the rule of queries that name no rule or a rule of go.
    pub(super) fn read(
        fields: &mut Fields,
        notation: Notation,
        default: Option<GameRule>,
    ) -> Result<Self, Fault> {
        let given = match fields.text("position")? {
            Some(line) => Some(read_position(fields, &line)?),
            None => None,
        };
        let is_given = given.is_some();
        let mut start = match given {
            Some(game) => game,
            None => empty_board(fields, default)?,
        };
        let size = start.size();
        let moves = fields.list("moves")?.unwrap_or_default();
        let moves: Vec<(Option<Color>, Option<Point>)> = moves
            .iter()
            .enumerate()
            .map(|(index, value)| read_move(notation, value, size).map_err(|fault| fault.at(index)))
            .collect::<Result<_, _>>()?;
        if !is_given {
            start = with_stones(fields, notation, start)?;
            let first = moves.first().and_then(|&(color, _)| color);
            let mover = first_mover(fields, &start, first)?;
            let mut position = start.position().clone();
            position.set_side_to_move(mover);
            start = Game::from_position(start.rule(), position);
        }
        let mut mover = start.side_to_move();
        let moves = moves.into_iter().map(|(color, point)| {
            let color = color.unwrap_or(mover);
            mover = !color;
            (color, point)
        });
        Ok(Self { notation, moves: moves.collect(), start })
    }

    /// Reads which turns to analyse, and returns their positions. All moves must be legal.
    pub(super) fn turns(&self, fields: &mut Fields) -> Result<Vec<Turn>, Fault> {
        let field = "analyzeTurns";
        let last = self.moves.len();
        let mut wanted = Vec::new();
        match fields.list(field)? {
            None => wanted.push(last),
            Some(list) => {
                for (index, value) in list.iter().enumerate() {
                    let turn =
                        number(field, value, 0..=last as i64).map_err(|fault| fault.at(index))?;
                    let turn = turn as usize;
                    if wanted.contains(&turn) {
                        let words = format!("turn {turn} is already in {field}");
                        return Err(Fault::new(Code::Invalid, field, words).at(index));
                    }
                    wanted.push(turn);
                }
            }
        }
        if wanted.is_empty() {
            return Err(Fault::new(Code::Invalid, field, "no turn: expected at least one number"));
        }
        let mut turns = self.play(&wanted)?;
        turns.sort_by_key(|turn| wanted.iter().position(|&number| number == turn.number));
        Ok(turns)
    }

    /// Plays the moves, and returns the wanted positions.
    fn play(&self, wanted: &[usize]) -> Result<Vec<Turn>, Fault> {
        let rule = self.start.rule();
        let size = self.start.size();
        let mut game = self.start.clone();
        let mut outcome = game.outcome_of_stones();
        let mut turns = Vec::new();
        let mut keep = |number: usize, game: &Game, outcome: Option<Outcome>| {
            if wanted.contains(&number) {
                turns.push(Turn { number, game: game.clone(), outcome });
            }
        };
        keep(0, &game, outcome);
        for (index, &(color, point)) in self.moves.iter().enumerate() {
            let illegal = |error| illegal_move(error, self.notation, size).at(index);
            if let Some(outcome) = outcome {
                return Err(illegal(IllegalMove::GameOver(outcome)));
            }
            let mover = if point.is_some() { color } else { !color };
            if game.side_to_move() != mover {
                let mut position = game.position().clone();
                position.set_side_to_move(mover);
                game = Game::from_position(rule, position);
            }
            if let Some(point) = point {
                check_move(game.position(), point, rule.rule).map_err(illegal)?;
                game.place(point, color).map_err(|_| illegal(IllegalMove::Occupied(point)))?;
            }
            outcome = game.outcome();
            keep(index + 1, &game, outcome);
        }
        Ok(turns)
    }
}

/// Returns a move that is not possible as a fault, with the point as the query writes it.
pub(super) fn illegal_move(error: IllegalMove, notation: Notation, size: BoardSize) -> Fault {
    let words = error.to_string();
    let words = match error {
        IllegalMove::Occupied(point) | IllegalMove::Forbidden(point, _) => {
            words.replacen(&point.to_string(), &notation.name(point, size), 1)
        }
        IllegalMove::OffBoard(_) | IllegalMove::GameOver(_) => words,
    };
    Fault::new(Code::IllegalMove, "moves", words)
}

/// Reads a position in the format of `positions::text`, which excludes the other fields of a position.
fn read_position(fields: &Fields, line: &str) -> Result<Game, Fault> {
    if let Some(other) = REPLACED.iter().find(|&&name| fields.has(name)) {
        let words = format!("position and {other} contradict each other: expected one of them");
        return Err(Fault::new(Code::Conflict, other, words));
    }
    let invalid = |words: String| Fault::new(Code::Invalid, "position", words);
    match text::parse(line) {
        Ok(Some(statement)) => Ok(statement.game),
        Ok(None) => Err(invalid(
            "no position: expected a line such as freestyle 15x15 h8/i9 black".to_owned(),
        )),
        Err(error) => Err(invalid(error.to_string())),
    }
}

/// Reads the rule and the size of the board.
fn empty_board(fields: &mut Fields, default: Option<GameRule>) -> Result<Game, Fault> {
    let rule = read_rule(fields, default)?;
    let sides = [BoardSize::MIN as i64, BoardSize::MAX as i64];
    let mut side = |name: &'static str| fields.number(name, sides[0]..=sides[1]);
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    let width_or_height = width.or(height).unwrap_or(DEFAULT_SIDE);
    let size = BoardSize::new(width.unwrap_or(width_or_height), height.unwrap_or(width_or_height));
    let size = size.map_err(|error| Fault::new(Code::Invalid, "boardXSize", error))?;
    Ok(Game::new(rule, size))
}

/// Reads the rule: its name, or an object with `rule` and `continuous`.
fn read_rule(fields: &mut Fields, default: Option<GameRule>) -> Result<GameRule, Fault> {
    let name = match fields.take("rules") {
        None => return Ok(default.unwrap_or_default()),
        Some(Value::String(name)) => name,
        // KataGo's rules of go as an object.
        Some(Value::Object(object)) if default.is_some() && !object.contains_key("rule") => {
            return Ok(default.unwrap_or_default());
        }
        Some(Value::Object(object)) => {
            return read_rule_object(&mut Fields::new(object))
                .map_err(|fault| Fault { field: "rules".to_owned(), ..fault });
        }
        Some(value) => return Err(Fault::invalid("rules", &value, "the name of a rule")),
    };
    let is_of_go = RULES_OF_GO.iter().any(|known| known.eq_ignore_ascii_case(&name));
    if let Some(default) = default.filter(|_| is_of_go) {
        return Ok(default);
    }
    name.parse().map_err(|error| {
        let hint = if is_of_go { "; --rules names the rule for clients of KataGo" } else { "" };
        Fault::new(Code::Invalid, "rules", format_args!("{error}{hint}"))
    })
}

/// Reads an object with `rule` and `continuous`.
fn read_rule_object(fields: &mut Fields) -> Result<GameRule, Fault> {
    let field = "rule";
    let name = fields.required_text(field)?;
    let rule: Rule = name.parse().map_err(|error| Fault::new(Code::Invalid, field, error))?;
    let continuous = fields.flag("continuous")?;
    match fields.names().next() {
        None => Ok(GameRule { rule, continuous }),
        Some(name) => {
            let words = format!("unknown field {name:?} of rules: expected rule and continuous");
            Err(Fault::new(Code::Invalid, name, words))
        }
    }
}

/// Reads the stones and dead points from which the game begins.
fn with_stones(fields: &mut Fields, notation: Notation, start: Game) -> Result<Game, Fault> {
    let (rule, size) = (start.rule(), start.size());
    let mut position = Position::new(size);
    let occupied = |field: &str, point: Point| {
        let words = format!("point {} is occupied", notation.name(point, size));
        Fault::new(Code::IllegalMove, field, words)
    };
    let field = "deadPoints";
    for (index, value) in fields.list(field)?.unwrap_or_default().iter().enumerate() {
        let point =
            stone(notation.read(field, value, size), field).map_err(|fault| fault.at(index))?;
        position.block(point).map_err(|_| occupied(field, point).at(index))?;
    }
    let field = "initialStones";
    for (index, value) in fields.list(field)?.unwrap_or_default().iter().enumerate() {
        let pair = value.as_array().map(Vec::as_slice);
        let Some([color, point]) = pair else {
            return Err(Fault::invalid(field, value, "pairs such as [\"B\",\"h8\"]").at(index));
        };
        let color = player(field, color).map_err(|fault| fault.at(index))?;
        let point =
            stone(notation.read(field, point, size), field).map_err(|fault| fault.at(index))?;
        position.place(point, color).map_err(|_| occupied(field, point).at(index))?;
    }
    Ok(Game::from_position(rule, position))
}

/// Returns the point of a stone; a pass is a fault.
fn stone(point: Result<Option<Point>, Fault>, field: &str) -> Result<Point, Fault> {
    point?
        .ok_or_else(|| Fault::new(Code::Invalid, field, "a pass is not a stone: expected a point"))
}

/// Reads the player who moves first: by default the player of the first move, or the one whose turn it is by the
/// number of stones.
fn first_mover(fields: &mut Fields, start: &Game, first: Option<Color>) -> Result<Color, Fault> {
    let field = "initialPlayer";
    let named = fields.take(field).map(|value| player(field, &value)).transpose()?;
    if let Some(color) = named.or(first) {
        return Ok(color);
    }
    let [black, white] = Color::ALL.map(|color| start.position().stones(color).len());
    match black.checked_sub(white) {
        Some(0) => Ok(Color::Black),
        Some(1) => Ok(Color::White),
        _ => {
            let words =
                format!("{black} black and {white} white stones do not determine the {field}");
            Err(Fault::new(Code::Missing, field, words))
        }
    }
}

/// Reads a move: a player and a point, or a point alone if the players alternate.
fn read_move(
    notation: Notation,
    value: &Value,
    size: BoardSize,
) -> Result<(Option<Color>, Option<Point>), Fault> {
    let field = "moves";
    match value.as_array().map(Vec::as_slice) {
        Some([color @ Value::String(_), point]) => {
            Ok((Some(player(field, color)?), notation.read(field, point, size)?))
        }
        _ => Ok((None, notation.read(field, value, size)?)),
    }
}
