// Positions of PseudoTonga, read from text.
package main

import (
	"fmt"
	"strings"
)

// Cell is a square: row from the top, column from the left, both from 0.
type Cell struct{ Row, Column int }

// Position is the board as the seat to move sees it.
type Position struct {
	Session *Session
	Rows    []string // of '.', 'B' and 'W'
	Size    int
	Mine    byte // the colour of the seat to move
	Theirs  byte
}

// At returns '.', 'B' or 'W'.
func (position *Position) At(cell Cell) byte {
	return position.Rows[cell.Row][cell.Column]
}

// Empty returns all empty squares, row by row.
func (position *Position) Empty() []Cell {
	var cells []Cell
	for row := 0; row < position.Size; row++ {
		for column := 0; column < position.Size; column++ {
			if position.Rows[row][column] == '.' {
				cells = append(cells, Cell{row, column})
			}
		}
	}
	return cells
}

// Neighbours returns the two to four squares adjacent to a square.
func (position *Position) Neighbours(cell Cell) []Cell {
	var cells []Cell
	for _, step := range []Cell{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		near := Cell{cell.Row + step.Row, cell.Column + step.Column}
		if near.Row >= 0 && near.Column >= 0 && near.Row < position.Size && near.Column < position.Size {
			cells = append(cells, near)
		}
	}
	return cells
}

// Strategy is a bot: Move returns an empty square.
type Strategy interface {
	Move(position *Position) Cell
}

type player struct {
	session  *Session
	strategy Strategy
}

func (player *player) Turn(text string) string {
	rows := strings.Split(text, "/")
	position := &Position{player.session, rows, len(rows), "BW"[player.session.Seat], "WB"[player.session.Seat]}
	cell := player.strategy.Move(position)
	return fmt.Sprintf("%d %d", cell.Row, cell.Column)
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
