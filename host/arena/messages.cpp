#include "host/arena/messages.hpp"

#include <cmath>
#include <utility>

namespace host {

void fields(auto& archive, Outcome& outcome) {
  archive(outcome.kind, outcome.reason, outcome.log);
}

void fields(auto& archive, Usage& usage) {
  archive(usage.cpu_ns, usage.wall_ns, usage.peak_kib, usage.turns);
}

void fields(auto& archive, SeatResult& seat) {
  archive(seat.score, seat.outcome, seat.usage);
}

void fields(auto& archive, MatchDigests& digests) {
  archive(digests.start, digests.match, digests.opening);
}

/// Without what the host knows.
void fields(auto& archive, Result& result) {
  archive(result.seats, result.digests, result.contest, result.drawn);
}

void fields(auto& archive, Event& event) {
  archive(event.seat, event.action, event.reveals, event.forfeit);
}

void fields(auto& archive, TurnLog& log) {
  archive(log.action, log.text, log.cut);
}

void fields(auto& archive, Evaluation& evaluation) {
  archive(evaluation.action, evaluation.value, evaluation.unit, evaluation.depth, evaluation.nodes, evaluation.line);
}

/// Without its head.
void fields(auto& archive, Transcript& transcript) {
  archive(transcript.start, transcript.events, transcript.usage.cpu_us, transcript.usage.logs,
          transcript.usage.evaluations);
}

void fields(auto& archive, PlayedMatch& match) {
  archive(match.result.fault, match.refused);
  if (!match.result.fault) archive(match.result, match.transcript, match.logs, match.game_log, match.board);
}

}  // namespace host

namespace host::arena {

std::string to_bytes(const PlayedMatch& match) {
  return pack(match);
}

namespace {

void require(bool condition) {
  if (!condition) throw BadMessage();
}

void check(const Outcome& outcome) {
  require(outcome.kind >= AGON_OUTCOME_OK && outcome.kind <= outcome_resigned);
}

/// Refuses values that no match has, with which the host would leave its tables. Any byte may be of the game.
void check(const Result& result, std::size_t seats) {
  require(result.seats.size() == seats && result.contest.size() == seats && result.drawn.has_value());
  for (const double score : result.contest) require(std::isfinite(score));
  for (const SeatResult& seat : result.seats) {
    require(std::isfinite(seat.score) && seat.usage.cpu_ns >= 0 && seat.usage.wall_ns >= 0 && seat.usage.turns >= 0);
    check(seat.outcome);
  }
}

void check(const Transcript& transcript, std::size_t seats) {
  require(transcript.usage.cpu_us.size() <= transcript.events.size());
  for (const std::int64_t cpu_us : transcript.usage.cpu_us) require(cpu_us >= 0);
  const auto check_entries = [&](const auto& entries, const auto& is_valid) {
    std::size_t before = 1;
    for (const auto& each : entries) {
      require(each.action >= before && each.action <= transcript.events.size() && is_valid(each));
      before = each.action;
    }
  };
  check_entries(transcript.usage.logs, [](const TurnLog& log) { return log.text.size() <= most_of_turn_log; });
  check_entries(transcript.usage.evaluations, [](const Evaluation& evaluation) {
    return is_evaluation(evaluation) && evaluation.line.size() <= EvaluationSlot::line_capacity;
  });
  for (const Event& event : transcript.events) {
    require(event.seat >= 0 && std::cmp_less(event.seat, seats));
    if (event.forfeit) check(*event.forfeit);
  }
}

}  // namespace

PlayedMatch match_from(std::string_view bytes, const Job& job, const MatchRequest& request) {
  auto match = unpack<PlayedMatch>(bytes);
  if (match.result.fault) return match;
  const std::size_t seats = request.seating.size();
  check(match.result, seats);
  require(match.logs.empty() || match.logs.size() == seats);
  if (!match.transcript) return match;
  Transcript& transcript = *match.transcript;
  check(transcript, seats);
  transcript.game = job.game.description.id;
  transcript.version = job.game.description.version;
  transcript.protocol = job.game.description.protocol;
  transcript.seed = request.seed;
  transcript.parameters = *match.result.drawn;
  transcript.result = match.result;
  transcript.contest = match.result.contest;
  transcript.opening = job.openings.opening(request.seed);
  for (const std::size_t participant : request.seating)
    transcript.seats.push_back(job.participants[participant].identity);
  return match;
}

}  // namespace host::arena
