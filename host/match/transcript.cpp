#include "host/match/transcript.hpp"

#include "host/match/contest.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace host {

namespace {

/// Returns the last lines, at most `most` bytes; of a longer last line its end.
std::string_view last_lines_of(std::string_view log, std::size_t most) {
  if (log.size() <= most) return log;
  const std::size_t line = log.find('\n', log.size() - most - 1) + 1;
  if (line != 0 && line < log.size()) return log.substr(line);
  std::size_t from = log.size() - most;
  while (from < log.size() && (static_cast<unsigned char>(log[from]) & 0xc0U) == 0x80U) ++from;  // inside a character
  return log.substr(from);
}

}  // namespace

std::string TurnLog::shown() const {
  return cut == 0 ? text : join({"(", std::to_string(cut), " bytes of the log are left out)\n", text}, "");
}

nlohmann::ordered_json evaluation_json(const Evaluation& evaluation) {
  nlohmann::ordered_json json;
  if (evaluation.unit == AGON_VALUE_SCORE)
    json["value"] = evaluation.value;
  else
    json["share"] = share_of(evaluation);
  if (evaluation.unit == AGON_VALUE_PAWNS) json["cp"] = evaluation.value;
  if (evaluation.unit == AGON_VALUE_MATE) json["mate"] = static_cast<std::int64_t>(evaluation.value);
  if (evaluation.depth > 0) json["depth"] = evaluation.depth;
  if (evaluation.nodes > 0) json["nodes"] = evaluation.nodes;
  if (!evaluation.line.empty()) json["line"] = evaluation.line;
  return json;
}

double as_shown(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4).ptr;
  std::from_chars(text.data(), end, value);
  return value;
}

std::string evaluation_text(const Evaluation& evaluation) {
  std::string text = "expects ";
  if (evaluation.unit == AGON_VALUE_SCORE)
    text += "a score of " + decimal(as_shown(evaluation.value));
  else if (evaluation.unit == AGON_VALUE_PAWNS)
    text += (evaluation.value >= 0 ? "+" : "") + decimal(as_shown(evaluation.value / 100)) + " pawns";
  else if (evaluation.unit == AGON_VALUE_MATE)
    text += (evaluation.value > 0 ? "to give mate in " : "to be mated in ") + decimal(std::abs(evaluation.value));
  else
    text += "to beat " + decimal(as_shown(100 * evaluation.value)) + " % of its opponents";
  if (evaluation.depth > 0) text += ", depth " + std::to_string(evaluation.depth);
  if (evaluation.nodes > 0) text += ", " + counted(static_cast<std::uint64_t>(evaluation.nodes), "position");
  return evaluation.line.empty() ? text : text + ": " + evaluation.line;
}

void TurnUsageCollector::add(std::size_t event, std::int32_t seat, std::int64_t cpu_us, std::string_view log,
                             std::optional<Evaluation> evaluation) {
  usage_.cpu_us.resize(event);
  usage_.cpu_us.back() += cpu_us;
  if (evaluation) {
    std::size_t& lines = seats_[seat].lines;
    lines += evaluation->line.size();
    if (lines > most_of_seat_log) evaluation->line.clear();
    evaluation->action = event;
    usage_.evaluations.push_back(*std::move(evaluation));
  }
  if (log.empty()) return;
  SeatLog& of_seat = seats_[seat];
  if (of_seat.size >= most_of_seat_log) {
    usage_.logs[of_seat.last].cut += log.size();
    return;
  }
  const std::string_view kept = last_lines_of(log, std::min(most_of_turn_log, most_of_seat_log - of_seat.size));
  constexpr std::size_t entry = 32;  // bounds the number of short entries
  of_seat.size += kept.size() + entry;
  of_seat.last = usage_.logs.size();
  usage_.logs.push_back({event, std::string(kept), log.size() - kept.size()});
}

namespace {

void describe_setup(MatchHead& match, const GameState& state) {
  const GameDescription& game = state.game().description;
  match.game = game.id;
  match.version = game.version;
  match.protocol = game.protocol;
  match.seed = state.setup().seed;
  const auto values = state.parameters();
  for (std::size_t index = 0; index < values.size(); ++index) {
    if (values[index]) match.parameters.emplace_back(game.parameters[index].name, *values[index]);
  }
}

void describe_result(MatchHead& match, const GameState& state, MatchResult result) {
  for (const SeatResult& seat : result.seats) {
    match.contest.push_back(contest_score(state.game().description.contest, seat.score));
  }
  match.result = std::move(result);
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
               player.evaluation());
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

bool counts(const MatchHead& match) {
  return match.finished && !match.origin && match.takeovers.empty() &&
         std::none_of(match.seats.begin(), match.seats.end(), [](const SeatIdentity& seat) { return seat.person; });
}

const SeatIdentity& player_at(const Transcript& transcript, std::int32_t seat, std::size_t event) {
  const SeatIdentity* player = &transcript.seats.at(static_cast<std::size_t>(seat));
  for (const Takeover& takeover : transcript.takeovers) {
    if (takeover.seat == seat && takeover.action <= event) player = &takeover.player;
  }
  return *player;
}

MatchHead head_of(const GameState& state, std::vector<SeatIdentity> seats, MatchResult result) {
  MatchHead match;
  match.seats = std::move(seats);
  describe_setup(match, state);
  describe_result(match, state, std::move(result));
  return match;
}

}  // namespace host
