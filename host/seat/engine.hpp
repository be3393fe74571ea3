// An engine that speaks UCI: what the host writes to it, and what its lines say. No I/O.
//
// UCI is the protocol of Stefan Meyer-Kahlen, version of April 2006. The host writes: uci, setoption, isready,
// ucinewgame, position, go, quit.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/settings.hpp"

#include <agon/ext/analysis.h>
#include <agon/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

/// What an engine says of itself between `uci` and `uciok`.
struct EngineDescription {
  std::string name;
  std::string author;
  /// With `nodes`, `depth` and `movetime`, which the host takes. Buttons, which have no value, are left out.
  std::vector<SettingDescription> options;
};

class Engine {
 public:
  /// An engine for which the user has set these options.
  explicit Engine(Assignments given);

  /// Begins a new start.
  void forget();

  /// Takes a line that answers nothing: a part of the description, or news of the search. Returns what news say of the
  /// position; refers to the line.
  std::optional<agon_evaluation> hear(std::string_view line);

  [[nodiscard]] const EngineDescription& description() const { return description_; }

  /// Returns the lines that set the options, those of the match (agon_uci.settings) first. Throws Failure(usage) if the
  /// engine lacks one, or if a value is out of range.
  [[nodiscard]] std::string settings(const std::string& of_match) const;

  /// Returns whether the search has a limit in matches with these limits.
  [[nodiscard]] bool has_limit(const agon_limits& limits) const;

  /// Writes the lines that begin a turn to `text`. `left_ns` is the CPU time that is left.
  void write_turn(std::string& text, std::string_view position, std::int64_t left_ns, const agon_limits& limits) const;

  /// Returns the last news of the search that has a score, and forgets it; empty: none.
  std::string take_news() { return std::exchange(news_, {}); }

  /// Returns what the engine has said of an error, such as a file that it can't read; empty: nothing. Of several lines,
  /// that which has a value of the user's options.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  Assignments given_;
  EngineDescription description_;
  std::string search_limits_;  // "nodes 1000", as the user has set them
  std::int64_t threads_ = 1;   // whose CPU time passes at once
  std::string news_;
  std::string complaint_;
};

}  // namespace host
