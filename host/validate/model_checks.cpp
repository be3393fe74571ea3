// What a game offers a search (agon/ext/model.h): legal actions, copies, chance, states from observations.
#include "host/match/seat.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"

#include <agon/ext/model.h>
#include <agon/failure.hpp>
#include <agon/model.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace host::validate {

namespace {

constexpr std::uint64_t some_actions = 12;  // of a random continuation

/// A position of a record, and what can be asked of its model.
struct Position {
  GameHarness& harness;
  const agon::Model& model;
  const Record& record;
  std::size_t step;  // actions before it
  GameState& match;

  [[nodiscard]] std::int32_t seats() const { return match.setup().seats; }
  [[nodiscard]] agon::Random& random() const { return harness.random(); }
  /// A copy of the match's state.
  [[nodiscard]] agon::State copy() const {
    void* made = nullptr;
    agon_error error{};
    const agon_status status = model.raw().copy(match.raw(), &made, &error);
    if (status != AGON_OK) throw agon::Failure(status, std::string("copy() fails: ") + error.text);
    return {model.game(), model.raw(), made};
  }
  /// A state from what a seat sees.
  [[nodiscard]] agon::State determinised(std::int32_t seat, std::uint64_t seed) const {
    const std::string seen = observed(copy(), seat);
    return model.determinise(seats(), seat, {seen.data(), seen.size()}, seed);
  }
  /// What a seat sees; why it sees nothing, where observe() fails, which other checks are for.
  [[nodiscard]] static std::string observed(const agon::State& state, std::int32_t seat) {
    try {
      const std::vector<std::byte> bytes = state.observation(seat);
      return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    } catch (const agon::Failure& failure) {
      return std::string("nothing: ") + failure.what();
    }
  }
  /// All that the seats see together, and the scores.
  [[nodiscard]] std::string looks(const agon::State& state) const {
    std::string all = std::to_string(state.to_move());
    for (std::int32_t seat = 0; seat < seats(); ++seat)
      all += " " + decimal(state.score(seat)) + " " + observed(state, seat);
    return all;
  }
  /// Goes on with random actions; says where that has led.
  std::string go_on(agon::State& state, std::uint64_t seed, std::uint64_t actions = some_actions) const {
    agon::QuickRandom drawn(seed);
    state.play_out(drawn, actions);
    return looks(state);
  }
  [[nodiscard]] std::string sampled(const agon::State& state, std::uint64_t bits) const {
    AlignedMemory storage;
    storage.grow(model.action_size());
    state.sample(bits, storage.data());
    return {reinterpret_cast<const char*>(storage.data()), model.action_size()};
  }
  /// An action as people read it, so that two ways to write one are the same.
  [[nodiscard]] std::string named(const std::string& action) const {
    if (!match.has_notation()) return action;
    return text_of(match, action);
  }
  /// Why act() refuses an action; nothing if it takes it.
  [[nodiscard]] std::optional<std::string> refusal(const std::string& action) const {
    agon::State tried = copy();
    try {
      tried.act(agon_bytes{action.data(), action.size()});
      return std::nullopt;
    } catch (const agon::Failure& failure) {
      if (failure.status() != AGON_ILLEGAL) throw;
      return failure.what();
    }
  }
};

using Inspect = std::function<std::string(const Position& position)>;

/// Shows positions along the records to `look`, which returns what is wrong, or "".
Finding at_each_position(GameHarness& harness, const Inspect& look) {
  if (harness.game().type->extension(AGON_MODEL) == nullptr) return ok("it has none");
  const agon::Model model(*harness.game().type);
  std::size_t positions = 0;
  for_each_record(harness, [&](const Record& record) {
    GameState match(harness.game(), record.setup);
    constexpr std::size_t most = 12;  // of each match
    for (std::size_t step = 0; step < record.steps.size() && !harness.out_of_time(); ++step) {
      if (step % (record.steps.size() / most + 1) == 0) {
        const std::string where = at(harness, record, step);
        set_activity("of its model" + where);
        ++positions;
        try {
          fail_if(look({harness, model, record, step, match}), where);
        } catch (const agon::Failure& failure) {
          throw fail(failure.what() + where);
        }
      }
      apply(match, record, step);
    }
  });
  return ok(counted(positions, "position"));
}

template <std::string (*look)(const Position& position)>
Finding on_each_position(GameHarness& harness) {
  return at_each_position(harness, look);
}

/// Actions close to one, which may be legal as well: each number one more, or one less.
std::vector<std::string> neighbours(const std::string& action) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at + sizeof(std::int32_t) <= action.size(); at += sizeof(std::int32_t)) {
    for (const std::uint32_t change : {1U, UINT32_MAX}) {
      std::uint32_t number = 0;
      std::memcpy(&number, action.data() + at, sizeof number);
      number += change;
      all.push_back(action);
      std::memcpy(all.back().data() + at, &number, sizeof number);
    }
  }
  return all;
}

