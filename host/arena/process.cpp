#include "host/arena/process.hpp"

#include "host/arena/order.hpp"
#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace host {

using arena::Child;
using arena::Kind;
using arena::Stream;

namespace {

/// Sends a message, after descriptors. If the arena has gone, receive() tells what it said before, or how it ended.
void hand_over(Stream& stream, Kind kind, std::string_view content, std::span<const int> descriptors = {}) {
  try {
    stream.send(Kind::libraries, descriptors);
    stream.add(kind, content);
    stream.flush();
  } catch (const arena::Closed&) {
  }
}

}  // namespace

ArenaProcess::ArenaProcess(const Job& job, const GameLimits& limits, std::size_t number, std::size_t count)
    : job_(job), limits_(limits), number_(number), count_(count) {}

ArenaProcess::~ArenaProcess() = default;

void ArenaProcess::start(const ArenaHooks& hooks) {
  process_ = std::make_unique<Child>(job_.game.description.id);
  limits_.restart();
  const std::vector<const Build*> builds = arena::builds_of(job_);
  std::vector<int> descriptors;
  descriptors.reserve(builds.size());
  for (const Build* const build : builds) descriptors.push_back(build->memory().get());
  game_file_ = NamedCopy::make(*job_.game.build);
  const std::string file = game_file_ ? game_file_->path().string() : "";
  try {
    hand_over(process_->stream(), Kind::order, to_bytes(arena::Order{job_, file, number_, count_}), descriptors);
    if (receive(hooks).kind != Kind::ready) throw BadMessage();
    if (game_file_ && !game_file_->has_neighbours()) game_file_.reset();  // so that none remains if the host is killed
  } catch (const Ended& ended) {
    process_.reset();
    throw Failure(Exit::plugin,
                  job_.game.build->path().string() + ": the game " + ended.reason + " when it was loaded");
  }
}

std::optional<std::string> ArenaProcess::refusal(std::int32_t seats) {
  const ArenaHooks hooks;
  if (!process_) start(hooks);
  try {
    hand_over(process_->stream(), Kind::check, pack(seats));
    return unpack<std::optional<std::string>>(receive(hooks).content);
  } catch (const Ended&) {
    process_.reset();
    return std::nullopt;  // the first match reports it
  }
}

void ArenaProcess::play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  std::size_t played = 0;
  std::size_t careful = 0;  // up to here, one match at a time: the results of the others would be lost again
  const ArenaHooks counting = {.played =
                                   [&](PlayedMatch&& match) {
                                     ++played;
                                     hooks.played(std::move(match));
                                   },
                               .shown = hooks.shown,
                               .should_stop = hooks.should_stop,
                               .tick = hooks.tick};
  bool in_vain = false;  // the process has ended outside of any match
  while (played < requests.size() && !hooks.should_stop()) {
    if (!process_) start(hooks);
    const auto first = requests.begin() + static_cast<std::ptrdiff_t>(played);
    const std::size_t before = played;
    try {
      if (!play_some({first, played < careful ? first + 1 : requests.end()}, counting)) return;
    } catch (const Ended& ended) {
      const std::uint64_t begun = before + process_->page().begun;
      process_.reset();
      if (begun > played + 1) {  // the results of some matches before the failed one are lost
        careful = std::min<std::size_t>(begun, requests.size());
      } else if (begun == played + 1 || in_vain) {
        counting.played({.transcript = {}, .fault = failed(requests[played], ended.reason)});
        in_vain = false;
      } else {
        in_vain = true;
      }
    }
  }
}

/// Returns whether all requests have been played: the arena was not asked to stop.
bool ArenaProcess::play_some(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  Child& process = *process_;
  process.page().begun = 0;
  std::size_t played = 0;
  try {
    hand_over(process.stream(), Kind::play, pack(requests));
    for (;;) {
      const Stream::Message message = receive(hooks);
      if (message.kind == Kind::stopped) return played == requests.size();
      if (message.kind == Kind::shown) {
        hooks.shown(std::string(message.content));
      } else if (message.kind == Kind::played && played < requests.size()) {
        PlayedMatch match = arena::match_from(message.content, job_, requests[played]);
        ++played;
        hooks.played(std::move(match));
      } else {
        throw BadMessage();
      }
    }
  } catch (const BadMessage&) {
    process.kill();
    throw Ended{"wrote into the socket between its arena and the host"};
  }
}

/// Returns the next message; waits for it, and watches the game meanwhile.
Stream::Message ArenaProcess::receive(const ArenaHooks& hooks) {
  Child& process = *process_;
  for (;;) {
    std::optional<Stream::Message> message;
    try {
      message = process.stream().receive(LimitCheck::period_ms);
    } catch (const arena::Closed&) {
      throw Ended{process.end()};
    }
    if (!message || limits_.due()) {
      check_limits();
      hooks.tick();
      if (hooks.should_stop()) process.page().should_stop = true;
    }
    if (!message) continue;
    if (message->kind != Kind::failure) return *message;
    const Failure failure = unpack<arena::FailureMessage>(message->content).failure();
    process_.reset();
    throw failure;
  }
}

void ArenaProcess::check_limits() {
  Child& process = *process_;
  if (process.is_gone()) throw Ended{process.end()};
  if (auto reason = limits_.exceeded(process.page().watch, process.page().begun, process.id())) {
    process.kill();
    throw Ended{std::move(*reason)};
  }
}

std::string ArenaProcess::failed(const MatchRequest& request, const std::string& reason) const {
  return "the game " + job_.game.description.id + ", seed " + std::to_string(request.seed) + ", " + reason;
}

}  // namespace host
