// program_soak MATCHES: plays that many short matches of a program that attacks, in one host: one in four at the level
// `process`, the others in the sandbox.
//
// Prints what the process holds before and after, and how the seats came out. Exit code: 0; 1 if anything has grown, or
// if a seat got an outcome that it has not earned.
#include "host/plugin/catalogue.hpp"
#include "host/seat/open_seat.hpp"
#include "host/tournament/run.hpp"
#include "tests/hostile/arena.hpp"
#include "tests/hostile/program_attacks.hpp"
#include "tests/hostile/upkeep.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using hostile::ProgramAttack;

class ProgramSoak {
 public:
  ProgramSoak() : game_(catalogue_.game("tonga")) {
    // Those that only end by a limit take most of the time, so they come seldom.
    const std::set<std::string> slow = {"fork_bomb", "memory_in_children", "shared_memory", "time_in_orphans",
                                        "flood_log", "fill_folder",        "junk"};
    for (const ProgramAttack& attack : hostile::program_attacks()) {
      if (!attack.waits) (slow.contains(attack.name) ? slow_ : quick_).push_back(&attack);
    }
  }

  void play(std::uint64_t first_seed, std::size_t matches) {
    for (std::size_t index = 0; index < matches; ++index) play_one(first_seed + index);
    open_.clear();
  }

  [[nodiscard]] const std::map<std::string, std::size_t>& outcomes() const { return outcomes_; }
  [[nodiscard]] std::size_t wrong() const { return wrong_; }

 private:
  void play_one(std::uint64_t seed) {
    agon::Random random(seed);
    const bool seldom = random.below(25) == 0;
    const auto& attacks = seldom ? slow_ : quick_;
    const ProgramAttack& attack = *attacks[random.below(attacks.size())];
    const bool sandbox = attack.needs_sandbox || random.below(4) != 0;
    const host::Level level = sandbox ? host::Level::sandbox : host::Level::process;
    host::Seat& hostile = seat(std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=" + attack.name, level);
    host::Seat& fair = seat("random", host::Level::none);
    host::GameState state(game_, {seed, 2, {"6"}});
    agon_limits limits = game_.description.limits;
    limits.cpu_ns = static_cast<std::int64_t>(attack.seconds() * 1e9);
    limits.memory_bytes = 64 << 20;
    limits.wall_ns = 300'000'000'000;
    std::vector<host::Seat*> seats = {&hostile, &fair};
    const host::MatchResult result = host::play_match(state, seats, limits, {});
    const host::Outcome& outcome = result.seats.front().outcome;
    const std::string kind = host::outcome_name(outcome.kind);
    ++outcomes_[kind];
    const bool earned = std::find(attack.kinds.begin(), attack.kinds.end(), kind) != attack.kinds.end();
    if (earned && outcome.reason.find(attack.reason) != std::string::npos) return;
    if (++wrong_ <= 20)
      std::cout << "wrong: seed " << seed << ", " << attack.name << ": " << kind << ": " << outcome.reason << "\n";
  }

  host::Seat& seat(const std::string& plugin, host::Level level) {
    auto& place = open_[{plugin, level}];
    if (!place) {
      const host::Participant participant = host::enter(host::PluginSpec::parse(plugin), game_.description, catalogue_);
      place = host::open_seat({level, {}, {}}, participant.file, participant.options, [] { return false; });
    }
    return *place;
  }

  host::Catalogue catalogue_{{std::filesystem::path(AGON_TEST_BUILT) / "plugins"}};
  host::Game game_;
  std::vector<const ProgramAttack*> quick_;
  std::vector<const ProgramAttack*> slow_;
  std::map<std::pair<std::string, host::Level>, std::unique_ptr<host::Seat>> open_;
  std::map<std::string, std::size_t> outcomes_;
  std::size_t wrong_ = 0;
};

int run(std::size_t matches) {
  hostile::limit_processes();
  ProgramSoak soak;
  const bool sound = hostile::holds_nothing([&](std::uint64_t seed, std::size_t count) { soak.play(seed, count); },
                                            std::max<std::size_t>(matches / 10, 40), matches);
  std::cout << "outcomes:";
  for (const auto& [kind, count] : soak.outcomes()) std::cout << " " << kind << " " << count;
  std::cout << "\nwrong:  " << soak.wrong() << "\n";
  return sound && soak.wrong() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count > 1 ? std::stoul(words[1]) : 20'000);
  } catch (const std::exception& failure) {
    std::cerr << "program_soak: " << failure.what() << "\n";
    return 1;
  }
}
