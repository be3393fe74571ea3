//! Protocol "inc/1": what a seat of Inc sees and does, as inc/inc.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"inc/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// How a line divides the board: into a top and a bottom group, or into a left and a right one.
pub const HORIZONTAL: i32 = 0;
pub const VERTICAL: i32 = 1;

/// Which of the two groups changes: the top or left one, or the bottom or right one.
pub const FIRST: i32 = 0;
pub const SECOND: i32 = 1;

pub const MAX_CELLS: usize = 256;

/// All there is to know. Rows count from the top, columns from the left, both from 0. Seat s owns the digit s + 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub rows: i32,              // 1 .. 16
    pub columns: i32,           // 1 .. 16; at least two squares in all
    pub increment: i32,         // -1 or 1: what a move adds to each digit of its group; 3 + 1 is 1, 1 - 1 is 3
    pub seat: i32,              // who is to move, 0 .. 2; seat s is followed by (s + 1) % 3
    pub turns_left: i32,        // this one and all after it, of all seats
    pub out: u32,               // bit s: seat s is out of the match, and its turns are the first of moves()
    pub cells: [i8; MAX_CELLS], // square (row, column) is cells[row * columns + column]: 0 empty, else its digit
}

impl Observation {
    /// 0 for an empty square, else its digit.
    pub fn at(&self, row: i32, column: i32) -> i32 {
        self.cells[(row * self.columns + column) as usize].into()
    }

    /// All moves, those first that a seat prefers among equally good ones.
    pub fn moves(&self) -> Vec<Action> {
        let mut all = Vec::new();
        for (axis, end) in [(HORIZONTAL, self.rows), (VERTICAL, self.columns)] {
            for group in [FIRST, SECOND] {
                all.extend((1..end).map(|line| Action { axis, line, group }));
            }
        }
        all
    }
}

/// A line strictly inside the board, and the group whose digits change.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub axis: i32,  // HORIZONTAL or VERTICAL
    pub line: i32,  // after that many rows, 1 .. rows - 1, or columns, 1 .. columns - 1
    pub group: i32, // FIRST or SECOND
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 280 && size_of::<Action>() == 12);
