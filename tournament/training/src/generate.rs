//! The command `generate`: many games at once, in files that it can go on with.
//!
//! Game `n` of a seed is the same whatever the number of threads and however often the
//! command was stopped. Threads take numbers in turn; their games are written in the order
//! of the numbers.

pub mod opening;
pub mod play;
pub(crate) mod searcher;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use dolmen::bench;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::generate::play::Player;
use crate::store::{Game, Header, Settings, ShardWriter, WriteError};

/// Depth of the searches behind the engine's signature, in plies.
const SIGNATURE_DEPTH: u32 = 8;
/// Bytes that a search may use for its deepest line.
pub(crate) const STACK: usize = 64 << 20;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// How games are played.
    pub settings: Settings,
    /// The seed of all games.
    pub seed: u64,
    /// Number of games in the end, those of earlier runs included.
    pub games: u64,
    /// Number of games in a file.
    pub games_per_file: u64,
    /// Number of threads that play.
    pub threads: usize,
    /// Where the files are.
    pub folder: PathBuf,
}

/// What a run added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that were there before.
    pub known_games: u64,
    /// New games.
    pub games: u64,
    /// Positions searched in them.
    pub positions: u64,
}

/// Somebody who is told how a run gets on.
pub type OnGame<'a> = &'a mut dyn FnMut(&Added);

/// Version of the engine and the number of nodes of a short bench: other when it plays
/// differently.
#[must_use]
pub fn engine_signature() -> String {
    let mut output = Vec::new();
    bench::run(SIGNATURE_DEPTH, 1, &mut output).expect("memory can be written");
    let output = String::from_utf8_lossy(&output).into_owned();
    let nodes = output.lines().find_map(|line| line.strip_prefix("nodes ")).unwrap_or("?");
    let nodes = nodes.split_whitespace().next().unwrap_or("?");
    format!("dolmen {} bench {SIGNATURE_DEPTH} {nodes}", env!("CARGO_PKG_VERSION"))
}

impl Plan {
    /// The header of the file that begins with a game.
    fn header(&self, engine: &str, first_game: u64) -> Header {
        Header {
            rule: self.rule.name().to_owned(),
            size: (self.size.width(), self.size.height()),
            engine: engine.to_owned(),
            seed: self.seed,
            first_game,
            games: self.games_per_file,
            settings: self.settings.clone(),
        }
    }

    /// Plays the games that are not there yet, until all are or `stop` is set; games that
    /// have begun then are played to the end.
    ///
    /// # Errors
    /// If a file cannot be written or gone on with. What was written stays.
    pub fn run(&self, stop: &AtomicBool, on_game: OnGame<'_>) -> Result<Added, WriteError> {
        let folder_error = |error: io::Error| WriteError::Io(self.folder.clone(), error);
        fs::create_dir_all(&self.folder).map_err(folder_error)?;
        let engine = engine_signature();
        let mut added = Added::default();
        let mut shard = self.first_shard(&engine, &mut added)?;
        let next = AtomicU64::new(added.known_games);
        on_game(&added);
        let result = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.threads {
                let (sender, next) = (sender.clone(), &next);
                let work = move || self.play_games(next, stop, &sender);
                let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                thread.map_err(folder_error)?;
            }
            drop(sender);
            let written = self.write_games(&engine, &mut shard, &receiver, (&mut added, on_game));
            if written.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            written
        });
        result?;
        shard.flush()?;
        Ok(added)
    }

    /// The file that is to be gone on with; counts the games that are there.
    fn first_shard(&self, engine: &str, added: &mut Added) -> Result<ShardWriter, WriteError> {
        loop {
            let shard = ShardWriter::open(&self.folder, &self.header(engine, added.known_games))?;
            added.known_games += shard.count();
            if shard.count() < self.games_per_file {
                return Ok(shard);
            }
        }
    }

    /// Plays games until none is left.
    fn play_games(&self, next: &AtomicU64, stop: &AtomicBool, sender: &mpsc::Sender<Game>) {
        let mut player = Player::new(self.rule, self.size, self.settings.clone());
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games || sender.send(player.play(self.seed, number as u32)).is_err() {
                return;
            }
        }
    }

    /// Writes games in the order of their numbers, as they come.
    fn write_games(
        &self,
        engine: &str,
        shard: &mut ShardWriter,
        receiver: &mpsc::Receiver<Game>,
        (added, on_game): (&mut Added, OnGame<'_>),
    ) -> Result<(), WriteError> {
        let mut early = BTreeMap::new();
        for game in receiver {
            early.insert(u64::from(game.number), game);
            while let Some(game) = early.remove(&(added.known_games + added.games)) {
                if shard.count() == self.games_per_file {
                    shard.flush()?;
                    let first_game = added.known_games + added.games;
                    *shard = ShardWriter::open(&self.folder, &self.header(engine, first_game))?;
                }
                shard.add(&game)?;
                added.games += 1;
                added.positions += game.searched_positions() as u64;
                on_game(added);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
