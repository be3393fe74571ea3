//! Protocol "chesspuzzle/1": what the seat of ChessPuzzle sees and does, as chesspuzzle/chesspuzzle.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"chesspuzzle/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// The tiles; 1 to 4 are a cell at exactly that distance.
pub const NONE: i8 = 0;
pub const FOUR: i8 = 4;
pub const KNIGHT: i8 = 5;
pub const BISHOP: i8 = 6;
pub const ROOK: i8 = 7;
pub const QUEEN: i8 = 8;

pub const MAX_CELLS: usize = 225;

/// What the seat sees. Rows count from the top, columns from the left, both from 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub rows: i32,             // 6 .. 15
    pub columns: i32,          // 6 .. 15
    pub depth: i32,            // tiles of each cell before the first click: 1 .. 10
    pub clicks: i32,           // so far
    pub last_row: i32,         // the cell clicked last; -1 before the first click
    pub last_column: i32,      // likewise
    pub top: [i8; MAX_CELLS], // the visible tile of cell (row, column) at row * columns + column; NONE: it is exhausted
    pub left: [i8; MAX_CELLS], // tiles still in the cell, the visible one included
    pub removed: i8,          // the tile that the last click removed, which says what may be clicked now
    pub reserved: [i8; 5],
}

impl Observation {
    fn inside(&self, row: i32, column: i32) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    /// The visible tile of a cell of the board, and how many tiles it still has.
    pub fn top(&self, cell: Action) -> i8 {
        self.top[(cell.row * self.columns + cell.column) as usize]
    }
    pub fn left(&self, cell: Action) -> i8 {
        self.left[(cell.row * self.columns + cell.column) as usize]
    }

    /// What `tile`, removed from a cell, would let one click next: at most 8 cells, exhausted ones left out.
    pub fn reach(&self, from: Action, tile: i8) -> Vec<Action> {
        let mut cells = Vec::with_capacity(8);
        let mut add = |down: i32, right: i32| {
            let cell = Action { row: from.row + down, column: from.column + right };
            if self.inside(cell.row, cell.column) && self.left(cell) > 0 {
                cells.push(cell);
            }
        };
        for (down, right) in (-2..=2).flat_map(|down: i32| (-2..=2).map(move |right: i32| (down, right))) {
            let diagonal = down.abs() == right.abs();
            if tile == KNIGHT {
                if down * down + right * right == 5 {
                    add(down, right);
                }
            } else if down.abs().max(right.abs()) == 1 && !(tile == ROOK && diagonal || tile == BISHOP && !diagonal) {
                let free = |&steps: &i32| self.inside(from.row + steps * down, from.column + steps * right);
                let to_edge = (1..).take_while(free).count() as i32;
                let distance = if tile <= FOUR { tile.into() } else { to_edge };
                if (1..=to_edge).contains(&distance) {
                    add(distance * down, distance * right);
                }
            }
        }
        cells
    }

    /// What may be clicked now; never empty when a strategy is asked.
    pub fn legal(&self) -> Vec<Action> {
        if self.last_row >= 0 {
            return self.reach(Action { row: self.last_row, column: self.last_column }, self.removed);
        }
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Action { row, column })).collect()
    }
}

/// The cell to click.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub row: i32,
    pub column: i32,
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 480 && size_of::<Action>() == 8);
