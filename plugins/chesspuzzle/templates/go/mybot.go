// mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
package main

// Bot has what one match needs.
type Bot struct{}

// Click returns one of position.Legal().
func (bot *Bot) Click(position *Position) Cell {
	// Here to begin: position.Reach() returns where the top tile of a cell leads, so that you can look several clicks
	// ahead. Cells to which few others lead soon become unreachable.
	best, most := Cell{}, -1
	for _, cell := range position.Legal() {
		if worth := worthOf(cell, position); worth > most {
			best, most = cell, worth
		}
	}
	return best
}

func worthOf(cell Cell, position *Position) int {
	if len(position.Reach(cell, position.Top(cell))) == 0 {
		return 0
	}
	return position.Left(cell)
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
