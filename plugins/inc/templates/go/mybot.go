// mybot plays Inc: it makes the move after which the most squares have its digit.
package main

// Bot has what one match needs.
type Bot struct{}

// Move returns one of position.Moves().
func (bot *Bot) Move(position *Position) Move {
	// Here to begin: only the final board counts, and two others move before your next turn. What will they answer?
	best, most := Move{}, -1
	for _, move := range position.Moves() {
		if worth := worthOf(move, position); worth > most {
			best, most = move, worth
		}
	}
	return best
}

func worthOf(move Move, position *Position) int {
	mine := 0
	for row := 0; row < position.Rows; row++ {
		for column := 0; column < position.Columns; column++ {
			if position.DigitAfter(move, row, column) == position.Seat+1 {
				mine++
			}
		}
	}
	return mine
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
