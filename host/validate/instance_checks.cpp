// Checks of a strategy at the C ABI: its instances, its options, the memory and the services passed to it.
#include "host/plugin/ticks.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/memory.hpp"
#include "host/validate/strategy_harness.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

constexpr std::size_t some_turns = 12;
constexpr std::size_t many_turns = 200;

Finding creates(StrategyHarness& harness) {
  SeatConfig config = harness.config();
  config.seats = static_cast<std::int32_t>(harness.game().description.min_seats);
  Instance instance(harness.next(), harness.game(), config);
  const agon_status status = instance.create();
  if (status == AGON_OK) {
    instance.destroy();
    return ok();
  }
  const std::string why = instance.last_error();
  if (status == AGON_UNSUPPORTED && plays_any_game(harness.strategy()) && !why.empty()) {
    Finding refusal = warn("it does not play " + harness.game().description.id + ": " + why);
    refusal.last = true;
    return refusal;
  }
  return fail("create() refuses its own default options" + (why.empty() ? ", without a reason" : ": " + why));
}

/// Plays some matches one after the other in a process.
Recording matches_alone(const Case& examined, const Services& services) {
  std::vector<Record> records;
  const auto body = [&](StrategyHarness& harness) {
    constexpr std::size_t matches = 3;
    for (std::size_t match = 0; match < matches && !harness.enough(match); ++match) {
      const auto state = harness.open();
      SeatConfig config = harness.config();
      config.services = services;
      SelfPlay played = harness.play(*state, config, many_turns);
      fail_if(played.fault);
      records.push_back({state->setup(), std::move(played.steps)});
    }
    return ok(counted(records.size(), "match"));
  };
  Finding finding = with_strategy(examined, body, {.records = &records});
  return {std::move(records), std::move(finding)};
}

/// Returns services with memory full of `poison_byte`, and with observations and replies that grow randomly from
/// `growth`.
Services services_with(std::uint8_t poison_byte, std::uint64_t growth = 0) {
  Services services;
  services.memory.poison_byte = poison_byte;
  services.growth = growth;
  return services;
}

/// Returns where a match differs from its record; "" if they agree as far as both go.
std::string first_difference(const GameDescription& game, const std::vector<Step>& steps, const Record& record) {
  for (std::size_t step = 0; step < std::min(steps.size(), record.steps.size()); ++step) {
    if (steps[step].action != record.steps[step].action)
      return "action " + std::to_string(step + 1) + " (" + spelled(game, record.setup) + ")";
  }
  return {};
}

/// Returns where the first of these pairs of matches differs that does; "" if none does.
std::string first_difference(const Case& examined, const Recording& one, const Recording& other) {
  for (std::size_t match = 0; match < std::min(one.records.size(), other.records.size()); ++match) {
    std::string where = first_difference(examined.game->description, one.records[match].steps, other.records[match]);
    if (!where.empty()) return where;
  }
  return {};
}

Finding same_seed(const Case& examined) {
  const std::time_t began = std::time(nullptr);
  Recording first = matches_alone(examined, services_with(0));
  if (first.finding.status != Status::ok) return first.finding;
  leave_second(began);
  constexpr std::uint8_t poison_byte = 0xA4;
  const Recording second = matches_alone(examined, services_with(poison_byte));
  if (second.finding.status != Status::ok)
    return {second.finding.status, "in memory that is not all zeros: " + second.finding.text};
  const std::string where = first_difference(examined, first, second);
  if (where.empty()) return first.finding;
  return fail("another process plays another " + where +
              ": it does not draw from the session's seed alone, or reads memory that it has not written");
}

/// Plays some matches alone, twice. Throws why they can't serve as a reference.
Recording reference_matches(const Case& examined) {
  Recording alone = matches_alone(examined, services_with(0));
  if (alone.finding.status != Status::ok) throw unchecked("not even one match at a time: " + alone.finding.text);
  if (!first_difference(examined, alone, matches_alone(examined, services_with(0))).empty())
    throw unchecked("the same seed does not give the same actions even alone");
  return alone;
}

Finding observations_grow(const Case& examined) {
  const Recording alone = reference_matches(examined);
  Recording grown = matches_alone(examined, services_with(0, examined.seed | 1U));
  const std::string what = "with bytes behind the observations and replies that it knows, ";
  if (grown.finding.status != Status::ok) return {grown.finding.status, what + grown.finding.text};
  if (const std::string where = first_difference(examined, alone, grown); !where.empty())
    return fail(what + "it plays another " + where);
  return grown.finding;
}

