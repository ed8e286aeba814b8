//! Certificates: any bytes are refused, or are a certificate that can be checked and written again.

use dolmen::certificate::{Answer, Certificate, Next, Plan};
use dolmen::rules::Rule;
use dolmen::{BoardSize, Point, Position};
use fastrand::Rng;

use crate::distinct_points;

/// The bytes of the checksum at the end of a file.
const CHECKSUM_BYTES: usize = 4;

/// Returns the file of a random plan for a random position, without its checksum.
pub fn input(random: &mut Rng) -> Vec<u8> {
    let mut side = || random.i64(5..=16);
    let size = BoardSize::new(side(), side()).expect("the sides are from 5 to 22");
    let mut position = Position::new(size);
    let stones = random.usize(..12);
    for point in distinct_points(random, size).into_iter().take(stones) {
        position.play(point).expect("the points are distinct");
    }
    let rule = *random.choice(&Rule::ALL).expect("there are rules");
    let plan = plan(random, size, 4);
    let mut bytes = Certificate { rule, position, plan }.to_bytes();
    bytes.truncate(bytes.len() - CHECKSUM_BYTES);
    bytes
}

fn plan(random: &mut Rng, size: BoardSize, depth: usize) -> Plan {
    let mut point = || Point::new(random.usize(..size.width()), random.usize(..size.height()));
    let mut result = Plan::of_move(point());
    if depth > 0 {
        let replies: Vec<Point> = (0..3).map(|_| point()).collect();
        for reply in replies.into_iter().take(random.usize(..=3)) {
            let is_known = random.u8(..8) == 0;
            let next =
                if is_known { Next::Known } else { Next::Plan(plan(random, size, depth - 1)) };
            result.answers.push(Answer { reply, next });
        }
        result.otherwise = random.bool().then(|| Box::new(plan(random, size, depth - 1)));
    }
    result
}

/// Reads a certificate with the checksum of its bytes, and checks and writes it.
///
/// # Panics
/// Panics if the library fails.
pub fn check(data: &[u8]) {
    let file = [data, &crc32fast::hash(data).to_le_bytes()].concat();
    let Ok(certificate) = Certificate::from_bytes(&file) else { return };
    certificate.check().ok();
    let again = Certificate::from_bytes(&certificate.to_bytes()).expect("a written file is valid");
    assert_eq!(again.plan, certificate.plan);
}
