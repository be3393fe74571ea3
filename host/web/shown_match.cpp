#include "host/web/shown_match.hpp"

#include "host/match/replay.hpp"
#include "host/report/match_report.hpp"
#include "host/report/pages.hpp"
#include "host/util/failure.hpp"
#include "host/util/thread.hpp"
#include "host/web/api.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace host {

MatchProcess::MatchProcess(const MatchProcessPlan& plan, const MatchOrder& order) : process_(plan.words, plan.limits) {
  try {
    open(order);
  } catch (const arena::GameEnded& ended) {
    throw Failure(Exit::game, std::string("the game ") + ended.what() + " when the match was opened");
  }
  thread_ = start_thread([this] { listen(); });
}

MatchProcess::~MatchProcess() {
  close();
  process_.hang_up();  // the thread and the process notice it
  thread_.join();
}

void MatchProcess::open(const MatchOrder& order) {
  process_.send(shown_kind::open, pack(order));
  process_.reading([&] {
    const arena::Stream::Message message = process_.receive();
    if (message.kind != shown_kind::opened) throw BadMessage();
    unpack_to(message.content, game_);
  });
}

void MatchProcess::listen() {
  try {
    process_.reading([&] {
      for (;;) take(process_.receive());
    });
  } catch (const arena::GameEnded& ended) {
    end("The game " + game_ + " " + ended.what());
  } catch (const Failure& failure) {
    end(failure.what());
  }
}

void MatchProcess::take(const arena::Stream::Message& message) {
  if (message.kind == shown_kind::state) {
    const std::lock_guard lock(mutex_);
    state_ = unpack<ShownState>(message.content);
    changed_.notify_all();
    return;
  }
  if (message.kind != shown_kind::answer) throw BadMessage();
  std::uint64_t number = 0;
  HttpResponse response;
  unpack_to(message.content, number, response);
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) throw BadMessage();
  found->second.set_value(std::move(response));
  waiting_.erase(found);
}

void MatchProcess::end(const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  failed_ = sentence + ". This match can't be shown any more.";
  if (!closed_) ++state_.version;
  for (auto& [number, promise] : waiting_) promise.set_value(error_response(200, *failed_));
  waiting_.clear();
  changed_.notify_all();
}

HttpResponse MatchProcess::answer(const HttpRequest& request) {
  std::uint64_t number = 0;
  std::future<HttpResponse> response;
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return error_response(200, *failed_);
    number = ++sent_;
    response = waiting_[number].get_future();
  }
  {
    const std::lock_guard lock(sending_);
    process_.send(shown_kind::request, pack(number, request));  // if the process has gone, the thread answers
  }
  return response.get();
}

std::uint64_t MatchProcess::wait(std::uint64_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || state_.version != seen; });
  return state_.version;
}

bool MatchProcess::idle() const {
  const std::lock_guard lock(mutex_);
  return !failed_ && state_.idle;
}

bool MatchProcess::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_.has_value();
}

void MatchProcess::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool MatchProcess::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

namespace {

/// Ends a replay.
struct ShownMatchClosed {};

}  // namespace

std::optional<std::string> ShownMatch::block(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (number >= steps_->blocks()) return std::nullopt;
  return steps_->block(number);
}

std::string ShownMatch::page(const Transcript& transcript) const {
  static_cast<void>(block(transcript.events.size() / steps_in_block));  // a replay has come to its end then
  const std::lock_guard lock(mutex_);
  return match_page(transcript, game(), *steps_);
}

std::uint64_t ShownMatch::wait(std::uint64_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || version_ != seen; });
  return version_;
}

void ShownMatch::close() {
  change([&] { closed_ = true; });
}

void ShownMatch::change(const std::function<void()>& how) {
  const std::lock_guard lock(mutex_);
  how();
  ++version_;
  changed_.notify_all();
}

void ShownMatch::Guarded::begun(const GameState& state) {
  match_.change([&] { match_.steps_->begun(state); });
}

void ShownMatch::Guarded::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  if (match_.closed_) throw ShownMatchClosed();
  match_.leave_game();  // the call has ended
  match_.enter_game();
  {
    const std::lock_guard lock(match_.mutex_);
    match_.steps_->acted(state, seat, action);
    if (match_.steps_->length() % steps_in_block == 0) match_.changed_.notify_all();
  }
  tell();
}

void ShownMatch::Guarded::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  match_.change([&] { match_.steps_->forfeited(state, seat, outcome); });
}

void ShownMatch::Guarded::tell() {
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < least_) return;
  told_ = now;
  match_.change([] {});
}

ShownRecordedMatch::ShownRecordedMatch(Transcript transcript, const Game& game, const std::string& where,
                                       std::string problem, GameActivity* watch)
    : transcript_(std::move(transcript)),
      state_(game, setup_of(transcript_, game, where)),
      problem_(std::move(problem)) {
  watch_ = watch;
  steps_->show_usage(transcript_.usage);
  steps_->begun(state_);  // so that the first request finds a position
  thread_ = start_thread([this] { replay_all(); });
}

ShownRecordedMatch::~ShownRecordedMatch() {
  close();
  thread_.join();
}

std::string ShownRecordedMatch::header() const {
  const std::lock_guard lock(mutex_);
  const std::size_t length = loading_ ? transcript_.events.size() : steps_->length();
  return match_header(transcript_, game(), *steps_, problem_,
                      {{"length", length}, {"version", version_}, {"history", 0}, {"loading", loading_}});
}

std::optional<std::string> ShownRecordedMatch::block(std::size_t number) const {
  std::unique_lock lock(mutex_);
  const std::size_t end = std::min((number + 1) * steps_in_block, transcript_.events.size());
  changed_.wait(lock, [&] { return closed_ || !loading_ || steps_->length() >= end; });
  return steps_->block(std::min(number, steps_->blocks() - 1));
}

void ShownRecordedMatch::replay_all() {
  std::string problem;
  try {
    // Only the plot of the scores grows meanwhile.
    Guarded guarded(*this, std::chrono::milliseconds(250));
    std::vector<Spectator*> spectators = {&guarded};
    const auto difference = replay(transcript_, state_, spectators);
    if (difference) problem = "This match does not play as recorded: " + difference->what;
  } catch (const ShownMatchClosed&) {
    return leave_game();
  } catch (const std::exception& failure) {
    problem = failure.what();
  }
  change([&] {
    if (problem_.empty()) problem_ = problem;
    loading_ = false;
  });
  leave_game();
}

}  // namespace host
