// Learns champion's weights from matches that it plays with itself, and measures how they play.
//
//     linez_train learn FILE SECONDS [option=value ...]    starts, or continues, FILE
//     linez_train play FILE MATCHES [option=value ...]
//     linez_train pack FILE WEIGHTS
//
// FILE is a checkpoint, or weights that `pack` has made; these begin without what learning rates depend on. Learning
// also writes FILE.mean: weights that are the means of those during the run, with less of the last matches' luck.
#include "../strategies/champion/search.hpp"
#include "../strategies/champion/td.hpp"
#include "../strategies/champion/weights.hpp"

#include <agon/random.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace linez::champion;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Options {
  std::map<std::string, double> values = {
      {"rows", 9},        {"columns", 9},     {"colours", 7}, {"seed", 1},   {"width", 8},  // what is played, and how
      {"discount", 1},    {"rate", .1},       {"fill", 2},    {"shared", 1},                // learning
      {"simulations", 0}, {"candidates", 12}, {"depth", 2},   {"prior", 1},  {"lambda", .85}, {"doubt", 3}};  // search
  double operator[](const std::string& name) const { return values.at(name); }
  int whole(const std::string& name) const { return static_cast<int>(values.at(name)); }
};

struct Play {
  int score = 0;
  int moves = 0;
};

template <class Value>
void read_all(std::istream& in, std::vector<Value>& values) {
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(Value)));
}

template <class Value>
void write_all(std::ostream& out, const std::vector<Value>& values) {
  out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(Value)));
}

std::size_t write_packed(const std::string& path, const std::vector<float>& weights) {
  const std::vector<std::uint8_t> bytes = pack(weights);
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write '" + path + "'");
  return bytes.size();
}

class Trainer {
 public:
  explicit Trainer(const Options& options)
      : options_(options),
        scan_(folded_),
        search_(folded_, settings_of(options), static_cast<std::uint64_t>(options["seed"])),
        random_(static_cast<std::uint64_t>(options["seed"])),
        discount_(static_cast<float>(options["discount"])),
        rate_(static_cast<float>(options["rate"])),
        width_(options.whole("width")),
        simulations_(options.whole("simulations")),
        steps_(options["shared"] != 0 ? TdLearner::Steps::shared : TdLearner::Steps::own) {}

