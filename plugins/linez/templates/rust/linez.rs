//! Protocol "linez/1": what the seat of Linez sees and does, as linez/linez.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"linez/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

pub const MAX_CELLS: usize = 256;

/// What the seat sees before each of its moves. Rows count from the top, columns from the left, both from 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub rows: i32,              // 5 .. 16
    pub columns: i32,           // 5 .. 16
    pub colours: i32,           // the numbers are 1 .. colours
    pub line: i32,              // so many equal numbers, or more, make a line
    pub drop: i32,              // how many numbers fall at a time
    pub drop_lines_score: i32,  // 1: lines that falling numbers make score; 0: they are removed without points
    pub letters: i32,           // how a cell is written; nothing else depends on it
    pub moves_left: i32,        // the match ends after so many moves at the latest
    pub score: i32,             // points so far
    pub next: [i8; 12],         // the announced numbers, in the order in which they fall; 0 from `drop` on
    pub cells: [i8; MAX_CELLS], // cell (row, column) is cells[row * columns + column]: 0 empty, else its number
    pub points: i32,            // what k cells at once bring; 0: 10 + k(k-5)/2, 1: k(k-4)
    pub places: [i16; 12],      // where the announced numbers will fall: row * columns + column; -1: not announced
}

impl Observation {
    /// The number on a cell, 0 if it is empty; `None` beyond the board's edge.
    pub fn at(&self, row: i32, column: i32) -> Option<i8> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then(|| self.cells[(row * self.columns + column) as usize])
    }

    /// The empty cells, as (row, column), that the number on a cell can go to, near ones first.
    pub fn reachable(&self, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut known = [false; MAX_CELLS];
        let mut cells = vec![(row, column)];
        let mut next = 0;
        while next < cells.len() {
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (row, column) = (cells[next].0 + down, cells[next].1 + right);
                if self.at(row, column) != Some(0) || known[(row * self.columns + column) as usize] {
                    continue;
                }
                known[(row * self.columns + column) as usize] = true;
                cells.push((row, column));
            }
            next += 1;
        }
        cells.remove(0);
        cells
    }

    /// All legal moves. At least one: else the match would be over.
    pub fn moves(&self) -> Vec<Action> {
        let mut all = Vec::new();
        for from_row in 0..self.rows {
            for from_column in 0..self.columns {
                if self.at(from_row, from_column) == Some(0) {
                    continue;
                }
                for (to_row, to_column) in self.reachable(from_row, from_column) {
                    all.push(Action { from_row, from_column, to_row, to_column });
                }
            }
        }
        all
    }
}

/// Takes the number on one cell to an empty cell that a path of empty cells reaches.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub from_row: i32,
    pub from_column: i32,
    pub to_row: i32,
    pub to_column: i32,
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 332 && size_of::<Action>() == 16);
