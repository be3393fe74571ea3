// A game of pure luck, and a strategy that differs from itself by one number: which of two is better is a coin's toss.
// What `compare` says of them is known to be false wherever it is not "no difference found".
#include <agon/game.hpp>
#include <agon/random.hpp>
#include <agon/strategy.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

constexpr int turns = 4;  // of each seat
constexpr int choices = 16;

struct Observation {
  std::uint64_t past;  // a hash of the start and of all actions
  std::int32_t seat;
};

struct Action {
  std::int32_t choice;
};

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return agon::hashed(std::array{a, b});
}

/// A normal number with the standard deviation 3, from a hash.
double normal(std::uint64_t hash) {
  agon::QuickRandom random(hash);
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(1'000'000)) * 1e-6;
  return 3 * sum;
}

class Luck {
 public:
  using Observation = ::Observation;
  using Action = ::Action;
  static constexpr std::uint64_t text_capacity = 32;
  static constexpr std::uint32_t model = 0;

  explicit Luck(agon::Setup& setup) : seats_(setup.seats()) {
    const auto starts = static_cast<std::uint64_t>(setup.integer("starts", 0));
    past_ = mixed(starts == 0 ? setup.seed() : agon::QuickRandom(setup.seed()).below(starts), 0);
  }
  Luck(agon::Setup& setup, std::int32_t /*seat*/, const Observation& seen)
      : seats_(setup.seats()), turn_(seen.seat), past_(seen.past) {}

  [[nodiscard]] std::int32_t to_move() const { return turn_ < turns * seats_ ? turn_ % seats_ : AGON_OVER; }
  void observe(std::int32_t seat, Observation& out) const {
    out.past = past_;
    out.seat = seat;
  }
  void act(std::int32_t /*seat*/, const Action& action) {
    if (action.choice < 0 || action.choice >= choices) throw agon::Illegal("an action is a number from 0 to 15");
    pass(static_cast<std::uint64_t>(action.choice) + 1);
  }
  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    failed_[static_cast<std::size_t>(seat)] = true;
    pass(0);
  }
  /// Whole numbers, so that there are ties. One seat: about 100; several: their sum is about 0.
  [[nodiscard]] double score(std::int32_t seat) const {
    const auto own = [&](std::int32_t s) {
      return failed_[static_cast<std::size_t>(s)]
                 ? -20
                 : std::round(normal(mixed(past_, 100 + static_cast<std::uint64_t>(s))));
    };
    if (seats_ == 1) return 100 + own(0);
    double others = 0;
    for (std::int32_t s = 0; s < seats_; ++s) others += s == seat ? 0 : own(s);
    return own(seat) - others / (seats_ - 1);
  }

  void actions(agon::ActionList<Action>& list) const {
    for (std::int32_t choice = 0; choice < choices; ++choice) list.add({choice});
  }
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const { return std::to_string(past_); }
  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.choice); }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    std::int32_t choice = 0;
    for (const char c : text) {
      if (c < '0' || c > '9' || choice >= choices) throw agon::Illegal("an action is a number from 0 to 15");
      choice = 10 * choice + (c - '0');
    }
    return {choice};
  }
  [[nodiscard]] static std::string revealed() { return {}; }

 private:
  void pass(std::uint64_t what) {
    past_ = mixed(past_, what);
    do ++turn_;
    while (turn_ < turns * seats_ && failed_[static_cast<std::size_t>(turn_ % seats_)]);
  }

  std::int32_t seats_;
  std::int32_t turn_ = 0;
  std::uint64_t past_ = 0;
  std::array<bool, 3> failed_{};
};

/// Plays what its number makes of what it sees. With draws=yes it draws, and plays otherwise on each seed.
class Guess : public agon::FixedStrategy<Observation, Action> {
 public:
  static constexpr const char* protocol = "luck/1";
  explicit Guess(const agon::Session& session)
      : number_(static_cast<std::uint64_t>(session.options().integer("number"))) {
    if (session.options().flag("draws")) number_ = mixed(number_, session.seed());
    fails_ = session.options().number("fails");
  }
  Action decide(const Observation& seen) override {
    const std::uint64_t hash = mixed(number_, seen.past);
    // In one of its turns; which matches it fails in depends on its number, too.
    if (static_cast<double>(agon::QuickRandom(hash).below(1'000'000)) * 1e-6 < fails_ / turns)
      throw agon::Failure(AGON_FAILED, "it was to fail");
    return {static_cast<std::int32_t>(hash % choices)};
  }

 private:
  std::uint64_t number_;
  double fails_ = 0;
};

constexpr std::array parameters = {
    agon::integer("starts", "number of different starts; 0: each seed is another one", "0", 0, 1000)};
constexpr std::array options = {agon::integer("number", "makes it differ from others", "0", 0, 1'000'000'000),
                                agon::flag("draws", "whether it draws its actions", "no"),
                                agon::number("fails", "share of the matches in which it fails", "0", 0, 1)};

constexpr agon_game_type game = agon::game_type<Luck>({.id = "luck",
                                                       .protocol = "luck/1",
                                                       .summary = "a toss of a coin",
                                                       .min_seats = 1,
                                                       .max_seats = 3,
                                                       .contest = AGON_CONTEST_MEAN,
                                                       .parameters = parameters});
constexpr agon_strategy_type strategy =
    agon::strategy_type<Guess>({.id = "guess", .version = "1.0.0", .summary = "plays by a number", .options = options});
constexpr const agon_game_type* games[] = {&game};
constexpr const agon_strategy_type* strategies[] = {&strategy};

}  // namespace

constinit const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "luck", "1.0.0", 1, 1, games,
                                                strategies};
