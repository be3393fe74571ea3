// A match that browsers look at, while it is loaded, replayed or played. Thread-safe.
#pragma once

#include "host/arena/game_child.hpp"
#include "host/arena/messages.hpp"
#include "host/match/game_state.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/steps.hpp"
#include "host/util/archive.hpp"
#include "host/web/http.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace host {

// A shown match has a process of its own, so that a game that crashes, hangs or fills the memory ends its match only.
// First the messages between it and `host serve`.

/// The kinds of messages beside arena::Kind::failure.
namespace shown_kind {
// from the server
inline constexpr arena::Kind open{11};     // which match: a MatchOrder
inline constexpr arena::Kind request{12};  // of a browser: a number of the server's choice, and an HttpRequest
// from the process
inline constexpr arena::Kind opened{13};  // the match can be shown: the id of its game
inline constexpr arena::Kind answer{14};  // the number of the request, and an HttpResponse that is not a stream
inline constexpr arena::Kind state{15};   // the match has changed: a ShownState
}  // namespace shown_kind

/// Which match a process shows. A process reads it once.
struct MatchOrder {
  enum class Kind : std::uint8_t {
    play,    // a new match, from `request`
    branch,  // a match that goes on from a turn of `line`, from `request`
    resume,  // the match `line`, as it was saved with `request`, its head
    record,  // the transcript `line`, which comes from `where`
    stored   // match `number` of run `run` in the results database, which a page calls `where`
  };
  Kind kind = Kind::play;
  std::string request{};  // a JSON object of docs/playing.md
  std::string line{};     // a transcript
  std::string where{};    // of a match that is played, its id
  std::string save{};     // the file of a match that is played; empty: it is not saved
  std::int64_t run = 0;
  std::uint64_t number = 0;
};

template <class Archive>
void fields(Archive& archive, MatchOrder& order) {
  archive.choice(order.kind, MatchOrder::Kind::stored);
  archive(order.request, order.line, order.where, order.save, order.run, order.number);
}

/// What changes while a match is shown.
struct ShownState {
  std::uint64_t version = 0;
  bool idle = true;
};

template <class Archive>
void fields(Archive& archive, ShownState& state) {
  archive(state.version, state.idle);
}

template <class Archive>
void fields(Archive& archive, HttpRequest& request) {
  archive(request.post, request.path, request.query, request.body);
}

template <class Archive>
void fields(Archive& archive, HttpResponse& response) {
  archive(response.status, response.type, response.body);
}

class MatchFactory;

/// How the server starts these processes.
struct MatchProcessPlan {
  std::vector<std::string> words;  // a program and its arguments; it calls serve_shown_match()
  GameLimits limits;
};

/// Thread-safe.
class MatchProcess {
 public:
  /// Starts the process, and waits until its match is open. Throws the Failure of the process, Failure(game) if the
  /// game ends the process, and Failure(internal) if the system lacks resources.
  MatchProcess(const MatchProcessPlan& plan, const MatchOrder& order);
  MatchProcess(const MatchProcess&) = delete;
  MatchProcess& operator=(const MatchProcess&) = delete;
  ~MatchProcess();

  /// Returns the response of the process. If the game has ended the process, that is an error with a sentence.
  HttpResponse answer(const HttpRequest& request);

  /// Waits until the match has another state than `seen`, at most for `patience`. Returns the number of the state.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds patience) const;

  /// Returns whether nothing is going on: no strategy is thinking.
  [[nodiscard]] bool idle() const;

  /// Returns whether the game has ended the process.
  [[nodiscard]] bool failed() const;

  /// Ends all waits, from now on.
  void close();
  [[nodiscard]] bool closed() const;

 private:
  void open(const MatchOrder& order);
  void listen();
  void take(const arena::Stream::Message& message);
  void end(const std::string& sentence);

