#include "host/arena/messages.hpp"

namespace host::arena {

namespace {

void put(WireWriter& out, const Outcome& outcome) {
  out.put(outcome.kind);
  out.put(outcome.reason);
  out.put(outcome.log);
}

Outcome outcome_from(WireReader& in) {
  Outcome outcome;
  in.read(outcome.kind);
  in.read(outcome.reason);
  in.read(outcome.log);
  return outcome;
}

void put(WireWriter& out, const SeatResult& seat) {
  out.put(seat.score);
  put(out, seat.outcome);
  out.put(seat.usage.cpu_ns);
  out.put(seat.usage.wall_ns);
  out.put(seat.usage.peak_kib);
  out.put(seat.usage.turns);
}

SeatResult seat_from(WireReader& in) {
  SeatResult seat;
  in.read(seat.score);
  seat.outcome = outcome_from(in);
  in.read(seat.usage.cpu_ns);
  in.read(seat.usage.wall_ns);
  in.read(seat.usage.peak_kib);
  in.read(seat.usage.turns);
  return seat;
}

void put(WireWriter& out, const Transcript& transcript) {
  out.put(transcript.recorded);
  out.put(transcript.parameters);
  out.put(transcript.start);
  out.put(static_cast<std::uint64_t>(transcript.events.size()));
  for (const Event& event : transcript.events) {
    out.put(event.seat);
    out.put(event.action);
    out.put(event.reveals);
    out.put(event.forfeit.has_value());
    if (event.forfeit) put(out, *event.forfeit);
  }
  for (const SeatResult& seat : transcript.result.seats) put(out, seat);
  out.put(transcript.contest);
  out.put(transcript.result.digest ? std::optional(transcript.result.digest->number()) : std::nullopt);
}

void read(WireReader& in, Transcript& transcript) {
  in.read(transcript.recorded);
  in.read(transcript.parameters);
  in.read(transcript.start);
  const auto events = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < events; ++i) {
    Event& event = transcript.events.emplace_back();
    in.read(event.seat);
    in.read(event.action);
    in.read(event.reveals);
    if (in.get<bool>()) event.forfeit = outcome_from(in);
  }
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) transcript.result.seats.push_back(seat_from(in));
  in.read(transcript.contest);
  if (transcript.contest.size() != transcript.seats.size()) throw BadMessage();
  if (const auto digest = in.get<std::optional<std::uint64_t>>())
    transcript.result.digest = MatchDigest::restored(*digest);
}

}  // namespace

void put(WireWriter& out, const MatchRequest& request) {
  out.put(request.seed);
  out.put(request.seating);
}

void read(WireReader& in, MatchRequest& request) {
  in.read(request.seed);
  in.read(request.seating);
}

std::string to_bytes(const std::vector<MatchRequest>& requests) {
  WireWriter out;
  out.put(static_cast<std::uint64_t>(requests.size()));
  for (const MatchRequest& request : requests) put(out, request);
  return out.bytes();
}

std::vector<MatchRequest> requests_from(std::string_view bytes) {
  WireReader in(bytes);
  const auto count = in.get<std::uint64_t>();
  std::vector<MatchRequest> all;
  for (std::uint64_t i = 0; i < count; ++i) read(in, all.emplace_back());
  in.end();
  return all;
}

std::string to_bytes(const PlayedMatch& match) {
  WireWriter out;
  out.put(match.fault);
  if (match.fault) return out.bytes();
  put(out, match.transcript);
  out.put(match.logs);
  out.put(match.game_log);
  out.put(match.board);
  return out.bytes();
}

PlayedMatch match_from(std::string_view bytes, const Job& job, const MatchRequest& request) {
  WireReader in(bytes);
  PlayedMatch match;
  in.read(match.fault);
  if (!match.fault) {
    Transcript& transcript = match.transcript;
    transcript.game = job.game.description.id;
    transcript.version = job.game.description.version;
    transcript.protocol = job.game.description.protocol;
    transcript.seed = request.seed;
    transcript.opening = job.openings.opening(request.seed);
    for (const std::size_t entrant : request.seating) transcript.seats.push_back(job.entrants[entrant].identity);
    read(in, transcript);
    in.read(match.logs);
    in.read(match.game_log);
    in.read(match.board);
  }
  in.end();
  return match;
}

}  // namespace host::arena
