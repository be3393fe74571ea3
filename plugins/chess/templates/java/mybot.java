// mybot plays chess: it takes the most valuable piece that it can.

class Bot extends Chess.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  String move(Chess.Position position) {
    // Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
    // ahead. session has the seat, a seed, the time left and the log.
    String best = null;
    int most = -1;
    for (String move : position.moves) {
      final int worth = position.theirs.indexOf(position.at(move.substring(2, 4))) + 1;
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
