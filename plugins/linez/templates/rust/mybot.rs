//! mybot plays Linez: it makes the move that gives the longest row of equal numbers.
//!
//! linez.rs has what it sees and does, agon.rs what it is called with. 'myhost info linez' has the rules.
mod agon;
mod linez;

use agon::{Failure, Session, Strategy, Turn};
use linez::{Action, Observation, Rules};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot)
    }

    /// Called at each of its turns; what it returns must be one of seen.moves(). `turn` tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        let mut best = None;
        let mut most = -1;
        for action in seen.moves() {
            let worth = worth_of(action, seen);
            if worth > most {
                most = worth;
                best = Some(action);
            }
        }
        best.ok_or_else(|| "there is no move".into())
    }
}

/// Here to begin: a row that no empty cell prolongs is worth little, the one that the number leaves is lost, and a
/// board that falls into many regions can't be put in order. seen.next tells what falls next.
fn worth_of(action: Action, seen: &Observation) -> i32 {
    let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let length = |&(down, right): &(i32, i32)| 1 + run(action, down, right, seen) + run(action, -down, -right, seen);
    lines.iter().map(length).max().unwrap_or(0)
}

/// How many cells that follow the move's target in one direction hold its number, the one it comes from left out.
fn run(action: Action, down: i32, right: i32, seen: &Observation) -> i32 {
    let number = seen.at(action.from_row, action.from_column);
    let mut length = 0;
    loop {
        let (row, column) = (action.to_row + (length + 1) * down, action.to_column + (length + 1) * right);
        if seen.at(row, column) != number || (row, column) == (action.from_row, action.from_column) {
            return length;
        }
        length += 1;
    }
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "the longest row of equal numbers" }
