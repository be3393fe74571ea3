// soak libraries|programs MATCHES: plays that many short matches in one host, with libraries that attack on a fifth of
// the seats, or a program that attacks in each match: one in four at the level `process`, the others in the sandbox.
//
// Prints what the process holds before and after, and how the seats came out. Exit code: 0; 1 if anything has grown, a
// seat got an outcome that it has not earned, or a match without hostile libraries ended otherwise than it does without
// isolation.
#include "host/plugin/catalogue.hpp"
#include "host/seat/open_seat.hpp"
#include "host/tournament/run.hpp"
#include "tests/hostile/arena.hpp"
#include "tests/hostile/program_attacks.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <agon/random.hpp>

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using hostile::ProgramAttack;
using hostile::Row;

constexpr std::int64_t second = 1'000'000'000;

/// What this process holds, which must not grow with the number of matches.
struct Upkeep {
  std::size_t resident_kib = 0;
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::size_t processes = 0;  // its children
  std::size_t files = 0;      // for temporary files, and in shared memory
};

std::size_t resident() {
  ::malloc_trim(0);
  for (const std::string& line : support::lines_of(support::content("/proc/self/status"))) {
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  }
  return 0;
}

std::size_t count(const std::filesystem::path& folder) {
  return support::names_in(folder).size();
}

/// Returns the number of files in shared memory that attacks name. Other programs of this machine have some, too.
std::size_t in_shared_memory() {
  const auto names = support::names_in("/dev/shm");
  return static_cast<std::size_t>(std::count_if(
      names.begin(), names.end(), [](const std::string& name) { return name.find("agon") != std::string::npos; }));
}

/// `folder` is where temporary files would lie.
Upkeep held_now(const std::filesystem::path& folder) {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  return {.resident_kib = resident(),
          .descriptors = count("/proc/self/fd") - 1,  // this one is of the counting
          .threads = count("/proc/self/task"),
          .processes = hostile::children().size(),
          .files = count(folder) + in_shared_memory()};
}

void print(const char* when, const Upkeep& upkeep, std::size_t matches) {
  std::cout << when << upkeep.resident_kib << " KiB resident, " << upkeep.descriptors << " descriptors, "
            << upkeep.threads << " threads, " << upkeep.processes << " child processes, " << upkeep.files
            << " temporary files (after " << matches << " matches)" << std::endl;
}

/// What has grown, as a sentence; empty if nothing has.
std::string grown(const Upkeep& before, const Upkeep& after) {
  // The allocator's and the kernel's ways with pages come to less, a leak in each match to far more.
  constexpr std::size_t noise_kib = 2048;
  if (after.resident_kib > before.resident_kib + noise_kib) return "memory has leaked";
  if (after.descriptors > before.descriptors) return "descriptors have leaked";
  if (after.threads > before.threads) return "threads have leaked";
  if (after.processes > before.processes) return "processes have leaked";
  if (after.files > before.files) return "files have leaked";
  return "";
}

class Soak {
 public:
  virtual ~Soak() = default;

  void play(std::uint64_t first_seed, std::size_t matches) {
    for (std::size_t index = 0; index < matches; ++index) play_one(first_seed + index);
    // So that what is counted next is what is left over, and not what is kept for the next match.
    open_.clear();
  }

  /// Plays some matches to warm up, in which every attacker plays, then `matches`. Returns whether nothing was wrong.
  bool run(std::size_t warm_up, std::size_t matches) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0,
            0);  // what workers and supervisors leave behind becomes this process's own
    const support::TemporaryFolder folder;
    std::filesystem::current_path(folder.path());
    ::setenv("TMPDIR", folder.path().c_str(), 1);
    play(1'000'000'000, warm_up);
    const Upkeep before = held_now(folder.path());
    print("before: ", before, warm_up);
    const auto began = std::chrono::steady_clock::now();
    play(1, matches);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    const Upkeep after = held_now(folder.path());
    print("after:  ", after, warm_up + matches);
    const std::string leak = grown(before, after);
    std::cout << "took:   " << took.count() << " s" << (leak.empty() ? "" : "\n" + leak) << "\noutcomes:";
    for (const auto& [kind, seats] : outcomes_) std::cout << " " << kind << " " << seats;
    std::cout << "\nwrong:  " << wrong_ << "\n";
    std::filesystem::current_path("/");
    return leak.empty() && wrong_ == 0;
  }

 protected:
  struct Player {
    std::string plugin;
    host::Level level;
  };

  [[nodiscard]] host::Participant participant(const std::string& plugin) {
    return host::enter(host::PluginSpec::parse(plugin), game_.description, catalogue_);
  }

  host::MatchResult match(std::uint64_t seed, const std::array<Player, 2>& players, std::int64_t cpu_ns,
                          std::optional<std::int64_t> memory_bytes = std::nullopt) {
    std::vector<host::Seat*> seats;
    for (const Player& player : players) {
      auto& place = open_[{player.plugin, player.level, seats.size()}];
      if (!place) {
        const host::Participant entered = participant(player.plugin);
        place = host::open_seat({player.level, {}, {}}, entered.file, entered.options, [] { return false; });
      }
      seats.push_back(place.get());
    }
    host::GameState state(game_, {seed, 2, {"6"}});
    agon_limits limits = game_.description.limits;
    limits.cpu_ns = cpu_ns;
    limits.memory_bytes = memory_bytes.value_or(limits.memory_bytes);
    // Nobody here is to stall, and hosts that share a core with this one may keep it waiting.
    limits.wall_ns = 300 * second;
    return host::play_match(state, seats, {limits, limits}, {});
  }

  /// Counts an outcome, and prints it if the seat has not earned it.
  void judge(std::uint64_t seed, const std::string& plugin, const host::Outcome& outcome,
             const std::vector<std::string>& kinds, const std::string& reason) {
    const std::string kind = host::outcome_name(outcome.kind);
    ++outcomes_[kind];
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end() ||
        outcome.reason.find(reason) == std::string::npos || outcome.reason.find("the attack") != std::string::npos)
      complain(seed, plugin, kind + ": " + outcome.reason);
  }

  void complain(std::uint64_t seed, const std::string& plugin, const std::string& what) {
    constexpr std::size_t shown = 20;
    if (++wrong_ <= shown) std::cout << "wrong: seed " << seed << ", " << plugin << ": " << what << "\n";
  }

 private:
  virtual void play_one(std::uint64_t seed) = 0;

  host::Catalogue catalogue_{{std::filesystem::path(AGON_TEST_BUILT) / "plugins"}};
  host::Game game_ = catalogue_.game("tonga");
  std::map<std::tuple<std::string, host::Level, std::size_t>, std::unique_ptr<host::Seat>> open_;
  std::map<std::string, std::size_t> outcomes_;
  std::size_t wrong_ = 0;
};

