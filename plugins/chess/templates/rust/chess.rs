//! Protocol "chess/1": what a seat of chess sees and does, as chess/chess.h has it.
#![allow(dead_code)]

use crate::agon;
use std::mem::size_of;

/// The game, for agon.rs.
pub struct Rules;

impl agon::Game for Rules {
    const PROTOCOL: &'static [u8] = b"chess/1\0";
    type Observation = Observation;
    type Action = Action;
    type Reply = ();
}

/// Pieces. On a board, Black's are negative.
pub const NONE: i8 = 0;
pub const PAWN: i8 = 1;
pub const KNIGHT: i8 = 2;
pub const BISHOP: i8 = 3;
pub const ROOK: i8 = 4;
pub const QUEEN: i8 = 5;
pub const KING: i8 = 6;

/// All there is to know. Squares are 0 (a1) to 63 (h8): 8 * rank + file.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Observation {
    pub seat: i32,            // who is to move: 0 is White, 1 is Black
    pub en_passant: i32,      // a square behind a pawn that may be captured en passant now; else -1
    pub quiet_plies: i32,     // since the last capture or pawn's move; at 100, the match is a draw
    pub move_number: i32,     // from 1
    pub occurrences: i32,     // of this position; at 3, the match is a draw
    pub chess960: i32,        // 1: castling is the king's move to its own rook
    pub base_en_passant: i32, // as en_passant, but before the moves in history
    pub history_count: i32,   // moves in history
    pub move_count: i32,      // moves in moves
    pub castling: [i8; 4],    // files of the rooks with which White may castle, king's side first, and Black; or -1
    pub board: [i8; 64],      // what stands on each square
    pub history: [i8; 200],   // from and to of each move since the last position that can't occur again
    pub moves: [i8; 768],     // from, to and promotion of each legal move
}

impl Observation {
    /// 1 for White, -1 for Black: `mine() * board[square]` is positive for the seat's own pieces.
    pub fn mine(&self) -> i8 {
        if self.seat == 0 {
            1
        } else {
            -1
        }
    }

    /// The legal moves, at least one.
    pub fn legal(&self) -> Vec<Action> {
        let moves = self.moves.chunks(3).take(self.move_count as usize);
        moves.map(|each| Action { from: each[0], to: each[1], promotion: each[2] }).collect()
    }
}

/// A move. Castling is the move of the king by two squares; in Chess960, to its own rook.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub from: i8,
    pub to: i8,
    pub promotion: i8, // KNIGHT to QUEEN; NONE for all other moves
}

// SAFETY: numbers alone.
unsafe impl agon::Plain for Observation {}
unsafe impl agon::Plain for Action {}
const _: () = assert!(size_of::<Observation>() == 1072 && size_of::<Action>() == 3);
