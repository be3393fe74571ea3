// mybot plays Polyominoes: it requests the smallest tiles and places each at the first position where it fits.
package main

const size = 3 // of the requested tiles: a tile of this size is straight or bent

// Bot has what one match needs.
type Bot struct {
	match    *Match
	free     [][]bool
	firstRow [2]int // of the last straight tile, and of the last bent one
}

// Play plays the whole match.
func (bot *Bot) Play(position *Position, match *Match) {
	bot.match = match
	for _, row := range position.Rows {
		free := make([]bool, len(row))
		for x := range free {
			free[x] = row[x] == '.'
		}
		bot.free = append(bot.free, free)
	}
	for _, tile := range position.Held { // none, unless it takes over from another program
		bot.put(tile)
	}
	for count := position.Requested; count < 10000; count++ {
		// Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that is
		// not placed costs what it would have scored.
		if !bot.put(match.Get(size)) {
			return
		}
	}
}

// put places the tile, in any rotation, at the first position where it fits. It returns whether it fits anywhere.
func (bot *Bot) put(tile Tile) bool {
	kind, first := 1, 0
	if tile.Width == 1 || tile.Height == 1 {
		kind = 0
	}
	if len(tile.Squares) == size {
		first = bot.firstRow[kind]
	}
	turns := []Tile{tile, tile.Turned(), tile.Turned().Turned(), tile.Turned().Turned().Turned()}
	for y := first; y < len(bot.free); y++ {
		for x := range bot.free[y] {
			for _, turned := range turns {
				if !bot.fits(turned, x, y) {
					continue
				}
				bot.match.Place(turned, x, y)
				for _, square := range turned.Squares {
					bot.free[y+square.Y][x+square.X] = false
				}
				if len(tile.Squares) == size {
					bot.firstRow[kind] = y // squares never become free again
				}
				return true
			}
		}
	}
	return false
}

func (bot *Bot) fits(tile Tile, x, y int) bool {
	if x+tile.Width > len(bot.free[0]) || y+tile.Height > len(bot.free) {
		return false
	}
	for _, square := range tile.Squares {
		if !bot.free[y+square.Y][x+square.X] {
			return false
		}
	}
	return true
}

func main() {
	PlayWith(func(session *Session) Strategy { return &Bot{} })
}
