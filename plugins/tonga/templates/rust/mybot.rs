//! mybot plays PseudoTonga: it puts its stone where most stones of its own stand beside.
//!
//! tonga.rs has what it sees and does, agon.rs what it is called with. 'myhost info tonga' has the rules.
mod agon;
mod tonga;

use agon::{Failure, Session, Strategy, Turn};
use tonga::{Action, Observation, Rules};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the seat, the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot)
    }

    /// Called at each of its turns; what it returns must be an empty square. `turn` tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        let mut best = None;
        let mut most = -1;
        for square in seen.empty() {
            let worth = worth_of(square, seen);
            if worth > most {
                most = worth;
                best = Some(square);
            }
        }
        best.ok_or_else(|| "no square is empty".into())
    }
}

/// Here to begin: an isle pays the square of its size, so joining two large ones is worth more than growing a small
/// one, and a square that keeps the other's isles apart is worth something, too. Then look a move ahead.
fn worth_of(square: Action, seen: &Observation) -> i32 {
    let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    beside.iter().filter(|(down, right)| seen.at(square.row + down, square.column + right) == seen.mine()).count()
        as i32
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "stays close to its own stones" }
