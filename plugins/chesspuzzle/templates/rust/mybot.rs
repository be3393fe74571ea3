//! mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
//!
//! chesspuzzle.rs has what it sees and does, agon.rs what it is called with. 'myhost info chesspuzzle' has the rules.
mod agon;
mod chesspuzzle;

use agon::{Failure, Session, Strategy, Turn};
use chesspuzzle::{Action, Observation, Rules};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot)
    }

    /// Called for each click; what it returns must be one of seen.legal(). `turn` tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        let mut best = None;
        let mut most = -1;
        for cell in seen.legal() {
            let worth = worth_of(cell, seen);
            if worth > most {
                most = worth;
                best = Some(cell);
            }
        }
        best.ok_or_else(|| "there is nothing to click".into())
    }
}

/// Here to begin: seen.reach() tells where the tile on top of a cell leads, so that you can look several clicks ahead,
/// as far as the tiles are visible. Cells that few others lead to are soon out of reach.
fn worth_of(cell: Action, seen: &Observation) -> i8 {
    if seen.reach(cell, seen.top(cell)).is_empty() {
        return 0; // the match would end there
    }
    seen.left(cell)
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "the highest stack, dead ends last" }
