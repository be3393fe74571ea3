// Positions of Inc, read from text.
package main

import (
	"fmt"
	"strings"
)

// Move is a line after so many rows (axis 'H') or columns (axis 'V'), from 1, and the group whose digits change: 'T' or
// 'B' for the top or bottom one, 'L' or 'R' for the left or right one.
type Move struct {
	Axis  byte
	Line  int
	Group byte
}

// Position is the match as the seat to move sees it.
type Position struct {
	Session   *Session
	Cells     [][]int // 0: empty
	Rows      int
	Columns   int
	TurnsLeft int // of all seats, with this one
	Increment int // what a move adds to the digits of its group: -1 or 1
	Seat      int // to move; its digit is Seat + 1
}

func newPosition(text string, session *Session) *Position {
	words := strings.Fields(text)
	position := &Position{Session: session, Seat: session.Seat}
	for _, row := range strings.Split(words[0], "/") {
		cells := make([]int, len(row))
		for column := range cells {
			if row[column] != '.' {
				cells[column] = int(row[column] - '0')
			}
		}
		position.Cells = append(position.Cells, cells)
	}
	position.Rows, position.Columns = len(position.Cells), len(position.Cells[0])
	position.TurnsLeft = number(strings.TrimPrefix(words[1], "turns="))
	position.Increment = number(strings.TrimPrefix(words[2], "inc="))
	return position
}

// Moves returns all moves, in the order in which a seat prefers equally good ones.
func (position *Position) Moves() []Move {
	var moves []Move
	add := func(axis byte, groups string, end int) {
		for _, group := range []byte(groups) {
			for line := 1; line < end; line++ {
				moves = append(moves, Move{axis, line, group})
			}
		}
	}
	add('H', "TB", position.Rows)
	add('V', "LR", position.Columns)
	return moves
}

// DigitAfter returns the digit of a square after the move; 0 if it is empty.
func (position *Position) DigitAfter(move Move, row, column int) int {
	digit, place := position.Cells[row][column], row
	if move.Axis == 'V' {
		place = column
	}
	if digit == 0 || (place < move.Line) != (move.Group == 'T' || move.Group == 'L') {
		return digit
	}
	return (digit-1+position.Increment+3)%3 + 1
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
	return fmt.Sprintf("%c%d%c", move.Axis, move.Line, move.Group)
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
