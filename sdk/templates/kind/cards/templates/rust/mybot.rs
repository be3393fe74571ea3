//! mybot plays MyGame: it bets with the king and calls with the queen, too.
//!
//! mygame.rs has what it sees and does, agon.rs what it is called with. 'myhost info mygame' has the rules.
mod agon;
mod mygame;

use agon::{Failure, Session, Strategy, Turn};
use mygame::{Action, Observation, Rules, BET, KING, PASS, QUEEN};

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
        // Here to begin: whoever never bluffs with the jack is never called. How often should it?
        let bets = seen.card == KING || (seen.card == QUEEN && seen.faces_bet());
        Ok(Action { kind: if bets { BET } else { PASS } })
    }
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "bets with the king, calls with the queen" }
