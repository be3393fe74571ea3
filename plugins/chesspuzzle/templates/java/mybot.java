// mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.

class Bot extends ChessPuzzle.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  ChessPuzzle.Cell click(ChessPuzzle.Position position) {
    // Here to begin: position.reach() returns where the top tile of a cell leads, so that you can look several clicks
    // ahead. Cells to which few others lead soon become unreachable.
    ChessPuzzle.Cell best = null;
    int most = -1;
    for (ChessPuzzle.Cell cell : position.legal()) {
      final int worth = position.reach(cell, position.top(cell)).isEmpty() ? 0 : position.left(cell);
      if (worth > most) {
        most = worth;
        best = cell;
      }
    }
    return best;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
