// mybot plays Linez: it makes the move that forms the longest row of equal numbers.

class Bot extends Linez.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  Linez.Move move(Linez.Position position) {
    // Here to begin: a row that no empty cell can extend is worth little, and the row that the number leaves is lost.
    // position.next has the numbers that fall next.
    Linez.Move best = null;
    int most = -1;
    for (Linez.Move move : position.moves()) {
      final int worth = worthOf(move, position);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  private static int worthOf(Linez.Move move, Linez.Position position) {
    int longest = 0;
    for (int[] way : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}})
      longest = Math.max(longest, 1 + run(move, way[0], way[1], position) + run(move, -way[0], -way[1], position));
    return longest;
  }

  /** Returns how many cells after move.to() contain its number, without the cell that it leaves. */
  private static int run(Linez.Move move, int down, int right, Linez.Position position) {
    Linez.Cell cell = move.to();
    for (int length = 0;; ++length) {
      cell = new Linez.Cell(cell.row() + down, cell.column() + right);
      if (!position.inside(cell) || cell.equals(move.from()) || position.at(cell) != position.at(move.from()))
        return length;
    }
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
