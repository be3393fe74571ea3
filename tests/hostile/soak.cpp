// soak MATCHES: plays that many short matches in one host, a fifth of the seats taken by strategies that attack.
//
// Prints what the process holds before and after, and how the seats came out. Exit code: 0; 1 if anything has grown, a
// seat got an outcome that it has not earned, or a match without hostile seats ended otherwise than it does without
// isolation.
#include "host/plugin/catalogue.hpp"
#include "host/seat/open_seat.hpp"
#include "host/tournament/run.hpp"
#include "tests/hostile/arena.hpp"
#include "tests/hostile/upkeep.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using hostile::Row;

constexpr std::int64_t second = 1'000'000'000;
constexpr std::size_t seats = 2;

/// Those that need neither options of the host nor much time.
std::vector<Row> quick_rows() {
  std::vector<Row> quick;
  for (const Row& row : hostile::rows()) {
    if (row.more.empty() && row.seeds == "1-3") quick.push_back(row);
  }
  return quick;
}

/// Who plays: a row, or a well-behaved strategy.
struct Player {
  std::string plugin;
  const Row* row = nullptr;
};

class Soak {
 public:
  Soak() : game_(catalogue_.game("tonga")), rows_(quick_rows()) {
    for (const Row& row : rows_) hostile_.push_back({hostile::plugin_of(row, AGON_TEST_HOSTILE), &row});
    // The catalogue keeps the bytes of each library that it has read; so it has read all of them from the start.
    for (const Player& player : hostile_) static_cast<void>(participant(player));
  }

  void play(std::uint64_t first_seed, std::size_t matches) {
    for (std::size_t index = 0; index < matches; ++index) play_one(first_seed + index);
    // So that what is counted next is what is left over, and not what is kept for the next match.
    isolated_.clear();
    in_process_.clear();
  }

  [[nodiscard]] const std::map<std::string, std::size_t>& outcomes() const { return outcomes_; }
  [[nodiscard]] std::size_t hostile_seats() const { return hostile_seats_; }
  [[nodiscard]] std::size_t wrong() const { return wrong_; }

 private:
  using Players = std::array<const Player*, seats>;
  using Seats = std::map<std::pair<std::string, std::size_t>, std::unique_ptr<host::Seat>>;

  void play_one(std::uint64_t seed) {
    agon::Random random(seed);
    Players players{};
    for (const Player*& player : players)
      player = random.below(5) == 0 ? &hostile_[random.below(hostile_.size())] : &fair_[random.below(fair_.size())];
    const host::MatchResult result = match(seed, players, sandbox_, isolated_);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      // The other one's failure may have ended the match before this one's attack.
      const bool cut_short = !result.seats[1 - seat].outcome.ok();
      judge(seed, *players[seat], result.seats[seat].outcome, cut_short);
    }
    if (players[0]->row != nullptr || players[1]->row != nullptr) return;
    const host::MatchResult same = match(seed, players, {host::Level::none, {}, {}}, in_process_);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      if (result.seats[seat].score != same.seats[seat].score) complain(seed, *players[seat], "another score");
    }
  }

  [[nodiscard]] host::Participant participant(const Player& player) {
    return host::enter(host::PluginSpec::parse(player.plugin), game_.description, catalogue_);
  }

  host::MatchResult match(std::uint64_t seed, const Players& players, const host::SandboxPolicy& sandbox, Seats& open) {
    std::vector<host::Seat*> taken;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      auto& place = open[{players[seat]->plugin, seat}];
      if (!place) {
        const host::Participant entered = participant(*players[seat]);
        place = host::open_seat(sandbox, entered.file, entered.options, [] { return false; });
      }
      taken.push_back(place.get());
    }
    host::GameState state(game_, {seed, seats, {"6"}});
    agon_limits limits = game_.description.limits;
    limits.cpu_ns = 10 * second;  // enough for what ends otherwise, on an emulated machine, too
    // Nobody here is to stall, and hosts that share a core with this one may keep it waiting.
    limits.wall_ns = 300 * second;
    return host::play_match(state, taken, limits, {});
  }

  void judge(std::uint64_t seed, const Player& player, const host::Outcome& outcome, bool cut_short) {
    const std::string kind = host::outcome_name(outcome.kind);
    ++outcomes_[kind];
    if (player.row == nullptr) {
      if (!outcome.ok()) complain(seed, player, kind + ": " + outcome.reason);
      return;
    }
    ++hostile_seats_;
    if (outcome.ok() && cut_short) return;
    const Row& row = *player.row;
    if (std::find(row.kinds.begin(), row.kinds.end(), kind) == row.kinds.end() ||
        outcome.reason.find(row.reason) == std::string::npos || outcome.reason.find("the attack") != std::string::npos)
      complain(seed, player, kind + ": " + outcome.reason);
  }

  void complain(std::uint64_t seed, const Player& player, const std::string& what) {
    constexpr std::size_t shown = 20;
    if (++wrong_ <= shown) std::cout << "wrong: seed " << seed << ", " << player.plugin << ": " << what << "\n";
  }

  host::Catalogue catalogue_{{std::filesystem::path(AGON_TEST_BUILT) / "plugins"}};
  host::Game game_;
  host::SandboxPolicy sandbox_;
  const std::vector<Row> rows_;
  std::vector<Player> hostile_;
  const std::vector<Player> fair_ = {{"random", nullptr}, {"greedy", nullptr}};
  Seats isolated_;
  Seats in_process_;
  std::map<std::string, std::size_t> outcomes_;
  std::size_t hostile_seats_ = 0;
  std::size_t wrong_ = 0;
};

int run(std::size_t matches) {
  const host::Pinned pinned({}, 0, 1);
  Soak soak;
  const std::size_t warm_up = std::max<std::size_t>(matches / 10, 500);  // every strategy has played
  const bool sound =
      hostile::holds_nothing([&](std::uint64_t seed, std::size_t count) { soak.play(seed, count); }, warm_up, matches);
  std::cout << "seats:  " << soak.hostile_seats() << " hostile ones among " << seats * (matches + warm_up)
            << "; outcomes:";
  for (const auto& [kind, count] : soak.outcomes()) std::cout << " " << kind << " " << count;
  std::cout << "\nwrong:  " << soak.wrong() << "\n";
  return sound && soak.wrong() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count > 1 ? std::stoul(words[1]) : 100'000);
  } catch (const std::exception& failure) {
    std::cerr << "soak: " << failure.what() << "\n";
    return 1;
  }
}
