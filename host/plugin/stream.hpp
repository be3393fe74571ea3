// An extension of games whose seats are programs that know nothing of Agon: each reads its standard input, writes its
// standard output, and ends. It is the host's own, for the library of testers.
#pragma once

#include <agon/types.h>

#include <cstdint>

namespace host {

inline constexpr const char* stream_extension = "agon.stream/1";

/// What a seat's program is connected to: file descriptors of this process.
struct StreamEnds {
  int input = -1;   // what the program reads; the seat closes it
  int output = -1;  // to which it writes; the seat closes it when the program has closed its output
  int ended = -1;   // gets the program's exit status, an int, when it has ended; the seat closes it
  int over = -1;    // readable once nobody wants more of the program; remains the game's
  // Set before `ended` gets the status, if that is success, and the program ended while its input was open. The game's.
  bool* left_early = nullptr;
};

/// Offered by a game: agon_game_type.extension(stream_extension). Constant data.
struct GameStream {
  /// Connects a seat: once, before its first turn. Its action is then what the program has written. In a match of
  /// several seats, a program that fails acts with what it has written before. Returns AGON_OK; AGON_ABSENT if the
  /// program's input is the seat's observation; AGON_FAILED.
  agon_status (*join)(void* state, std::int32_t seat, StreamEnds* ends, agon_error* error);

  /// Returns the outcome of a seat whose action the game has just refused as illegal: AGON_OUTCOME_ILLEGAL, or
  /// AGON_OUTCOME_EXIT for a program that ended too early.
  std::int32_t (*refusal)(const void* state);
};

}  // namespace host