/// The legal actions, one by one. Throws agon::Failure if the list contradicts itself.
std::vector<std::string> listed(const Position& position) {
  constexpr std::uint64_t most_bytes = 1 << 22;
  const std::uint64_t size = position.model.action_size();
  AlignedMemory storage;
  agon_buffer list = storage.buffer(most_bytes);
  std::uint64_t count = 0;
  agon_error error{};
  const agon::State state = position.copy();
  const auto wrong = [](const std::string& how) { return agon::Failure(AGON_FAILED, "actions() " + how); };
  if (position.model.raw().actions(state.raw(), 0, &list, &count, &error) != AGON_OK)
    throw wrong(std::string("fails: ") + error.text);
  if (size == 0 || list.size != std::min(count, most_bytes / size) * size)
    throw wrong("counts " + std::to_string(count) + " actions and writes " + std::to_string(list.size) + " bytes");
  if (count == 0) throw wrong("lists nothing although a seat is to move");
  std::vector<std::string> all;
  for (std::uint64_t offset = 0; offset < list.size; offset += size)
    all.emplace_back(reinterpret_cast<const char*>(storage.data()) + offset, size);
  if (std::set(all.begin(), all.end()).size() != all.size()) throw wrong("lists an action twice");
  return all;
}

std::string samples_legal(const Position& position) {
  for (int draw = 0; draw < 4; ++draw) {
    const std::uint64_t bits = position.random().next();
    const agon::State state = position.copy();
    const std::string action = position.sampled(state, bits);
    if (const auto why = position.refusal(action))
      return "sample() gives an action that act() refuses, " + position.named(action) + ": " + *why;
    if (position.sampled(position.copy(), bits) != action) return "sample() gives another action of a copy";
  }
  return {};
}

std::string lists_legal(const Position& position) {
  if (std::string fault = samples_legal(position); !fault.empty()) return fault;
  if (!position.model.lists_actions()) return {};
  const std::vector<std::string> all = listed(position);
  std::set<std::string> names;
  for (const std::string& action : all) names.insert(position.named(action));
  constexpr std::size_t most = 24;  // of the list that are tried
  for (std::size_t trial = 0; trial < std::min(most, all.size()); ++trial) {
    const std::string& action = all.size() <= most ? all[trial] : all[position.random().below(all.size())];
    if (const auto why = position.refusal(action))
      return "actions() lists an action that act() refuses, " + position.named(action) + ": " + *why;
    for (const std::string& other : neighbours(action)) {
      if (!position.refusal(other) && !names.contains(position.named(other)))
        return "actions() does not list an action that act() takes: " + position.named(other);
    }
  }
  if (!names.contains(position.named(position.sampled(position.copy(), position.random().next()))))
    return "sample() gives an action that actions() does not list";
  const std::string& played = position.record.steps[position.step].action;
  if (!names.contains(position.named(played)) && !names.contains(played.substr(0, position.model.action_size())))
    return "actions() does not list an action that act() takes: " + position.named(played);
  return {};
}

