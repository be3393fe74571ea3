// Checks of a game's rules: legal actions, observations, the end of a match.
#include "host/plugin/outcome.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/matches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

/// Returns bytes that are probably an illegal action, mostly similar to a legal one.
std::string garbage(agon::Random& random, std::uint64_t capacity, const std::string& legal) {
  std::string bytes = legal;
  switch (random.below(4)) {
    case 0:  // flips one bit
      if (!bytes.empty()) {
        char& byte = bytes[random.below(bytes.size())];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
      }
      break;
    case 1:  // puts a word far out of range
      if (bytes.size() >= sizeof(std::uint32_t)) {
        const std::uint32_t words[] = {0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x7F000000, 1000};
        const std::size_t word = random.below(bytes.size() / sizeof(std::uint32_t));
        std::memcpy(bytes.data() + word * sizeof(std::uint32_t), &words[random.below(5)], sizeof(std::uint32_t));
      }
      break;
    case 2:  // truncates: an action that is too long may be legal
      bytes.resize(random.below(bytes.size() + 1));
      break;
    default:
      bytes.resize(capacity);
      for (char& byte : bytes) byte = static_cast<char>(random.below(random.below(2) == 0 ? 4 : 256));
  }
  return bytes;
}

/// Tries bytes that are probably an illegal action. Returns whether they are a legal one; only then the state changes.
bool taken(GameState& state, const std::string& bytes, const std::string& where) {
  const std::string before = fingerprint(state);
  const Answer answer = answer_to(state, state.to_move(), bytes);
  if (answer.status == AGON_OK) return true;
  if (answer.reason.empty()) throw fail("it refuses an illegal action without a sentence" + where);
  if (!is_utf8(answer.reason)) throw fail("it refuses an illegal action with a sentence that is no UTF-8" + where);
  if (!answer.reply.empty()) throw fail("it replies to an illegal action" + where);
  if (fingerprint(state) != before) throw fail("an illegal action changes the state: " + answer.reason + where);
  return false;
}

/// Replays a record in two states, tries illegal actions in one of them, and compares the states.
void disturb(GameHarness& harness, const Record& record, std::size_t& tries) {
  GameState calm(harness.game(), record.setup);
  auto state = std::make_unique<GameState>(harness.game(), record.setup);
  const std::uint64_t capacity = harness.game().type->action_capacity;
  for (std::size_t step = 0; step < record.steps.size() && !harness.out_of_time(); ++step) {
    constexpr int tries_each = 3;
    for (int attempt = 0; attempt < tries_each; ++attempt, ++tries) {
      const std::string where = at(harness, record, step);
      set_activity("with an illegal action" + where);
      if (taken(*state, garbage(harness.random(), capacity, record.steps[step].action), where))
        state = replayed(harness.game(), record, step);  // it was legal by chance
    }
    apply(*state, record, step, "after illegal actions, ");
    apply(calm, record, step);
    if (fingerprint(*state) != fingerprint(calm))
      throw fail("illegal actions change how the match goes on" + at(harness, record, step + 1));
  }
}

Finding illegal_refused(GameHarness& harness) {
  std::size_t tries = 0;
  for_each_record(harness, [&](const Record& record) { disturb(harness, record, tries); });
  return ok(counted(tries, "action"));
}

/// Lets seats forfeit one after the other, until the match is over. Returns what went wrong, or "".
std::string forfeited(GameHarness& harness, GameState& state) {
  std::set<std::int32_t> out;
  while (!state.over()) {
    std::int32_t seat = state.to_move();
    if (out.contains(seat)) return "seat " + std::to_string(seat) + " is to move although it has forfeited";
    const auto seats = static_cast<std::uint64_t>(state.setup().seats);
    if (out.empty() && harness.random().below(3) == 0) seat = static_cast<std::int32_t>(harness.random().below(seats));
    const auto outcome = static_cast<std::int32_t>(AGON_OUTCOME_ILLEGAL + harness.random().below(AGON_OUTCOME_LOAD));
    set_activity("in forfeit() of seat " + std::to_string(seat) + ", outcome " + outcome_name(outcome));
    state.forfeit(seat, outcome, harness.random().below(2) == 0 ? "it crashed (SIGSEGV)" : std::string(600, 'x'));
    out.insert(seat);
    static_cast<void>(fingerprint(state));
  }
  static_cast<void>(state.scores());
  return {};
}

Finding forfeits_end(GameHarness& harness) {
  std::size_t rounds = 0;
  constexpr std::size_t each = 20;
  for (; !harness.enough(rounds / each); ++rounds) {
    const Record& record = harness.any_record();
    const std::size_t steps = harness.random().below(record.steps.size() + 1);
    fail_if(forfeited(harness, *replayed(harness.game(), record, steps)), at(harness, record, steps));
  }
  return ok(counted(rounds, "forfeit"));
}

/// Asks for the scores at every point of a match.
void scores_finite(GameHarness& harness, const Record& record) {
  GameState state(harness.game(), record.setup);
  static_cast<void>(state.scores());
  for (std::size_t step = 0; step < record.steps.size(); ++step) {
    apply(state, record, step);
    static_cast<void>(state.scores());
  }
  if (record.finished && !state.over())
    throw fail("the match is not over after its last action" + at(harness, record, record.steps.size()));
  if (!state.over()) return;
  // Reports CPU time to a game that uses it, after the match is over.
  constexpr std::int64_t most_us = 1'000'000'000;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat)
    state.report_usage(seat, static_cast<std::int64_t>(harness.random().below(most_us)));
  static_cast<void>(state.scores());
}

