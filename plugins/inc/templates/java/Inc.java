// Positions of Inc, read from text.
import java.util.ArrayList;
import java.util.List;

final class Inc {
  /**
   * A line after so many rows (axis 'H') or columns (axis 'V'), from 1, and the group whose digits change: 'T' or 'B' for
   * the top or bottom one, 'L' or 'R' for the left or right one.
   */
  record Move(char axis, int line, char group) { }

  /** The match as the seat to move sees it. */
  static final class Position {
    final int[][] cells; // 0: empty
    final int rows;
    final int columns;
    final int turnsLeft; // of all seats, with this one
    final int increment; // what a move adds to the digits of its group: -1 or 1
    final int seat; // to move; its digit is seat + 1

    Position(String text, int seat) {
      final String[] words = text.split(" ");
      final String[] board = words[0].split("/");
      rows = board.length;
      columns = board[0].length();
      cells = new int[rows][columns];
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
          cells[row][column] = board[row].charAt(column) == '.' ? 0 : board[row].charAt(column) - '0';
      }
      turnsLeft = Integer.parseInt(words[1].substring("turns=".length()));
      increment = Integer.parseInt(words[2].substring("inc=".length()));
      this.seat = seat;
    }

    /** Returns all moves, in the order in which a seat prefers equally good ones. */
    List<Move> moves() {
      final List<Move> all = new ArrayList<>();
      for (char group : new char[] {'T', 'B'}) {
        for (int line = 1; line < rows; ++line) all.add(new Move('H', line, group));
      }
      for (char group : new char[] {'L', 'R'}) {
        for (int line = 1; line < columns; ++line) all.add(new Move('V', line, group));
      }
      return all;
    }

    /** Returns the digit of a square after the move; 0 if it is empty. */
    int digitAfter(Move move, int row, int column) {
      final int digit = cells[row][column];
      final boolean inFirst = (move.axis() == 'H' ? row : column) < move.line();
      if (digit == 0 || inFirst != (move.group() == 'T' || move.group() == 'L')) return digit;
      return (digit - 1 + increment + 3) % 3 + 1;
    }
  }

  /** The base class of bots. */
  abstract static class Strategy implements Agon.Player {
    final Agon.Session session;

    Strategy(Agon.Session session) {
      this.session = session;
    }

    /** Returns one of position.moves(). */
    abstract Move move(Position position);

    @Override
    public final String turn(String text) {
      final Move move = move(new Position(text, session.seat));
      return "" + move.axis() + move.line() + move.group();
    }
  }

  private Inc() { }
}
