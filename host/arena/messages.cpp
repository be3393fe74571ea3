#include "host/arena/messages.hpp"

namespace host {

template <class Archive>
void fields(Archive& archive, Outcome& outcome) {
  archive(outcome.kind, outcome.reason, outcome.log);
}

template <class Archive>
void fields(Archive& archive, Usage& usage) {
  archive(usage.cpu_ns, usage.wall_ns, usage.peak_kib, usage.turns);
}

template <class Archive>
void fields(Archive& archive, SeatResult& seat) {
  archive(seat.score, seat.outcome, seat.usage);
}

template <class Archive>
void fields(Archive& archive, MatchResult& result) {
  std::optional<std::uint64_t> digest;
  if (result.digest) digest = result.digest->number();
  archive(result.seats, digest);
  if constexpr (Archive::unpacks) {
    if (digest) result.digest = MatchDigest::restored(*digest);
  }
}

template <class Archive>
void fields(Archive& archive, Event& event) {
  archive(event.seat, event.action, event.reveals, event.forfeit);
}

/// Without what the host knows.
template <class Archive>
void fields(Archive& archive, Transcript& transcript) {
  archive(transcript.recorded, transcript.parameters, transcript.start, transcript.events, transcript.result,
          transcript.contest);
}

template <class Archive>
void fields(Archive& archive, PlayedMatch& match) {
  archive(match.fault);
  if (!match.fault) archive(match.transcript, match.logs, match.game_log, match.board);
}

}  // namespace host

namespace host::arena {

std::string to_bytes(const PlayedMatch& match) {
  return pack(match);
}

PlayedMatch match_from(std::string_view bytes, const Job& job, const MatchRequest& request) {
  PlayedMatch match = unpack<PlayedMatch>(bytes);
  if (match.fault) return match;
  Transcript& transcript = match.transcript;
  transcript.game = job.game.description.id;
  transcript.version = job.game.description.version;
  transcript.protocol = job.game.description.protocol;
  transcript.seed = request.seed;
  transcript.opening = job.openings.opening(request.seed);
  for (const std::size_t participant : request.seating)
    transcript.seats.push_back(job.participants[participant].identity);
  for (const std::size_t count : {transcript.result.seats.size(), transcript.contest.size()})
    if (count != transcript.seats.size()) throw BadMessage();
  return match;
}

}  // namespace host::arena
