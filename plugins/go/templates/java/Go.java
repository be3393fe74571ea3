// Positions of Go, read from text. Points are named, as "D4".
import java.util.ArrayList;
import java.util.List;

final class Go {
  private static final String COLUMNS = "ABCDEFGHJKLMNOPQRST";

  /** The board as the seat to move sees it. */
  static final class Position {
    final int size;
    final double komi;
    final String last; // the other's move; "-": there was none
    final List<String> moves; // the legal ones, row by row from the top; "pass" is the last
    final char mine; // 'B' or 'W'
    final char theirs;
    private final String[] rows; // from the top, of '.', 'B' and 'W'

    Position(String text, int seat) {
      final List<String> words = List.of(text.split(" "));
      rows = words.get(0).split("/");
      size = rows.length;
      komi = Double.parseDouble(words.get(2));
      last = words.get(3);
      moves = words.subList(4, words.size());
      mine = seat == 0 ? 'B' : 'W';
      theirs = seat == 0 ? 'W' : 'B';
    }

    /** Returns '.', 'B' or 'W'. */
    char at(String point) {
      return rows[size - Integer.parseInt(point.substring(1))].charAt(COLUMNS.indexOf(point.charAt(0)));
    }

    /** Returns the two to four points beside a point. */
    List<String> neighbours(String point) {
      final int column = COLUMNS.indexOf(point.charAt(0));
      final int row = Integer.parseInt(point.substring(1));
      final List<String> points = new ArrayList<>();
      if (row < size) points.add(COLUMNS.substring(column, column + 1) + (row + 1));
      if (column > 0) points.add(COLUMNS.substring(column - 1, column) + row);
      if (column + 1 < size) points.add(COLUMNS.substring(column + 1, column + 2) + row);
      if (row > 1) points.add(COLUMNS.substring(column, column + 1) + (row - 1));
      return points;
    }
  }

  /** The base class of bots. */
  abstract static class Strategy implements Agon.Player {
    final Agon.Session session;

    Strategy(Agon.Session session) {
      this.session = session;
    }

    /** Returns a legal move. */
    abstract String move(Position position);

    @Override
    public final String turn(String text) {
      return move(new Position(text, session.seat));
    }
  }

  private Go() { }
}