/// Checks that an observation does not depend on the previous content of its memory, and that observing changes
/// nothing.
std::string observed(const GameState& state, std::int32_t seat) {
  const std::size_t size = observation_of(state, seat).size();
  const std::string over_zeros = observation_of(state, seat, std::string(size, '\0'));
  const std::string over_ones = observation_of(state, seat, std::string(size, '\xFF'));
  if (over_zeros.size() != over_ones.size()) return "observe() writes another number of bytes the second time";
  const auto differs = std::ranges::mismatch(over_zeros, over_ones).in1;
  if (differs == over_zeros.end()) return {};
  return "observe() leaves byte " + std::to_string(differs - over_zeros.begin()) + " of an observation as it was";
}

/// Observes the position for every seat, to move or not. Returns what was wrong, or "".
std::string observed_by_all(const GameState& state, const std::string& where) {
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    const std::string whose =
        " (for seat " + std::to_string(seat) + ", " +
        (state.over() ? "after the match" : "while seat " + std::to_string(state.to_move()) + " is to move") + ")" +
        where;
    set_activity("in observe()" + whose);
    try {
      if (std::string fault = observed(state, seat); !fault.empty()) return fault + whose;
    } catch (const Failure& failure) {
      return std::string(failure.what()) + whose;
    }
  }
  return {};
}

/// Replays a record, and looks at no more than 65 of its positions: the first one, the last one, and others at equal
/// distances. Ends early if the check is out of time. Then replays a random part of the record, and each seat that is
/// to move forfeits, until the match is over; looks at the position after each forfeit.
void observe_along(GameHarness& harness, const Record& record) {
  constexpr std::size_t most_looks = 64;  // and one at the end
  GameState state(harness.game(), record.setup);
  const std::size_t every = record.steps.size() / most_looks + 1;
  for (std::size_t done = 0; !harness.out_of_time(); ++done) {
    const bool last = done == record.steps.size();
    if (done % every == 0 || last) fail_if(observed_by_all(state, at(harness, record, done)));
    if (last) break;
    apply(state, record, done);
  }
  const std::size_t steps = harness.random().below(record.steps.size() + 1);
  const auto forfeited = replayed(harness.game(), record, steps);
  for (std::int32_t left = record.setup.seats; !forfeited->over() && left > 0; --left) {
    const std::int32_t seat = forfeited->to_move();
    forfeited->forfeit(seat, AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
    fail_if(observed_by_all(*forfeited,
                            ", when seat " + std::to_string(seat) + " has forfeited" + at(harness, record, steps)));
  }
}

/// Tells how the recorded matches went. Then observes their positions.
Finding random_play(const Case& examined) {
  const Finding& played = examined.recording->finding;
  if (played.status >= Status::fail || examined.recording->records.empty()) return played;
  Finding observed = on_each_record<observe_along>(examined);
  return observed.status == Status::ok ? played : observed;
}

/// Checks whether fresh instances of this strategy, one for each turn, can play whole matches; otherwise returns the
/// failure.
std::string hands_over(const Game& game, const StrategyFile& player, agon::Random& random, const Quota& quota,
                       std::size_t& matches) {
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<Seat*> sitting;
  for (std::uint32_t seat = 0; seat < game.description.max_seats; ++seat) {
    seats.push_back(handover(seated(player), random.next()));
    sitting.push_back(seats.back().get());
  }
  constexpr int each = 2;
  for (int match = 0; match < each && !quota.enough(matches); ++match) {
    const auto state = opened(game, drawn_setup(game.description, random));
    if (!state) continue;
    set_activity("in a match of " + player.description.id + " (" + spelled(*state) + ")");
    const Played result = play(*state, std::span(sitting).first(static_cast<std::size_t>(state->setup().seats)),
                               cap_for_game(*state, true));
    ++matches;
    if (!result.failures.empty())
      return player.description.id + ": " + result.failures.front().second.reason + " (" + spelled(*state) + ")";
  }
  return {};
}

Finding hand_over(const Case& examined) {
  if (examined.players.empty()) return unchecked("no strategy for it is found");
  return in_child(terms_for(examined), [&]() -> Finding {
    const Game game = examined_game(examined.game->description);
    agon::Random random(examined.seed);
    const Quota quota = quota_of_matches(examined);
    std::size_t matches = 0;
    std::vector<std::string> faults;
    std::size_t players = 0;
    for (const StrategyFile& player : examined.players) {
      if (players > 0 && quota.enough(matches)) break;
      ++players;
      if (std::string fault = hands_over(game, player, random, quota, matches); !fault.empty())
        faults.push_back(std::move(fault));
    }
    if (faults.empty()) return ok(counted(matches, "match"));
    const std::string text = "fresh instances that see an observation alone can't go on: " + faults.front();
    return faults.size() == players ? fail(text) : warn(text + "; others can");
  });
}

}  // namespace

std::vector<Check> rules_checks() {
  return {
      {"random-play", Scope::game, true,
       "Matches on setups of all kinds, of strategies drawn at random, come to an end. In them, observe() writes every "
       "byte of an observation, and the same ones each time, for any seat at any time.",
       random_play},
      {"illegal-refused", Scope::game, true,
       "Illegal actions are refused in words, and change nothing, not even what chance does later.",
       on_records<illegal_refused>},
      {"forfeits-end", Scope::game, true,
       "Seats that forfeit at any point, for any reason, are not to move again, and without seats the match is over.",
       on_records<forfeits_end>},
      {"scores-finite", Scope::game, false, "Scores are finite numbers at any point.", on_each_record<scores_finite>},
      {"hand-over", Scope::game, true,
       "An observation is enough for a strategy that has seen nothing before to take over at any turn.", hand_over},
  };
}

}  // namespace host::validate
