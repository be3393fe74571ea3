//! mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.
//!
//! go.rs has what it sees and does, agon.rs what it is called with. 'myhost info go' has the rules.
mod agon;
mod go;

use agon::{Failure, Session, Strategy, Turn};
use go::{Action, Observation, Rules};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the seat, the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot)
    }

    /// Called at each of its turns; what it returns must be a legal move. `turn` tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        let mut best = go::PASS;
        let mut most = 0;
        for point in seen.points() {
            let worth = worth_of(point, seen);
            if worth > most {
                most = worth;
                best = point;
            }
        }
        Ok(Action { point: best })
    }
}

/// Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches to
/// the end at random, and take the move that wins most of them.
fn worth_of(point: i32, seen: &Observation) -> i32 {
    seen.neighbours(point).iter().filter(|near| seen.board[**near as usize] != seen.mine()).count() as i32
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "touches few of its own stones" }
