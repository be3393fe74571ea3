// mybot plays Polyominoes: it requests the smallest tiles and places each at the first position where it fits.

class Bot extends Polyomino.Strategy {
  private static final int SIZE = 3; // of the requested tiles: a tile of this size is straight or bent
  private boolean[][] free;
  private final int[] firstRow = {0, 0}; // of the last straight tile, and of the last bent one

  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  void play(Polyomino.Position position) {
    free = new boolean[position.height][position.width];
    for (int y = 0; y < position.height; ++y) {
      for (int x = 0; x < position.width; ++x) free[y][x] = position.rows[y].charAt(x) == '.';
    }
    for (Polyomino.Tile tile : position.held) put(tile); // none, unless it takes over from another program
    for (int count = position.requested; count < 10000; ++count) {
      // Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that is
      // not placed costs what it would have scored.
      if (!put(get(SIZE))) return;
    }
  }

  /** Places the tile, in any rotation, at the first position where it fits. Returns whether it fits anywhere. */
  private boolean put(Polyomino.Tile tile) {
    final int kind = tile.width() == 1 || tile.height() == 1 ? 0 : 1;
    final Polyomino.Tile[] turns = {tile, tile.turned(), tile.turned().turned(), tile.turned().turned().turned()};
    for (int y = tile.squares().size() == SIZE ? firstRow[kind] : 0; y < free.length; ++y) {
      for (int x = 0; x < free[0].length; ++x) {
        for (Polyomino.Tile turned : turns) {
          if (!fits(turned, x, y)) continue;
          place(turned, x, y);
          for (Polyomino.Square square : turned.squares()) free[y + square.y()][x + square.x()] = false;
          if (tile.squares().size() == SIZE) firstRow[kind] = y; // squares never become free again
          return true;
        }
      }
    }
    return false;
  }

  private boolean fits(Polyomino.Tile tile, int x, int y) {
    if (x + tile.width() > free[0].length || y + tile.height() > free.length) return false;
    for (Polyomino.Square square : tile.squares()) {
      if (!free[y + square.y()][x + square.x()]) return false;
    }
    return true;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
