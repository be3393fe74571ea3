//! Protocol "mygame/1": what a seat of MyGame sees and does, as mygame/mygame.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

pub const JACK: i32 = 1;
pub const QUEEN: i32 = 2;
pub const KING: i32 = 3;
pub const PASS: i32 = 1;
pub const BET: i32 = 2;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"mygame/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// What a seat sees.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub seat: i32,       // whose observation it is: 0 or 1
    pub card: i32,       // its card
    pub other_card: i32, // the other's card, from the showdown on; 0: not known
    pub actions: i32,    // how many there were
    pub done: [i32; 3],  // PASS or BET, in order, seat 0's first; 0 from `actions` on
}

impl Observation {
    /// Whether the other seat has bet, and the seat to move calls or folds.
    pub fn faces_bet(&self) -> bool {
        self.actions > 0 && self.done[self.actions as usize - 1] == BET
    }
}

/// What it does.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub kind: i32, // PASS or BET; both are always legal
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 28 && size_of::<Action>() == 4);
