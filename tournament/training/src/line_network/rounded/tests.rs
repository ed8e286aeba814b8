//! Tests that whole numbers stay close to real ones, and that files keep them.

use dolmen::rules::Rule;

use super::{KIND, RoundedNetwork};
use crate::learn::samples::Samples;
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::checkpoint::OpenError;
use crate::line_network::model::Layers;
use crate::line_network::position_rows::{PositionRows, Scanner};
use crate::line_network::testing::{random_positions, samples, stones};
use crate::line_network::trainer::{Settings, Task, Trainer};

const SETTINGS: Settings = Settings {
    channels: 16,
    windows: 400,
    passes: 3,
    batch: 16,
    rate: 0.004,
    result_share: 0.0,
    seed: 3,
};
const UNITS: f32 = 400.0;

/// Calls `check` with a trained network.
fn with_network(samples: &Samples, check: impl Fn(&Trainer<'_>, RoundedNetwork)) {
    let task = Task::new(samples, &SETTINGS);
    let mut trainer = Trainer::new(&task, SETTINGS);
    while !trainer.is_done() {
        trainer.train_batch();
    }
    let (dictionary, model) = (trainer.dictionary(), trainer.model());
    let mut network = RoundedNetwork::new(Rule::Freestyle, dictionary, model, UNITS);
    network.notes = "from a test".to_owned();
    check(&trainer, network);
}

#[test]
fn rounding_changes_little() {
    let samples = samples(8);
    with_network(&samples, |trainer, network| {
        let (dictionary, model) = (trainer.dictionary(), trainer.model());
        let mut played = PlayedRows::new(dictionary, SETTINGS.channels, Rounding::Played);
        played.renew(&model.cells);
        let (mut scanner, mut rows) = (Scanner::default(), PositionRows::default());
        let mut layers = Layers::default();
        let mut largest = 0.0_f32;
        for (index, sample) in samples.positions.iter().enumerate() {
            let urgency = usize::from(sample.urgency);
            scanner.read(samples.stones(index), dictionary, &mut rows);
            played.prepare(dictionary, &model.cells, &rows);
            let expected = UNITS * model.forward(&played, &rows, urgency, &mut layers);
            let found = network.correction(samples.stones(index), urgency);
            largest = largest.max(expected.abs());
            assert!((expected - found as f32).abs() < 6.0, "{index}: {expected} {found}");
        }
        assert!(largest > 50.0, "some corrections are large: {largest}");
    });
}

#[test]
fn files_keep_the_numbers() {
    let samples = samples(3);
    with_network(&samples, |_, network| {
        let bytes = network.to_bytes();
        let read = RoundedNetwork::from_bytes(&bytes).expect("the file is whole");
        assert!(read == network);
        for position in random_positions(5) {
            let stones = stones(&position);
            let corrections = [&read, &network].map(|n| n.correction(stones.of(0), 3));
            assert_eq!(corrections[0], corrections[1]);
        }
    });
}

#[test]
fn other_files_are_refused() {
    let samples = samples(3);
    with_network(&samples, |_, network| {
        let refuse = |bytes: &[u8]| RoundedNetwork::from_bytes(bytes).expect_err("it is invalid");
        let bytes = network.to_bytes();
        assert_eq!(refuse(b"GIF89a").to_string(), "not a file of the kind \"dolmen line network\"");
        assert_eq!(refuse(b""), OpenError::Foreign(KIND.name));
        let newer = [KIND.name.as_bytes(), b"2\n", &bytes[22..]].concat();
        assert_eq!(refuse(&newer).to_string(), "unsupported format version \"2\": expected 1");
        for end in [22, 25, 30, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(refuse(&bytes[..end]), OpenError::Damaged, "{end}");
        }
        for place in [22, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert_eq!(refuse(&damaged), OpenError::Damaged, "{place}");
        }
        let (header, body): (serde_json::Value, _) = KIND.open(&bytes).expect("the file is whole");
        let with = |name: &str, value: serde_json::Value| {
            let mut header = header.clone();
            header[name] = value;
            refuse(&KIND.seal(&header, body)).to_string()
        };
        assert!(with("rule", "chess".into()).starts_with("invalid contents: "));
        assert!(with("channels", 17.into()).contains("17 channels: expected"));
        assert!(with("channels", 32.into()).contains("too few numbers"));
        assert!(with("units", 0.into()).contains("0 units: expected"));
        assert!(with("windows", (1_usize << 40).into()).contains("a window is missing"));
        assert!(with("windows", 3.into()).starts_with("invalid contents: "));
        let more = KIND.seal(&header, &[body, &[0]].concat());
        assert!(refuse(&more).to_string().contains("too many numbers"));
    });
}
