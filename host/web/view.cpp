#include "host/web/view.hpp"

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

ViewProcess::ViewProcess(const ViewPlan& plan, const ViewRequest& order) : process_(plan.words, plan.limits) {
  try {
    open(order);
  } catch (const arena::GameEnded& ended) {
    throw Failure(Exit::game, std::string("the game ") + ended.what() + " when the match was opened");
  }
  thread_ = start_thread([this] { listen(); });
}

ViewProcess::~ViewProcess() {
  close();
  process_.hang_up();  // the thread and the view notice it
  thread_.join();
}

void ViewProcess::open(const ViewRequest& order) {
  process_.send(view_kind::open, pack(order));
  process_.reading([&] {
    const arena::Stream::Message message = process_.receive();
    if (message.kind != view_kind::opened) throw BadMessage();
    unpack_to(message.content, game_);
  });
}

void ViewProcess::listen() {
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

void ViewProcess::take(const arena::Stream::Message& message) {
  if (message.kind == view_kind::state) {
    const std::lock_guard lock(mutex_);
    state_ = unpack<ViewState>(message.content);
    changed_.notify_all();
    return;
  }
  if (message.kind != view_kind::answer) throw BadMessage();
  std::uint64_t number = 0;
  HttpResponse response;
  unpack_to(message.content, number, response);
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) throw BadMessage();
  found->second.set_value(std::move(response));
  waiting_.erase(found);
}

void ViewProcess::end(const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  failed_ = sentence + ". This match can't be shown any more.";
  if (!closed_) ++state_.version;
  for (auto& [number, promise] : waiting_) promise.set_value(error_response(200, *failed_));
  waiting_.clear();
  changed_.notify_all();
}

HttpResponse ViewProcess::answer(const HttpRequest& request) {
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
    process_.send(view_kind::request, pack(number, request));  // if the process has gone, the thread answers
  }
  return response.get();
}

std::uint64_t ViewProcess::wait(std::uint64_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || state_.version != seen; });
  return state_.version;
}

bool ViewProcess::idle() const {
  const std::lock_guard lock(mutex_);
  return !failed_ && state_.idle;
}

bool ViewProcess::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_.has_value();
}

void ViewProcess::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool ViewProcess::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

namespace {

/// Ends a replay.
struct ViewClosed {};

}  // namespace

std::optional<std::string> MatchView::block(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (number >= steps_->blocks()) return std::nullopt;
  return steps_->block(number);
}

std::string MatchView::page(const Transcript& transcript) const {
  static_cast<void>(block(transcript.events.size() / steps_in_block));  // a replay has come to its end then
  const std::lock_guard lock(mutex_);
  return match_page(transcript, game(), *steps_);
}

std::uint64_t MatchView::wait(std::uint64_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || version_ != seen; });
  return version_;
}

void MatchView::close() {
  change([&] { closed_ = true; });
}

void MatchView::change(const std::function<void()>& how) {
  const std::lock_guard lock(mutex_);
  how();
  ++version_;
  changed_.notify_all();
}

void MatchView::Guarded::begun(const GameState& state) {
  view_.change([&] { view_.steps_->begun(state); });
}

void MatchView::Guarded::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  if (view_.closed_) throw ViewClosed();
  view_.leave_game();  // the call has ended
  view_.enter_game();
  {
    const std::lock_guard lock(view_.mutex_);
    view_.steps_->acted(state, seat, action);
    if (view_.steps_->length() % steps_in_block == 0) view_.changed_.notify_all();
  }
  tell();
}

void MatchView::Guarded::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  view_.change([&] { view_.steps_->forfeited(state, seat, outcome); });
}

void MatchView::Guarded::tell() {
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < least_) return;
  told_ = now;
  view_.change([] {});
}

RecordedView::RecordedView(Transcript transcript, const Game& game, const std::string& where, std::string problem,
                           GameActivity* watch)
    : transcript_(std::move(transcript)),
      state_(game, setup_of(transcript_, game, where)),
      problem_(std::move(problem)) {
  watch_ = watch;
  steps_->show_usage(transcript_.usage);
  steps_->begun(state_);  // so that the first request finds a position
  thread_ = start_thread([this] { replay_all(); });
}

RecordedView::~RecordedView() {
  close();
  thread_.join();
}

std::string RecordedView::header() const {
  const std::lock_guard lock(mutex_);
  const std::size_t length = loading_ ? transcript_.events.size() : steps_->length();
  return match_header(transcript_, game(), *steps_, problem_,
                      {{"length", length}, {"version", version_}, {"history", 0}, {"loading", loading_}});
}

std::optional<std::string> RecordedView::block(std::size_t number) const {
  std::unique_lock lock(mutex_);
  const std::size_t end = std::min((number + 1) * steps_in_block, transcript_.events.size());
  changed_.wait(lock, [&] { return closed_ || !loading_ || steps_->length() >= end; });
  return steps_->block(std::min(number, steps_->blocks() - 1));
}

void RecordedView::replay_all() {
  std::string problem;
  try {
    // Only the plot of the scores grows meanwhile.
    Guarded guarded(*this, std::chrono::milliseconds(250));
    std::vector<Spectator*> spectators = {&guarded};
    const auto difference = replay(transcript_, state_, spectators);
    if (difference) problem = "This match does not play as recorded: " + difference->what;
  } catch (const ViewClosed&) {
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
