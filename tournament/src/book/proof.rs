//! Proved lines of a book: positions of a certificate, each with the move that wins.

use dolmen::certificate::{Certificate, Reply, Step, Walk};
use dolmen::engine::PROVED_PLIES;
use dolmen::eval::Score;
use dolmen::game::Game;
use dolmen::positions::{Label, Line, Positions, Record};

use crate::book::tree::after;

/// Adds the attacker's positions of a certificate to a book, with their winning moves, up to `max_plies`
/// plies after the first. They replace the book's records of these positions.
///
/// The certificate is not checked; [`Certificate::check`] does that.
pub fn add_certificate(book: &mut Positions, certificate: &Certificate, max_plies: usize) {
    let walk = Walk::new(certificate);
    let game = Game::from_position(certificate.rule, certificate.position.clone());
    add(book, &walk, &game, walk.first(), max_plies);
}

/// Adds a position and the attacker's positions after its winning move.
fn add<'a>(book: &mut Positions, walk: &Walk<'a>, game: &Game, step: Step<'a>, max_plies: usize) {
    let line = Line { score: Score::win_in(PROVED_PLIES), moves: vec![step.point] };
    let record = Record { label: Some(Label::LOSS), lines: vec![line], ..Record::default() };
    book.set(game, record);
    let Some(moved) = after(game, step.point).filter(|_| max_plies >= 2) else { return };
    let mut others = moved.legal_moves();
    let mut replies = walk.replies(step, moved.position());
    replies.iter().for_each(|reply| others.remove(reply.point));
    let otherwise = walk.otherwise(step).into_iter();
    replies.extend(
        otherwise.flat_map(|next| others.into_iter().map(move |point| Reply { point, next })),
    );
    for Reply { point, next } in replies {
        let replied = after(&moved, point).filter(|game| game.position().is_empty_at(next.point));
        if let Some(replied) = replied {
            let game = Game::from_position(game.rule().rule, replied.position().clone());
            add(book, walk, &game, next, max_plies - 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use dolmen::board::BoardSize;
    use dolmen::certificate::Certificate;
    use dolmen::eval::Evaluator;
    use dolmen::game::Game;
    use dolmen::positions::{Positions, Record};
    use dolmen::rules::Rule;
    use dolmen::solver::{Budget, QuietSolver};

    use crate::book::add_certificate;

    #[test]
    fn proved_positions_are_marked_with_their_moves() {
        let rule = Rule::Freestyle;
        let mut game = Game::new(rule, BoardSize::square(15));
        for name in ["h8", "a1", "i8", "a5", "g9", "a9"] {
            game.play(name.parse().expect("a point")).expect("the move is legal");
        }
        let evaluator = Evaluator::built_in();
        let position = game.position();
        let mut solver = QuietSolver::new(position, evaluator.rule(rule), rule, Budget::default());
        let plan = solver.prove(1, &mut |progress| progress.positions > 5_000);
        let plan = plan.expect("no thread is started").expect("three stones against none win");
        let first = plan.point;
        let certificate = Certificate { rule, position: position.clone(), plan };
        assert!(certificate.check().is_ok());

        let mut book = Positions::default();
        book.set(&game, Record { depth: 5, ..Record::default() });
        add_certificate(&mut book, &certificate, 1);
        let record = book.get(&game).expect("it is in the book");
        assert_eq!((record.best(), record.depth, record.is_proved()), (Some(first), 0, true));
        assert_eq!(book.len(), 1);

        add_certificate(&mut book, &certificate, 2);
        let mut after = game.clone();
        after.play(first).expect("the move is legal");
        for reply in after.legal_moves() {
            let mut after = after.clone();
            after.play(reply).expect("the move is legal");
            let record = book.get(&after).expect("every reply has an answer");
            let best = record.best().expect("a move wins");
            assert!(record.is_proved() && after.legal_moves().contains(best), "{reply} {best}");
        }
    }
}