/// Plays all these setups concurrently, with their turns in random order, and then plays the first one again.
Finding beside(StrategyHarness& harness, const std::vector<Record>& alone) {
  SeatConfig config = harness.config();
  config.services.memory.poison_byte = 0;  // the same as in the matches played alone
  std::vector<std::pair<std::unique_ptr<GameState>, SelfPlay>> matches;
  for (const Record& record : alone) {
    auto state = std::make_unique<GameState>(harness.game(), record.setup);
    SelfPlay begun = harness.begin(*state, config);
    fail_if(begun.fault, ", with several matches at once");
    matches.emplace_back(std::move(state), std::move(begun));
  }
  std::size_t most = 0;
  for (const Record& record : alone) most += record.steps.size();
  for (std::size_t turn = 0; turn < most && !harness.enough(turn == 0 ? 0 : 1); ++turn) {
    const std::size_t chosen = harness.random().below(matches.size());
    auto& [state, match] = matches[chosen];
    if (state->over() || match.steps.size() >= alone[chosen].steps.size()) continue;
    set_activity("several matches at once");
    match.turn(*state);
    std::string where = first_difference(harness.game().description, match.steps, alone[chosen]);
    if (!where.empty())
      return fail("several matches at once disturb each other: one goes another way from " + where + " on");
    if (!match.fault.empty()) return fail("with several matches at once: " + match.fault);
  }
  matches.clear();
  GameState again(harness.game(), alone.front().setup);
  const SelfPlay played = harness.play(again, config, some_turns);
  const std::string where = first_difference(harness.game().description, played.steps, alone.front());
  if (!where.empty()) return fail("matches that were played before change one that follows: " + where);
  if (!played.fault.empty()) return fail("after other matches: " + played.fault);
  return ok(counted(alone.size(), "match") + " at once");
}

constexpr const char* globals =
    "it keeps globals (agon.single_instance/1), so that each instance gets a library of its own";

Finding several_at_once(const Case& examined) {
  const std::vector<Record> alone = reference_matches(examined).records;
  return with_strategy(examined, [&](StrategyHarness& harness) {
    if (harness.single_instance()) return ok(globals);
    return alone.empty() ? unchecked("no match was played") : beside(harness, alone);
  });
}

using Instances = std::vector<std::unique_ptr<Instance>>;

/// Adds an instance that plays `seat`.
void add_instance(StrategyHarness& harness, const GameState& state, std::int32_t seat, Instances& alive) {
  SeatConfig config = harness.config();
  config.seats = state.setup().seats;
  config.seat = seat;
  config.seed = harness.random().next();
  alive.push_back(std::make_unique<Instance>(harness.next(), harness.game(), std::move(config)));
  if (alive.back()->create() != AGON_OK)
    throw fail("create() fails while other instances live: " + alive.back()->last_error());
}

/// Adds an instance for any seat, and sometimes plays a turn with it: some instances are destroyed without a turn.
void add_some(StrategyHarness& harness, GameState& state, Instances& alive) {
  const auto seat = static_cast<std::int32_t>(harness.random().below(static_cast<std::uint64_t>(state.setup().seats)));
  add_instance(harness, state, seat, alive);
  if (state.over() || harness.random().below(2) == 0) return;
  add_instance(harness, state, state.to_move(), alive);
  std::vector<std::string> actions;
  fail_if(alive.back()->turn(state, actions), " (" + spelled(state) + ")");
}

