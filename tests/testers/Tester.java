import java.io.*;
import java.util.*;

/** Makes a case from -seed, and starts the solution -exec. With -leave, leaves a thread and a process that run on. */
public class Tester {
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    if (words.contains("-leave")) {
      Thread left = new Thread(() -> { while (true) { } });
      left.setDaemon(true);
      left.start();
      Process other = new ProcessBuilder("sleep", "1000").start();
      try (PrintWriter pid = new PrintWriter("pid")) { pid.println(other.pid()); }
    }
    Random random = new Random(Long.parseLong(words.get(words.indexOf("-seed") + 1)));
    Process solution = Runtime.getRuntime().exec(words.get(words.indexOf("-exec") + 1));
    PrintWriter out = new PrintWriter(solution.getOutputStream(), true);
    BufferedReader in = new BufferedReader(new InputStreamReader(solution.getInputStream()));
    double score = 0;
    for (int turn = 0; turn < 5; turn++) {
      int number = random.nextInt(1000);
      out.println(number);
      score += random.nextDouble() * (Integer.parseInt(in.readLine()) - number);
    }
    out.println(-1);
    solution.waitFor();
    System.out.println("Score = " + score);
  }
}
