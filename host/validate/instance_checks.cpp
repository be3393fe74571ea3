// Checks of a strategy at the C ABI: its instances, its seed and its options.
#include "host/util/escape.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/strategy_harness.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
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

/// Plays some matches one after the other in a process, in memory full of `poison_byte`.
Recording matches_in_memory_of(const Case& examined, std::uint8_t poison_byte) {
  std::vector<Record> records;
  const auto body = [&](StrategyHarness& harness) {
    constexpr std::size_t matches = 3;
    for (std::size_t match = 0; match < matches && !harness.enough(match); ++match) {
      const auto state = harness.open();
      SeatConfig config = harness.config();
      config.poison_byte = poison_byte;
      SelfPlay played = harness.play(*state, config, many_turns);
      fail_if(played.fault);
      records.push_back({state->setup(), std::move(played.steps)});
    }
    return ok(counted(records.size(), "match"));
  };
  Finding finding = with_strategy(examined, body, &records);
  return {std::move(records), std::move(finding)};
}

/// Returns where the first of these pairs of matches differs that does, as far as both go; "" if none does.
std::string first_difference(const Case& examined, const Recording& one, const Recording& other) {
  for (std::size_t match = 0; match < std::min(one.records.size(), other.records.size()); ++match) {
    const Record& record = one.records[match];
    const std::vector<Step>& steps = other.records[match].steps;
    for (std::size_t step = 0; step < std::min(steps.size(), record.steps.size()); ++step) {
      if (steps[step].action != record.steps[step].action)
        return "action " + std::to_string(step + 1) + " (" + spelled(examined.game->description, record.setup) + ")";
    }
  }
  return {};
}

Finding same_seed(const Case& examined) {
  const std::time_t began = std::time(nullptr);
  Recording first = matches_in_memory_of(examined, 0);
  if (first.finding.status != Status::ok) return first.finding;
  leave_second(began);
  constexpr std::uint8_t poison_byte = 0xA4;
  const Recording second = matches_in_memory_of(examined, poison_byte);
  if (second.finding.status != Status::ok)
    return {second.finding.status, "in memory that is not all zeros: " + second.finding.text};
  const std::string where = first_difference(examined, first, second);
  if (where.empty()) return first.finding;
  return fail("another process plays another " + where +
              ": it does not draw from the session's seed alone, or reads memory that it has not written");
}

/// Plays a few turns with these options. create() may also refuse them with a sentence. Returns whether it refuses
/// them.
bool refuses(StrategyHarness& harness, const std::vector<std::string>& options) {
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
    if (status == AGON_BAD_SETTING || status == AGON_UNSUPPORTED) {
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

std::vector<std::string> extreme_values(const SettingDescription& option) {
  if (option.kind != AGON_TEXT) return limit_values(option);
  constexpr std::size_t many = 5000;
  return {"", std::string(many, 'x'), "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8E\xB2", " = ; ' \" % \\ "};
}

/// Returns the options at their defaults, except for one at a time, at its limits.
std::vector<std::vector<std::string>> one_at_a_time(const StrategyHarness& harness) {
  std::vector<std::vector<std::string>> all;
  const std::vector<std::string> defaults = harness.config().options;
  for (std::size_t index = 0; index < defaults.size(); ++index) {
    for (const std::string& value : extreme_values(harness.strategy().options[index])) {
      all.push_back(defaults);
      all.back()[index] = value;
    }
  }
  return all;
}

Finding options_at_limits(const Case& examined) {
  if (examined.strategy->options.empty()) return ok("it has none");
  return with_strategy(examined, [&](StrategyHarness& harness) {
    auto all = one_at_a_time(harness);
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
    const auto refused =
        std::count_if(all.begin(), all.end(), [&](const auto& options) { return refuses(harness, options); });
    return ok(counted(all.size(), "value") +
              (refused == 0 ? "" : ", " + std::to_string(refused) + " refused in words"));
  });
}

}  // namespace

std::vector<Check> instance_checks() {
  return {
      {"creates", Scope::strategy, false, "An instance with its default options can be made and destroyed.",
       on_strategy<creates>},
      {"same-seed", Scope::strategy, true,
       "The same seed gives the same actions, in another process and in memory full of other things.", same_seed},
      {"options-at-limits", Scope::strategy, true, "It plays with each option at its limits, or refuses that in words.",
       options_at_limits},
  };
}

}  // namespace host::validate