Finding any_order(StrategyHarness& harness) {
  if (harness.single_instance()) return ok(globals);
  constexpr std::size_t instances = 6;
  return harness.repeat("round", [&](std::size_t /*round*/) {
    const auto state = harness.open();
    Instances alive;
    for (std::size_t made = 0; made < instances || !alive.empty();) {
      if (made < instances && (alive.empty() || harness.random().below(2) == 0)) {
        set_activity("while " + counted(alive.size(), "other instance") + " lived");
        add_some(harness, *state, alive);
        ++made;
      } else {
        const std::size_t chosen = harness.random().below(alive.size());
        set_activity("of number " + std::to_string(chosen + 1) + " of " + counted(alive.size(), "instance"));
        alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    }
  });
}

std::string spelled_services(const Services& services) {
  return std::string(services.log ? "with" : "without") + " extensions, " + (services.limited ? "with" : "without") +
         " a limit of time" + (services.random_should_stop != 0 ? ", should_stop() now and then 1" : "");
}

Finding services_withheld(StrategyHarness& harness) {
  return harness.repeat("match", [&](std::size_t match) {
    const auto state = harness.open();
    SeatConfig config = harness.config();
    // The first match offers no extensions.
    config.services.log = match > 0 && harness.random().below(2) == 0;
    config.services.limited = match > 0 && harness.random().below(2) == 0;
    config.services.random_should_stop =
        match == 0 || harness.random().below(2) == 0 ? harness.random().next() | 1U : 0;
    fail_if(harness.play(*state, config, some_turns).fault, ", " + spelled_services(config.services));
  });
}

/// Plays a few turns with these options. create() may also refuse them with a sentence. If they are not `possible`, it
/// may fail with any status and a sentence. Returns whether it refuses them.
bool refuses(StrategyHarness& harness, const std::vector<std::string>& options, bool possible) {
  const auto state = harness.open();
  std::string text;
  for (std::size_t index = 0; index < options.size(); ++index)
    text += (index == 0 ? "" : ",") + harness.strategy().options[index].name + "=" + options[index];
  set_activity("with " + text);
  SeatConfig config = harness.config();
  config.options = options;
  config.seats = state->setup().seats;
  {
    Instance instance(harness.next(), harness.game(), config);
    const agon_status status = instance.create();
    const std::string why = instance.last_error();
    if (status == AGON_BAD_SETTING || status == AGON_UNSUPPORTED || (status != AGON_OK && !possible)) {
      if (why.empty()) throw fail("create() refuses " + text + " without a sentence");
      if (!is_utf8(why)) throw fail("create() refuses " + text + " with a sentence that is no UTF-8");
      return true;
    }
    if (status != AGON_OK) throw fail("create() fails with " + text + ": " + why);
  }
  const SelfPlay played = harness.play(*state, config, some_turns);
  if (!played.fault.empty()) throw fail("with " + text + ": " + played.fault);
  return false;
}

/// Returns the options at their defaults, except for one at a time.
std::vector<std::vector<std::string>> one_at_a_time(
    const StrategyHarness& harness, const std::function<std::vector<std::string>(const SettingDescription&)>& values) {
  std::vector<std::vector<std::string>> all;
  const std::vector<std::string> defaults = harness.config().options;
  for (std::size_t index = 0; index < defaults.size(); ++index) {
    for (const std::string& value : values(harness.strategy().options[index])) {
      all.push_back(defaults);
      all.back()[index] = value;
    }
  }
  return all;
}

std::vector<std::string> extreme_values(const SettingDescription& option) {
  if (option.kind != AGON_TEXT) return limit_values(option);
  constexpr std::size_t many = 5000;
  return {"", std::string(many, 'x'), "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8E\xB2", " = ; ' \" % \\ "};
}

Finding tried_all(StrategyHarness& harness, const std::vector<std::vector<std::string>>& all, bool possible) {
  const auto refused =
      std::count_if(all.begin(), all.end(), [&](const auto& options) { return refuses(harness, options, possible); });
  return ok(counted(all.size(), "value") + (refused == 0 ? "" : ", " + std::to_string(refused) + " refused in words"));
}

Finding options_at_limits(const Case& examined) {
  if (examined.strategy->options.empty()) return ok("it has none");
  return with_strategy(examined, [&](StrategyHarness& harness) {
    auto all = one_at_a_time(harness, extreme_values);
    std::vector<std::string> lower;
    std::vector<std::string> upper;
    for (const SettingDescription& option : harness.strategy().options) {
      lower.push_back(extreme_values(option).front());
      upper.push_back(extreme_values(option).back());
    }
    all.push_back(lower);
    all.push_back(upper);
    constexpr std::size_t draws = 5;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      std::vector<std::string> drawn;
      for (const SettingDescription& option : harness.strategy().options)
        drawn.push_back(drawn_value(option, harness.random()));
      all.push_back(drawn);
    }
    return tried_all(harness, all, true);
  });
}

