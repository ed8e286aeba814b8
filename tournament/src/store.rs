//! Files of results: a tournament or a shard of one, a line for each game. They are written while
//! games are played, read while another process writes them, merged, and exported to the formats of
//! other programs.

mod difference;
mod error;
pub mod export;
mod follower;
mod header;
mod merge;
mod parse;
mod place;
mod results_file;
mod shards;
mod state;

pub use error::{StoreError, games_were, some_games};
pub(crate) use follower::Follower;
pub use header::{Header, Host};
pub use merge::Union;
pub use parse::{Contents, Damage, parse};
pub use place::{check_output, check_page, check_place};
pub use results_file::ResultsFile;
pub(crate) use shards::adopt;
pub use shards::files_in;
pub(crate) use state::lock;
pub use state::{Found, State};
