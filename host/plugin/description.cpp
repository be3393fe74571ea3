#include "host/plugin/description.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/plugin.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace host {

namespace {

[[noreturn]] void broken(const std::string& what) {
  throw Failure(Exit::plugin, what);
}

/// Refuses two entries with the same name: the second one could not be selected.
template <class Entry, class Name>
void check_unique(const std::vector<Entry>& entries, const std::string& what, Name&& name) {
  std::set<std::string> names;
  for (const Entry& entry : entries) {
    if (!names.insert(name(entry)).second) broken(what + " '" + name(entry) + "' is declared twice");
  }
}

void check_seats(const agon_game_type& type, const std::string& what) {
  constexpr std::uint32_t most = 1000;  // far above any real game: detects an uninitialised table
  if (type.min_seats < 1 || type.min_seats > type.max_seats || type.max_seats > most)
    broken(what + " has no sound number of seats");
}

/// Returns a game's default limits; `threads` is at least 1.
agon_limits checked_limits(agon_limits limits, const std::string& what) {
  const std::initializer_list<std::pair<const char*, std::int64_t>> numbers = {{"cpu_ns", limits.cpu_ns},
                                                                               {"turn_cpu_ns", limits.turn_cpu_ns},
                                                                               {"increment_ns", limits.increment_ns},
                                                                               {"wall_ns", limits.wall_ns},
                                                                               {"memory_bytes", limits.memory_bytes}};
  for (const auto& [name, number] : numbers) {
    if (number < 0) broken(what + " has a negative limit: " + name + " is " + std::to_string(number));
  }
  if (limits.increment_ns > 0 && limits.cpu_ns == 0)
    broken(what + " has the limit increment_ns, but no cpu_ns that it could be added to");
  if (limits.threads > most_threads)
    broken(what + " allows " + std::to_string(limits.threads) + " threads: the most are " +
           std::to_string(most_threads));
  const auto is_set = [](std::uint64_t word) { return word != 0; };
  if (limits.reserved != 0 || std::any_of(std::begin(limits.reserved_words), std::end(limits.reserved_words), is_set))
    broken(what + " has limits with a reserved field that is not 0");
  limits.threads = std::max(limits.threads, 1U);
  return limits;
}

void check_range(const agon_setting_type& type, const std::string& what) {
  if (type.kind != AGON_INTEGER && type.kind != AGON_NUMBER) return;
  if (!(type.minimum <= type.maximum)) broken(what + " has an empty range");
  if (type.kind == AGON_NUMBER) return;
  if (!(type.step >= 1)) broken(what + " has a step below 1");
  constexpr double largest = 9007199254740992;  // 2^53: up to here, a double is exact
  if (type.minimum < -largest || type.maximum > largest || type.step > 2 * largest)
    broken(what + " has a range beyond 2^53");
}

/// Reads a library's tables from a Memory, and checks them.
class DescriptionReader {
 public:
  explicit DescriptionReader(const Memory& memory) : memory_(memory) {}

  [[nodiscard]] GameDescription game(const agon_game_type& type) const {
    const std::string id = identifier(type.id, "a game's id");
    const std::string what = "game '" + id + "'";
    check_seats(type, what);
    if (type.create == nullptr || type.destroy == nullptr || type.parameter == nullptr || type.to_move == nullptr ||
        type.observe == nullptr || type.act == nullptr || type.forfeit == nullptr || type.score == nullptr ||
        type.extension == nullptr) {
      broken(what + " lacks a function");
    }
    if ((type.contest < AGON_CONTEST_MEAN || type.contest > AGON_CONTEST_RELATIVE_COST_SUM) &&
        type.contest != contest_ranked)
      broken(what + " has no known contest score");
    GameDescription game{.id = id,
                         .version = required(type.version, what + ": its version"),
                         .protocol = required(type.protocol, what + ": its protocol"),
                         .title = prose(type.title, what + ": its title"),
                         .summary = prose(type.summary, what + ": its summary"),
                         .rules = prose(type.rules, what + ": its rules"),
                         .opponent = optional(type.opponent, what + ": its opponent"),
                         .min_seats = type.min_seats,
                         .max_seats = type.max_seats,
                         .seat_names = {},
                         .names_seats = type.seat_names != nullptr,
                         .limits = checked_limits(type.limits, what),
                         .contest = type.contest,
                         .parameters = settings(type.parameters, type.parameter_count, what)};
    if (!game.protocol.starts_with(id + "/"))
      broken(what + ": its protocol is '" + game.protocol + "': it needs to begin with " + id + "/");
    if (game.title.empty()) game.title = id;
    for (std::uint32_t seat = 0; seat < type.max_seats; ++seat) {
      const std::string name = what + ": a seat's name";
      game.seat_names.push_back(game.names_seats
                                    ? required(memory_.at(type.seat_names, seat, what + "'s seat names"), name)
                                    : "seat " + std::to_string(seat));
    }
    return game;
  }

