// Positions of Linez, read from text.
package main

import (
	"fmt"
	"strings"
)

// Cell has its row from the top and its column from the left, both from 0.
type Cell struct{ Row, Column int }

// Move takes the number on From to the empty cell To.
type Move struct{ From, To Cell }

// Position is the board as the seat sees it.
type Position struct {
	Session *Session
	Cells   [][]int // 0: empty
	Rows    int
	Columns int
	Next    []int // the numbers that fall after a move without a line, in this order; their cells are unknown
}

func digits(text string) []int {
	all := make([]int, len(text))
	for at := range all {
		if text[at] != '.' {
			all[at] = int(text[at] - '0')
		}
	}
	return all
}

func newPosition(text string, session *Session) *Position {
	board, announced, _ := strings.Cut(text, " ")
	position := &Position{Session: session, Next: digits(announced)}
	for _, row := range strings.Split(board, "/") {
		position.Cells = append(position.Cells, digits(row))
	}
	position.Rows, position.Columns = len(position.Cells), len(position.Cells[0])
	return position
}

// At returns the number on a cell; 0 if it is empty.
func (position *Position) At(cell Cell) int {
	return position.Cells[cell.Row][cell.Column]
}

// Inside returns whether a cell is on the board.
func (position *Position) Inside(cell Cell) bool {
	return cell.Row >= 0 && cell.Column >= 0 && cell.Row < position.Rows && cell.Column < position.Columns
}

// Numbers returns all cells with a number, row by row.
func (position *Position) Numbers() []Cell {
	var found []Cell
	for row := range position.Cells {
		for column, value := range position.Cells[row] {
			if value != 0 {
				found = append(found, Cell{row, column})
			}
		}
	}
	return found
}

// Reachable returns the empty cells that the number on a cell can reach, near ones first.
func (position *Position) Reachable(from Cell) []Cell {
	found, seen := []Cell{from}, map[Cell]bool{}
	for index := 0; index < len(found); index++ {
		for _, step := range []Cell{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			near := Cell{found[index].Row + step.Row, found[index].Column + step.Column}
			if position.Inside(near) && !seen[near] && position.At(near) == 0 {
				seen[near] = true
				found = append(found, near)
			}
		}
	}
	return found[1:]
}

// Moves returns all legal moves.
func (position *Position) Moves() []Move {
	var moves []Move
	for _, from := range position.Numbers() {
		for _, to := range position.Reachable(from) {
			moves = append(moves, Move{from, to})
		}
	}
	return moves
}

// String returns the text of a cell, a letter for the row and a number for the column: "I8".
func (cell Cell) String() string {
	return fmt.Sprintf("%c%d", 'A'+cell.Row, cell.Column+1)
}

// Strategy is a bot: Move returns one of position.Moves().
type Strategy interface {
	Move(position *Position) Move
}

type player struct {
	session  *Session
	strategy Strategy
}

func (player *player) Turn(text string) string {
	move := player.strategy.Move(newPosition(text, player.session))
	return move.From.String() + move.To.String()
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
