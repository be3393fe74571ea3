//! mybot plays Inc: it makes the move after which most squares carry its digit.
//!
//! inc.rs has what it sees and does, agon.rs what it is called with. 'myhost info inc' has the rules.
mod agon;
mod inc;

use agon::{Failure, Session, Strategy, Turn};
use inc::{Action, Observation, Rules, FIRST, HORIZONTAL};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the seat, the options and a seed.
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

/// Here to begin: only the board at the end counts, and two others move before your next turn. What will they answer?
/// seen.turns_left says how far the end is.
fn worth_of(action: Action, seen: &Observation) -> i32 {
    let mut mine = 0;
    for row in 0..seen.rows {
        for column in 0..seen.columns {
            mine += (digit_after(action, row, column, seen) == seen.seat + 1) as i32;
        }
    }
    mine
}

/// The digit of a square after the move; 0: it is empty.
fn digit_after(action: Action, row: i32, column: i32, seen: &Observation) -> i32 {
    let digit = seen.at(row, column);
    let in_first = (if action.axis == HORIZONTAL { row } else { column }) < action.line;
    if digit == 0 || in_first != (action.group == FIRST) {
        return digit;
    }
    (digit - 1 + seen.increment).rem_euclid(3) + 1
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "most squares with its digit after its own move" }
