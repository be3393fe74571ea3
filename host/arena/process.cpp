#include "host/arena/process.hpp"

#include "host/arena/order.hpp"
#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"
#include "host/session/ticks.hpp"
#include "host/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace host {

using arena::Child;
using arena::Kind;
using arena::Stream;

namespace {

constexpr std::int64_t look_period_ns = 100'000'000;
constexpr int look_period_ms = 100;

std::int64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

}  // namespace

std::int64_t most_game_bytes() {
  constexpr std::int64_t usual = std::int64_t{2} << 30;
  const std::int64_t all = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return std::min(usual, all / 2);
}

ArenaProcess::ArenaProcess(const Job& job, const GameLimits& limits, std::size_t number, std::size_t count)
    : job_(job), limits_(limits), number_(number), count_(count) {
  if (limits_.memory_bytes == 0) limits_.memory_bytes = most_game_bytes();
}

ArenaProcess::~ArenaProcess() = default;

void ArenaProcess::start(const ArenaHooks& hooks) {
  process_ = std::make_unique<Child>(job_.game.description.id);
  looked_ns_ = now_ns();
  still_since_ns_ = looked_ns_;
  const std::vector<const Build*> builds = arena::builds_of(job_);
  std::vector<int> descriptors;
  for (const Build* const build : builds) descriptors.push_back(build->memory().get());
  game_file_ = NamedCopy::make(*job_.game.build);
  const std::string file = game_file_ ? game_file_->path().string() : "";
  try {
    process_->stream().send(Kind::libraries, descriptors);
    process_->stream().add(Kind::order, to_bytes(arena::Order{job_, file, number_, count_}));
    process_->stream().flush();
    if (receive(hooks).kind != Kind::ready) throw BadMessage();
    if (game_file_ && !game_file_->has_neighbours()) game_file_.reset();  // so that none remains if the host is killed
  } catch (const Ended& ended) {
    process_.reset();
    throw Failure(Exit::plugin,
                  job_.game.build->path().string() + ": the game " + ended.reason + " when it was loaded");
  }
}

std::optional<std::string> ArenaProcess::refused_options(std::int32_t seats) {
  const ArenaHooks hooks;
  if (!process_) start(hooks);
  WireWriter out;
  out.put(seats);
  try {
    process_->stream().add(Kind::check, out.bytes());
    process_->stream().flush();
    const Stream::Message message = receive(hooks);
    return WireReader(message.content).get<std::optional<std::string>>();
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
    process.stream().add(Kind::play, arena::to_bytes(requests));
    process.stream().flush();
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
  } catch (const arena::Closed&) {
    throw Ended{process.end()};
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
      message = process.stream().receive(look_period_ms);
    } catch (const arena::Closed&) {
      throw Ended{process.end()};
    }
    if (!message || now_ns() - looked_ns_ > look_period_ns) {
      looked_ns_ = now_ns();
      check_limits();
      hooks.tick();
      if (hooks.should_stop()) process.page().should_stop = true;
    }
    if (!message) continue;
    if (message->kind != Kind::failure) return *message;
    WireReader in(message->content);
    const auto code = static_cast<Exit>(in.get<std::int32_t>());
    const auto sentence = in.get<std::string>();
    process_.reset();
    throw Failure(code, sentence);
  }
}

void ArenaProcess::check_limits() {
  Child& process = *process_;
  if (process.is_gone()) throw Ended{process.end()};
  const std::uint64_t changes = process.page().watch.changes();
  const std::uint64_t begun = process.page().begun;
  if (!GameWatch::in_game(changes) || changes != changes_ || begun != begun_) still_since_ns_ = looked_ns_;
  changes_ = changes;
  begun_ = begun;
  if (limits_.wall_ns > 0 && looked_ns_ - still_since_ns_ > limits_.wall_ns) {
    process.kill();
    throw Ended{"did not end a call within " + in_seconds(limits_.wall_ns)};
  }
  if (process.resident_bytes() > limits_.memory_bytes) {
    process.kill();
    throw Ended{"took more than " + in_mebibytes(limits_.memory_bytes) + " of memory"};
  }
}

std::string ArenaProcess::failed(const MatchRequest& request, const std::string& reason) const {
  return "the game " + job_.game.description.id + ", seed " + std::to_string(request.seed) + ", " + reason;
}

}  // namespace host
