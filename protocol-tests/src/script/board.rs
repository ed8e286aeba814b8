//! The statements that set up positions and games: `board …` and `play …`.

use std::time::Duration;

use crate::script::words::{milliseconds, nothing, number, points, split_word};
use crate::script::{BoardSpec, ClockSpec, Opponent, PlaySpec};

/// Reads what follows `board`.
pub(super) fn parse_board(line: &str) -> Result<BoardSpec, String> {
    let (kind, rest) = split_word(line);
    match kind {
        "quiet" => nothing(rest).map(|()| BoardSpec::Quiet),
        "random" => {
            let (stones, rest) = split_word(rest);
            let (word, seed) = split_word(rest);
            let seed = if word.is_empty() { Ok(1) } else { number(seed) };
            Ok(BoardSpec::Random { stones: number(stones)?, seed: seed? })
        }
        "full" => {
            let (but, rest) = split_word(rest);
            match but {
                "" => Ok(BoardSpec::FullBut(Vec::new())),
                "but" => Ok(BoardSpec::FullBut(points(rest.split_whitespace())?)),
                _ => Err(format!("unexpected `{but}` after `board full`: expected `but`")),
            }
        }
        _ => parse_stones(line),
    }
}

/// Reads `own … opp … dead … first own|opp`.
fn parse_stones(line: &str) -> Result<BoardSpec, String> {
    let (mut own, mut theirs, mut dead) = (Vec::new(), Vec::new(), Vec::new());
    let mut first = None;
    let mut key = "";
    for word in line.split_whitespace() {
        match (word, key) {
            (_, "first") => {
                first = Some(word);
                key = "";
            }
            ("own" | "opp" | "dead" | "first", _) => key = word,
            (_, "own") => own.extend(points([word])?),
            (_, "opp") => theirs.extend(points([word])?),
            (_, "dead") => dead.extend(points([word])?),
            _ => return Err(format!("unexpected `{word}`: expected own, opp, dead or first")),
        }
    }
    let own_first = match first {
        None => own.len() >= theirs.len(),
        Some("own") => true,
        Some("opp") => false,
        Some(word) => return Err(format!("invalid `first {word}`: expected own or opp")),
    };
    Ok(BoardSpec::Stones { own, theirs, dead, own_first })
}

/// Reads what follows `play`.
pub(super) fn parse_play(line: &str) -> Result<PlaySpec, String> {
    let (moves, rest) = split_word(line);
    let mut spec = PlaySpec {
        moves: number(moves)?,
        opponent: Opponent::Random,
        begin: false,
        boards: false,
        each: None,
        clock: None,
        frozen: None,
        seed: 1,
    };
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut argument = || words.next().ok_or_else(|| format!("`{word}` needs a number"));
        match word {
            "random" => spec.opponent = Opponent::Random,
            "passive" => spec.opponent = Opponent::Passive,
            "blocking" => spec.opponent = Opponent::Blocking,
            "begin" => spec.begin = true,
            "boards" => spec.boards = true,
            "each" => spec.each = Some(milliseconds(argument()?)?),
            "frozen" => spec.frozen = Some(milliseconds(argument()?)?),
            "seed" => spec.seed = number(argument()?)?,
            "clock" => {
                let (game, turn) = (milliseconds(argument()?)?, milliseconds(argument()?)?);
                let increment = words.next_if(|word| word.parse::<u64>().is_ok());
                let increment = increment.map_or(Ok(Duration::ZERO), milliseconds)?;
                spec.clock = Some(ClockSpec { game, turn, increment });
            }
            _ => return Err(format!("unexpected `{word}` in `play`")),
        }
    }
    Ok(spec)
}
