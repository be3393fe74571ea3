// mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.

class Bot extends Go.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  String move(Go.Position position) {
    // Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches
    // to the end at random, and take the move that wins most of them. session has the seat, a seed, the time left and
    // the log.
    String best = "pass";
    int most = 0;
    for (String move : position.moves) {
      final int worth = move.equals("pass") ? 0 : worthOf(move, position);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  private static int worthOf(String move, Go.Position position) {
    int others = 0;
    for (String near : position.neighbours(move)) others += position.at(near) == position.mine ? 0 : 1;
    return others;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
