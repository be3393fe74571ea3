//! mybot plays chess: it takes the most valuable piece that it can.
//!
//! chess.rs has what it sees and does, agon.rs what it is called with. 'myhost info chess' has the rules.
mod agon;
mod chess;

use agon::{Failure, Session, Strategy, Turn};
use chess::{Action, Observation, Rules};

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
        let mut best = None;
        let mut most = -1;
        for action in seen.legal() {
            let worth = worth_of(action, seen);
            if worth > most {
                most = worth;
                best = Some(action);
            }
        }
        best.ok_or_else(|| "no move is legal".into())
    }
}

/// Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
/// ahead.
fn worth_of(action: Action, seen: &Observation) -> i8 {
    (-seen.mine() * seen.board[action.to as usize]).max(0)
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "takes the most valuable piece" }