  [[nodiscard]] StrategyDescription strategy(const agon_strategy_type& type) const {
    const std::string id = identifier(type.id, "a strategy's id");
    const std::string what = "strategy '" + id + "'";
    if (type.create == nullptr || type.destroy == nullptr || type.turn == nullptr || type.extension == nullptr) {
      broken(what + " lacks a function");
    }
    if ((type.needs & ~static_cast<std::uint32_t>(AGON_NEEDS_GAME)) != 0)
      broken(what + " needs something that this host does not know (needs = " + std::to_string(type.needs) + ")");
    StrategyDescription strategy{.id = id,
                                 .version = required(type.version, what + ": its version"),
                                 .protocol = required(type.protocol, what + ": its protocol"),
                                 .summary = prose(type.summary, what + ": its summary"),
                                 .needs = type.needs,
                                 .options = settings(type.options, type.option_count, what)};
    for (const SettingDescription& option : strategy.options) {
      if (option.name == "name")
        broken(what + ": an option can't be called 'name', which is the host's own word there");
      if (!option.fallback) broken(what + ": the option '" + option.name + "' has no default");
    }
    return strategy;
  }

  [[nodiscard]] PluginDescription plugin(const agon_plugin_type& type) const {
    PluginDescription description{.path = {},
                                  .name = prose(type.name, "its name"),
                                  .version = prose(type.version, "its version"),
                                  .abi_major = type.abi_major,
                                  .abi_minor = type.abi_minor,
                                  .games = {},
                                  .strategies = {},
                                  .warnings = {}};
    each(type.games, type.game_count, "games",
         [&](const agon_game_type& entry) { description.games.push_back(game(entry)); });
    each(type.strategies, type.strategy_count, "strategies",
         [&](const agon_strategy_type& entry) { description.strategies.push_back(strategy(entry)); });
    check_unique(description.games, "the game", [](const GameDescription& game) { return game.id; });
    check_unique(description.strategies, "the strategy",
                 [](const StrategyDescription& strategy) { return strategy.protocol + ":" + strategy.id; });
    return description;
  }

 private:
  [[nodiscard]] std::string prose(const char* text, const std::string& what) const {
    return memory_.text(text, most_prose, what);
  }
  [[nodiscard]] std::string required(const char* text, const std::string& what) const {
    std::string word = memory_.text(text, most_word, what);
    if (word.empty()) broken(what + " is missing");
    return word;
  }
  [[nodiscard]] std::optional<std::string> optional(const char* text, const std::string& what) const {
    return text == nullptr ? std::nullopt : std::optional(memory_.text(text, most_word, what));
  }
  [[nodiscard]] std::string identifier(const char* text, const std::string& what) const {
    std::string id = required(text, what);
    if (!is_identifier(id)) broken(what + " is '" + id + "': it " + identifier_rule);
    return id;
  }

