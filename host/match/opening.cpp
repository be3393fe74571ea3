#include "host/match/opening.hpp"

#include "host/match/match.hpp"
#include "host/match/seeds.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <cmath>
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

/// Adds the wins of a random playout to `shares`.
void add_playout(GameState& state, Generator& random, std::vector<double>& shares) {
  agon_error error{};
  if (state.model()->resample(state.raw(), AGON_ALL_SEATS, random(), &error) != AGON_OK)
    state.broken("can't draw its chance again", error);
  while (!state.over()) act(state, state.sample(random()));
  const std::vector<double> scores = state.scores();
  const double best = *std::max_element(scores.begin(), scores.end());
  const auto winners = static_cast<double>(std::count(scores.begin(), scores.end(), best));
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    if (scores[seat] == best) shares[seat] += 1 / winners;
  }
}

/// Returns the bits of which the model draws the random actions of an opening that begins in this state.
std::vector<std::uint64_t> draw(const GameState& from, std::size_t plies, const std::optional<double>& balance) {
  constexpr int most_draws = 50;
  if (from.model() == nullptr)
    refuse(from, "the game has no model (agon.model/1), so --opening-plies can't draw actions; --openings names them");
  if (balance && from.setup().seats < 2) refuse(from, "--opening-balance compares seats, and the match has one");
  Generator random(first_number(sha256_of("agon opening\n" + std::to_string(from.setup().seed))));
  std::vector<std::uint64_t> best;
  double best_unbalance = 0;
  for (int draws = 0; draws < most_draws; ++draws) {
    const std::unique_ptr<GameState> state = from.copy();
    std::vector<std::uint64_t> bits;
    while (bits.size() < plies && !state->over()) {
      bits.push_back(random());
      act(*state, state->sample(bits.back()));
    }
    if (state->over()) continue;
    if (!balance) return bits;
    const double measured = unbalance(*state, random());
    if (best.empty() || measured < best_unbalance) {
      best = std::move(bits);
      best_unbalance = measured;
    }
    if (best_unbalance <= *balance) break;
  }
  if (best.empty())
    refuse(from, "no opening of " + counted(plies, "random action") + " was found in " + std::to_string(most_draws) +
                     " draws, since the match ends before: it takes a smaller --opening-plies");
  return best;
}

void show(const GameState& state, std::int32_t seat, agon_bytes action, std::span<Spectator* const> spectators) {
  for (Spectator* const spectator : spectators) spectator->acted(state, seat, action);
}

}  // namespace

const Openings::Line* Openings::line(std::uint64_t seed) const {
  constexpr std::uint64_t stream = 1;  // the draw of seats has 0
  if (lines.empty()) return nullptr;
  const std::uint64_t size = lines.size();
  // Without `seed - 1`, which is a huge number for seed 0: seed 0 has the line before that of seed 1, the last one.
  return &lines[random ? mix(seed, stream) % size : (seed % size + size - 1) % size];
}

Opening Openings::opening(std::uint64_t seed) const {
  const Line* const chosen = line(seed);
  return {.given = chosen == nullptr ? std::vector<std::string>{} : chosen->actions,
          .plies = plies,
          .balance = plies == 0 ? std::nullopt : balance};
}

std::string to_text(const Opening& opening) {
  if (opening.size() == 0) return {};
  Json json = Json::object();
  if (!opening.given.empty()) json["given"] = opening.given;
  if (opening.plies > 0) json["plies"] = opening.plies;
  if (opening.balance) json["balance"] = *opening.balance;
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
    } else if (name == "balance" && value.is_number()) {
      opening.balance = value.get<double>();
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

double unbalance(const GameState& state, std::uint64_t seed) {
  constexpr int playouts = 100;
  Generator random(seed);
  std::vector<double> shares(static_cast<std::size_t>(state.setup().seats));
  for (int playout = 0; playout < playouts; ++playout) add_playout(*state.copy(), random, shares);
  double largest = 0;
  for (const double share : shares)
    largest = std::max(largest, std::abs(share / playouts - 1 / static_cast<double>(shares.size())));
  return largest;
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
  for (const std::uint64_t bits : draw(state, opening.plies, opening.balance)) {
    const std::int32_t seat = state.to_move();
    const agon_bytes action = state.sample(bits);
    act(state, action);
    show(state, seat, action, spectators);
  }
}

}  // namespace host
