// Creates records of the counting game of any length, without playing it.
#pragma once

#include "host/match/transcript.hpp"
#include "tests/support/scripted_match.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace support {

/// Returns the counting game with targets up to ten million.
inline host::Game long_counting() {
  static constexpr std::array parameters = [] {
    auto all = counting_parameters;
    all[0].maximum = 10'000'000;
    return all;
  }();
  static constexpr agon_game_type type = [] {
    agon_game_type longer = counting;
    longer.parameters = parameters.data();
    return longer;
  }();
  return in_program(type);
}

/// Returns a match of two seats that add 1 alternately, `actions` times, an even number. It replays as recorded.
inline host::Transcript long_match(const host::Game& game, std::uint64_t actions) {
  const double score = static_cast<double>(actions) / 2;
  host::Transcript transcript;
  transcript.game = "counting";
  transcript.version = "1.0.0";
  transcript.protocol = "counting/1";
  transcript.seed = 1;
  transcript.start = "0 of " + std::to_string(actions);
  transcript.seats = {identity("one"), identity("two")};
  transcript.result.seats = {{score, {}, {}}, {score, {}, {}}};
  transcript.contest = {score, score};
  const auto values = counting_values(std::to_string(actions));
  for (std::size_t index = 0; index < values.size(); ++index)
    transcript.parameters.emplace_back(game.description.parameters[index].name, *values[index]);
  for (std::uint64_t action = 0; action < actions; ++action)
    transcript.events.push_back({static_cast<std::int32_t>(action % 2), "+1", {}, std::nullopt});
  return transcript;
}

}  // namespace support
