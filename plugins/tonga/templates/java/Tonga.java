// Positions of PseudoTonga, read from text.
import java.util.ArrayList;
import java.util.List;

final class Tonga {
  /** A square: row from the top, column from the left, both from 0. */
  record Cell(int row, int column) { }

  /** The board as the seat to move sees it. */
  static final class Position {
    final String[] rows; // of '.', 'B' and 'W'
    final int size;
    final char mine; // the colour of the seat to move
    final char theirs;

    Position(String text, int seat) {
      rows = text.split("/");
      size = rows.length;
      mine = seat == 0 ? 'B' : 'W';
      theirs = seat == 0 ? 'W' : 'B';
    }

    /** Returns '.', 'B' or 'W'. */
    char at(Cell cell) {
      return rows[cell.row()].charAt(cell.column());
    }

    /** Returns all empty squares, row by row. */
    List<Cell> empty() {
      final List<Cell> cells = new ArrayList<>();
      for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
          if (rows[row].charAt(column) == '.') cells.add(new Cell(row, column));
        }
      }
      return cells;
    }

    /** Returns the two to four squares adjacent to a square. */
    List<Cell> neighbours(Cell cell) {
      final List<Cell> cells = new ArrayList<>();
      if (cell.row() > 0) cells.add(new Cell(cell.row() - 1, cell.column()));
      if (cell.row() + 1 < size) cells.add(new Cell(cell.row() + 1, cell.column()));
      if (cell.column() > 0) cells.add(new Cell(cell.row(), cell.column() - 1));
      if (cell.column() + 1 < size) cells.add(new Cell(cell.row(), cell.column() + 1));
      return cells;
    }
  }

  /** The base class of bots. */
  abstract static class Strategy implements Agon.Player {
    final Agon.Session session;

    Strategy(Agon.Session session) {
      this.session = session;
    }

    /** Returns an empty square. */
    abstract Cell move(Position position);

    @Override
    public final String turn(String text) {
      final Cell cell = move(new Position(text, session.seat));
      return cell.row() + " " + cell.column();
    }
  }

  private Tonga() { }
}
