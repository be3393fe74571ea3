#include "host/match/block.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/matches.hpp"
#include "host/validate/setups.hpp"

#include <map>
#include <optional>
#include <utility>

namespace host::validate {

namespace {

using OpenSeats = std::map<std::pair<std::size_t, std::int32_t>, std::unique_ptr<Seat>>;

/// Plays a match between randomly chosen strategies.
Played play_drawn(const Case& examined, GameState& state, agon::Random& random, OpenSeats& open) {
  std::vector<Seat*> seats;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    const std::size_t player = random.below(examined.players.size());
    auto& sitting = open[{player, seat}];
    if (!sitting) sitting = seated(examined.players[player]);
    seats.push_back(sitting.get());
  }
  return play(state, seats, cap_for_game(state.game().description, state.setup(), examined.hurried));
}

/// Plays a match with guessed actions: small numbers, which most protocols consist of. Returns the match if it
/// ended.
std::optional<Record> guess(GameState& state, agon::Random& random) {
  constexpr int most_guesses = 20'000;
  constexpr std::size_t most_actions = 2'000;
  const std::size_t words = state.game().type->action_capacity / sizeof(std::int32_t);
  std::vector<std::int32_t> action(words + 4);
  Record record{state.setup(), {}, true};
  while (!state.over()) {
    if (record.steps.size() > most_actions) return std::nullopt;
    const std::int32_t seat = state.to_move();
    const agon_bytes bytes = {action.data(), state.game().type->action_capacity};
    bool legal = false;
    for (int guesses = 0; guesses < most_guesses && !legal; ++guesses) {
      const std::uint64_t below = std::uint64_t{2} << random.below(5);
      for (std::int32_t& word : action) word = static_cast<std::int32_t>(random.below(below));
      agon_error error{};
      Block reply;
      reply.grow(state.game().type->reply_capacity);
      agon_buffer storage = {reply.data(), state.game().type->reply_capacity, 0};
      legal = state.act(seat, bytes, &storage, error) == AGON_OK;
    }
    if (!legal) return std::nullopt;
    record.steps.push_back({seat, std::string(static_cast<const char*>(bytes.data), bytes.size)});
  }
  return record;
}

/// Returns the finding about the recorded matches.
Finding told(const Case& examined, const std::vector<Record>& records, std::size_t played, std::size_t failed) {
  if (examined.players.empty()) {
    return records.empty()
               ? unchecked("no strategy for it is found, and guesses do not lead to the end of a match")
               : warn("only guessed actions, in " + counted(records.size(), "match") + ": no strategy for it is found");
  }
  if (records.empty()) return unchecked("strategies fail in all of " + counted(played, "match"));
  return ok(counted(played, "match") +
            (failed == 0 ? "" : ", strategies fail in " + std::to_string(failed) + " of them"));
}

}  // namespace

Recording record_matches(const Case& examined) {
  const GameDescription& game = examined.game->description;
  std::vector<Record> records;
  const auto body = [&] {
    const ExaminedGame loaded(game);
    agon::Random random(examined.seed);
    const std::vector<Setup> limits = limit_setups(game, random);
    OpenSeats seats;
    const Quota quota = quota_of_matches(examined);
    std::size_t played = 0;
    std::size_t failed = 0;
    for (; !quota.enough(played); ++played) {
      const auto state = opened_at_random(loaded.game(), random, played == 0, limits);
      if (!state) return fail("it refuses a hundred setups one after the other");
      const std::string which = spelled(game, state->setup());
      set_activity("in a match (" + which + ")");
      if (examined.players.empty()) {
        if (auto guessed = guess(*state, random)) records.push_back(std::move(*guessed));
        continue;
      }
      Played match = play_drawn(examined, *state, random, seats);
      const std::size_t actions = match.record.steps.size();
      if (!match.whole && has_default_parameters(game, state->setup()))
        return fail("a match has no end: it goes on after " + std::to_string(actions) + " actions (" + which + ")");
      constexpr std::size_t very_many = 10'000;
      if (!match.failures.empty() && actions > very_many && has_default_parameters(game, state->setup()))
        return warn("a match goes on for " + std::to_string(actions) + " actions, until strategies fail (" + which +
                    ")");
      failed += match.failures.empty() ? 0 : 1;
      if (match.failures.empty()) records.push_back(std::move(match.record));
    }
    return told(examined, records, played, failed);
  };
  Finding finding = in_child(terms_for(examined), body, {.records = &records});
  return {std::move(records), std::move(finding)};
}

}  // namespace host::validate
