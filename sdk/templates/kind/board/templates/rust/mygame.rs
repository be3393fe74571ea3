//! Protocol "mygame/1": what a seat of MyGame sees and does, as mygame/mygame.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

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
    pub seat: i32,   // who is to move: 0 or 1
    pub stones: i32, // on the heap
    pub taken: i32,  // by the last move, of the other seat; 0: there was none yet
    pub most: i32,   // that may be taken at a time, if nothing else forbids it
    pub allowed: u64, // bit n: n stones may be taken now
}

impl Observation {
    /// Whether so many stones may be taken now.
    pub fn allows(&self, count: i32) -> bool {
        (0..64).contains(&count) && self.allowed >> count & 1 == 1
    }
}

/// What it does.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub count: i32, // stones to take: one of those that are allowed
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 24 && size_of::<Action>() == 4);
