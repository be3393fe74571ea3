//! Protocol "tonga/1": what a seat of PseudoTonga sees and does, as tonga/tonga.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"tonga/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// What stands on a square.
pub const EMPTY: i8 = 0;
pub const BLACK: i8 = 1;
pub const WHITE: i8 = 2;

pub const MAX_CELLS: usize = 256;

/// All there is to know. Rows count from the top, columns from the left, both from 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub size: i32,              // rows, and columns: 4, 6, ..., 16
    pub seat: i32,              // who is to move: 0 is Black, 1 is White
    pub last_row: i32,          // where the other seat moved last; -1: it has not moved yet
    pub last_column: i32,       // likewise
    pub cells: [i8; MAX_CELLS], // square (row, column) is cells[row * size + column]
}

impl Observation {
    /// The colour of the seat to move, and the other one.
    pub fn mine(&self) -> i8 {
        [BLACK, WHITE][self.seat as usize]
    }
    pub fn theirs(&self) -> i8 {
        [WHITE, BLACK][self.seat as usize]
    }

    /// The stone on a square; `EMPTY` beyond the board's edge, too.
    pub fn at(&self, row: i32, column: i32) -> i8 {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        if inside {
            self.cells[(row * self.size + column) as usize]
        } else {
            EMPTY
        }
    }

    /// All empty squares, row by row.
    pub fn empty(&self) -> Vec<Action> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| Action { row, column }));
        all.filter(|square| self.at(square.row, square.column) == EMPTY).collect()
    }
}

/// Where the seat puts its stone: an empty square.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub row: i32,
    pub column: i32,
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 272 && size_of::<Action>() == 8);
