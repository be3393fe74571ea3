// Positions of chess, read from text: a FEN and the legal moves. Squares are named, as "e4".
package main

import (
	"strings"
)

// Position is the board as the seat to move sees it.
type Position struct {
	Session *Session
	Fen     string
	Moves   []string // the legal ones, as UCI writes them: "e2e4", "e7e8q"
	Mine    string   // the pieces, from pawn to king
	Theirs  string
	rows    []string // from rank 8
}

// At returns the piece as a FEN writes it, or '.'.
func (position *Position) At(square string) byte {
	return position.rows['8'-square[1]][square[0]-'a']
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
	board := words[0]
	for gap := 1; gap <= 8; gap++ {
		board = strings.ReplaceAll(board, string(rune('0'+gap)), strings.Repeat(".", gap))
	}
	pieces := []string{"PNBRQK", "pnbrqk"}
	seat := player.session.Seat
	position := &Position{player.session, strings.Join(words[:6], " "), words[6:], pieces[seat], pieces[1-seat],
		strings.Split(board, "/")}
	return player.strategy.Move(position)
}

// PlayWith plays matches with a new strategy for each.
func PlayWith(newStrategy func(session *Session) Strategy) {
	Play(func(session *Session) Player { return &player{session, newStrategy(session)} })
}
