//! mybot plays MyGame: it takes all that is left if it may, else as few stones as it may.
//!
//! mygame.rs has what it sees and does, agon.rs what it is called with. 'myhost info mygame' has the rules.
mod agon;
mod mygame;

use agon::{Failure, Session, Strategy, Turn};
use mygame::{Action, Observation, Rules};

/// What it remembers from turn to turn; each match has one of its own.
struct Bot;

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the seat, the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot)
    }

    /// Called at each of its turns. `turn` tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        // Here to begin: which heaps are lost for whoever has to take from them? Leave one of those.
        let fewest = (1..=seen.stones).find(|count| seen.allows(*count)).unwrap_or(0);
        Ok(Action { count: if seen.allows(seen.stones) { seen.stones } else { fewest } })
    }
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "all that is left, or as little as it may" }
