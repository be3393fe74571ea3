//! Protocol "go/1": what a seat of Go sees and does, as go/go.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"go/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// What is on a point.
pub const EMPTY: i8 = 0;
pub const BLACK: i8 = 1;
pub const WHITE: i8 = 2;

pub const PASS: i32 = -1;
pub const MAX_POINTS: usize = 361;
pub const MAX_MOVES: usize = 1083;

/// All there is to know. Points are row * size + column, from the top left.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub komi: f64,               // points that White gets for moving second
    pub size: i32,               // rows, and columns: 5 to 19
    pub seat: i32,               // who is to move: 0 is Black, 1 is White
    pub passes: i32,             // in a row, so far; at 2, the match is over
    pub move_count: i32,         // moves in moves; at 3 * size * size, the match is over
    pub board: [i8; MAX_POINTS], // what is on each point
    pub legal: [i8; MAX_POINTS], // 1: a stone may be put there; a pass is always legal
    pub moves: [i16; MAX_MOVES], // all moves since the empty board, Black's first; -1: a pass
}

impl Observation {
    /// The colour of the seat to move, and the other one.
    pub fn mine(&self) -> i8 {
        [BLACK, WHITE][self.seat as usize]
    }
    pub fn theirs(&self) -> i8 {
        [WHITE, BLACK][self.seat as usize]
    }

    /// The points where a stone may be put, row by row. A pass is legal, too.
    pub fn points(&self) -> Vec<i32> {
        (0..self.size * self.size).filter(|point| self.legal[*point as usize] == 1).collect()
    }

    /// The two to four points beside a point.
    pub fn neighbours(&self, point: i32) -> Vec<i32> {
        let (row, column) = (point / self.size, point % self.size);
        let near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)];
        let inside = |at: i32| (0..self.size).contains(&at);
        near.iter().filter(|at| inside(at.0) && inside(at.1)).map(|at| at.0 * self.size + at.1).collect()
    }
}

/// A move: a point, or `PASS`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub point: i32,
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 2912 && size_of::<Action>() == 4);
