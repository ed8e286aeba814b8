//! The table in a worker: commands of the page, lines of engines and the time go in, messages and
//! orders come out, each as a JSON object with one field.
//!
//! | object | meaning |
//! |---|---|
//! | `{"message": {…}}` | a message for the page |
//! | `{"start": 0}` | start the engine of this number |
//! | `{"send": {"engine": 0, "line": "…"}}` | write a line to an engine |
//! | `{"kill": 0}` | end an engine |

use std::cell::RefCell;
use std::collections::VecDeque;

use board_table::computation::{Computation, Step, Work};
use board_table::message::{Command, EngineId, EngineInfo, Message};
use board_table::table::{Millis, Order, Output, Table};
use dolmen::search::TimeSource;
use dolmen_host::{PageClock, heard, tell};
use serde::Serialize;

thread_local! {
    /// The table of this instance, with Dolmen as its only engine.
    static TABLE: RefCell<Table> = RefCell::new(Table::new(engines()));
    /// The running computations, which take turns; the first one is next.
    static WORK: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
}

fn engines() -> Vec<EngineInfo> {
    let name = "Dolmen".to_owned();
    vec![EngineInfo { id: 0, name, about: String::new(), has_levels: true, can_analyse: true }]
}

/// A message or an order, as JSON for the page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Outgoing<'a> {
    Message(&'a Message),
    Start(EngineId),
    Send { engine: EngineId, line: &'a str },
    Kill(EngineId),
}

impl Outgoing<'_> {
    fn tell(&self) {
        tell(&serde_json::to_string(self).expect("the keys of maps in messages are strings"));
    }
}

/// Sends the initial messages to a page that has just connected.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_open(now: f64) {
    TABLE.with_borrow(|table| {
        table.greet(millis(now)).iter().for_each(|message| Outgoing::Message(message).tell());
    });
}

/// Carries out the command that the page has written.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_command(now: f64) {
    match serde_json::from_str::<Command>(&heard()) {
        Ok(command) => change(|table| table.take(command, millis(now))),
        Err(error) => {
            let reason = format!("the page sent an invalid message: {error}");
            Outgoing::Message(&Message::Refused { reason, point: None, id: None }).tell();
        }
    }
}

/// Handles the line of an engine that the page has written.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_line(engine: usize, now: f64) {
    change(|table| table.hear(engine, &heard(), millis(now)));
}

/// Handles the end of an engine, with the reason that the page has written.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_gone(engine: usize, now: f64) {
    change(|table| table.died(engine, heard(), millis(now)));
}

/// Advances the table to the present time, and runs one step of a computation.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_tick(now: f64) {
    change(|table| table.tick(millis(now)));
    let Some(mut work) = WORK.with_borrow_mut(VecDeque::pop_front) else { return };
    match work.step(&page_time) {
        Step::Progress(message) => {
            Outgoing::Message(&message).tell();
            WORK.with_borrow_mut(|waiting| waiting.push_back(work));
        }
        Step::Done(computed) => change(|table| table.computed(computed, page_time())),
    }
}

/// Returns the latest time of the next call of `table_tick`, or -1 if none is needed.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn table_deadline() -> f64 {
    if WORK.with_borrow(|waiting| !waiting.is_empty()) {
        return 0.0;
    }
    TABLE.with_borrow(|table| table.deadline().map_or(-1.0, |Millis(at)| at as f64))
}

fn page_time() -> Millis {
    Millis(u64::try_from(PageClock.elapsed().as_millis()).unwrap_or(u64::MAX))
}

fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}

/// Changes the table, and sends the results to the page. Computations are done by [`table_tick`], a step
/// at a time, so that a command can stop them.
fn change(change: impl FnOnce(&mut Table) -> Output) {
    TABLE.with_borrow_mut(|table| {
        let output = change(table);
        output.messages.iter().for_each(|message| Outgoing::Message(message).tell());
        for order in output.orders {
            match order {
                Order::Start(engine) => Outgoing::Start(engine).tell(),
                Order::Send(engine, line) => Outgoing::Send { engine, line: &line }.tell(),
                Order::Kill(engine) => Outgoing::Kill(engine).tell(),
            }
        }
        let computations = output.computations.into_iter().map(Computation::begin);
        WORK.with_borrow_mut(|waiting| waiting.extend(computations));
    });
}
