//! x
use super::room::Room;
use super::*;
#[test]
fn speed() {
    let room = Room::new();
    let opening = opening("h8 i9 h7");
    let plan = GamePlan { draw_after: None, ..plan(&opening) };
    let mut seats = seats(room.scripted("correct"), room.scripted("correct"));
    let t = std::time::Instant::now();
    let mut moves = 0;
    let mut last = None;
    for _ in 0..20 {
        let r = play(&plan, &mut seats, &Stop::new(), &|_| {});
        moves += own_moves(&r);
        last = Some(r);
    }
    eprintln!("{:?} for {moves} moves {last:?}", t.elapsed());
    let t = std::time::Instant::now();
    for _ in 0..100 { seats[0].look(); }
    eprintln!("look {:?}", t.elapsed()/100);
}