class LibrarySoak final : public Soak {
 public:
  LibrarySoak() {
    // Those that need neither options of the host nor much time.
    for (const Row& row : hostile::rows()) {
      if (row.more.empty() && row.seeds == "1-3") rows_.push_back(&row);
    }
    // The catalogue keeps the bytes of each library that it has read; so it has read all of them from the start.
    for (const Row* const row : rows_) static_cast<void>(participant(hostile::plugin_of(*row, AGON_TEST_HOSTILE)));
  }

 private:
  void play_one(std::uint64_t seed) override {
    constexpr std::int64_t enough = 10 * second;  // for what ends otherwise, on an emulated machine, too
    agon::Random random(seed);
    std::array<const Row*, 2> attacks{};
    std::array<Player, 2> players;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (random.below(5) == 0) attacks[seat] = rows_[random.below(rows_.size())];
      players[seat] = {attacks[seat] != nullptr ? hostile::plugin_of(*attacks[seat], AGON_TEST_HOSTILE)
                       : random.below(2) == 0   ? "random"
                                                : "greedy",
                       host::Level::sandbox};
    }
    const host::MatchResult result = match(seed, players, enough);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const host::Outcome& outcome = result.seats[seat].outcome;
      // The other one's failure may have ended the match before this one's attack.
      const bool is_fair = attacks[seat] == nullptr || (outcome.ok() && !result.seats[1 - seat].outcome.ok());
      if (is_fair)
        judge(seed, players[seat].plugin, outcome, {"ok"}, "");
      else
        judge(seed, players[seat].plugin, outcome, attacks[seat]->kinds, attacks[seat]->reason);
    }
    if (attacks[0] != nullptr || attacks[1] != nullptr) return;
    for (Player& player : players) player.level = host::Level::none;
    const host::MatchResult same = match(seed, players, enough);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (result.seats[seat].score != same.seats[seat].score) complain(seed, players[seat].plugin, "another score");
    }
  }

  std::vector<const Row*> rows_;
};

class ProgramSoak final : public Soak {
 public:
  ProgramSoak() {
    // Those that only end by a limit take most of the time, so they come seldom.
    const std::set<std::string> slow = {"fork_bomb", "memory_in_children", "time_in_orphans",
                                        "flood_log", "fill_folder",        "junk"};
    for (const ProgramAttack& attack : hostile::program_attacks()) {
      if (!attack.waits) (slow.contains(attack.name) ? slow_ : quick_).push_back(&attack);
    }
  }

 private:
  void play_one(std::uint64_t seed) override {
    agon::Random random(seed);
    const auto& attacks = random.below(25) == 0 ? slow_ : quick_;
    const ProgramAttack& attack = *attacks[random.below(attacks.size())];
    const bool sandbox = attack.needs_sandbox || random.below(4) != 0;
    const std::string plugin = std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=" + attack.name;
    const std::array<Player, 2> players = {
        {{plugin, sandbox ? host::Level::sandbox : host::Level::process}, {"random", host::Level::none}}};
    constexpr std::int64_t memory = 64 << 20;
    const host::MatchResult result =
        match(seed, players, static_cast<std::int64_t>(attack.seconds() * static_cast<double>(second)), memory);
    judge(seed, plugin, result.seats.front().outcome, attack.kinds, attack.reason);
  }

  std::vector<const ProgramAttack*> quick_;
  std::vector<const ProgramAttack*> slow_;
};

}  // namespace

int main(int count, char** words) {
  try {
    if (count != 3) throw std::invalid_argument("write libraries or programs, and the number of matches");
    const std::size_t matches = std::stoul(words[2]);
    if (std::string_view(words[1]) == "programs") {
      hostile::limit_processes();
      return ProgramSoak().run(std::max<std::size_t>(matches / 10, 40), matches) ? 0 : 1;
    }
    const host::Pinned pinned({}, 0, 1);
    return LibrarySoak().run(std::max<std::size_t>(matches / 10, 500), matches) ? 0 : 1;
  } catch (const std::exception& failure) {
    std::cerr << "soak: " << failure.what() << "\n";
    return 1;
  }
}
