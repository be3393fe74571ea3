#include "host/live/seat_number.hpp"

#include "host/failure.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace host {

namespace {

bool same_letters(const std::string& one, const std::string& other) {
  const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::int32_t seat_number(const std::string& text, const GameDescription& game, std::int32_t seats,
                         const std::string& where) {
  // Numbers come first: the names of a game's seats can be numbers from 1.
  for (std::int32_t seat = 0; seat < seats; ++seat) {
    if (text == std::to_string(seat)) return seat;
  }
  for (std::int32_t seat = 0; game.names_seats && seat < seats; ++seat) {
    if (same_letters(text, game.seat_names[static_cast<std::size_t>(seat)])) return seat;
  }
  const std::string last = std::to_string(seats - 1);
  throw Failure(Exit::usage, where + ": there is no seat '" + text + "': " +
                                 (seats == 1 ? "the match has seat 0 alone" : "the match has seats 0 to " + last));
}

std::string seat_and_name(const GameDescription& game, std::int32_t seat) {
  const std::string number = "seat " + std::to_string(seat);
  return game.names_seats ? number + " (" + game.seat_names[static_cast<std::size_t>(seat)] + ")" : number;
}

}  // namespace host
