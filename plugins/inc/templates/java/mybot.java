// mybot plays Inc: it makes the move after which the most squares have its digit.

class Bot extends Inc.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  Inc.Move move(Inc.Position position) {
    // Here to begin: only the final board counts, and two others move before your next turn. What will they answer?
    Inc.Move best = null;
    int most = -1;
    for (Inc.Move move : position.moves()) {
      final int worth = worthOf(move, position);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  private static int worthOf(Inc.Move move, Inc.Position position) {
    int mine = 0;
    for (int row = 0; row < position.rows; ++row) {
      for (int column = 0; column < position.columns; ++column)
        mine += position.digitAfter(move, row, column) == position.seat + 1 ? 1 : 0;
    }
    return mine;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
