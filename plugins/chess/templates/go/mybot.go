// mybot plays chess: it takes the most valuable piece that it can.
package main

import (
	"strings"
)

// Bot has what one match needs.
type Bot struct{}

// Move returns a legal move.
func (bot *Bot) Move(position *Position) string {
	// Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
	// ahead. position.Session has the seat, a seed, the time left and the log.
	best, most := "", -1
	for _, move := range position.Moves {
		if worth := strings.IndexByte(position.Theirs, position.At(move[2:4])) + 1; worth > most {
			best, most = move, worth
		}
	}
	return best
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
