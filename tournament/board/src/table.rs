//! Stub.
use crate::message::*;
/// Time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);
/// Table.
#[derive(Debug)]
pub struct Table {
    engines: Vec<EngineInfo>,
    #[allow(dead_code)]
    setup: Setup,
}
/// Output.
#[derive(Debug, Default)]
pub struct Output {
    /// m
    pub messages: Vec<Message>,
    /// o
    pub orders: Vec<Order>,
}
/// Order.
#[derive(Debug)]
pub enum Order {
    /// s
    Start(EngineId),
    /// s
    Send(EngineId, String),
    /// k
    Kill(EngineId),
    /// c
    Compute(Computation),
}
/// C
#[derive(Debug)]
pub struct Computation;
/// C
#[derive(Debug)]
pub struct Computed;
impl Computation {
    /// r
    pub fn run(self) -> Computed {
        Computed
    }
}
impl Table {
    /// n
    pub fn new(engines: Vec<EngineInfo>, setup: Setup) -> Self {
        Self { engines, setup }
    }
    /// g
    pub fn greet(&self, _now: Millis) -> Vec<Message> {
        vec![Message::Engines { engines: self.engines.clone() }]
    }
    /// t
    pub fn take(&mut self, command: Command, _now: Millis) -> Output {
        Output {
            messages: vec![Message::Notice { text: format!("{command:?}") }],
            orders: vec![Order::Start(0), Order::Send(0, "ABOUT".into())],
        }
    }
    /// h
    pub fn hear(&mut self, _e: EngineId, line: &str, _now: Millis) -> Output {
        Output { messages: vec![Message::Notice { text: line.to_owned() }], orders: vec![] }
    }
    /// d
    pub fn died(&mut self, _e: EngineId, reason: String, _now: Millis) -> Output {
        Output { messages: vec![Message::Notice { text: reason }], orders: vec![] }
    }
    /// t
    pub fn tick(&mut self, _now: Millis) -> Output {
        Output::default()
    }
    /// c
    pub fn computed(&mut self, _c: Computed, _now: Millis) -> Output {
        Output::default()
    }
    /// d
    pub fn deadline(&self) -> Option<Millis> {
        None
    }
}
