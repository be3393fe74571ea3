// Positions of ChessPuzzle, read from text.
import java.util.ArrayList;
import java.util.List;

final class ChessPuzzle {
  /** A cell: row from the top, column from the left, both from 0. */
  record Cell(int row, int column) { }

  /** The board as the seat sees it. */
  static final class Position {
    final int depth; // tiles in each cell before the first click
    final String[] tops; // of the visible tiles: '1' to '4', 'K', 'B', 'R', 'Q'; '-': exhausted
    final int rows;
    final int columns;
    final int[][] lefts;
    final Cell last; // the cell clicked last; null: none
    final char removed; // the tile that the click removed

    Position(String text) {
      final String[] words = text.split(" ");
      depth = Integer.parseInt(words[0]);
      tops = words[1].split("/");
      rows = tops.length;
      columns = tops[0].length();
      lefts = new int[rows][columns];
      final String[] counts = words.length > 2 ? words[2].split("/") : null;
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
          lefts[row][column] = counts == null ? depth : Character.digit(counts[row].charAt(column), 16);
      }
      last = counts == null ? null : new Cell(Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      removed = counts == null ? '-' : words[5].charAt(0);
    }

    /** Returns the visible tile of a cell. */
    char top(Cell cell) {
      return tops[cell.row()].charAt(cell.column());
    }

    /** Returns how many tiles a cell still has, with the visible one. */
    int left(Cell cell) {
      return lefts[cell.row()][cell.column()];
    }

    /** Returns all cells that still have tiles, row by row. */
    List<Cell> stocked() {
      final List<Cell> found = new ArrayList<>();
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) add(found, row, column);
      }
      return found;
    }

    /** Returns the cells that would be legal after removing `tile` from a cell. */
    List<Cell> reach(Cell from, char tile) {
      final List<Cell> found = new ArrayList<>();
      if (tile == 'K') {
        for (int two : new int[] {-2, 2}) {
          for (int one : new int[] {-1, 1}) {
            add(found, from.row() + two, from.column() + one);
            add(found, from.row() + one, from.column() + two);
          }
        }
        return found;
      }
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          final boolean straight = down == 0 || right == 0;
          if ((down == 0 && right == 0) || (tile == 'B' && straight) || (tile == 'R' && !straight)) continue;
          final int distance = tile >= '1' && tile <= '4' ? tile - '0' : toEdge(from, down, right);
          if (distance > 0) add(found, from.row() + distance * down, from.column() + distance * right);
        }
      }
      return found;
    }

    /** Returns the legal cells. */
    List<Cell> legal() {
      return last == null ? stocked() : reach(last, removed);
    }

    private void add(List<Cell> found, int row, int column) {
      if (row >= 0 && column >= 0 && row < rows && column < columns && lefts[row][column] > 0)
        found.add(new Cell(row, column));
    }

    private int toEdge(Cell from, int down, int right) {
      final int far = Math.max(rows, columns);
      final int vertical = down < 0 ? from.row() : down > 0 ? rows - 1 - from.row() : far;
      final int horizontal = right < 0 ? from.column() : right > 0 ? columns - 1 - from.column() : far;
      return Math.min(vertical, horizontal);
    }
  }

  /** The base class of bots. */
  abstract static class Strategy implements Agon.Player {
    final Agon.Session session;

    Strategy(Agon.Session session) {
      this.session = session;
    }

    /** Returns one of position.legal(). */
    abstract Cell click(Position position);

    @Override
    public final String turn(String text) {
      final Cell cell = click(new Position(text));
      return cell.row() + " " + cell.column();
    }
  }

  private ChessPuzzle() { }
}
