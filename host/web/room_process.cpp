#include "host/web/room_process.hpp"

#include "host/failure.hpp"
#include "host/thread.hpp"
#include "host/web/answers.hpp"

#include <sys/socket.h>

#include <utility>

namespace host {

using arena::Kind;

namespace {

/// The game has ended the process, or had to be ended.
struct Ended {
  std::string reason;
};

}  // namespace

RoomProcess::RoomProcess(const RoomPlan& plan, const RoomOrder& order)
    : process_(std::make_unique<arena::Child>(plan.words)), limits_(plan.limits) {
  try {
    open(order);
  } catch (const Ended& ended) {
    throw Failure(Exit::game, "the game " + ended.reason + " when the match was opened");
  }
  thread_ = start_thread([this] { listen(); });
}

RoomProcess::~RoomProcess() {
  close();
  ::shutdown(process_->stream().socket(), SHUT_RDWR);  // the thread and the room notice it
  thread_.join();
}

void RoomProcess::open(const RoomOrder& order) {
  try {
    process_->stream().add(Kind::open, pack(order));
    process_->stream().flush();
  } catch (const arena::Closed&) {
    throw Ended{process_->end()};
  }
  const arena::Stream::Message message = receive();
  if (message.kind == Kind::failure) throw unpack<arena::FailureMessage>(message.content).failure();
  if (message.kind != Kind::opened) throw Ended{"wrote into the socket between its room and the host"};
  title_ = unpack<RoomTitle>(message.content);
}

/// Returns the next message; waits for it, and watches the game meanwhile. Throws Ended.
arena::Stream::Message RoomProcess::receive() {
  for (;;) {
    std::optional<arena::Stream::Message> message;
    try {
      message = process_->stream().receive(LimitCheck::period_ms);
    } catch (const arena::Closed&) {
      throw Ended{process_->end()};
    }
    if (!message || limits_.due()) {
      if (process_->is_gone()) throw Ended{process_->end()};
      if (auto reason = limits_.exceeded(process_->page().watch, process_->page().begun, process_->id())) {
        process_->kill();
        throw Ended{std::move(*reason)};
      }
    }
    if (message) return *message;
  }
}

void RoomProcess::listen() {
  try {
    for (;;) take(receive());
  } catch (const Ended& ended) {
    end(ended.reason);
  } catch (const BadMessage&) {
    process_->kill();
    end("wrote into the socket between its room and the host");
  }
}

void RoomProcess::take(const arena::Stream::Message& message) {
  if (message.kind == Kind::state) {
    const std::lock_guard lock(mutex_);
    state_ = unpack<RoomState>(message.content);
    changed_.notify_all();
    return;
  }
  if (message.kind != Kind::answer) throw BadMessage();
  std::uint64_t number = 0;
  HttpResponse response;
  unpack_to(message.content, number, response);
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) throw BadMessage();
  found->second.set_value(std::move(response));
  waiting_.erase(found);
}

void RoomProcess::end(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  failed_ = "The game " + title_.game + " " + reason + ". This match can't be shown any more.";
  if (!closed_) ++state_.version;
  for (auto& [number, promise] : waiting_) promise.set_value(error_response(200, *failed_));
  waiting_.clear();
  changed_.notify_all();
}

HttpResponse RoomProcess::answer(const HttpRequest& request) {
  std::uint64_t number = 0;
  std::future<HttpResponse> response;
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return error_response(200, *failed_);
    number = ++sent_;
    response = waiting_[number].get_future();
  }
  try {
    const std::lock_guard lock(sending_);
    process_->stream().add(Kind::request, pack(number, request));
    process_->stream().flush();
  } catch (const arena::Closed&) {  // the thread notices it, too, and answers
  }
  return response.get();
}

std::uint64_t RoomProcess::wait(std::uint64_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || state_.version != seen; });
  return state_.version;
}

bool RoomProcess::idle() const {
  const std::lock_guard lock(mutex_);
  return !failed_ && state_.idle;
}

bool RoomProcess::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_.has_value();
}

void RoomProcess::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool RoomProcess::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace host