  arena::GameChild process_;
  std::string game_;          // its id
  mutable std::mutex mutex_;  // of what follows
  mutable std::condition_variable changed_;
  ShownState state_;
  bool closed_ = false;
  std::optional<std::string> failed_;  // the sentence
  std::uint64_t sent_ = 0;             // requests
  std::map<std::uint64_t, std::promise<HttpResponse>> waiting_;
  std::mutex sending_;
  std::thread thread_;
};

/// Opens the match that the server orders, and answers requests until the server closes the socket. The process must
/// have been started by MatchProcess. `database` and `game` are as for Api. Matches of files
/// have their lines in the file `trace`, unless its name is empty. Returns the exit code.
int serve_shown_match(MatchFactory& factory, const std::filesystem::path& database, const std::string& game,
                      const std::string& trace);

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

class ShownMatch {
 public:
  ShownMatch() = default;
  ShownMatch(const ShownMatch&) = delete;
  ShownMatch& operator=(const ShownMatch&) = delete;
  virtual ~ShownMatch() = default;

  /// Lets a live match begin. Called once, after the host has been told that the match is open: if the game crashes
  /// later, the match has an id, under which the host can say so.
  virtual void start() {}

  /// Returns the header of the match as it is now: docs/playing.md.
  [[nodiscard]] virtual std::string header() const = 0;

  /// Returns a block of steps, if it exists.
  [[nodiscard]] virtual std::optional<std::string> block(std::size_t number) const;

  /// Returns a page of the match, whose transcript this is, that needs no server. Waits while it is loaded.
  [[nodiscard]] std::string page(const Transcript& transcript) const;

  [[nodiscard]] virtual const GameDescription& game() const = 0;

  /// Waits until the match has another state than `seen`, at most for `patience`. Returns the number of the state.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds patience) const;

  /// Returns the transcript until now as one line; nothing while it is loaded.
  [[nodiscard]] virtual std::optional<Transcript> transcript() const = 0;

  /// Asks the match's thread to end soon.
  void close();
  [[nodiscard]] bool closed() const { return closed_; }

  /// Returns whether nothing is going on: transcript() answers at once.
  [[nodiscard]] virtual bool idle() const { return true; }

 protected:
  /// Passes what happens to the steps, under the lock. Tells those who wait, but not more often than browsers need it.
  class Guarded final : public Spectator {
   public:
    Guarded(ShownMatch& match, std::chrono::milliseconds least) : match_(match), least_(least) {}
    void begun(const GameState& state) override;
    void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
    void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

   private:
    void tell();
    ShownMatch& match_;
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

  GameActivity* watch_ = nullptr;  // borrowed; told by the match's thread
  mutable FairMutex mutex_;
  mutable std::condition_variable_any changed_;
  std::uint64_t version_ = 1;
  std::atomic<bool> closed_ = false;
  std::unique_ptr<Steps> steps_ = std::make_unique<Steps>();
};

/// A recorded match, which is replayed in a thread of its own. Its length is known at once; who asks for a block waits
/// until it is replayed.
class ShownRecordedMatch final : public ShownMatch {
 public:
  /// `game` is borrowed. `problem` is a sentence for the reader, or empty. `watch` is told when the game's code runs;
  /// it is borrowed. Throws Failure(transcript), beginning with `where`, if the game refuses the setup.
  ShownRecordedMatch(Transcript transcript, const Game& game, const std::string& where, std::string problem,
                     GameActivity* watch);
  ~ShownRecordedMatch() override;
  ShownRecordedMatch(const ShownRecordedMatch&) = delete;
  ShownRecordedMatch& operator=(const ShownRecordedMatch&) = delete;
  [[nodiscard]] std::string header() const override;
  /// If the match ends earlier than recorded, returns the last block in place of those after it.
  [[nodiscard]] std::optional<std::string> block(std::size_t number) const override;
  [[nodiscard]] std::optional<Transcript> transcript() const override { return transcript_; }
  [[nodiscard]] const GameDescription& game() const override { return state_.game().description; }

 private:
  void replay_all();

  const Transcript transcript_;
  GameState state_;
  std::string problem_;
  bool loading_ = true;
  std::thread thread_;
};

}  // namespace host