  [[nodiscard]] SettingDescription setting(const agon_setting_type& type, const std::string& owner) const {
    const std::string name = identifier(type.name, owner + ": the name of a setting");
    const std::string what = owner + ": the setting '" + name + "'";
    SettingDescription setting{.name = name,
                               .summary = prose(type.summary, what + ": its summary"),
                               .kind = type.kind,
                               .fallback = optional(type.fallback, what + ": its default"),
                               .minimum = type.minimum,
                               .maximum = type.maximum,
                               .step = type.step,
                               .choices = {}};
    if (type.reserved != 0) broken(what + " has a reserved field that is not 0");
    if (type.kind < AGON_INTEGER || type.kind > AGON_TEXT) broken(what + " is of a kind this host does not know");
    if (type.kind == AGON_CHOICE) setting.choices = split(required(type.choices, what + ": its choices"), '|');
    check_range(type, what);
    if (setting.fallback) {
      try {
        setting.fallback = checked_value(setting, *setting.fallback);
      } catch (const Failure& failure) {
        broken(what + " has a default that it refuses itself: " + failure.what());
      }
    }
    return setting;
  }

  [[nodiscard]] std::vector<SettingDescription> settings(const agon_setting_type* types, std::uint32_t count,
                                                         const std::string& owner) const {
    const std::string what = "the table of " + owner + "'s settings";
    if (types == nullptr && count > 0) broken(what + " is missing");
    std::vector<SettingDescription> settings;
    for (std::uint32_t index = 0; index < count; ++index)
      settings.push_back(setting(memory_.at(types, index, what), owner));
    check_unique(settings, owner + ": the setting", [](const SettingDescription& setting) { return setting.name; });
    return settings;
  }

  /// Reads each entry of a table of pointers to `Type` with `read`.
  template <class Type, class Read>
  void each(const Type* const* table, std::uint32_t count, const std::string& what, Read&& read) const {
    if (table == nullptr && count > 0) broken("the table of " + what + " is missing");
    for (std::uint32_t index = 0; index < count; ++index) {
      const Type* const entry = memory_.at(table, index, "the table of " + what);
      if (entry == nullptr) broken("an entry of the table of " + what + " is missing");
      read(memory_.at(entry, 0, "an entry of the table of " + what));
    }
  }

  const Memory& memory_;
};

/// Lists the numbers from `minimum` to `maximum` with this step: "-1 or 1", "6, 8, ..., 16".
std::string steps(double minimum, double maximum, double step) {
  const double count = std::floor((maximum - minimum) / step);
  const std::string last = decimal(minimum + count * step);
  if (count == 0) return last;
  if (count == 1) return decimal(minimum) + " or " + last;
  const std::string begin = decimal(minimum) + ", " + decimal(minimum + step);
  return count == 2 ? begin + " or " + last : begin + ", ..., " + last;
}

}  // namespace

const GameDescription* PluginDescription::find_game(const std::string& id) const {
  const auto found = std::ranges::find(games, id, &GameDescription::id);
  return found == games.end() ? nullptr : &*found;
}

const StrategyDescription* PluginDescription::find_strategy(const std::string& id, const std::string& protocol) const {
  const auto found = std::ranges::find_if(
      strategies, [&](const StrategyDescription& each) { return each.id == id && each.protocol == protocol; });
  return found == strategies.end() ? nullptr : &*found;
}