std::vector<std::string> impossible_values(const SettingDescription& option) {
  switch (option.kind) {
    case AGON_INTEGER:
      return {decimal(option.minimum - 1),
              decimal(option.maximum + 1),
              "99999999999999999999",
              "-99999999999999999999",
              "0.5",
              "many",
              ""};
    case AGON_NUMBER:
      return {decimal(option.minimum - 1), decimal(option.maximum + 1), "nan", "inf", "1e999", "much", ""};
    case AGON_TEXT:
      return {"a,b\nc"};
    default:
      return {"perhaps", ""};
  }
}

Finding options_beyond(const Case& examined) {
  if (examined.strategy->options.empty()) return ok("it has none");
  Finding finding = with_strategy(examined, [&](StrategyHarness& harness) {
    return tried_all(harness, one_at_a_time(harness, impossible_values), false);
  });
  if (finding.status == Status::ok || finding.status == Status::warn) return finding;
  return warn("a host checks options, and does not let this happen: " + finding.text);
}

Finding memory_borders(StrategyHarness& harness) {
  SeatConfig config = harness.config();
  config.services.memory.guard_pages = true;
  return harness.repeat("match", [&](std::size_t /*match*/) { fail_if(harness.play(config, many_turns).fault); });
}

Finding threads_end(StrategyHarness& harness) {
  const std::size_t left = threads_left_by([&] { fail_if(harness.play(harness.config(), some_turns).fault); });
  return left == 0 ? ok() : fail(counted(left, "thread") + " of it still run when its instances are gone");
}

Finding prints_nothing(const Case& examined) {
  std::string printed;
  const auto body = [](StrategyHarness& harness) {
    fail_if(harness.play(harness.config(), some_turns).fault);
    return ok();
  };
  Finding finding = with_strategy(examined, body, {.printed = &printed});
  if (finding.status != Status::ok || printed.empty()) return finding;
  return warn("it prints " + in_quotes(printed) + ": agon/ext/log.h is for what an author wants to see");
}

Finding gives_memory_back(StrategyHarness& harness) {
  if (harness.single_instance()) return ok("it gets a process of its own for each match (agon.single_instance/1)");
  const Setup setup = harness.open()->setup();
  std::size_t turns = some_turns;
  const auto round = [&] {
    GameState state(harness.game(), setup);
    fail_if(harness.play(state, harness.config(), turns).fault);
  };
  constexpr std::int64_t little_time = 50'000'000;
  const std::int64_t began = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  round();
  if (read_clock(CLOCK_PROCESS_CPUTIME_ID) - began > little_time) turns = 2;
  const std::size_t each = kept_by_each(round) / static_cast<std::size_t>(setup.seats);
  return each == 0 ? ok() : fail("each instance leaves " + counted(each, "byte") + " behind");
}

}  // namespace

std::vector<Check> instance_checks() {
  return {
      {"creates", Scope::strategy, false, "An instance with its default options can be made and destroyed.",
       on_strategy<creates>},
      {"same-seed", Scope::strategy, true,
       "The same seed gives the same actions, in another process and in memory full of other things.", same_seed},
      {"observations-grow", Scope::strategy, true,
       "It plays the same actions when observations and replies have more bytes at their end than it knows.",
       observations_grow},
      {"several-at-once", Scope::strategy, true,
       "Several instances live at once, and one after another, without disturbing each other.", several_at_once},
      {"any-order", Scope::strategy, true, "Instances can be created and destroyed in any order, some without a turn.",
       on_strategy<any_order>},
      {"services-withheld", Scope::strategy, true,
       "It plays without any optional service of the host, and when should_stop() interrupts it.",
       on_strategy<services_withheld>},
      {"options-at-limits", Scope::strategy, true, "It plays with each option at its limits, or refuses that in words.",
       options_at_limits},
      {"options-beyond", Scope::strategy, true,
       "Options beyond what they are declared for do no harm, should a host let them through.", options_beyond},
      {"memory-borders", Scope::strategy, true,
       "It reads no byte beyond an observation, changes none of it, and writes none beyond the room for an action.",
       on_strategy<memory_borders>},
      {"threads-end", Scope::strategy, false, "All threads that it starts have ended when its instances have.",
       on_strategy<threads_end>},
      {"prints-nothing", Scope::strategy, false, "It does not print: its log is for that.", prints_nothing},
      {"gives-memory-back", Scope::strategy, false, "An instance gives all its memory back when it is destroyed.",
       on_strategy<gives_memory_back>},
  };
}

}  // namespace host::validate
