// Checks of a library's file without loading it: no code of it runs.
#include "host/plugin/description.hpp"
#include "host/plugin/image.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"

#include <agon/plugin.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace host::validate {

namespace {

Finding exports_object(const Case& examined) {
  check_object(examined.build->path(), inspect(ElfFile(*examined.build)));
  return ok();
}

Finding abi_version(const Case& examined) {
  const Inspection inspection = inspect(ElfFile(*examined.build));
  check_abi(examined.build->path().string(), inspection.abi_major, inspection.abi_minor);
  return ok(std::to_string(inspection.abi_major) + "." + std::to_string(inspection.abi_minor));
}

Finding descriptors(const Case& examined) {
  if (!examined.plugin) return fail(examined.refusal);
  const PluginDescription& plugin = *examined.plugin;
  if (plugin.games.empty() && plugin.strategies.empty()) return fail("it holds neither a game nor a strategy");
  return ok(counted(plugin.games.size(), "game") + ", " + counted(plugin.strategies.size(), "strategy"));
}

/// Visits a text of the description; `where` is its location.
using VisitText = std::function<void(const std::string& where, const std::string& text, bool one_line)>;

void each_setting(const std::vector<SettingDescription>& settings, const std::string& owner, const VisitText& visit) {
  for (const SettingDescription& setting : settings) {
    const std::string where = owner + ", " + setting.name;
    visit(where + ": summary", setting.summary, true);
    visit(where + ": choices", join(setting.choices, "|"), true);
    if (setting.fallback) visit(where + ": default", *setting.fallback, true);
  }
}

void each_text(const PluginDescription& plugin, const VisitText& visit) {
  visit("the library's name", plugin.name, true);
  visit("the library's version", plugin.version, true);
  // What games and strategies have in common.
  const auto common = [&](const std::string& owner, const auto& declared) {
    visit(owner + ": version", declared.version, true);
    visit(owner + ": protocol", declared.protocol, true);
    visit(owner + ": summary", declared.summary, true);
  };
  for (const GameDescription& game : plugin.games) {
    const std::string owner = "game " + game.id;
    common(owner, game);
    visit(owner + ": title", game.title, true);
    visit(owner + ": rules", game.rules, false);
    visit(owner + ": opponent", game.opponent.value_or(""), true);
    for (const std::string& name : game.seat_names) visit(owner + ": a seat's name", name, true);
    each_setting(game.parameters, owner, visit);
  }
  for (const StrategyDescription& strategy : plugin.strategies) {
    common("strategy " + strategy.id, strategy);
    each_setting(strategy.options, "strategy " + strategy.id, visit);
  }
}

bool has_controls(const std::string& text, bool one_line) {
  return std::any_of(text.begin(), text.end(), [&](char each) {
    const auto code = static_cast<unsigned char>(each);
    return (code < 0x20 && !(each == '\n' && !one_line)) || code == 0x7F;
  });
}

Finding texts(const Case& examined) {
  Finding finding = ok();
  each_text(*examined.plugin, [&](const std::string& where, const std::string& text, bool one_line) {
    if (!is_utf8(text)) throw fail(where + " is no UTF-8");
    if (has_controls(text, one_line))
      throw fail(where + (one_line ? " is more than one line, or has control characters" : " has control characters"));
    if (text.empty() && where.ends_with("summary") && finding.status == Status::ok) finding = warn(where + " is empty");
  });
  return finding;
}

/// Returns the demangled symbol, truncated if it is long.
std::string shown(const std::string& symbol) {
  constexpr std::size_t most = 80;
  const std::string name = printable(boost::core::demangle(symbol.substr(0, 4 * most).c_str()));
  return name.size() > most ? name.substr(0, most) + "..." : name;
}

Finding exports_little(const Case& examined) {
  // Symbols that a linker adds to every library.
  static const std::set<std::string> linker = {"agon_plugin", "_init", "_fini", "_edata", "_end", "__bss_start"};
  std::string first;
  std::size_t strong = 0;
  std::size_t weak = 0;
  ElfFile(*examined.build).each_export([&](const GElf_Sym& symbol, const char* name) {
    if (linker.contains(name) || symbol.st_shndx == SHN_ABS) return;
    if (GELF_ST_BIND(symbol.st_info) != STB_GLOBAL) {
      weak += GELF_ST_BIND(symbol.st_info) == STB_WEAK ? 1 : 0;
      return;
    }
    if (strong++ == 0) first = shown(name);
  });
  if (strong > 0)
    return fail("it exports " + counted(strong, "more symbol") + " (" + first + (strong == 1 ? "" : ", ...") +
                "): build it with -fvisibility=hidden, and declare the rest static");
  return weak == 0 ? ok() : ok("and " + counted(weak, "weak symbol") + " of templates");
}

Finding unique_symbols(const Case& examined) {
  const std::vector<std::string> unique = inspect(ElfFile(*examined.build)).unique_symbols;
  if (unique.empty()) return ok();
  return fail("all plugins of a process would share " + counted(unique.size(), "variable") + " (" +
              shown(unique.front()) + (unique.size() == 1 ? "" : ", ...") +
              "): build it with -fvisibility=hidden or -fno-gnu-unique");
}

constexpr std::int64_t most_scan_ns = 50'000'000;

/// Measures CPU time, as the minimum of several runs: the load of the machine is not the library's fault.
Finding scan_time(const Case& examined) {
  std::int64_t least = INT64_MAX;
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t before = read_clock(CLOCK_THREAD_CPUTIME_ID);
    try {
      static_cast<void>(describe_build(*examined.build));
    } catch (const Failure&) {  // another check reports it
    }
    least = std::min(least, read_clock(CLOCK_THREAD_CPUTIME_ID) - before);
  }
  const std::string taken = decimal(std::floor(static_cast<double>(least) / 1e4) / 100) + " ms";
  return least <= most_scan_ns ? ok(taken)
                               : fail("it takes " + taken + " to read what it declares, and not 50 ms at most");
}

}  // namespace

std::vector<Check> file_checks() {
  return {
      {"exports-plugin", Scope::library, false,
       "It exports the object agon_plugin, as constant data that can be read from the file.", exports_object},
      {"abi-version", Scope::library, false, "It was built for a version of the plugin ABI that this host can use.",
       abi_version},
      {"descriptors", Scope::library, false,
       "All that it declares is complete: functions, ids, seats, settings with their ranges and defaults.",
       descriptors},
      {"texts", Scope::library, false, "All that it declares as text is UTF-8, and one line where it should be.",
       texts},
      {"exports-little", Scope::library, false, "It exports no other functions or variables of its own.",
       exports_little},
      {"unique-symbols", Scope::library, false, "It has no variable that all plugins of a process would share.",
       unique_symbols},
      {"scan-time", Scope::library, false, "What it declares is read from its file in less than 50 ms.", scan_time},
  };
}

}  // namespace host::validate
