// Positions and tiles of Polyominoes, read from text.
import java.util.ArrayList;
import java.util.List;

final class Polyomino {
  /** A square: x to the right, y down, from 0. */
  record Square(int x, int y) { }

  /**
   * A requested tile, in any rotation: its number in the match, the size of its bounding box, its squares relative to the
   * upper left corner of the box, and its rotation, times 90 degrees counter-clockwise.
   */
  record Tile(int index, int width, int height, List<Square> squares, int rotation) {
    static Tile parse(int index, String text) {
      final String[] rows = text.split("/");
      final List<Square> squares = new ArrayList<>();
      for (int y = 0; y < rows.length; ++y) {
        for (int x = 0; x < rows[y].length(); ++x) {
          if (rows[y].charAt(x) == 'X') squares.add(new Square(x, y));
        }
      }
      return new Tile(index, rows[0].length(), rows.length, squares, 0);
    }

    /** Returns the tile turned by a further 90 degrees counter-clockwise. */
    Tile turned() {
      final List<Square> turned = new ArrayList<>();
      for (Square square : squares) turned.add(new Square(square.y(), width - 1 - square.x()));
      return new Tile(index, height, width, turned, (rotation + 1) % 4);
    }
  }

  /** The match at the start of the turn. */
  static final class Position {
    final String[] rows; // '.' free, 'X' covered, '#' under a tile
    final int width;
    final int height;
    final int points;
    final int requested; // of at most 10,000 in a match
    final List<Tile> held = new ArrayList<>();

    Position(String text) {
      final String[] words = text.split(" ");
      rows = words[0].split("/");
      width = rows[0].length();
      height = rows.length;
      points = words.length > 2 ? Integer.parseInt(words[2]) : 0;
      requested = words.length > 4 ? Integer.parseInt(words[4]) : 0;
      for (String word : words) {
        final int equals = word.indexOf('=');
        if (equals > 0) held.add(Tile.parse(Integer.parseInt(word.substring(0, equals)), word.substring(equals + 1)));
      }
    }
  }

  /** The base class of bots. Its only turn is the whole match. */
  abstract static class Strategy implements Agon.Player {
    final Agon.Session session;
    private int requested = 0;

    Strategy(Agon.Session session) {
      this.session = session;
    }

    /** Plays the match with get() and place(). When it returns, the match ends. */
    abstract void play(Position position);

    /** Requests a tile of 3 to 1000 squares. */
    final Tile get(int size) {
      return Tile.parse(requested++, session.act("get " + size));
    }

    /** Places a tile, in its rotation, with the upper left corner of its box on (x, y). */
    final void place(Tile tile, int x, int y) {
      session.act("place " + tile.index() + " " + x + " " + y + " " + tile.rotation());
    }

    @Override
    public final String turn(String text) {
      final Position position = new Position(text);
      requested = position.requested;
      play(position);
      return "done";
    }
  }

  private Polyomino() { }
}
