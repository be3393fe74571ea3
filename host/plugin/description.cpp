#include "host/plugin/description.hpp"

#include "host/failure.hpp"
#include "host/plugin/settings.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace host {

namespace {

[[noreturn]] void broken(const std::string& what) {
  throw Failure(Exit::plugin, what);
}

const char* required(const char* text, const std::string& what) {
  if (text == nullptr || *text == '\0') broken(what + " is missing");
  return text;
}

std::string optional_text(const char* text) {
  return text == nullptr ? "" : text;
}

std::string identifier(const char* text, const std::string& what) {
  const std::string id = required(text, what);
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto part = [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (!lower(id.front()) || !std::all_of(id.begin(), id.end(), part)) {
    broken(what + " is '" + id + "': it needs a lower-case letter, then lower-case letters, digits and '_'");
  }
  return id;
}

template <class Type>
std::span<const Type> table(const Type* entries, std::uint32_t count, const std::string& what) {
  if (entries == nullptr && count > 0) broken("the table of " + what + " is missing");
  return {entries, count};
}

SettingDescription describe(const agon_setting_type& type, const std::string& owner) {
  const std::string name = identifier(type.name, owner + ": the name of a setting");
  const std::string what = owner + ": the setting '" + name + "'";
  SettingDescription setting{
      .name = name,
      .summary = optional_text(type.summary),
      .kind = type.kind,
      .fallback = type.fallback == nullptr ? std::nullopt : std::optional<std::string>(type.fallback),
      .minimum = type.minimum,
      .maximum = type.maximum,
      .step = type.step,
      .choices = {}};
  if (type.kind < AGON_INTEGER || type.kind > AGON_TEXT) broken(what + " is of a kind this host does not know");
  if (type.kind == AGON_CHOICE) setting.choices = split(required(type.choices, what + ": its choices"), '|');
  const bool ranged = type.kind == AGON_INTEGER || type.kind == AGON_NUMBER;
  if (ranged && !(type.minimum <= type.maximum)) broken(what + " has an empty range");
  if (type.kind == AGON_INTEGER && !(type.step >= 1)) broken(what + " has a step below 1");
  if (setting.fallback) {
    try {
      setting.fallback = checked_value(setting, *setting.fallback);
    } catch (const Failure& failure) {
      broken(what + " has a default that it refuses itself: " + failure.what());
    }
  }
  return setting;
}

/// Nothing may be found under two entries: the second could never be named.
template <class Entry, class Name>
void check_unique(const std::vector<Entry>& entries, const std::string& what, Name&& name) {
  std::set<std::string> names;
  for (const Entry& entry : entries) {
    if (!names.insert(name(entry)).second) broken(what + " '" + name(entry) + "' is declared twice");
  }
}

std::vector<SettingDescription> describe(const agon_setting_type* types, std::uint32_t count,
                                         const std::string& owner) {
  std::vector<SettingDescription> settings;
  for (const agon_setting_type& type : table(types, count, owner + "'s settings"))
    settings.push_back(describe(type, owner));
  check_unique(settings, owner + ": the setting", [](const SettingDescription& setting) { return setting.name; });
  return settings;
}

void check_seats(const agon_game_type& type, const std::string& what) {
  constexpr std::uint32_t most = 1000;  // far above any game; a guard against a table that was never filled in
  if (type.min_seats < 1 || type.min_seats > type.max_seats || type.max_seats > most)
    broken(what + " has no sound number of seats");
}

}  // namespace

std::string SettingDescription::range() const {
  switch (kind) {
    case AGON_INTEGER:
      if (step > 1 && minimum + 2 * step < maximum) {
        return decimal(minimum) + ", " + decimal(minimum + step) + ", ..., " + decimal(maximum);
      }
      return decimal(minimum) + " to " + decimal(maximum);
    case AGON_NUMBER:
      return decimal(minimum) + " to " + decimal(maximum) + ", fractions too";
    case AGON_FLAG:
      return "yes or no";
    case AGON_CHOICE:
      return join(choices, " | ");
    default:
      return "text without a comma or a line break";
  }
}

std::string game_of(const std::string& protocol) {
  return protocol.substr(0, protocol.find('/'));
}

GameDescription describe(const agon_game_type& type) {
  const std::string id = identifier(type.id, "a game's id");
  const std::string what = "game '" + id + "'";
  check_seats(type, what);
  if (type.create == nullptr || type.destroy == nullptr || type.parameter == nullptr || type.to_move == nullptr ||
      type.observe == nullptr || type.act == nullptr || type.forfeit == nullptr || type.score == nullptr ||
      type.extension == nullptr) {
    broken(what + " lacks a function");
  }
  if (type.contest < AGON_CONTEST_MEAN || type.contest > AGON_CONTEST_RELATIVE_SUM)
    broken(what + " has no known contest score");
  GameDescription game{.id = id,
                       .version = required(type.version, what + ": its version"),
                       .protocol = required(type.protocol, what + ": its protocol"),
                       .title = optional_text(type.title),
                       .summary = optional_text(type.summary),
                       .rules = optional_text(type.rules),
                       .opponent = type.opponent == nullptr ? std::nullopt : std::optional<std::string>(type.opponent),
                       .min_seats = type.min_seats,
                       .max_seats = type.max_seats,
                       .seat_names = {},
                       .limits = type.limits,
                       .contest = type.contest,
                       .parameters = describe(type.parameters, type.parameter_count, what)};
  if (!game.protocol.starts_with(id + "/"))
    broken(what + ": its protocol is '" + game.protocol + "': it needs to begin with " + id + "/");
  if (game.title.empty()) game.title = id;
  for (std::uint32_t seat = 0; seat < type.max_seats; ++seat) {
    game.seat_names.push_back(type.seat_names == nullptr ? "seat " + std::to_string(seat)
                                                         : required(type.seat_names[seat], what + ": a seat's name"));
  }
  return game;
}

StrategyDescription describe(const agon_strategy_type& type) {
  const std::string id = identifier(type.id, "a strategy's id");
  const std::string what = "strategy '" + id + "'";
  if (type.create == nullptr || type.destroy == nullptr || type.turn == nullptr || type.extension == nullptr) {
    broken(what + " lacks a function");
  }
  StrategyDescription strategy{.id = id,
                               .version = required(type.version, what + ": its version"),
                               .protocol = required(type.protocol, what + ": its protocol"),
                               .summary = optional_text(type.summary),
                               .options = describe(type.options, type.option_count, what)};
  for (const SettingDescription& option : strategy.options) {
    if (option.name == "name") broken(what + ": an option can't be called 'name', which is the host's own word there");
    if (!option.fallback) broken(what + ": the option '" + option.name + "' has no default");
  }
  return strategy;
}

PluginDescription describe(const agon_plugin_type& plugin) {
  PluginDescription description{.path = {},
                                .name = optional_text(plugin.name),
                                .version = optional_text(plugin.version),
                                .abi_major = plugin.abi_major,
                                .abi_minor = plugin.abi_minor,
                                .games = {},
                                .strategies = {},
                                .warnings = {}};
  for (const agon_game_type* game : table(plugin.games, plugin.game_count, "games")) {
    if (game == nullptr) broken("an entry of the table of games is missing");
    description.games.push_back(describe(*game));
  }
  for (const agon_strategy_type* strategy : table(plugin.strategies, plugin.strategy_count, "strategies")) {
    if (strategy == nullptr) broken("an entry of the table of strategies is missing");
    description.strategies.push_back(describe(*strategy));
  }
  check_unique(description.games, "the game", [](const GameDescription& game) { return game.id; });
  check_unique(description.strategies, "the strategy",
               [](const StrategyDescription& strategy) { return strategy.protocol + ":" + strategy.id; });
  return description;
}

}  // namespace host