std::string copies_apart(const Position& position) {
  const std::uint64_t seed = position.random().next();
  const agon::State still = position.copy();
  const std::string before = position.looks(still);
  agon::State one = position.copy();
  const std::string led_to = position.go_on(one, seed);
  if (position.looks(still) != before) return "actions in a copy change another copy";
  if (position.looks(position.copy()) != before) return "actions in a copy change the state that it was made from";
  agon::State two = one;
  two = still;
  if (position.looks(two) != before) return "assign() gives a state that shows another position than its source";
  if (position.go_on(two, seed) != led_to) return "the same actions lead elsewhere in another copy";
  if (position.looks(still) != before) return "actions in a state change the one that was assigned to it";
  return {};
}

/// What an action leads to, for different chance: one text for each seed.
std::set<std::string> results(const Position& position, const std::string& action, std::uint64_t seeds) {
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    agon::State state = position.copy();
    state.resample(AGON_ALL_SEATS, position.random().next());
    state.act(agon_bytes{action.data(), action.size()});
    all.insert(position.looks(state));
  }
  return all;
}

std::string chance_of(const Position& position, std::size_t& tries, bool& differs) {
  const agon::State state = position.copy();
  const std::string action = position.sampled(state, position.random().next());
  const bool leads = state.leads_to_chance({action.data(), action.size()});
  if (leads && !position.model.has_chance()) return "leads_to_chance() is 1 in a game without AGON_MODEL_CHANCE";
  const std::size_t found = results(position, action, 6).size();
  if (!leads && found > 1)
    return "leads_to_chance() is 0, but an action has several results: " + position.named(action);
  if (leads) {
    ++tries;
    differs = differs || found > 1;
  }
  const std::uint64_t seed = position.random().next();
  agon::State one = position.copy();
  agon::State two = position.copy();
  one.resample(AGON_ALL_SEATS, seed);
  two.resample(AGON_ALL_SEATS, seed);
  if (position.go_on(one, seed) != position.go_on(two, seed)) return "resample() draws otherwise with the same seed";
  return {};
}

Finding model_chance(GameHarness& harness) {
  std::size_t tries = 0;
  bool differs = false;
  constexpr std::size_t enough = 5;
  Finding finding =
      at_each_position(harness, [&](const Position& position) { return chance_of(position, tries, differs); });
  if (tries < enough || differs) return finding;
  return fail("chance repeats itself: whatever the seed of resample() is, each action has the same result");
}

std::string agrees(const Position& position) {
  const agon::State real = position.copy();
  for (std::int32_t seat = 0; seat < position.seats(); ++seat) {
    if (Position::observed(real, seat).starts_with("nothing: ")) continue;
    const std::string whose = " (for seat " + std::to_string(seat) + ")";
    const std::uint64_t seed = position.random().next();
    agon::State made = position.determinised(seat, seed);
    const std::string seen = Position::observed(real, seat);
    if (Position::observed(made, seat) != seen)
      return "a state that was made from an observation is observed otherwise" + whose;
    if (made.to_move() != real.to_move())
      return "in a state that was made from an observation another seat is to move" + whose;
    if (!position.model.has_hidden() && position.looks(made) != position.looks(real))
      return "a state that was made from an observation shows another position, although nothing is hidden" + whose;
    for (const std::int32_t whom : {seat, std::int32_t{AGON_ALL_SEATS}}) {
      made.resample(whom, seed + 1);
      if (Position::observed(made, seat) != seen) return "resample() changes what a seat sees" + whose;
    }
    if (position.match.has_notation()) {
      const auto redrawn = position.match.copy();
      agon_error error{};
      position.model.raw().resample(redrawn->raw(), seat, seed + 1, &error);
      if (redrawn->position(seat) != position.match.position(seat))
        return "resample() changes the text of the position, which tells what the seat may not know" + whose;
    }
    agon::State one = position.determinised(seat, seed);
    agon::State two = position.determinised(seat, seed);
    if (position.go_on(one, seed) != position.go_on(two, seed))
      return "determinise() makes different states with the same seed" + whose;
  }
  return {};
}

