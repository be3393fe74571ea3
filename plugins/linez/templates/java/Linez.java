// Positions of Linez, read from text.
import java.util.ArrayList;
import java.util.List;

final class Linez {
  /** A cell: row from the top, column from the left, both from 0. */
  record Cell(int row, int column) { }

  /** Moves the number on `from` to the empty cell `to`. */
  record Move(Cell from, Cell to) { }

  /** The board as the seat sees it. */
  static final class Position {
    final int[][] cells; // 0: empty
    final int rows;
    final int columns;
    final int[] next; // the numbers that fall after a move without a line, in this order; their cells are unknown

    Position(String text) {
      final String[] words = text.split(" ");
      final String[] board = words[0].split("/");
      rows = board.length;
      columns = board[0].length();
      cells = new int[rows][columns];
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
          cells[row][column] = board[row].charAt(column) == '.' ? 0 : board[row].charAt(column) - '0';
      }
      next = words.length < 2 ? new int[0] : words[1].chars().map(digit -> digit - '0').toArray();
    }

    /** Returns the number on a cell; 0 if it is empty. */
    int at(Cell cell) {
      return cells[cell.row()][cell.column()];
    }

    boolean inside(Cell cell) {
      return cell.row() >= 0 && cell.column() >= 0 && cell.row() < rows && cell.column() < columns;
    }

    /** Returns all cells with a number, row by row. */
    List<Cell> numbers() {
      final List<Cell> found = new ArrayList<>();
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          if (cells[row][column] != 0) found.add(new Cell(row, column));
        }
      }
      return found;
    }

    /** Returns the empty cells that the number on a cell can reach, near ones first. */
    List<Cell> reachable(Cell from) {
      final List<Cell> found = new ArrayList<>(List.of(from));
      final boolean[][] seen = new boolean[rows][columns];
      for (int index = 0; index < found.size(); ++index) {
        final Cell cell = found.get(index);
        for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          final Cell near = new Cell(cell.row() + step[0], cell.column() + step[1]);
          if (!inside(near) || seen[near.row()][near.column()] || at(near) != 0) continue;
          seen[near.row()][near.column()] = true;
          found.add(near);
        }
      }
      return found.subList(1, found.size());
    }

    /** Returns all legal moves. */
    List<Move> moves() {
      final List<Move> all = new ArrayList<>();
      for (Cell from : numbers()) {
        for (Cell to : reachable(from)) all.add(new Move(from, to));
      }
      return all;
    }
  }

  /** Returns the text of a cell, a letter for the row and a number for the column: "I8". */
  static String text(Cell cell) {
    return (char) ('A' + cell.row()) + Integer.toString(cell.column() + 1);
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
      final Move move = move(new Position(text));
      return Linez.text(move.from()) + Linez.text(move.to());
    }
  }

  private Linez() { }
}
