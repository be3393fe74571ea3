// What the turns of a match have used, and what strategies have logged and reported in them. It depends on the machine:
// nothing that compares or replays matches reads it.
#pragma once

#include "host/plugin/evaluation.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// What a strategy has logged in one turn. `cut` bytes are left out: the first lines of the turn, and all lines of the
/// seat's later turns without an entry.
struct TurnLog {
  std::size_t action = 0;  // number of the turn's last event, from 1
  std::string text;        // lines, each terminated by '\n'
  std::uint64_t cut = 0;

  /// Returns the text, below a line about what is left out.
  [[nodiscard]] std::string shown() const;
};

/// Returns {"value":V,"depth":D,"nodes":N,"line":"..."} without what was not told; "share" in place of "value" for the
/// share of opponents that it expects to beat.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation);

/// Returns a value as people see it, with four significant digits.
double as_shown(double value);

/// Returns "expects a score of 4.2, depth 9, 1200 positions: e2e4 e7e5", without what was not told.
std::string evaluation_text(const Evaluation& evaluation);

/// What a seat held when a turn ended.
struct TurnMemory {
  std::size_t action = 0;  // number of the turn's last event, from 1
  std::int64_t kib = 0;
};

struct TurnUsage {
  std::vector<std::int64_t> cpu_us;       // of each event; 0 except for the last one of a turn. Empty: unknown
  std::vector<TurnLog> logs;              // in the order of the events
  std::vector<TurnMemory> memory{};       // likewise, of turns after which it was measured: seldom short ones
  std::vector<Evaluation> evaluations{};  // likewise
};

/// The maximum size of the log of a turn, and of the logs and of the reported lines of all turns of a seat; bytes.
inline constexpr std::size_t most_of_turn_log = 4096;
inline constexpr std::size_t most_of_seat_log = 65536;

/// Collects what turns use.
class TurnUsageCollector {
 public:
  /// Adds a turn that ended with event number `event`, from 1: at least that of the turn before. `memory_kib`: what the
  /// seat held then; 0: that was not measured.
  void add(std::size_t event, std::int32_t seat, std::int64_t cpu_us, std::string_view log,
           std::optional<Evaluation> evaluation = std::nullopt, std::int64_t memory_kib = 0);

  [[nodiscard]] const TurnUsage& usage() const { return usage_; }

 private:
  struct SeatLog {
    std::size_t size = 0;   // of all entries
    std::size_t last = 0;   // index of the last entry
    std::size_t lines = 0;  // size of all reported lines
  };

  TurnUsage usage_;
  std::map<std::int32_t, SeatLog> seats_;
};

}  // namespace host