/// Bounds, sums and preferences of how a match ends; `sum` is that of another end.
std::string ends_within(const Position& position, const agon::State& before, std::optional<double>& sum) {
  agon::State end = before;
  constexpr std::uint64_t long_match = 400;
  static_cast<void>(position.go_on(end, position.random().next(), long_match));
  double all = 0;
  for (std::int32_t seat = 0; seat < position.seats(); ++seat) {
    const agon::ScoreRange first = before.score_range(seat);
    const agon::ScoreRange last = end.score_range(seat);
    if (!(first.least <= last.least && last.least <= last.most && last.most <= first.most))
      return "score_range() gets wider on the way";
    if (!end.over()) continue;
    if (end.score(seat) < first.least || end.score(seat) > first.most)
      return "a final score of " + decimal(end.score(seat)) + " is out of score_range()";
    all += end.score(seat);
  }
  if (!end.over() || !position.model.has_constant_sum()) return {};
  if (sum && std::abs(*sum - all) > 1e-6)
    return "final scores add up to different sums, in spite of AGON_MODEL_CONSTANT_SUM";
  sum = all;
  return {};
}

/// The values of actions, which steer a search: they must tell nothing that the seat to move does not know.
std::string action_values_right(const Position& position) {
  if (!position.model.has_action_values()) return {};
  if (!position.model.lists_actions()) return "it values actions, but does not list them";
  agon::State state = position.copy();
  const std::string before = position.looks(state);
  const std::vector<double> values = state.action_values();
  const std::uint64_t actions = state.action_count();
  if (values.size() != actions)
    return "action_values() gives " + counted(values.size(), "value") + " for " + counted(actions, "action");
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    return "action_values() gives a value that is not finite";
  if (position.looks(state) != before) return "action_values() changes the state";
  if (state.action_values() != values) return "action_values() gives other values when it is called again";
  state.resample(state.to_move(), position.random().next());
  if (state.action_values() != values)
    return "action_values() gives other values after resample(): they depend on what the seat to move does not know";
  return {};
}

std::string values_right(const Position& position) {
  if (std::string fault = action_values_right(position); !fault.empty()) return fault;
  const agon::State before = position.copy();
  std::optional<double> sum;
  for (int end = 0; end < 2; ++end) {
    if (std::string fault = ends_within(position, before, sum); !fault.empty()) return fault;
  }
  agon::State after = before;
  const std::uint64_t seed = position.random().next();
  agon::QuickRandom drawn(seed);
  const std::uint64_t taken = after.play_out(drawn, 4);
  if (position.model.has_keys()) {
    if (agon::State(before).key() != before.key()) return "a copy has another key";
    if (!position.model.has_hidden() && position.determinised(before.to_move(), seed).key() != before.key())
      return "a state that was made from an observation has another key";
  }
  if (!position.model.has_undo()) return {};
  for (std::uint64_t step = 0; step < taken; ++step) after.undo();
  if (position.looks(after) != position.looks(before)) return "undo() leads to another position than before";
  if (position.go_on(after, seed) != [&] {
        agon::State copy = before;
        return position.go_on(copy, seed);
      }())
    return "after undo() a match goes on otherwise";
  return {};
}

}  // namespace

std::vector<Check> model_checks() {
  return {
      {"model-actions", Scope::game, true, "Its model lists and samples exactly the actions that it accepts.",
       on_records<on_each_position<lists_legal>>},
      {"model-copies", Scope::game, true, "Copies of a state are equal and independent.",
       on_records<on_each_position<copies_apart>>},
      {"model-chance", Scope::game, true,
       "Its model draws chance anew from each seed, and says which actions depend on it.", on_records<model_chance>},
      {"model-agrees", Scope::game, true, "States that are made from an observation agree with it.",
       on_records<on_each_position<agrees>>},
      {"model-values", Scope::game, true,
       "Bounds of scores, keys and undo() of its model agree with how matches go on. Values of actions are one for "
       "each, "
       "from nothing but what the seat to move knows.",
       on_records<on_each_position<values_right>>},
  };
}

}  // namespace host::validate
