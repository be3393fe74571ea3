// Positions and tiles of Polyominoes, read from text.
package main

import (
	"fmt"
	"strings"
)

// Square has x to the right and y down, from 0.
type Square struct{ X, Y int }

// Tile is a requested tile, in any rotation.
type Tile struct {
	Index    int // in the match, from 0
	Width    int // of its bounding box
	Height   int
	Squares  []Square // relative to the upper left corner of the box
	Rotation int      // times 90 degrees counter-clockwise
}

func newTile(index int, text string) Tile {
	rows := strings.Split(text, "/")
	tile := Tile{Index: index, Width: len(rows[0]), Height: len(rows)}
	for y, row := range rows {
		for x := range row {
			if row[x] == 'X' {
				tile.Squares = append(tile.Squares, Square{x, y})
			}
		}
	}
	return tile
}

// Turned returns the tile turned by a further 90 degrees counter-clockwise.
func (tile Tile) Turned() Tile {
	turned := Tile{Index: tile.Index, Width: tile.Height, Height: tile.Width, Rotation: (tile.Rotation + 1) % 4}
	for _, square := range tile.Squares {
		turned.Squares = append(turned.Squares, Square{square.Y, tile.Width - 1 - square.X})
	}
	return turned
}

// Position is the match at the start of the turn.
type Position struct {
	Rows      []string // '.' free, 'X' covered, '#' under a tile
	Width     int
	Height    int
	Points    int
	Requested int // of at most 10,000 in a match
	Held      []Tile
}

func newPosition(text string) *Position {
	words := strings.Fields(text)
	position := &Position{Rows: strings.Split(words[0], "/")}
	position.Width, position.Height = len(position.Rows[0]), len(position.Rows)
	if len(words) > 4 {
		position.Points, position.Requested = number(words[2]), number(words[4])
	}
	for _, word := range words {
		if index, shape, held := strings.Cut(word, "="); held {
			position.Held = append(position.Held, newTile(number(index), shape))
		}
	}
	return position
}

// Match is what a bot plays with.
type Match struct {
	Session   *Session
	requested int
}

// Get requests a tile of 3 to 1000 squares.
func (match *Match) Get(size int) Tile {
	shape, _ := match.Session.Act(fmt.Sprintf("get %d", size))
	match.requested++
	return newTile(match.requested-1, shape)
}

// Place places a tile, in its rotation, with the upper left corner of its box on (x, y).
func (match *Match) Place(tile Tile, x, y int) {
	match.Session.Act(fmt.Sprintf("place %d %d %d %d", tile.Index, x, y, tile.Rotation))
}

// Strategy is a bot: Play plays the match with match.Get() and match.Place(). When it returns, the match ends.
type Strategy interface {
	Play(position *Position, match *Match)
}

type player struct {
	session  *Session
	strategy Strategy
}

func (player *player) Turn(text string) string {
	position := newPosition(text)
	player.strategy.Play(position, &Match{player.session, position.Requested})
	return "done"
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
