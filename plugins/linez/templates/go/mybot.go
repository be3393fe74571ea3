// mybot plays Linez: it makes the move that forms the longest row of equal numbers.
package main

// Bot has what one match needs.
type Bot struct{}

// Move returns one of position.Moves().
func (bot *Bot) Move(position *Position) Move {
	// Here to begin: a row that no empty cell can extend is worth little, and the row that the number leaves is lost.
	// position.Next has the numbers that fall next.
	best, most := Move{}, -1
	for _, move := range position.Moves() {
		if worth := worthOf(move, position); worth > most {
			best, most = move, worth
		}
	}
	return best
}

func worthOf(move Move, position *Position) int {
	longest := 0
	for _, way := range []Cell{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		length := 1 + run(move, way.Row, way.Column, position) + run(move, -way.Row, -way.Column, position)
		if length > longest {
			longest = length
		}
	}
	return longest
}

// run returns how many cells after move.To contain its number, without the cell that it leaves.
func run(move Move, down, right int, position *Position) int {
	cell := move.To
	for length := 0; ; length++ {
		cell = Cell{cell.Row + down, cell.Column + right}
		if !position.Inside(cell) || cell == move.From || position.At(cell) != position.At(move.From) {
			return length
		}
	}
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
