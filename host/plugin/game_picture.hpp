// An extension of games that have a picture of a match that is over. It is the host's own, for the library of testers.
#pragma once

#include <agon/types.h>

#include <cstdint>

namespace host {

inline constexpr const char* picture_extension = "agon.picture/1";
inline constexpr std::uint64_t most_picture_bytes = 4 << 20;

/// Offered by a game: agon_game_type.extension(picture_extension). Constant data.
struct GamePicture {
  /// Writes a picture, SVG or HTML, of a match that is over. Returns AGON_OK; AGON_ABSENT if there is none;
  /// AGON_FAILED.
  agon_status (*picture)(const void* state, agon_buffer* picture, agon_error* error);
};

}  // namespace host
