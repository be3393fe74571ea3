// mybot plays PseudoTonga: it takes the square with the most adjacent stones of its own.

class Bot extends Tonga.Strategy {
  Bot(Agon.Session session) {
    super(session);
  }

  @Override
  Tonga.Cell move(Tonga.Position position) {
    // Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a small
    // one. session has the seat, a seed, the time left and the log.
    Tonga.Cell best = null;
    long most = -1;
    for (Tonga.Cell cell : position.empty()) {
      final long worth = position.neighbours(cell).stream().filter(near -> position.at(near) == position.mine).count();
      if (worth > most) {
        most = worth;
        best = cell;
      }
    }
    return best;
  }

  public static void main(String[] words) {
    Agon.play(Bot::new);
  }
}
