// Speaks Agon's protocol for programs: lines of text on standard input and output.
//
// A game's class gives a base class for bots. This one calls it: once for each match, then once for each turn.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

final class Agon {
  /** A bot as the protocol sees it: one for each match. */
  interface Player {
    /** Returns the text of an action for the position. */
    String turn(String position);
  }

  /** What a bot knows of its match. */
  static final class Session {
    String game = "";
    Map<String, String> options = new HashMap<>(); // from the command line
    int seat = 0; // from 0
    int seats = 1;
    long seed = 0; // 64 bits for the bot's own random numbers: equal seeds should give equal matches
    double timeLeft = Double.POSITIVE_INFINITY; // of CPU time when the turn began, seconds

    /** Writes a line to the seat's log. */
    void log(String text) {
      write("log " + text.replace('\n', ' '));
    }

    /** Plays an action inside the turn. Returns the text that it revealed; null: the turn is over. */
    String act(String action) {
      write("act " + action);
      for (String line = read(); line != null; line = read()) {
        if (line.equals("over")) return null;
        if (line.equals("revealed")) return "";
        if (line.startsWith("revealed ")) return rest(line);
      }
      System.exit(0);
      return null;
    }
  }

  private static final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private static final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  private static String read() {
    try {
      return in.readLine();
    } catch (IOException closed) {
      return null;
    }
  }

  private static void write(String line) {
    out.print(line + "\n");
    out.flush();
  }

  private static String word(String line) {
    final int end = line.indexOf(' ');
    return end < 0 ? line : line.substring(0, end);
  }

  private static String rest(String line) {
    final int end = line.indexOf(' ');
    return end < 0 ? "" : line.substring(end + 1);
  }

  /** Plays matches until the host ends. */
  static void play(Function<Session, Player> makePlayer) {
    String game = "";
    final Map<String, String> options = new HashMap<>();
    Session session = null;
    Player player = null;
    for (String line = read(); line != null; line = read()) {
      final String rest = rest(line);
      switch (word(line)) {
        case "game" -> game = word(rest);
        case "option" -> options.put(word(rest), rest(rest));
        case "start" -> write("ready");
        case "new" -> {
          session = new Session();
          session.game = game;
          session.options = options;
          final String[] facts = rest.split(" ");
          for (int at = 0; at + 1 < facts.length; at += 2) {
            if (facts[at].equals("seat")) session.seat = Integer.parseInt(facts[at + 1]);
            if (facts[at].equals("seats")) session.seats = Integer.parseInt(facts[at + 1]);
            if (facts[at].equals("seed")) session.seed = Long.parseUnsignedLong(facts[at + 1]);
          }
          player = makePlayer.apply(session);
        }
        case "turn" -> {
          final String left = word(rest);
          session.timeLeft = left.equals("-") ? Double.POSITIVE_INFINITY : Long.parseLong(left) / 1000.0;
          write("action " + player.turn(rest(rest)));
        }
        case "quit" -> {
          return;
        }
        default -> { }
      }
    }
  }

  private Agon() { }
}
