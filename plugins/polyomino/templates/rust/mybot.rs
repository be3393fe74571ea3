//! mybot plays Polyominoes: it asks for the smallest tiles and places each where it first fits.
//!
//! polyomino.rs has what it sees, does and is told, agon.rs what it is called with. 'myhost info polyomino' has the rules.
mod agon;
mod polyomino;

use agon::{Failure, Session, Strategy, Turn};
use polyomino::{done, get, place, Action, Cell, Observation, Reply, Rules, FREE, MAX_TILES, MIN_SIZE, TILE};

/// What it remembers from action to action; each match has one of its own.
#[derive(Default)]
struct Bot {
    width: i32,
    height: i32,
    board: Vec<u8>,      // what the seat sees is the board as the turn began, so this bot keeps its own
    first_row: [i32; 2], // where the last straight tile, and the last bent one, was placed
}

/// A tile as it is turned now.
struct Shape {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

impl Strategy for Bot {
    type Game = Rules;

    /// `session` has the options and a seed.
    fn new(_session: &Session) -> Result<Bot, Failure> {
        Ok(Bot::default())
    }

    /// Called once: plays the whole match, or what is left of it. `turn` takes actions, tells the time left, and logs.
    fn turn(&mut self, seen: &Observation, turn: &Turn<Rules>) -> Result<Action, Failure> {
        self.width = seen.header().width;
        self.height = seen.header().height;
        self.board = seen.board().to_vec();
        for _ in seen.header().tile_count..MAX_TILES {
            // Here to begin: a tile of n squares pays n * n, so larger ones pay more, as long as they fit: one that is
            // left over costs what it would have paid.
            let tile = get(turn, MIN_SIZE)?;
            if !self.put(&tile, turn)? {
                break;
            }
        }
        Ok(done())
    }
}

impl Bot {
    /// Places the tile, turned as need be, where it first fits. False: nowhere. Better is a place where it leaves no
    /// holes.
    fn put(&mut self, tile: &Reply, turn: &Turn<Rules>) -> Result<bool, Failure> {
        let cells = tile.cells[..tile.size as usize].to_vec();
        let mut turns = vec![Shape { width: tile.width, height: tile.height, cells }];
        for rotation in 0..3 {
            turns.push(turned(&turns[rotation]));
        }
        let kind = if tile.width == 1 || tile.height == 1 { 0 } else { 1 };
        for y in self.first_row[kind]..self.height {
            for x in 0..self.width {
                for (rotation, shape) in turns.iter().enumerate() {
                    if !self.fits(shape, x, y) {
                        continue;
                    }
                    place(turn, tile.index, x, y, rotation as i32)?;
                    for cell in &shape.cells {
                        let square = self.square(cell, x, y);
                        self.board[square] = TILE;
                    }
                    self.first_row[kind] = y; // the board only fills: no tile of this shape fits above any more
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn fits(&self, shape: &Shape, x: i32, y: i32) -> bool {
        x + shape.width <= self.width
            && y + shape.height <= self.height
            && shape.cells.iter().all(|cell| self.board[self.square(cell, x, y)] == FREE)
    }

    fn square(&self, cell: &Cell, x: i32, y: i32) -> usize {
        ((y + i32::from(cell.y)) * self.width + x + i32::from(cell.x)) as usize
    }
}

/// By 90 degrees counter-clockwise.
fn turned(shape: &Shape) -> Shape {
    let turn = |cell: &Cell| Cell { x: cell.y, y: shape.width as i16 - 1 - cell.x };
    Shape { width: shape.height, height: shape.width, cells: shape.cells.iter().map(turn).collect() }
}

agon::strategy! { Bot, id: "mybot", version: "0.1.0", summary: "the smallest tiles, each where it first fits" }
