// Positions of Go, read from text. Points are named, as "D4".
package main

import (
	"strconv"
	"strings"
)

const columns = "ABCDEFGHJKLMNOPQRST"

// Position is the board as the seat to move sees it.
type Position struct {
	Session *Session
	Size    int
	Komi    float64
	Last    string   // the other's move; "-": there was none
	Moves   []string // the legal ones, row by row from the top; "pass" is the last
	Mine    byte     // 'B' or 'W'
	Theirs  byte
	rows    []string // from the top, of '.', 'B' and 'W'
}

// At returns '.', 'B' or 'W'.
func (position *Position) At(point string) byte {
	row, _ := strconv.Atoi(point[1:])
	return position.rows[position.Size-row][strings.IndexByte(columns, point[0])]
}

// Neighbours returns the two to four points beside a point.
func (position *Position) Neighbours(point string) []string {
	column := strings.IndexByte(columns, point[0])
	row, _ := strconv.Atoi(point[1:])
	var points []string
	for _, step := range [][2]int{{0, 1}, {-1, 0}, {1, 0}, {0, -1}} {
		right, up := column+step[0], row+step[1]
		if right >= 0 && right < position.Size && up >= 1 && up <= position.Size {
			points = append(points, columns[right:right+1]+strconv.Itoa(up))
		}
	}
	return points
}

// Strategy is a bot: Move returns a legal move.
type Strategy interface {
	Move(position *Position) string
}

type player struct {
	session  *Session
	strategy Strategy
}

func (player *player) Turn(text string) string {
	words := strings.Split(text, " ")
	rows := strings.Split(words[0], "/")
	komi, _ := strconv.ParseFloat(words[2], 64)
	seat := player.session.Seat
	position := &Position{player.session, len(rows), komi, words[3], words[4:], "BW"[seat], "WB"[seat], rows}
	return player.strategy.Move(position)
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
