//! The strategy "neighbourly" in Rust; see neighbourly.c.
mod agon;
mod tonga;

use agon::{Failure, Session, Strategy, Turn};
use tonga::{Action, Observation, Rules, EMPTY};

struct Neighbourly;

impl Strategy for Neighbourly {
    type Game = Rules;

    fn new(_session: &Session) -> Result<Neighbourly, Failure> {
        Ok(Neighbourly)
    }

    fn turn(&mut self, seen: &Observation, _turn: &Turn<Rules>) -> Result<Action, Failure> {
        let mut best = None;
        let mut most = -1;
        for square in seen.empty() {
            let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let worth = |(down, right): &(i32, i32)| match seen.at(square.row + down, square.column + right) {
                EMPTY => 0,
                stone if stone == seen.mine() => 4,
                _ => 1,
            };
            let value: i32 = beside.iter().map(worth).sum();
            if value > most {
                most = value;
                best = Some(square);
            }
        }
        best.ok_or_else(|| "no square is empty".into())
    }
}

agon::strategy! { Neighbourly, id: "neighbourly", version: "1.0.0", summary: "where most stones are" }
