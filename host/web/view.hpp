// A match that browsers look at, while it is loaded, replayed or played. Thread-safe.
#pragma once

#include "host/match/game_state.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/steps.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace host {

/// A mutex that lets a waiting thread in before the one that has just unlocked it. A replay locks it for each turn;
/// with std::mutex, requests would wait for many turns.
class FairMutex {
 public:
  void lock() {
    const std::lock_guard next(next_);
    held_.lock();
  }
  void unlock() { held_.unlock(); }

 private:
  std::mutex next_;  // of the thread that comes next
  std::mutex held_;
};

class MatchView {
 public:
  MatchView() = default;
  MatchView(const MatchView&) = delete;
  MatchView& operator=(const MatchView&) = delete;
  virtual ~MatchView() = default;

  /// Lets a live match begin. Called once, after the host has been told that the view is open: if the game crashes
  /// later, the match has an id, under which the host can say so.
  virtual void start() {}

  /// Returns the header of the match as it is now: docs/match-view.md.
  [[nodiscard]] virtual std::string header() const = 0;

  /// Returns a block of steps, if it exists.
  [[nodiscard]] virtual std::optional<std::string> block(std::size_t number) const;

  /// Returns a page of the match, whose transcript this is, that needs no server. Waits while it is loaded.
  [[nodiscard]] std::string page(const Transcript& transcript, const GameDescription& game) const;

  /// Waits until the match has another state than `seen`, at most for `patience`. Returns the number of the state.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds patience) const;

  /// Returns the transcript until now as one line; nothing while it is loaded.
  [[nodiscard]] virtual std::optional<Transcript> transcript() const = 0;

  /// Asks the view's thread to end soon.
  void close();
  [[nodiscard]] bool closed() const { return closed_; }

  /// Returns whether nothing is going on: transcript() answers at once.
  [[nodiscard]] virtual bool idle() const { return true; }

 protected:
  /// Passes what happens to the steps, under the lock. Tells those who wait, but not more often than browsers need it.
  class Guarded final : public Spectator {
   public:
    Guarded(MatchView& view, std::chrono::milliseconds least) : view_(view), least_(least) {}
    void begun(const GameState& state) override;
    void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
    void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

   private:
    void tell();
    MatchView& view_;
    std::chrono::milliseconds least_;  // between two messages
    std::chrono::steady_clock::time_point told_{};
  };

  /// Changes the state under the lock, and tells those who wait.
  void change(const std::function<void()>& how);

  /// Tell who watches over the game that its code does not run now, and that it runs again.
  void leave_game() {
    if (watch_ != nullptr) watch_->leave_game();
  }
  void enter_game() {
    if (watch_ != nullptr) watch_->enter_game();
  }

  GameActivity* watch_ = nullptr;  // borrowed; told by the view's thread
  mutable FairMutex mutex_;
  mutable std::condition_variable_any changed_;
  std::uint64_t version_ = 1;
  std::atomic<bool> closed_ = false;
  std::unique_ptr<Steps> steps_ = std::make_unique<Steps>();
};

/// A recorded match, which is replayed in a thread of its own. Its length is known at once; who asks for a block waits
/// until it is replayed.
class RecordedView final : public MatchView {
 public:
  /// `game` is borrowed. `problem` is a sentence for the reader, or empty. `watch` is told when the game's code runs;
  /// it is borrowed and may be NULL. Throws Failure(transcript), beginning with `where`, if the game refuses the setup.
  RecordedView(std::shared_ptr<const Transcript> transcript, const Game& game, const std::string& where,
               std::string problem = "", GameActivity* watch = nullptr);
  ~RecordedView() override;
  RecordedView(const RecordedView&) = delete;
  RecordedView& operator=(const RecordedView&) = delete;
  [[nodiscard]] std::string header() const override;
  /// If the match ends earlier than recorded, returns the last block in place of those after it.
  [[nodiscard]] std::optional<std::string> block(std::size_t number) const override;
  [[nodiscard]] std::optional<Transcript> transcript() const override { return *transcript_; }

 private:
  void replay_all();

  const std::shared_ptr<const Transcript> transcript_;
  const Game& game_;
  GameState state_;
  std::string problem_;
  bool loading_ = true;
  std::thread thread_;
};

}  // namespace host
