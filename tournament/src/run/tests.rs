//! Tests of runs without engines: every game is played once, however a run ends.

mod killed;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::config::Config;
use crate::plan::GameTask;
use crate::record::{GameId, GameRecord, Reason, Score};
use crate::run::{
    Absence, Arena, End, Observer, Progress, Running, Settings, StopRequest, StopRule, Urgency, run,
};
use crate::store::State;
use crate::testing::{Tournament, folder, record};

/// A stopping rule that never ends a tournament.
struct Never;

impl StopRule for Never {
    fn count(&mut self, _: &GameRecord) -> bool {
        false
    }

    fn may_end_early(&self) -> bool {
        false
    }
}

/// A stopping rule that ends a tournament after this many games.
struct After(usize);

impl StopRule for After {
    fn count(&mut self, _: &GameRecord) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn may_end_early(&self) -> bool {
        true
    }
}

/// Records the events of a run.
#[derive(Default)]
struct Ear {
    said: Vec<String>,
    games: usize,
}

impl Observer for Ear {
    fn say(&mut self, line: &str) {
        self.said.push(line.to_owned());
    }

    fn game(&mut self, records: &[GameRecord], progress: &Progress) {
        self.games += 1;
        assert_eq!(progress.done, records.len());
        assert_eq!(progress.left.is_none(), progress.may_end_early);
    }

    fn redraw(&mut self, _: &[Running], _: &Progress) {}

    fn leave_out(&mut self, absence: &Absence) {
        self.said.push(format!("{} is left out", absence.name));
    }
}

/// An arena of simulated games; `before` is called before each game, which is void if it returns false.
struct Fake<'a> {
    config: &'a Config,
    is_aborted: AtomicBool,
    breaks_at: Option<GameId>,
    /// The engine whose program has changed.
    changed: Option<usize>,
    before: &'a (dyn Fn(&GameTask) -> bool + Sync),
}

impl<'a> Fake<'a> {
    fn new(
        config: &'a Config,
        breaks_at: Option<GameId>,
        before: &'a (dyn Fn(&GameTask) -> bool + Sync),
    ) -> Self {
        Self { config, is_aborted: AtomicBool::new(false), breaks_at, changed: None, before }
    }
}

impl Arena for Fake<'_> {
    type Table = ();

    fn table(&self, slot: usize) {
        assert!(slot < self.config.concurrency);
    }

    fn play(&self, (): &mut (), task: &GameTask, watcher: &dyn Fn(usize)) -> GameRecord {
        let is_well = (self.before)(task);
        let mut record = record(self.config, task);
        if self.breaks_at == Some(task.id) {
            record.reason = Reason::Crash;
        }
        (0..record.moves.len()).for_each(watcher);
        let spoiled = if self.is_aborted.load(Ordering::Relaxed) {
            Some(Reason::Aborted)
        } else {
            (!is_well).then_some(Reason::Infrastructure)
        };
        if let Some(reason) = spoiled {
            record.detail = "no processes left".to_owned();
            (record.score, record.reason) = (Score::Void, reason);
        }
        record
    }

    fn absence(&self, engine: usize) -> Option<Absence> {
        let name = self.config.engines[engine].name.clone();
        let reason = "its program has changed".to_owned();
        (self.changed == Some(engine)).then_some(Absence { engine, name, reason })
    }

    fn abort(&self) {
        self.is_aborted.store(true, Ordering::Relaxed);
    }
}

