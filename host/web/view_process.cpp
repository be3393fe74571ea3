#include "host/web/view_process.hpp"

#include "host/util/failure.hpp"
#include "host/util/thread.hpp"
#include "host/web/api.hpp"

#include <string>
#include <utility>

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

}  // namespace host
