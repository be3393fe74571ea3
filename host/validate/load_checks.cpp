// Checks of loading a library, and of its answers before any match.
#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/plugin/description.hpp"
#include "host/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/remote.hpp"

#include <agon/failure.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

namespace fs = std::filesystem;

const char* const unreadable = "its description can't be read";

/// An empty working directory for a process, removed with all its content at the end.
class Workplace {
 public:
  Workplace() {
    std::error_code fault;
    std::string name = (fs::temp_directory_path(fault) / "agon-validate-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] bool made() const { return !path_.empty(); }
  [[nodiscard]] const fs::path& path() const { return path_; }
  /// Returns the name of a file that the process left there; "" if there is none.
  [[nodiscard]] std::string left() const {
    std::error_code fault;
    const fs::directory_iterator entry(path_, fault);
    return fault || entry == fs::directory_iterator() ? "" : entry->path().filename().string();
  }

 private:
  fs::path path_;
};

/// Returns what differs between two states of the process; "" if nothing does.
std::string changed(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  // In the order of write_surroundings() of the worker.
  constexpr std::array sentences = {
      "loading it changes the environment",
      "loading it changes the locale",
      "loading it changes the current folder",
      "loading it changes how a signal is handled",
      "loading it leaves files open, or closes some",
      "loading it changes how the whole process calculates with floating-point numbers (-ffast-math does that)"};
  for (std::size_t index = 0; index < sentences.size(); ++index) {
    if (before.at(index) != after.at(index)) return sentences.at(index);
  }
  return "";
}

Finding loads(const Case& examined) {
  Remote remote(terms_for(examined));
  remote.load();
  return ok();
}

Finding loads_quietly(const Case& examined) {
  const Workplace workplace;
  if (!workplace.made()) return unchecked("no temporary folder can be made to load it in");
  Remote::Terms terms = terms_for(examined);
  terms.folder = workplace.path();
  Remote remote(terms);
  const std::vector<std::string> before = remote.surroundings();
  const std::size_t threads = remote.threads();
  remote.load();
  if (threads_left(remote, threads) > threads) return fail("loading it starts a thread");
  if (std::string change = changed(before, remote.surroundings()); !change.empty()) return fail(std::move(change));
  if (const std::string printed = remote.printed(); !printed.empty())
    return fail("loading it prints '" + plain(agon::shortened(printed, 60)) + "'");
  if (const std::string left = workplace.left(); !left.empty())
    return fail("loading it writes the file '" + plain(left) + "'");
  return ok();
}

Finding unloads(const Case& examined) {
  Remote remote(terms_for(examined));
  constexpr int times = 3;
  for (int time = 0; time < times; ++time) {
    now("when it was loaded for time number " + std::to_string(time + 1));
    remote.load();
    now("when it was unloaded");
    remote.unload();
  }
  return ok();
}

/// Returns all declarations as text, for comparison.
std::string spelled_out(const std::vector<SettingDescription>& settings) {
  std::string text;
  for (const SettingDescription& each : settings) {
    text += each.name + '\n' + each.summary + '\n' + std::to_string(each.kind) + '\n' + each.fallback.value_or("\t") +
            '\n' + decimal(each.minimum) + '\n' + decimal(each.maximum) + '\n' + decimal(each.step) + '\n' +
            join(each.choices, "|") + '\n';
  }
  return text;
}

std::string spelled_out(const agon_limits& limits) {
  std::string text;
  for (const std::int64_t limit : {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.wall_ns,
                                   limits.memory_bytes, std::int64_t{limits.threads}})
    text += std::to_string(limit) + '\n';
  return text;
}

std::string spelled_out(const PluginDescription& plugin) {
  std::string text = plugin.name + '\n' + plugin.version + '\n';
  for (const GameDescription& each : plugin.games) {
    text += each.id + '\n' + each.version + '\n' + each.protocol + '\n' + each.title + '\n' + each.summary + '\n' +
            each.rules + '\n' + each.opponent.value_or("\t") + '\n' + std::to_string(each.min_seats) + '\n' +
            std::to_string(each.max_seats) + '\n' + join(each.seat_names, "|") + '\n' + spelled_out(each.limits) +
            std::to_string(each.contest) + '\n' + spelled_out(each.parameters);
  }
  for (const StrategyDescription& each : plugin.strategies)
    text +=
        each.id + '\n' + each.version + '\n' + each.protocol + '\n' + each.summary + '\n' + spelled_out(each.options);
  return text;
}

Finding constant_data(const Case& examined) {
  if (!examined.plugin) return unchecked(unreadable);
  Remote remote(terms_for(examined));
  const RemoteMemory memory(remote);
  const auto* const at = reinterpret_cast<const agon_plugin_type*>(remote.load());
  const PluginDescription in_memory = describe(memory, memory.at(at, 0, "its agon_plugin"));
  return spelled_out(in_memory) == spelled_out(*examined.plugin)
             ? ok()
             : fail("what it declares when it is loaded is not what its file declares: a constructor changes it");
}

/// Calls the extension() function of a game or a strategy with existing, unknown and malformed ids.
Finding asked(Remote& remote, bool of_game, std::uint32_t index, const std::string& whose) {
  const std::string longest(10'000, 'a');
  for (const std::string& id :
       {std::string("agon.no_such_extension/1"), std::string(), longest, std::string("agon.")}) {
    now("in extension() of " + whose + " for '" + id.substr(0, 30) + "'");
    if (remote.extension(of_game, index, id) != 0)
      return fail("extension() of " + whose + " offers '" + id.substr(0, 30) + "', which is no extension");
  }
  for (const char* const id :
       {"agon.notation/1", "agon.scene/1", "agon.usage/1", "agon.solitary/1", "agon.model/1", "agon.layout/1"}) {
    now("in extension() of " + whose + " for '" + id + "'");
    const Address first = remote.extension(of_game, index, id);
    if (remote.extension(of_game, index, id) != first)
      return fail("extension() of " + whose + " gives another answer for '" + id + "' the next time");
  }
  now("");
  return ok();
}

Finding extension_lookup(const Case& examined) {
  if (!examined.plugin) return unchecked(unreadable);
  Remote remote(terms_for(examined));
  remote.load();
  for (std::uint32_t index = 0; index < examined.plugin->games.size(); ++index) {
    const std::string whose = "game " + examined.plugin->games[index].id;
    if (Finding found = asked(remote, true, index, whose); found.status != Status::ok) return found;
  }
  for (std::uint32_t index = 0; index < examined.plugin->strategies.size(); ++index) {
    const std::string whose = "strategy " + examined.plugin->strategies[index].id;
    if (Finding found = asked(remote, false, index, whose); found.status != Status::ok) return found;
  }
  return ok();
}

}  // namespace

std::vector<Check> load_checks() {
  return {
      {"loads", Scope::library, false, "It can be loaded, with all symbols bound at once.", loads},
      {"loads-quietly", Scope::library, false,
       "Loading it has no side effects: no output, files, threads, signal handlers, environment, floating-point modes.",
       loads_quietly},
      {"unloads", Scope::library, false, "It can be unloaded and loaded again.", unloads},
      {"constant-data", Scope::library, false, "When it is loaded it declares the same as its file.", constant_data},
      {"extension-lookup", Scope::library, false,
       "extension() knows nothing of unknown ids, and answers the same each time.", extension_lookup},
  };
}

}  // namespace host::validate
