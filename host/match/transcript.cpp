#include "host/match/transcript.hpp"

#include "host/match/contest.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace host {

namespace {

void describe_setup(Transcript& transcript, const GameState& state) {
  const GameDescription& game = state.game().description;
  transcript.game = game.id;
  transcript.version = game.version;
  transcript.protocol = game.protocol;
  transcript.seed = state.setup().seed;
  const auto values = state.parameters();
  for (std::size_t index = 0; index < values.size(); ++index) {
    if (values[index]) transcript.parameters.emplace_back(game.parameters[index].name, *values[index]);
  }
}

void describe_result(Transcript& transcript, const GameState& state, MatchResult result) {
  for (const SeatResult& seat : result.seats) {
    transcript.contest.push_back(contest_score(state.game().description.contest, seat.score));
  }
  transcript.result = std::move(result);
}

}  // namespace

Recorder::Recorder(std::vector<SeatIdentity> seats, Opening opening) {
  transcript_.seats = std::move(seats);
  transcript_.opening = std::move(opening);
}

void Recorder::begun(const GameState& state) {
  describe_setup(transcript_, state);
  transcript_.start = state.position();
}

void Recorder::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  transcript_.events.push_back({seat, state.action_text(action), state.revealed(), std::nullopt});
}

void Recorder::forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) {
  transcript_.events.push_back({seat, {}, {}, outcome});
}

void Recorder::waits(std::int32_t seat, Seat& player) {
  Used& used = used_[seat];
  const Seat::SoFar so_far = player.so_far();
  const std::int64_t cpu_us = so_far.cpu_ns / 1000;
  if (used.begun && !transcript_.events.empty()) {
    std::string_view log;
    if (so_far.may_have_logged) {
      const std::string& all = player.log_so_far();
      log = std::string_view(all).substr(std::min(used.log, all.size()));
      used.log = all.size();
    }
    usage_.add(transcript_.events.size(), seat, std::max<std::int64_t>(cpu_us - used.cpu_us, 0), log,
               player.evaluation(), so_far.memory_kib);
  }
  used.cpu_us = cpu_us;
  used.begun = true;
}

Transcript Recorder::finish(const GameState& state, MatchResult result) {
  describe_result(transcript_, state, std::move(result));
  transcript_.usage = usage_.usage();
  return std::move(transcript_);
}

Transcript Recorder::finished(const GameState& state, MatchResult result) const {
  Transcript copy = transcript_;
  describe_result(copy, state, std::move(result));
  return copy;
}

SeatIdentity person_identity(const std::string& name) {
  return {.strategy = person_name, .name = name, .version = {}, .sha256 = {}, .options = {}, .person = true};
}

bool counts(const Transcript& transcript) {
  return transcript.finished && !transcript.origin && transcript.takeovers.empty() &&
         std::none_of(transcript.seats.begin(), transcript.seats.end(),
                      [](const SeatIdentity& seat) { return seat.person; });
}

const SeatIdentity& player_at(const Transcript& transcript, std::int32_t seat, std::size_t event) {
  const SeatIdentity* player = &transcript.seats.at(static_cast<std::size_t>(seat));
  for (const Takeover& takeover : transcript.takeovers) {
    if (takeover.seat == seat && takeover.action <= event) player = &takeover.player;
  }
  return *player;
}

Transcript summary(const GameState& state, std::vector<SeatIdentity> seats, MatchResult result) {
  Transcript transcript;
  transcript.recorded = false;
  transcript.seats = std::move(seats);
  describe_setup(transcript, state);
  describe_result(transcript, state, std::move(result));
  return transcript;
}

}  // namespace host
