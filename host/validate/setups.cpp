#include "host/validate/setups.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace host::validate {

namespace {

/// Returns the largest valid integer: the last step within the range.
double last_step(const SettingDescription& setting) {
  return setting.minimum + std::floor((setting.maximum - setting.minimum) / setting.step) * setting.step;
}

bool has_limits(const SettingDescription& setting) {
  return setting.kind != AGON_TEXT;
}

}  // namespace

Setup plain_setup(const GameDescription& game, agon::Random& random) {
  Setup setup{random.next(), 0, {}};
  setup.seats = static_cast<std::int32_t>(game.min_seats + random.below(game.max_seats - game.min_seats + 1));
  for (const SettingDescription& parameter : game.parameters) setup.parameters.push_back(parameter.fallback);
  return setup;
}

std::string drawn_value(const SettingDescription& setting, agon::Random& random) {
  constexpr std::uint64_t fine = 1 << 20;
  switch (setting.kind) {
    case AGON_INTEGER: {
      const double steps = std::floor((setting.maximum - setting.minimum) / setting.step);
      // Half of the values are small: a range may reach a billion, and unusual values are often near its lower end.
      double share = steps;
      if (random.below(2) == 0) share = std::min(steps, std::ldexp(1.0, static_cast<int>(random.below(12))));
      const std::uint64_t step = random.below(static_cast<std::uint64_t>(share) + 1);
      return decimal(setting.minimum + static_cast<double>(step) * setting.step);
    }
    case AGON_NUMBER: {
      const double share = static_cast<double>(random.below(fine + 1)) / static_cast<double>(fine);
      return decimal(setting.minimum * (1 - share) + setting.maximum * share);
    }
    case AGON_FLAG:
      return random.below(2) == 0 ? "no" : "yes";
    case AGON_CHOICE:
      return setting.choices[random.below(setting.choices.size())];
    default:
      return setting.fallback.value_or("");
  }
}

std::vector<std::string> limit_values(const SettingDescription& setting) {
  switch (setting.kind) {
    case AGON_INTEGER:
      return {decimal(setting.minimum), decimal(last_step(setting))};
    case AGON_NUMBER:
      return {decimal(setting.minimum), decimal(setting.maximum)};
    case AGON_FLAG:
      return {"no", "yes"};
    case AGON_CHOICE:
      return setting.choices;
    default:
      return {setting.fallback.value_or("")};
  }
}

Setup drawn_setup(const GameDescription& game, agon::Random& random) {
  Setup setup = plain_setup(game, random);
  if (random.below(2) == 0) return setup;
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    const SettingDescription& parameter = game.parameters[index];
    if (has_limits(parameter) && random.below(2) == 0) setup.parameters[index] = drawn_value(parameter, random);
  }
  return setup;
}

std::vector<Setup> limit_setups(const GameDescription& game, agon::Random& random) {
  std::vector<Setup> setups;
  if (game.parameters.empty()) return setups;
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    if (!has_limits(game.parameters[index])) continue;
    for (const std::string& value : limit_values(game.parameters[index])) {
      setups.push_back(plain_setup(game, random));
      setups.back().parameters[index] = value;
    }
  }
  for (const bool upper : {false, true}) {
    Setup setup = plain_setup(game, random);
    setup.seats = static_cast<std::int32_t>(upper ? game.max_seats : game.min_seats);
    for (std::size_t index = 0; index < game.parameters.size(); ++index) {
      if (!has_limits(game.parameters[index])) continue;
      const std::vector<std::string> values = limit_values(game.parameters[index]);
      setup.parameters[index] = upper ? values.back() : values.front();
    }
    setups.push_back(std::move(setup));
  }
  return setups;
}

std::unique_ptr<GameState> opened(const Game& game, const Setup& setup) {
  try {
    return std::make_unique<GameState>(game, setup);
  } catch (const Failure& failure) {
    if (failure.code() == Exit::usage) return nullptr;
    throw;
  }
}

std::unique_ptr<GameState> opened_at_random(const Game& game, agon::Random& random, bool plain,
                                            std::span<const Setup> others) {
  if (plain) {
    if (auto state = opened(game, plain_setup(game.description, random))) return state;
  }
  constexpr int most_tries = 100;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    const bool other = !others.empty() && random.below(3) == 0;
    const Setup setup = other ? others[random.below(others.size())] : drawn_setup(game.description, random);
    if (auto state = opened(game, setup)) return state;
  }
  return nullptr;
}

std::string spelled(const GameDescription& game, const Setup& setup) {
  std::string text = "seed " + std::to_string(setup.seed);
  if (game.min_seats != game.max_seats) text += ", " + std::to_string(setup.seats) + " seats";
  for (std::size_t index = 0; index < setup.parameters.size() && index < game.parameters.size(); ++index) {
    if (setup.parameters[index] && setup.parameters[index] != game.parameters[index].fallback)
      text += ", " + game.parameters[index].name + "=" + *setup.parameters[index];
  }
  return text;
}

}  // namespace host::validate
