// A match that is played while browsers look at it, with people and strategies in its seats.
#pragma once

#include "host/arena/live_match.hpp"
#include "host/web/shown_match.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace host {

/// What a change says that was meant for another turn.
inline constexpr const char* outdated_sentence = "The match has gone on meanwhile.";

/// The match from which a live match is branched; without events, it begins anew.
struct Branch {
  Transcript origin{};
  std::size_t turn = 0;  // the number of its events to keep
};

class ShownLiveMatch final : public ShownMatch {
 public:
  /// Prepares the match in a thread of its own, and waits until its players are ready. `expected`: the scores of a
  /// stored match that is played again; if the match ends with others, the reader is told. `problem` is a sentence for
  /// the reader, or empty. Throws what LiveMatch throws.
  explicit ShownLiveMatch(LiveSetup setup, Branch branch = {},
                          std::optional<std::vector<double>> expected = std::nullopt, std::string problem = "");
  ~ShownLiveMatch() override;
  ShownLiveMatch(const ShownLiveMatch&) = delete;
  ShownLiveMatch& operator=(const ShownLiveMatch&) = delete;

  /// From now on strategies play, and people when they want.
  void start() override { hold(false); }
  [[nodiscard]] std::string header() const override;
  [[nodiscard]] std::optional<Transcript> transcript() const override;
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] const GameDescription& game() const override { return setup_.game.description; }

  /// Returns a sentence if nothing was changed.
  using Change = std::function<std::optional<std::string>(LiveMatch& match)>;
  /// Lets the match's thread make the change, and waits for it: a turn that is running ends first. Returns what the
  /// change returns.
  std::optional<std::string> change_match(const Change& change) const;
  /// Returns what the person to move may choose: docs/playing.md.
  [[nodiscard]] nlohmann::ordered_json choices(const std::string& begun, std::optional<std::uint64_t> cell);
  /// Goes back to the first `turn` events. If the match has fewer, returns a sentence.
  std::optional<std::string> undo(std::size_t turn);
  /// Stops and continues strategies between turns.
  void hold(bool held);

 private:
  using Job = std::function<void(LiveMatch&)>;

  void play_all();
  void play(LiveMatch& match);
  bool next_job(LiveMatch& match, bool wait);
  void publish(LiveMatch& match);
  void show_for(LiveMatch& match);
  void add_uses(const LiveMatch& match);

  LiveSetup setup_;
  mutable bool only_asked_ = false;  // the last job has changed nothing; of the match's thread
  Branch branch_;
  std::optional<std::vector<double>> expected_;
  std::promise<void> ready_;
  // Under the lock:
  std::string problem_;
  std::vector<std::string> notes_;
  MatchHead shown_;
  nlohmann::ordered_json live_;
  std::uint64_t history_ = 0;  // changes whenever earlier turns change
  mutable std::deque<Job> jobs_;
  bool ended_ = false;  // the thread takes no more jobs
  bool held_ = true;    // until start()
  // Of the thread:
  std::size_t uses_ = 0;  // how many of the match's uses the steps have
  std::int32_t viewer_ = AGON_ALL_SEATS;
  std::thread thread_;
};

}  // namespace host