std::string SettingDescription::range() const {
  switch (kind) {
    case AGON_INTEGER:
      return step > 1 ? steps(minimum, maximum, step) : decimal(minimum) + " to " + decimal(maximum);
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

bool plays_any_game(const StrategyDescription& strategy) {
  return strategy.protocol == AGON_ANY_PROTOCOL;
}

bool plays(const StrategyDescription& strategy, const std::string& protocol) {
  return strategy.protocol == protocol || plays_any_game(strategy);
}

GameDescription describe(const agon_game_type& type) {
  return DescriptionReader(OwnMemory()).game(type);
}

PluginDescription describe(const agon_plugin_type& plugin) {
  return DescriptionReader(OwnMemory()).plugin(plugin);
}

namespace {

namespace fs = std::filesystem;

/// Reads the two words at a virtual address, if the file contains them.
bool read_words(const ElfFile& file, GElf_Addr address, std::uint32_t (&words)[2]) {
  for (const GElf_Phdr& segment : file.segments(PT_LOAD)) {
    if (address < segment.p_vaddr || segment.p_filesz < sizeof words) continue;
    const GElf_Addr offset = address - segment.p_vaddr;
    if (offset > segment.p_filesz - sizeof words || segment.p_offset > UINT64_MAX - offset) continue;
    return file.read(segment.p_offset + offset, words, sizeof words);
  }
  return false;
}

}  // namespace

Inspection inspect(const ElfFile& file) {
  Inspection inspection;
  std::optional<GElf_Addr> object;
  file.each_export([&](const GElf_Sym& symbol, const char* name) {
    // Limits in bytes for all names together, and for each: a file may have many long names.
    constexpr std::size_t most_names = 10'000;
    constexpr std::size_t most = 256;
    if (std::strcmp(name, "agon_plugin") == 0 && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT) {
      object = symbol.st_value;
      inspection.object_size = symbol.st_size;
    }
    if (GELF_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE && file.writable(symbol) &&
        inspection.unique_symbols.size() < most_names) {
      inspection.unique_symbols.emplace_back(name, ::strnlen(name, most));
    }
  });
  if (!object) {
    refuse_file(file.path(),
                "is a shared library but no plugin: it does not export the object agon_plugin (end the source with "
                "AGON_STRATEGY or AGON_GAME, outside of any namespace)");
  }
  inspection.object = *object;
  std::uint32_t version[2] = {};
  if (!read_words(file, *object, version)) {
    refuse_file(
        file.path(),
        "its agon_plugin is not constant data in the file, so its version can't be read: declare it const (in C++ "
        "constinit)");
  }
  inspection.abi_major = version[0];
  inspection.abi_minor = version[1];
  return inspection;
}

namespace {

/// Returns the demangled symbol if that is readable: a short symbol may stand for a very long name.
std::string shown(const std::string& symbol) {
  constexpr std::size_t most = 200;
  if (symbol.size() > most / 2) return symbol;
  const std::string name = boost::core::demangle(symbol.c_str());
  return name.size() > most ? symbol : name;
}

std::string about_unique(const Inspection& inspection, const std::filesystem::path& path) {
  const std::size_t count = inspection.unique_symbols.size();
  return path.string() + ": exports " + counted(count, "variable") + " (" +
         printable(shown(inspection.unique_symbols.front())) + (count == 1 ? "" : ", ...") +
         ") that all plugins of the process would share; build it with -fvisibility=hidden or -fno-gnu-unique";
}

/// Throws Failure(plugin) if agon_plugin is too small to be one.
void check_object(const fs::path& path, const Inspection& inspection) {
  if (inspection.object_size < sizeof(agon_plugin_type))
    refuse_file(path, "its agon_plugin has " + std::to_string(inspection.object_size) + " bytes, and not the " +
                          std::to_string(sizeof(agon_plugin_type)) + " of an agon_plugin_type");
}

PluginDescription describe(const ElfFile& file) {
  const fs::path& path = file.path();
  const Inspection inspection = inspect(file);
  check_abi(path.string(), inspection.abi_major, inspection.abi_minor);
  check_object(path, inspection);
  PluginDescription description;
  try {
    const Image image(file);
    const auto* const object = reinterpret_cast<const agon_plugin_type*>(Image::address(inspection.object));
    description = DescriptionReader(image).plugin(image.at(object, 0, "its agon_plugin"));
  } catch (const Failure& failure) {
    refuse_file(path, failure.what());
  }
  description.path = path;
  if (!inspection.unique_symbols.empty()) description.warnings.push_back(about_unique(inspection, path));
  return description;
}

}  // namespace

PluginDescription describe_file(const std::filesystem::path& path) {
  if (is_tester(path)) return describe_build(*Build::take(path));
  return describe(ElfFile(path));
}

PluginDescription describe_build(const Build& build) {
  return describe(ElfFile(build));
}

}  // namespace host
