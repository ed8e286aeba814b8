use std::fs;

use crate::arguments::RatingRequest;
use crate::plan::Plan;
use crate::record::GameRecord;
use crate::report::{Snapshot, page};
use crate::results::Results;
use crate::state::{Header, Host, parse};
use crate::testing::{config, identities, record};

#[test]
fn a_page_is_written() {
    let Ok(path) = std::env::var("DOLMEN_STATE") else { return };
    let contents = parse(&fs::read(&path).expect("it is there")).expect("it is whole");
    let header = contents.header.expect("it has one");
    let results = Results::new(&header.config, &RatingRequest::default()).expect("it is sound");
    let start = std::time::Instant::now();
    let text = page(&Snapshot {
        header: &header,
        records: &contents.records,
        results: &results,
        total: header.pairs * 2,
        running: &[],
        command: "tournament --config x.toml",
        generated: header.created + 1000,
    });
    eprintln!("{} bytes in {:?}", text.len(), start.elapsed());
    fs::write(path.replace(".jsonl", ".html"), text).expect("it can be written");
}
