//! Protocol "polyomino/1": what the seat of Polyominoes sees, does and is told, as polyomino/polyomino.h has it.
#![allow(dead_code)]

use crate::agon::{self, Failure, Turn};
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"polyomino/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = Reply;
}

pub const MIN_SIZE: i32 = 3; // squares of a tile
pub const MAX_SIZE: i32 = 1000; // likewise
pub const MAX_TILES: i32 = 10000; // that may be requested in a match

/// What a square of the board is.
pub const FREE: u8 = 0;
pub const COVERED: u8 = 1; // from the start
pub const TILE: u8 = 2; // under a tile that was placed

/// The first bytes of what the seat sees; what lies behind them is found by the offsets, counted in bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Header {
    pub width: i32,      // of the board: 1 .. 200
    pub height: i32,     // likewise
    pub held_cost: i64,  // what the tiles held cost if the match ended now: the sum of size * size
    pub penalty: f64,    // part of the final score lost per second of CPU time
    pub points: i32,     // what the tiles placed have scored: the sum of size * size
    pub tile_count: i32, // tiles requested so far; the next one has this index
    pub cell_count: i32, // squares of all these tiles together
    pub board_offset: i32,
    pub tiles_offset: i32,
    pub cells_offset: i32,
    pub size: i32, // of the whole observation, bytes
    pub reserved: i32,
}

/// What the seat sees as its turn begins. Squares count from the upper left corner, from 0: x to the right, y down.
#[repr(transparent)]
pub struct Observation([u8]);

impl agon::Observed for Observation {
    fn observed(bytes: &[u8]) -> Option<&Observation> {
        let header = <Header as agon::Observed>::observed(bytes.get(..size_of::<Header>())?)?;
        // SAFETY: Observation is a [u8] by another name.
        let whole = bytes.get(..header.size as usize)?; // what is behind is of a later version
        Some(unsafe { &*(whole as *const [u8] as *const Observation) })
    }
}

impl Observation {
    pub fn header(&self) -> &Header {
        // SAFETY: observed() has looked at size and alignment.
        unsafe { &*self.0.as_ptr().cast() }
    }

    /// FREE, COVERED or TILE: square (x, y) is board()[y * width + x].
    pub fn board(&self) -> &[u8] {
        &self.0[self.header().board_offset as usize..][..(self.header().width * self.header().height) as usize]
    }

    /// The tiles requested so far, in the order of their indices: none when a match begins.
    pub fn tiles(&self) -> &[Tile] {
        self.array(self.header().tiles_offset, self.header().tile_count)
    }

    /// The squares of all these tiles; a tile says where its own begin.
    pub fn cells(&self) -> &[Cell] {
        self.array(self.header().cells_offset, self.header().cell_count)
    }

    fn array<T: agon::Plain>(&self, offset: i32, count: i32) -> &[T] {
        let bytes = &self.0[offset as usize..][..count as usize * size_of::<T>()];
        assert!(bytes.as_ptr() as usize % std::mem::align_of::<T>() == 0);
        // SAFETY: size and alignment are right, and any bytes are a T.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), count as usize) }
    }
}

/// One square of a shape, counted from the upper left corner of the shape's bounding box.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub x: i16,
    pub y: i16,
}

/// One tile that was requested.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Tile {
    pub size: i32,       // squares
    pub width: i32,      // of its bounding box, as it was given (rotation 0)
    pub height: i32,     // likewise
    pub first_cell: i32, // its shape is cells()[first_cell..first_cell + size]
    pub placed: i32,     // 1: it lies on the board; 0: the seat holds it
    pub x: i32,          // placed: the upper left corner of its bounding box after rotation
    pub y: i32,          // likewise
    pub rotation: i32,   // placed: 0 .. 3, times 90 degrees counter-clockwise
}

/// What the seat does: get(), place() or done().
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub kind: i32,
    pub value: i32,
    pub x: i32,
    pub y: i32,
    pub rotation: i32,
}

/// Asks for a tile of `size` squares.
pub fn get(turn: &Turn<Rules>, size: i32) -> Result<Reply, Failure> {
    turn.act(&Action { kind: 1, value: size, x: 0, y: 0, rotation: 0 })
}

/// Places a tile, turned by `rotation` * 90 degrees counter-clockwise, with the upper left corner of its bounding box
/// on (x, y).
pub fn place(turn: &Turn<Rules>, index: i32, x: i32, y: i32, rotation: i32) -> Result<Reply, Failure> {
    turn.act(&Action { kind: 2, value: index, x, y, rotation })
}

/// Ends the match: the last action.
pub fn done() -> Action {
    Action { kind: 3, value: 0, x: 0, y: 0, rotation: 0 }
}

/// What an action is answered with.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Reply {
    pub points: i32,                      // what the tiles placed have scored so far
    pub index: i32,                       // of the tile that was got or placed
    pub size: i32,                        // get: squares of the tile
    pub width: i32,                       // get: of its bounding box
    pub height: i32,                      // likewise
    pub cells: [Cell; MAX_SIZE as usize], // get: its shape: `size` squares, row by row
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Header {}
unsafe impl agon::Plain for Cell {}
unsafe impl agon::Plain for Tile {}
unsafe impl agon::Plain for Action {}
unsafe impl agon::Plain for Reply {}
const _: () = assert!(size_of::<Header>() == 56 && size_of::<Tile>() == 32 && size_of::<Cell>() == 4);
const _: () = assert!(size_of::<Action>() == 20 && size_of::<Reply>() == 4020);
