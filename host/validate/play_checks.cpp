// Checks of a strategy in whole matches of its game, sandboxed, as a host plays them.
#include "host/match/match.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/matches.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

/// The seats for matches of a check, once per seat.
struct Party {
  std::vector<std::unique_ptr<Seat>> examined{};  // the examined strategy
  std::vector<std::unique_ptr<Seat>> others{};    // strategies of the same game
};

/// Plays one match: the examined strategy plays a random seat, or all. Returns whether it was played to its end.
bool played_whole(Party& party, GameState& state, agon::Random& random, MatchCap cap, bool everywhere) {
  const auto seats = static_cast<std::size_t>(state.setup().seats);
  everywhere = everywhere || random.below(2) == 0;
  const std::size_t place = random.below(seats);
  std::vector<Seat*> sitting;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    cap.brief.push_back(!everywhere && seat != place);
    sitting.push_back((cap.brief.back() ? party.others : party.examined)[seat].get());
  }
  const Played match = play(state, sitting, cap);
  for (const auto& [seat, outcome] : match.failures) {
    if (!cap.brief[static_cast<std::size_t>(seat)])
      throw fail(std::string(outcome_name(outcome.kind)) + ": " + outcome.reason + " (seat " + std::to_string(seat) +
                 ", " + spelled(state) + ")");
  }
  return match.whole;
}

/// Plays matches on the setups that `next` returns, until that returns NULL.
Finding in_matches(const Case& examined, const std::function<std::unique_ptr<Seat>(const StrategyFile&)>& open,
                   const std::function<std::unique_ptr<GameState>(const Game&, agon::Random&, std::size_t)>& next,
                   bool everywhere = false) {
  return in_child(terms_of_matches(examined), [&] {
    const Game& game = trusted_game();
    agon::Random random(examined.seed);
    Party party;
    for (std::uint32_t seat = 0; seat < game.description.max_seats; ++seat) {
      party.examined.push_back(open(examined.players.front()));
      party.others.push_back(seated(examined.players[random.below(examined.players.size())]));
    }
    const Quota quota = quota_of_matches(examined);
    std::size_t matches = 0;
    std::size_t cut = 0;
    for (; !quota.enough(matches); ++matches) {
      const auto state = next(game, random, matches);
      if (!state) break;
      set_activity("in a match (" + spelled(*state) + ")");
      const MatchCap cap = cap_for(*state, examined.hurried);
      cut += played_whole(party, *state, random, cap, everywhere) ? 0 : 1;
    }
    if (matches == 0) return unchecked("the game takes none of these setups");
    return ok(counted(matches, "match") + (cut == 0 ? "" : ", " + std::to_string(cut) + " of them cut short"));
  });
}

/// Returns a random setup. The first one is plain, and its match is played to the end.
std::unique_ptr<GameState> any_setup(const Game& game, agon::Random& random, std::size_t index) {
  return opened_at_random(game, random, index == 0);
}

/// Plays matches with the game's parameters at both ends of their ranges.
Finding plays_at_limits(const Case& examined) {
  agon::Random order(examined.seed);
  std::vector<Setup> setups = limit_setups(examined.game->description, order);
  for (std::size_t left = setups.size(); left > 1; --left) std::swap(setups[left - 1], setups[order.below(left)]);
  return in_matches(
      examined, seated,
      [&](const Game& loaded, agon::Random&, std::size_t) -> std::unique_ptr<GameState> {
        while (!setups.empty()) {
          const Setup setup = std::move(setups.back());
          setups.pop_back();
          if (auto state = opened(loaded, setup)) return state;
        }
        return nullptr;
      },
      true);
}

}  // namespace

Finding plays_matches(const Case& examined) {
  if (!examined.game) return without_game(examined);
  Finding finding = in_matches(examined, seated, any_setup);
  if (finding.status != Status::ok || examined.game->description.parameters.empty()) return finding;
  Finding at_limits = plays_at_limits(examined);
  return at_limits.status >= Status::fail ? at_limits : finding;
}

/// Plays every turn with a different instance, which has seen nothing before.
Finding takes_over(const Case& examined) {
  if (!examined.game) return without_game(examined);
  agon::Random seeds(examined.seed);
  const Finding finding = in_matches(
      examined, [&](const StrategyFile& strategy) { return handover(seated(strategy), seeds.next()); }, any_setup);
  // A strategy that reports that it can't take over harms only itself. A class written for a contest, which sees a
  // match from the start, may do so.
  const std::string refusal = std::string(outcome_name(AGON_OUTCOME_ERROR)) + ": ";
  const bool refuses = finding.status == Status::fail && finding.text.starts_with(refusal);
  return refuses ? warn("it refuses to: " + finding.text.substr(refusal.size())) : finding;
}

std::vector<Check> play_checks() {
  return {
      {"plays-matches", Scope::strategy, true,
       "It plays whole matches on setups of all kinds, with parameters at both ends of their ranges, too, never "
       "illegally "
       "and within the game's limits.",
       plays_matches},
      {"takes-over", Scope::strategy, true, "It takes over at any turn of a match of which it has seen nothing before.",
       takes_over},
  };
}

}  // namespace host::validate
