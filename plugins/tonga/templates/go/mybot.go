// mybot plays PseudoTonga: it takes the square with the most adjacent stones of its own.
package main

// Bot has what one match needs.
type Bot struct{}

// Move returns an empty square.
func (bot *Bot) Move(position *Position) Cell {
	// Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a small
	// one. position.Session has the seat, a seed, the time left and the log.
	best, most := Cell{}, -1
	for _, cell := range position.Empty() {
		if worth := worthOf(cell, position); worth > most {
			best, most = cell, worth
		}
	}
	return best
}

func worthOf(cell Cell, position *Position) int {
	mine := 0
	for _, near := range position.Neighbours(cell) {
		if position.At(near) == position.Mine {
			mine++
		}
	}
	return mine
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
