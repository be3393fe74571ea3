//! Protocol "mygame/1": what a seat of MyGame sees and does, as mygame/mygame.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

pub const MAX_SEATS: usize = 4;

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
    pub seat: i32,               // whose observation it is
    pub seats: i32,              // 2 to 4
    pub round: i32,              // from 0; 5: the match is over
    pub value: i32,              // of this round's item; 0: the match is over
    pub own_bid: i32,            // in this round; -1: not made yet
    pub coins: [i32; MAX_SEATS], // 0 from `seats` on, likewise below
    pub won: [i32; MAX_SEATS],   // the values of the items that each seat has
    pub shown: [i32; MAX_SEATS], // the bids of the round before; -1: there was none, or the seat was out
    pub out: i32,                // bit s: seat s is out of the match
    pub made: i32,               // bit s: seat s has bid in this round
}

impl Observation {
    /// The coins of the seat itself.
    pub fn own_coins(&self) -> i32 {
        self.coins[self.seat as usize]
    }
}

/// What it does.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub bid: i32, // 0 to the seat's coins
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 76 && size_of::<Action>() == 4);
