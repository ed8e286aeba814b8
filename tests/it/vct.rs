//! Tests of the VCT solver and of the search on positions in the folder of test data: the proofs of the
//! solver hold against every legal reply by the slow definitions of the rules.

use std::cell::RefCell;
use std::collections::HashSet;

use dolmen::board::Key;
use dolmen::rules::{Rule, check_move, five_points};
use dolmen::search::{Control, Limits, Memory, Request, Silent, search};
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::ThreatBoard;
use serde::Deserialize;

use crate::data::{Cell, check_file, check_whole_file, note, position};

/// Plays the moves of a proof against every legal reply.
struct Referee {
    rule: Rule,
    vcf: Vcf,
    vct: Vct,
    /// The positions that were proven won, with the attacker to move.
    won: HashSet<Key>,
}

impl Referee {
    fn new(rule: Rule) -> Self {
        Self { rule, vcf: Vcf::new(14), vct: Vct::new(1 << 22), won: HashSet::new() }
    }

    /// Checks that the side to move wins.
    ///
    /// # Errors
    /// Returns the moves that lead to a position that is not won.
    fn check(&mut self, board: &mut ThreatBoard) -> Result<(), String> {
        let attacker = board.side_to_move();
        let key = board.position().key();
        let has_five = !five_points(board.position(), attacker, self.rule).is_empty();
        if has_five || self.won.contains(&key) {
            return Ok(());
        }
        let proof = match self.vcf.solve(board, 20_000) {
            Proof::Win(line) => Proof::Win(line),
            Proof::NoWin | Proof::Unknown => self.vct.solve(board, 200_000),
        };
        let Proof::Win(line) = proof else { return Err(format!("{proof:?}")) };
        let winning = line[0];
        check_move(board.position(), winning, self.rule)
            .map_err(|error| format!("{winning}: {error}"))?;
        board.play(winning);
        let result = self.check_replies(board).map_err(|error| format!("{winning} {error}"));
        board.undo();
        self.won.insert(key);
        result
    }

    /// Checks that the opponent of the side to move wins.
    ///
    /// # Errors
    /// Returns the moves that lead to a position that is not won.
    fn check_replies(&mut self, board: &mut ThreatBoard) -> Result<(), String> {
        let defender = board.side_to_move();
        if !five_points(board.position(), defender, self.rule).is_empty() {
            return Err("does not stop a five".to_owned());
        }
        for reply in board.position().empty() {
            if check_move(board.position(), reply, self.rule).is_err() {
                continue;
            }
            board.play(reply);
            let result = self.check(board).map_err(|error| format!("{reply} {error}"));
            board.undo();
            result?;
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct VctItem {
    id: String,
    rule: String,
    size: usize,
    black: Vec<Cell>,
    white: Vec<Cell>,
    to_move: String,
    status: String,
}

/// The node limit of an item.
const MAX_NODES: u64 = 20_000;
/// One of this many proofs is replayed.
const REPLAY_INTERVAL: usize = 40;
/// The size of the largest proof that is replayed.
const MAX_REPLAYED_SIZE: u64 = 30;

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn known_wins() {
    // The numbers of confirmed wins, of wins found and of proofs replayed.
    let counts: RefCell<[usize; 3]> = RefCell::default();
    let nodes: RefCell<Vec<u64>> = RefCell::default();
    check_file("vct.jsonl", |item: &VctItem| {
        if item.status != "agree" {
            return Ok(());
        }
        let [all, found, replayed] = &mut *counts.borrow_mut();
        *all += 1;
        let rule: Rule = item.rule.parse().expect("a rule");
        let mut position = position(item.size, &item.black, &item.white);
        position.set_side_to_move(item.to_move.parse().expect("a colour"));
        let mut board = ThreatBoard::new(&position, rule);
        let mut solver = Vct::new(1 << 20);
        let line = match solver.solve(&mut board, MAX_NODES) {
            Proof::Win(line) => line,
            Proof::NoWin => return Err(format!("{}: no win\n{position}", item.id)),
            Proof::Unknown => return Ok(()),
        };
        *found += 1;
        nodes.borrow_mut().push(solver.nodes());
        if *found % REPLAY_INTERVAL == 0 && solver.proof_size() <= MAX_REPLAYED_SIZE {
            *replayed += 1;
            let result = Referee::new(rule).check(&mut board);
            return result.map_err(|error| format!("{}: {line:?}: {error}", item.id));
        }
        Ok(())
    });
    let [all, found, replayed] = counts.take();
    if all == 0 {
        return;
    }
    note(&format!("  {found} of {all} found within {MAX_NODES} nodes, {replayed} replayed"));
    let mut nodes = nodes.take();
    nodes.sort_unstable();
    if let Some(median) = nodes.get(nodes.len() / 2) {
        note(&format!("  a win takes {median} nodes (median)"));
    }
    assert!(5 * found > 4 * all, "{found} of {all} found");
}

/// The nodes of a search of an item.
const SEARCH_NODES: u64 = 20_000;

/// Checks that reductions and skipped late moves do not hide what the solver proves.
#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn the_search_sees_known_wins() {
    // The numbers of confirmed wins and of wins seen.
    let counts: RefCell<[usize; 2]> = RefCell::default();
    check_whole_file("vct.jsonl", |item: &VctItem| {
        if item.status != "agree" {
            return Ok(());
        }
        let [all, seen] = &mut *counts.borrow_mut();
        *all += 1;
        let rule: Rule = item.rule.parse().expect("a rule");
        let mut position = position(item.size, &item.black, &item.white);
        position.set_side_to_move(item.to_move.parse().expect("a colour"));
        let request = Request::new(Limits { nodes: Some(SEARCH_NODES), ..Limits::unlimited() });
        let (mut memory, control) = (Memory::new(1 << 22), Control::without_clock());
        let result = search(&position, rule, &mut memory, &request, &control, &mut Silent);
        let score = result.expect("there is a move").summary.score;
        *seen += usize::from(score.is_win());
        if score.is_loss() { Err(format!("{}: lost\n{position}", item.id)) } else { Ok(()) }
    });
    let [all, seen] = counts.take();
    note(&format!("  {seen} of {all} seen within {SEARCH_NODES} nodes of the search"));
    assert!(10 * seen > 9 * all, "{seen} of {all} seen");
}
