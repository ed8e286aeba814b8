//! Messages of engines, and what is read from them.

use super::{Reading, WIN, read};

fn check(message: &str, eval: Option<f64>, depth: Option<u32>, nodes: Option<f64>) {
    assert_eq!(read(message), Reading { eval, depth, nodes }, "{message}");
}

#[test]
fn the_messages_of_open_engines_are_read() {
    let own = "depth 11-26 ev -5 n 36110 n/s 839767 tm 43 pv l8 k8";
    check(own, Some(-5.0), Some(11), Some(36110.0));
    check("Depth 12-20 | Eval 153 | Time 812ms | H8 I9", Some(153.0), Some(12), None);
    check("Speed 20K | Depth 3 | Eval -M8 | Node 7.5K", Some(8.0 - WIN), Some(3), Some(7500.0));
    check("depth 1-4 ev 0.53 n 120 n/s 40", Some(0.53), Some(1), Some(120.0));
    check("eval: +M5, nodes=1.2M", Some(WIN - 5.0), None, Some(1.2e6));
    check("depth 0-0 ev 0 n 0", None, Some(0), Some(0.0));
    check("score:-12 d:4", Some(-12.0), Some(4), None);
}

#[test]
fn nonsense_says_nothing() {
    for message in
        ["", "hello", "eval", "eval é", "ev --", "depth x n y", "ev nan", "ev inf", "n M"]
    {
        check(message, None, None, None);
    }
    check("eval 1e999 eval 4", Some(4.0), None, None);
    check("ev 99999999999", Some(WIN), None, None);
}