/// A tournament without engines, and a folder for its file.
struct Room {
    tournament: Tournament,
    request: StopRequest,
    absent: Vec<usize>,
    changed: Option<usize>,
    fatal_errors: bool,
    breaks_at: Option<GameId>,
    path: PathBuf,
    stop_file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Room {
    fn new(engines: usize, pairs: u64) -> Self {
        let folder = folder();
        let path = folder.path().join("games.jsonl");
        let stop_file = folder.path().join("stop");
        Self {
            tournament: Tournament::new(engines, pairs),
            request: StopRequest::new(),
            absent: Vec::new(),
            changed: None,
            fatal_errors: false,
            breaks_at: None,
            path,
            stop_file,
            _folder: folder,
        }
    }

    fn open(&self) -> State {
        self.tournament.open(&self.path, "")
    }

    /// Returns a run with a new stop request, and its events.
    fn run(
        &mut self,
        rule: &mut dyn StopRule,
        before: &(dyn Fn(&Self, &GameTask) -> bool + Sync),
    ) -> (End, Vec<String>) {
        self.request = StopRequest::new();
        let this = &*self;
        let settings = Settings {
            plan: &this.tournament.plan,
            concurrency: this.tournament.config.concurrency,
            request: &this.request,
            stop_file: &this.stop_file,
            absent: &this.absent,
            fatal_errors: this.fatal_errors,
        };
        let before = |task: &GameTask| before(this, task);
        let arena = Fake::new(&this.tournament.config, this.breaks_at, &before);
        let arena = Fake { changed: this.changed, ..arena };
        let (mut state, mut ear) = (this.open(), Ear::default());
        let games = state.records().len();
        let end =
            run(&arena, &settings, &mut state, rule, &mut ear).expect("the file can be written");
        assert_eq!(state.records().len(), games + ear.games);
        (end, ear.said)
    }

    /// Returns the finished games, sorted by id.
    fn games(&self) -> Vec<GameRecord> {
        let mut records = self.open().records().to_vec();
        records.sort_unstable_by_key(|record| record.id);
        records
    }

    /// Finishes the run, and checks that each planned game was played once.
    fn finish(&mut self) {
        assert_eq!(self.run(&mut Never, &|_, _| true), (End::Complete, Vec::new()));
        assert_eq!(self.games(), self.tournament.records());
    }
}

#[test]
fn every_game_is_played_once() {
    for concurrency in [1, 2, 7, 100] {
        let mut room = Room::new(3, 5);
        room.tournament.config.concurrency = concurrency;
        room.finish();
        assert_eq!(room.run(&mut Never, &|_, _| panic!("nothing is left")).0, End::Complete);
    }
}

#[test]
fn one_stop_request_finishes_the_running_games() {
    let mut room = Room::new(2, 40);
    let begun = AtomicUsize::new(0);
    let (end, said) = room.run(&mut Never, &|room, _| {
        if begun.fetch_add(1, Ordering::Relaxed) == 10 {
            room.request.ask();
            // Games go on until the stop request arrives.
            while room.request.urgency() < Urgency::Finish {}
        }
        fs::metadata(&room.path).is_ok()
    });
    // The other games may all end before the stop request arrives.
    if end == End::Stopped {
        assert!(said[0].starts_with("finishing the running games"), "{said:?}");
        assert_eq!(room.games().len(), begun.into_inner());
    }
    room.finish();
}

#[test]
fn two_stop_requests_abort_the_running_games() {
    let mut room = Room::new(2, 40);
    let (end, said) = room.run(&mut Never, &|room, task| {
        if task.id == (GameId { pair: 5, game: 0 }) {
            room.request.ask();
            room.request.ask();
        }
        // From here on every game waits until it is aborted.
        while task.id.pair >= 5 && room.request.urgency() < Urgency::Abort {}
        true
    });
    if end == End::Stopped {
        assert_eq!(said, ["aborting the running games"]);
    }
    room.finish();
}

#[test]
fn a_stop_file_is_a_stop_request() {
    let mut room = Room::new(2, 3);
    fs::write(&room.stop_file, "").expect("the folder can be written");
    let begun = AtomicUsize::new(0);
    let (end, _) = room.run(&mut Never, &|room, _| {
        begun.fetch_add(1, Ordering::Relaxed);
        // Every game lasts until the stop request arrives.
        while room.request.urgency() == Urgency::None {}
        true
    });
    let begun = begun.into_inner();
    assert!(begun <= 2 * room.tournament.config.concurrency, "{begun} games were begun");
    assert!(end == End::Stopped || begun == room.tournament.plan.len());
    assert_eq!(room.games().len(), begun);
    fs::remove_file(&room.stop_file).expect("the file exists");
    room.finish();
}

#[test]
fn unplayable_games_are_reported_and_left_for_later() {
    let mut room = Room::new(2, 10);
    let (end, said) = room.run(&mut Never, &|_, task| task.id.pair % 3 != 1 || task.id.game == 0);
    assert_eq!(end, End::Spoiled { games: 3 });
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said.contains(&"pair 4, game 1 (B - A) is void: no processes left".to_owned()));
    assert_eq!(room.games().len(), 17);
    room.finish();
}

#[test]
fn a_sick_machine_ends_the_run() {
    let mut room = Room::new(2, 1000);
    let (end, said) = room.run(&mut Never, &|_, task| task.id.pair < 5);
    let End::Spoiled { games } = end else { panic!("{end:?}") };
    assert!((3..10).contains(&games), "{games}");
    assert!(said.iter().any(|line| line.contains("too many games in a row")), "{said:?}");
    let played = room.games().len();
    assert!((10 - 2..=10).contains(&played), "{played}");
}

#[test]
fn a_rule_ends_the_tournament_for_good() {
    let mut room = Room::new(2, 1000);
    assert_eq!(room.run(&mut After(5), &|_, _| true).0, End::Decided);
    let games = room.games();
    assert!((5..10).contains(&games.len()), "{}", games.len());
    assert_eq!(room.run(&mut After(5), &|_, _| true).0, End::Decided);
    assert_eq!(room.games(), games, "nothing more is played");
}

#[test]
fn a_broken_engine_ends_the_run_on_request() {
    let mut room = Room::new(2, 100);
    room.breaks_at = Some(GameId { pair: 4, game: 1 });
    room.fatal_errors = true;
    let (end, _) = room.run(&mut Never, &|_, _| true);
    assert_eq!(end, End::Failed { id: GameId { pair: 4, game: 1 } });
    assert!((9..20).contains(&room.games().len()));
    assert_eq!(room.run(&mut Never, &|_, _| true).0, End::Complete, "the game is not played again");
}

#[test]
fn games_of_absent_engines_are_left_for_later() {
    let mut room = Room::new(3, 4);
    room.absent = vec![1];
    let (end, _) = room.run(&mut Never, &|_, task| ![task.black, task.white].contains(&1));
    assert_eq!(end, End::Incomplete);
    let played = room.games();
    assert_eq!(played.len(), 8, "{played:?}");
    room.absent.clear();
    assert_eq!(
        room.run(&mut Never, &|_, task| [task.black, task.white].contains(&1)).0,
        End::Complete
    );
}

#[test]
fn games_of_an_engine_whose_program_changes_are_left_for_later() {
    let mut room = Room::new(3, 20);
    room.changed = Some(1);
    let can_play = |_: &Room, task: &GameTask| task.id.pair < 6 || !task.is_of(1);
    let (end, said) = room.run(&mut Never, &can_play);
    assert_eq!(end, End::Incomplete);
    let notice = "engine B: its program has changed; its remaining games are not played";
    assert_eq!(said, [notice, "B is left out"]);
    let plan = &room.tournament.plan;
    let expected = plan.games().filter(|task| task.id.pair < 6 || !task.is_of(1)).count();
    assert_eq!(room.games().len(), expected, "the games of the other engines go on");
    room.changed = None;
    room.finish();
}
