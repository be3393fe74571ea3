// Collects what a browser shows of a match, as JSON. docs/playing.md describes the format.
//
// A match is a header and blocks of steps. A block begins with a complete picture of the position before its first
// step; each step has only what it changes. So a viewer can show any turn after reading one block.
#pragma once

#include "host/match/drawing.hpp"
#include "host/match/match.hpp"
#include "host/match/scene_json.hpp"
#include "host/match/transcript.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Number of steps in a block, except the last.
inline constexpr std::size_t steps_in_block = 256;

/// Draws each position of a match that is played or replayed, and keeps the steps as JSON.
class Steps final : public Spectator {
 public:
  /// Shows what `viewer` may know: a seat, AGON_ALL_SEATS or AGON_SPECTATOR. In a game that can hide something from a
  /// seat, a seat does not see the actions of other seats, and no scores after the start.
  explicit Steps(std::int32_t viewer = AGON_ALL_SEATS) : viewer_(viewer) {}

  /// Forgets all steps.
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Adds what the turns have used to the steps that follow. Borrowed.
  void show_usage(const TurnUsage& usage) { usage_ = &usage; }
  /// Adds the CPU time, the log lines and the report of a step, which is numbered from 1.
  void add_use(std::size_t step, std::int64_t cpu_us, const std::string& log, std::optional<Evaluation> evaluation);

  /// Returns whether positions are cases, and actions what programs have written, each as one line (stream.hpp).
  [[nodiscard]] bool streams() const { return streams_; }
  /// Returns the number of steps.
  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }
  /// Returns a block, an object of JSON.
  [[nodiscard]] std::string block(std::size_t number) const;
  /// Returns the scores after step `turn`; 0: before the first.
  [[nodiscard]] std::vector<double> scores(std::size_t turn) const;
  /// Returns {"length":N,"stride":S,"scores":[[...],...]}: each seat's scores at the turns 0, S, 2 S, ... and at turn
  /// N, the last one; at most about `most` of each. If the game tells points, "points" likewise. If uses were
  /// added, also {"cpu_us":[...],"log":[...]}: for the turns 1 to S, S + 1 to 2 S, ... the most CPU time of a turn, and
  /// the bytes of all log lines. If there are reports, also
  /// "expected": [turn, seat, value, whether that is a share] of each, at most about `most`.
  [[nodiscard]] std::string plot(std::size_t most = 1000) const;

 private:
  struct Use {
    std::size_t step;
    std::int64_t cpu_us;
    std::size_t log;  // bytes
  };
  struct Block {
    nlohmann::ordered_json scene;  // before the first step
    CellPalette palette{};
    std::vector<std::string> steps{};  // JSON: as text, they take little memory
  };

  void begin_block();
  void add_step(const GameState& state, nlohmann::ordered_json step);
  void add_recorded_use();
  void add_changes(nlohmann::ordered_json& step);
  void redraw(const GameState& state);

  std::int32_t viewer_;
  bool hides_ = false;  // the viewer may not know what other seats do
  bool streams_ = false;
  std::size_t seat_count_ = 0;
  std::size_t length_ = 0;
  std::vector<double> scores_;  // seat_count_ values per turn
  std::vector<double> points_;  // likewise, of games that tell them
  std::vector<Block> blocks_;
  std::vector<Use> uses_;
  std::vector<Evaluation> expected_;  // what strategies have reported
  std::vector<std::int32_t> seats_;   // of the steps
  const TurnUsage* usage_ = nullptr;
  std::size_t next_log_ = 0;     // the first log of usage_ that is not shown yet
  std::size_t next_report_ = 0;  // likewise
  SceneDiff drawing_;
  std::vector<DrawnArrow> arrows_;  // of the step before
  std::vector<std::string> lines_;
};

}  // namespace host
