//! A tournament as a value: its engines identified, its games planned.

use crate::config::Config;
use crate::plan::{IdentifyError, Identity, Plan, identify};
use crate::record::GameRecord;
use crate::run::{
    Arena, End, Observer, RunError, Sequential, Settings, StopRequest, StopRule, run,
};
use crate::statistics::{BadSprt, Counts, Sprt, pair_results};
use crate::store::{Found, Header, Host, State, StoreError};

/// A checked tournament, with the identities of its engines and the games that follow from them.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The tournament.
    pub config: Config,
    /// The identities of the engines, in their order.
    pub identities: Vec<Identity>,
    /// The games.
    pub plan: Plan,
}

impl Contest {
    /// Identifies the engines by their programs, and plans the games.
    ///
    /// # Errors
    /// Returns an error if a program is missing or cannot be read.
    pub fn new(config: Config) -> Result<Self, IdentifyError> {
        let identities: Result<Vec<Identity>, _> = config.engines.iter().map(identify).collect();
        Ok(Self::of(config, identities?))
    }

    /// Plans the games of engines with these identities, in the order of the configuration.
    #[must_use]
    pub fn of(config: Config, identities: Vec<Identity>) -> Self {
        let plan = Plan::new(&config, &identities);
        Self { config, identities, plan }
    }

    /// Returns the header of a file of results that is begun on a machine.
    #[must_use]
    pub fn header(&self, machine: Host) -> Header {
        let openings = self.config.openings.iter().map(|opening| opening.name.clone()).collect();
        Header::new(&self.plan, openings, machine)
    }

    /// Opens or creates the file of results; `command` is the command line for the header of a new file.
    ///
    /// # Errors
    /// See [`State::open`].
    pub fn open(&self, command: &str) -> Result<(State, Found), StoreError> {
        let header = Header { command: command.to_owned(), ..self.header(Host::this()) };
        State::open(&self.config.state, &self.plan, &header)
    }

    /// Returns the test that ends the tournament, or one that never does.
    ///
    /// # Errors
    /// Returns an error if the test is invalid.
    pub fn sequential(&self) -> Result<Sequential, BadSprt> {
        let sprt = self.config.sprt.map(Sprt::new).transpose()?;
        Ok(Sequential::new(sprt, &self.config.engines[0].name, self.config.conditions.repeat))
    }

    /// Plays the unfinished games until all are finished, `rule` has decided or a stop is requested, and
    /// appends them to the results.
    ///
    /// # Errors
    /// Returns an error if results cannot be written; running games are aborted.
    pub fn play<A: Arena>(
        &self,
        arena: &A,
        state: &mut State,
        rule: &mut dyn StopRule,
        request: &StopRequest,
        observer: &mut dyn Observer,
    ) -> Result<End, RunError> {
        let settings = Settings {
            plan: &self.plan,
            concurrency: self.config.concurrency,
            request,
            stop_file: &self.config.stop_file,
            absent: &[],
            fatal_errors: false,
        };
        run(arena, &settings, state, rule, observer)
    }

    /// Returns the results of the first engine against the second.
    #[must_use]
    pub fn counts(&self, records: &[GameRecord]) -> Counts {
        let names: Vec<String> =
            self.config.engines.iter().map(|engine| engine.name.clone()).collect();
        let is_paired = self.config.conditions.repeat;
        Counts::between(&pair_results(records, &names, is_paired), 0, 1, is_paired)
    }
}
