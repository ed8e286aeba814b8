//! Proves a win, stores the certificate and checks it.

use std::error::Error;
use std::io::{Write, stdout};

use dolmen::certificate::Certificate;
use dolmen::search::{Control, Limits, Request, Silent};
use dolmen::{Engine, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let game: Game = "freestyle 15x15 h8 a1 i8 a5 g9 a9".parse()?;
    let request = Request::new(Limits { nodes: Some(10_000), ..Limits::unlimited() });
    let control = Control::without_clock();
    let proved = Engine::default().prove(&game, &request, &control, &mut Silent);
    let certificate = proved.certificate.ok_or("no proof within the limits")?;

    // The checker needs the rules alone: it works without the feature `engine`.
    let bytes = certificate.to_bytes();
    let moves = Certificate::from_bytes(&bytes)?.check()?;
    writeln!(stdout(), "{} bytes, checked with {moves} moves", bytes.len())?;
    Ok(())
}
