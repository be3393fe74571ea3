#include "host/match/opening.hpp"

#include "host/match/match.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <agon/ext/model.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;
using Generator = std::mt19937_64;

[[noreturn]] void refuse(const GameState& state, const std::string& what) {
  throw SetupRefused(state.game().description.id + ", seed " + std::to_string(state.setup().seed) + ": " + what);
}

/// Plays an action that the model has drawn.
void act(GameState& state, agon_bytes action) {
  agon_error error{};
  if (state.act(state.to_move(), action, nullptr, error) != AGON_OK)
    state.broken("refuses an action that its model has drawn", error);
}

/// Returns the bits of which the model draws the random actions of an opening that begins in this state.
std::vector<std::uint64_t> draw(const GameState& from, std::size_t plies) {
  constexpr int most_draws = 50;
  if (from.model() == nullptr)
    refuse(from, "the game has no model (agon.model/1), so --opening-plies can't draw actions; --openings names them");
  Generator random(first_number(sha256_of("agon opening\n" + std::to_string(from.setup().seed))));
  for (int draws = 0; draws < most_draws; ++draws) {
    const std::unique_ptr<GameState> state = from.copy();
    std::vector<std::uint64_t> bits;
    while (bits.size() < plies && !state->over()) {
      bits.push_back(random());
      act(*state, state->sample(bits.back()));
    }
    if (!state->over()) return bits;
  }
  refuse(from, "no opening of " + counted(plies, "random action") + " was found in " + std::to_string(most_draws) +
                   " draws, since the match ends before: it takes a smaller --opening-plies");
}

void show(const GameState& state, std::int32_t seat, agon_bytes action, std::span<Spectator* const> spectators) {
  for (Spectator* const spectator : spectators) spectator->acted(state, seat, action);
}

}  // namespace

const Openings::Line* Openings::line(std::uint64_t seed) const {
  if (lines.empty()) return nullptr;
  const std::uint64_t size = lines.size();
  // Without `seed - 1`, which is a huge number for seed 0: seed 0 has the line before that of seed 1, the last one.
  return &lines[(seed % size + size - 1) % size];
}

Opening Openings::opening(std::uint64_t seed) const {
  const Line* const chosen = line(seed);
  return {.given = chosen == nullptr ? std::vector<std::string>{} : chosen->actions, .plies = plies};
}

std::string to_text(const Opening& opening) {
  if (opening.size() == 0) return {};
  Json json = Json::object();
  if (!opening.given.empty()) json["given"] = opening.given;
  if (opening.plies > 0) json["plies"] = opening.plies;
  return to_stored_line(json);
}

std::optional<Opening> opening_from(std::string_view text) {
  Opening opening;
  if (text.empty()) return opening;
  const Json json = parse_json(text);
  if (!json.is_object()) return std::nullopt;
  for (const auto& [name, value] : json.items()) {
    if (name == "plies" && value.is_number_unsigned()) {
      opening.plies = value.get<std::size_t>();
    } else if (name == "given" && value.is_array()) {
      for (const Json& each : value) {
        if (!each.is_string()) return std::nullopt;
        opening.given.push_back(each.get<std::string>());
      }
    } else {
      return std::nullopt;
    }
  }
  return opening;
}

void play_opening(const Opening& opening, GameState& state, std::span<Spectator* const> spectators) {
  for (const std::string& text : opening.given) {
    const auto refused = [&](const std::string& why) {
      refuse(state, "the opening '" + join(opening.given, "; ") + "' can't be played, at '" + text + "': " + why);
    };
    if (state.over()) refused("the match is over before");
    const std::int32_t seat = state.to_move();
    std::string reason;
    const auto action = state.parse_action(text, reason);
    if (!action) refused(reason);
    agon_error error{};
    if (state.act(seat, *action, nullptr, error) != AGON_OK) refused(sentence(error, "the game gave no reason"));
    show(state, seat, *action, spectators);
  }
  if (!opening.given.empty() && state.over())
    refuse(state, "the match is over after the opening '" + join(opening.given, "; ") + "'");
  if (opening.plies == 0) return;
  for (const std::uint64_t bits : draw(state, opening.plies)) {
    const std::int32_t seat = state.to_move();
    const agon_bytes action = state.sample(bits);
    act(state, action);
    show(state, seat, action, spectators);
  }
}

}  // namespace host
