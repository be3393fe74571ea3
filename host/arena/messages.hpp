// The messages between the host and an arena: docs/architecture.md.
//
// A message is its size (4 bytes, without these), its kind (1 byte) and its content. Numbers have this machine's
// format. host/util/archive.hpp packs the content: to_bytes() and match_from() for a match that was played, and pack()
// for the others.
#pragma once

#include "host/arena/job.hpp"
#include "host/match/game_state.hpp"
#include "host/util/archive.hpp"
#include "host/util/failure.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace host::arena {

/// The memory that an arena shares with the host.
struct SharedStatus {
  GameActivity watch;
  std::atomic<std::uint64_t> begun = 0;   // the matches that have begun since the last request
  std::atomic<bool> should_stop = false;  // set by the host: no further match may begin
};

/// Incremented with every change of the messages. Host and arena must agree.
inline constexpr std::uint32_t protocol_version = 14;

/// Other numbers are for messages of host/web/shown_match.hpp.
enum class Kind : std::uint8_t {
  // from the host
  library = 1,  // the file descriptor of the next library of the order, in their order
  order,        // the job
  check,        // the options of the participants: the number of seats
  play,         // matches
  // from the arena
  ready,    // the game is loaded
  checked,  // the sentence of a refusal, if any
  played,   // a match: the request, and to_bytes()
  shown,    // a board
  stopped,  // the requested matches are over, or the arena was asked to stop
  failure   // no match can be played: FailureMessage
};

/// The file descriptors with which an arena starts: the socket, and the memory that it shares with the host.
inline constexpr int socket_descriptor = 3;
inline constexpr int status_descriptor = 4;

/// The exit code of an arena whose game has closed the socket.
inline constexpr int socket_closed_code = 99;

/// The content of Kind::failure.
struct FailureMessage {
  Exit code{};
  std::string sentence;

  [[nodiscard]] Failure failure() const { return {code, sentence}; }
};

template <class Archive>
void fields(Archive& archive, FailureMessage& message) {
  auto code = static_cast<std::int32_t>(message.code);
  archive(code, message.sentence);
  if constexpr (Archive::unpacks) {
    // The game may have sent it: nothing that ends a run with success, or as if the user had.
    if (code < static_cast<std::int32_t>(Exit::usage) || code > static_cast<std::int32_t>(Exit::internal))
      throw BadMessage();
    message.code = static_cast<Exit>(code);
  }
}

/// A match travels without what the host knows: game, seed and players.
std::string to_bytes(const PlayedMatch& match);
/// Throws BadMessage if it has another number of seats than the request, or values that no match has.
PlayedMatch match_from(std::string_view bytes, const Job& job, const MatchRequest& request);

}  // namespace host::arena

namespace host {

void fields(auto& archive, BranchPoint& branch) {
  archive(branch.events, branch.seat, branch.acts);
}

void fields(auto& archive, MatchRequest& request) {
  archive(request.seed, request.seating, request.branch);
}

}  // namespace host
