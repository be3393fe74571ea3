//! mybot plays MyGame: it bids half of what the item is worth.
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
        // Here to begin: how much do the others bid? seen.shown tells what they bid in the round before.
        Ok(Action { bid: seen.own_coins().min((seen.value + 1) / 2) })
    }
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "half of what the item is worth" }
