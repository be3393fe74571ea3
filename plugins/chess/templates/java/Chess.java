// Positions of chess, read from text: a FEN and the legal moves. Squares are named, as "e4".
import java.util.List;

final class Chess {
  /** The board as the seat to move sees it. */
  static final class Position {
    final String fen;
    final List<String> moves; // the legal ones, as UCI writes them: "e2e4", "e7e8q"
    final String mine; // the pieces, from pawn to king
    final String theirs;
    private final String[] rows; // from rank 8

    Position(String text, int seat) {
      final List<String> words = List.of(text.split(" "));
      fen = String.join(" ", words.subList(0, 6));
      moves = words.subList(6, words.size());
      mine = seat == 0 ? "PNBRQK" : "pnbrqk";
      theirs = seat == 0 ? "pnbrqk" : "PNBRQK";
      String board = words.get(0);
      for (int gap = 1; gap <= 8; ++gap) board = board.replace(String.valueOf(gap), ".".repeat(gap));
      rows = board.split("/");
    }

    /** Returns the piece as a FEN writes it, or '.'. */
    char at(String square) {
      return rows['8' - square.charAt(1)].charAt(square.charAt(0) - 'a');
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

  private Chess() { }
}