  /// Reads a checkpoint or weights. If there is no such file and `create` is true, begins anew.
  void read(const std::string& path, bool create) {
    std::ifstream in(path, std::ios::binary);
    if (!in && !create) throw std::runtime_error("cannot read '" + path + "'");
    if (!in) {
      begin();
      folded_.fold(learner_.values());
      return;
    }
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    if (bytes.starts_with("LZW")) {
      learner_.set_values(unpack({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
    } else {
      in.clear();
      in.seekg(0);
      read_all(in, learner_.all());
      if (!in) throw std::runtime_error(path + ": not a checkpoint of these features");
    }
    folded_.fold(learner_.values());
  }

  void write(const std::string& path) {
    {
      std::ofstream out(path + ".new", std::ios::binary);
      write_all(out, learner_.all());
      if (!out.flush()) throw std::runtime_error("cannot write '" + path + ".new'");
    }
    std::rename((path + ".new").c_str(), path.c_str());
    if (folds_ == 0) return;
    std::vector<float> means(means_.size());
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i] = static_cast<float>(means_[i] / static_cast<double>(folds_));
    write_packed(path + ".mean", means);
  }

  void pack(const std::string& path) { std::printf("%zu bytes\n", write_packed(path, learner_.values())); }

  void learn(const std::string& path, double seconds) {
    const double start = cpu_seconds();
    double reported = start;
    double saved = start;
    double scores = 0;
    int matches = 0;
    std::uint64_t last_decisions = 0;
    for (;;) {
      scores += play(fresh(), true).score;
      ++matches;
      const double now = cpu_seconds();
      if (now - reported >= 20) {
        double visits = 0;
        double mean = 0;
        for (int i = 0; i <= cells; ++i) visits += filled_[i], mean += i * filled_[i];
        std::printf("%6.0f s %6d matches, mean %7.1f, %6.0f decisions/s, filled %.1f, error %.2f\n", now - start,
                    matches, scores / matches, static_cast<double>(decisions_ - last_decisions) / (now - reported),
                    mean / visits, errors_ / visits);
        std::fflush(stdout);
        filled_ = {};
        errors_ = 0;
        reported = now;
        last_decisions = decisions_;
        scores = matches = 0;
      }
      const bool done = now - start >= seconds;
      if (done || now - saved >= 60) {
        write(path);
        saved = now;
      }
      if (done) return;
    }
  }

  void measure(int matches) {
    double sum = 0;
    double squares = 0;
    double moves = 0;
    const double start = cpu_seconds();
    for (int i = 0; i < matches; ++i) {
      Board board = fresh();
      int score = 0;
      for (; !board.full(); ++moves) {
        const Move best = simulations_ > 0 ? search_.choose(board, simulations_, [] { return false; })
                                           : search_.choose_quickly(board);
        const Outcome outcome = follow(board, best, agon::QuickRandom(random_.next()));
        score += 2 * outcome.removed + outcome.line_bonus + outcome.drop_bonus;
        board = outcome.board;
      }
      sum += score;
      squares += static_cast<double>(score) * score;
    }
    const double mean = sum / matches;
    const double error = std::sqrt((squares / matches - mean * mean) / (matches - 1));
    std::printf("%d matches: mean %.1f +- %.1f (95 %%), %.1f moves, %.1f us a move\n", matches, mean, 1.96 * error,
                moves / matches, (cpu_seconds() - start) * 1e6 / moves);
  }

 private:
  static Search::Settings settings_of(const Options& options) {
    return {.candidates = options.whole("candidates"),
            .width = options.whole("width"),
            .depth = options.whole("depth"),
            .discount = static_cast<float>(options["discount"]),
            .prior = static_cast<float>(options["prior"]),
            .doubt = static_cast<float>(options["doubt"]),
            .lambda = static_cast<float>(options["lambda"])};
  }

  /// Starts with `fill` points for each empty cell.
  void begin() {
    std::vector<float> weights(std::size_t{weight_count});
    for (int stage = 0; stage < stages; ++stage)
      for (int i = 0; i < 2 * (cells + 1); ++i)
        weights[static_cast<std::size_t>(stage * stage_size + filling_base + i)] =
            static_cast<float>(options_["fill"] * (cells - i % (cells + 1)));
    learner_.set_values(weights);
  }

  Board fresh() {
    Board board = empty_board(options_.whole("rows"), options_.whole("columns"), options_.whole("colours"), 3);
    announce(board, random_);
    int removed = 0;
    fall(board, random_, removed);
    return board;
  }

  /// Plays a match to its end.
  Play play(Board board, bool learning) {
    Play result;
    scan_.look(board, width_);
    Move best = scan_.best();
    for (;;) {
      if (++decisions_ % fold_interval == 0 && learning) {
        folded_.fold(learner_.values());
        add_to_means();
      }
      ++result.moves;
      const agon::QuickRandom chance(random_.next());
      const Outcome outcome = follow(board, best, chance);
      if (learning) activate_after(board, best, active_);
      const float target = next_value(outcome, board);
      const Move next = next_;
      if (learning) {
        ++filled_[board.numbers];
        errors_ += std::fabs(static_cast<double>(learner_.learn(active_, target, rate_, steps_)));
      }
      result.score += 2 * outcome.removed + outcome.line_bonus + outcome.drop_bonus;
      if (outcome.board.full()) return result;
      board = outcome.board;
      best = next;
    }
  }

  static void activate_after(const Board& board, const Move& move, Active& active) {
    Board after = board;
    const int removed = make_move(after, move.from, move.to);
    activate(after, removed > 0 && after.numbers > 0 ? Next::again : Next::drop, active);
  }

  /// The value of a position after a move by what followed: rewards, and the value after the best next move.
  float next_value(const Outcome& outcome, const Board& before) {
    auto reward = static_cast<float>(outcome.drop_bonus);
    if (!outcome.again) reward += drop_worth(before);
    if (outcome.board.full()) return reward;
    if (simulations_ > 0) {
      next_ = search_.choose(outcome.board, simulations_, [] { return false; });
      return reward + (outcome.again ? 1 : discount_) * static_cast<float>(search_.value());
    }
    scan_.look(outcome.board, width_);
    next_ = scan_.best();
    return reward + (outcome.again ? 1 : discount_) * next_.value;
  }

  void add_to_means() {
    ++folds_;
    for (std::size_t i = 0; i < means_.size(); ++i) means_[i] += static_cast<double>(learner_.all()[i].value);
  }

  Options options_;
  TdLearner learner_;
  Folded folded_;
  Scan scan_;
  Search search_;
  agon::QuickRandom random_;
  float discount_;
  float rate_;
  int width_;
  int simulations_;
  Active active_;
  TdLearner::Steps steps_;
  Move next_;
  static constexpr std::uint64_t fold_interval = 16384;  // decisions
  std::vector<double> means_ = std::vector<double>(std::size_t{weight_count});
  std::uint64_t folds_ = 0;
  std::uint64_t decisions_ = 0;
  Table<double, cells + 1> filled_{};
  double errors_ = 0;
};

}  // namespace

namespace {

double number_of(const std::string& text) {
  std::size_t end = 0;
  double number = 0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size()) throw std::runtime_error("'" + text + "' is not a number");
  return number;
}

Options options_of(const std::vector<std::string>& words) {
  Options options;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || !options.values.contains(word.substr(0, equals)))
      throw std::runtime_error("'" + word + "' is not an option=value");
    options.values[word.substr(0, equals)] = number_of(word.substr(equals + 1));
  }
  return options;
}

void run(const std::string& task, const std::string& file, const std::string& argument, const Options& options) {
  const bool learning = task == "learn";
  if (!learning && task != "play" && task != "pack")
    throw std::runtime_error("'" + task + "' is not learn, play or pack");
  Trainer trainer(options);
  trainer.read(file, learning);
  if (learning) {
    trainer.learn(file, number_of(argument));
  } else if (task == "pack") {
    trainer.pack(argument);
  } else {
    const auto matches = static_cast<int>(number_of(argument));
    if (matches < 2) throw std::runtime_error("an interval takes at least 2 matches");
    trainer.measure(matches);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: linez_train learn|play|pack FILE SECONDS|MATCHES|WEIGHTS [option=value ...]\n");
    return 2;
  }
  try {
    run(argv[1], argv[2], argv[3], options_of({argv + 4, argv + argc}));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "linez_train: %s\n", failure.what());
    return 2;
  }
}
