// Positions of ChessPuzzle, read from text.
package main

import (
	"fmt"
	"strings"
)

// Cell has its row from the top and its column from the left, both from 0.
type Cell struct{ Row, Column int }

// Position is the board as the seat sees it.
type Position struct {
	Session *Session
	Depth   int      // tiles in each cell before the first click
	Tops    []string // of the visible tiles: '1' to '4', 'K', 'B', 'R', 'Q'; '-': exhausted
	Lefts   [][]int  // how many tiles each cell still has
	Rows    int
	Columns int
	Begun   bool // whether there is a last click
	Last    Cell // the cell clicked last
	Removed byte // the tile that the click removed
}

func newPosition(text string, session *Session) *Position {
	words := strings.Fields(text)
	position := &Position{Session: session, Depth: number(words[0]), Tops: strings.Split(words[1], "/")}
	position.Rows, position.Columns = len(position.Tops), len(position.Tops[0])
	for row := 0; row < position.Rows; row++ {
		lefts := make([]int, position.Columns)
		for column := range lefts {
			lefts[column] = position.Depth
			if len(words) > 2 {
				lefts[column] = strings.IndexByte("0123456789A", words[2][row*(position.Columns+1)+column])
			}
		}
		position.Lefts = append(position.Lefts, lefts)
	}
	if len(words) > 2 {
		position.Begun, position.Last, position.Removed = true, Cell{number(words[3]), number(words[4])}, words[5][0]
	}
	return position
}

// Top returns the visible tile of a cell.
func (position *Position) Top(cell Cell) byte {
	return position.Tops[cell.Row][cell.Column]
}

// Left returns how many tiles a cell still has, with the visible one.
func (position *Position) Left(cell Cell) int {
	return position.Lefts[cell.Row][cell.Column]
}

func (position *Position) stocked(cells []Cell) []Cell {
	var found []Cell
	for _, cell := range cells {
		inside := cell.Row >= 0 && cell.Column >= 0 && cell.Row < position.Rows && cell.Column < position.Columns
		if inside && position.Left(cell) > 0 {
			found = append(found, cell)
		}
	}
	return found
}

// Reach returns the cells that would be legal after removing `tile` from a cell.
func (position *Position) Reach(from Cell, tile byte) []Cell {
	var cells []Cell
	if tile == 'K' {
		for _, two := range []int{-2, 2} {
			for _, one := range []int{-1, 1} {
				cells = append(cells, Cell{from.Row + two, from.Column + one}, Cell{from.Row + one, from.Column + two})
			}
		}
		return position.stocked(cells)
	}
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			straight := down == 0 || right == 0
			if (down == 0 && right == 0) || (tile == 'B' && straight) || (tile == 'R' && !straight) {
				continue
			}
			distance := position.toEdge(from, down, right)
			if tile >= '1' && tile <= '4' {
				distance = int(tile - '0')
			}
			if distance > 0 {
				cells = append(cells, Cell{from.Row + distance*down, from.Column + distance*right})
			}
		}
	}
	return position.stocked(cells)
}

// Legal returns the legal cells.
func (position *Position) Legal() []Cell {
	if position.Begun {
		return position.Reach(position.Last, position.Removed)
	}
	var cells []Cell
	for row := 0; row < position.Rows; row++ {
		for column := 0; column < position.Columns; column++ {
			cells = append(cells, Cell{row, column})
		}
	}
	return position.stocked(cells)
}

func (position *Position) toEdge(from Cell, down, right int) int {
	distance := position.Rows + position.Columns
	shorten := func(step, before, after int) {
		if step < 0 && before < distance {
			distance = before
		}
		if step > 0 && after < distance {
			distance = after
		}
	}
	shorten(down, from.Row, position.Rows-1-from.Row)
	shorten(right, from.Column, position.Columns-1-from.Column)
	return distance
}

// Strategy is a bot: Click returns one of position.Legal().
type Strategy interface {
	Click(position *Position) Cell
}

type player struct {
	session  *Session
	strategy Strategy
}

func (player *player) Turn(text string) string {
	cell := player.strategy.Click(newPosition(text, player.session))
	return fmt.Sprintf("%d %d", cell.Row, cell.Column)
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
