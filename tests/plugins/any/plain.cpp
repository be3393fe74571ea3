#include "plain.hpp"

#include "tests/support/loaded_plugin.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

namespace any::test {

namespace {

const agon_strategy_type& strategy_type(const std::string& id) {
  const std::filesystem::path path(id);
  return support::strategy(
      std::filesystem::path(AGON_SHIPPED_PLUGINS) / (path.has_parent_path() ? path.parent_path() : "any"),
      path.filename());
}

}  // namespace

const agon_game_type& game(const std::string& id) {
  const bool small = id == "four" || id == "goof" || id == "kuhn" || id == "sealed";
  const std::filesystem::path root = small ? AGON_SMALL_GAMES : AGON_SHIPPED_PLUGINS;
  return support::game(root / id, id);
}

agon::State four(const std::string& moves) {
  return support::created(agon::Model(game("four")), 1, {{"moves", moves}});
}

bool goes_on(const std::string& moves) {
  return !four(moves).over();
}

std::string random_columns(std::size_t count, std::uint64_t seed) {
  agon::QuickRandom random(seed);
  std::string moves;
  while (moves.size() < count) {
    const agon::State state = four(moves);
    struct Action {
      std::int32_t column;
    };
    const std::string more = moves + static_cast<char>('1' + state.sample_as<Action>(random.next()).column);
    if (!goes_on(more)) return moves;
    moves = more;
  }
  return moves;
}

double minimax(const agon::State& state, int depth) {
  if (depth == 0 || state.over()) return (state.score(0) - state.score(1)) / 2;
  std::vector<double> values;
  const agon::Actions actions = state.actions();
  for (std::size_t index = 0; index < actions.size(); ++index) {
    agon::State next = state;
    next.act(actions[index]);
    values.push_back(minimax(next, depth - 1));
  }
  return state.to_move() == 0 ? *std::ranges::max_element(values) : *std::ranges::min_element(values);
}

std::vector<double> max_n(const agon::State& state, std::int32_t seats) {
  std::vector<double> best;
  if (state.over()) {
    for (std::int32_t seat = 0; seat < seats; ++seat) best.push_back(state.preference(seat));
    return best;
  }
  const auto mover = static_cast<std::size_t>(state.to_move());
  const agon::Actions actions = state.actions();
  for (std::size_t index = 0; index < actions.size(); ++index) {
    agon::State next = state;
    next.act(actions[index]);
    const std::vector<double> values = max_n(next, seats);
    if (best.empty() || values[mover] > best[mover]) best = values;
  }
  return best;
}

Player::Player(const std::string& strategy, const agon_game_type& game, const support::Values& options,
               std::int32_t seat, std::uint64_t seed)
    : DrivenPlayer(game, strategy_type(strategy), {.seat = seat, .seed = seed, .options = options}),
      game_(game),
      seat_(seat) {}

std::vector<std::byte> Player::decide(const agon::State& state) {
  const std::vector<std::byte> seen = state.observation(seat_);
  std::vector<std::byte> action(game_.action_capacity);
  agon_buffer room = {action.data(), action.size(), 0};
  support::require_ok(turn_into({seen.data(), seen.size()}, room));
  action.resize(room.size);
  return action;
}

support::Answer creation(const std::string& strategy, const agon_game_type& game, bool library) {
  static const agon_game_type* offered = nullptr;
  offered = &game;
  static constexpr agon_host host = {nullptr, [](const agon_host*, const char* id) -> const void* {
                                       static agon_game_library found{};
                                       found.game = offered;
                                       return std::string(id) == AGON_GAME_LIBRARY ? &found : nullptr;
                                     }};
  const agon_strategy_type& type = strategy_type(strategy);
  const std::vector<agon_setting> options = support::settings({type.options, type.option_count}, {});
  agon_session session{};
  session.host = library ? &host : &support::quiet_host;
  session.game = game.id;
  session.protocol = game.protocol;
  session.seats = static_cast<std::int32_t>(game.max_seats);
  session.limits = game.limits;
  session.option_count = type.option_count;
  session.options = options.data();
  void* self = nullptr;
  agon_error error{};
  const agon_status status = type.create(&session, &self, &error);
  if (status == AGON_OK) type.destroy(self);
  return {status, error.text};
}

}  // namespace any::test
