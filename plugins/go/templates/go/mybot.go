// mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.
package main

// Bot has what one match needs.
type Bot struct{}

// Move returns a legal move.
func (bot *Bot) Move(position *Position) string {
	// Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches
	// to the end at random, and take the move that wins most of them. position.Session has the seat, a seed, the time
	// left and the log.
	best, most := "pass", 0
	for _, move := range position.Moves {
		if move == "pass" {
			continue
		}
		if worth := worthOf(move, position); worth > most {
			best, most = move, worth
		}
	}
	return best
}

func worthOf(move string, position *Position) int {
	others := 0
	for _, near := range position.Neighbours(move) {
		if position.At(near) != position.Mine {
			others++
		}
	}
	return others
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
