// Checks of loading a library, and of its answers before any match.
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/plugin/description.hpp"
#include "host/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"

#include <agon/failure.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace host::validate {

namespace {

namespace fs = std::filesystem;

const char* const unreadable = "its description can't be read";

std::string environment() {
  std::string all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    all.append(*variable).push_back('\n');
  return all;
}

std::string current_folder() {
  std::array<char, 4096> folder{};
  return ::getcwd(folder.data(), folder.size()) == nullptr ? "" : folder.data();
}

std::string signal_handlers() {
  std::string all;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0)
      all.append(std::to_string(reinterpret_cast<std::uintptr_t>(action.sa_sigaction))).push_back(' ');
  }
  return all;
}

std::string open_files() {
  constexpr int most = 256;
  std::string all;
  for (int descriptor = 0; descriptor < most; ++descriptor)
    all.push_back(::fcntl(descriptor, F_GETFD) >= 0 ? '1' : '0');
  return all;
}

/// Returns the processor's floating-point modes: rounding, handling of subnormal numbers, and exceptions.
std::string arithmetic() {
  std::string all = std::to_string(std::fegetround());
#if defined(__x86_64__)
  constexpr unsigned exceptions_seen = 0x3F;
  all.append(" ").append(std::to_string(_mm_getcsr() & ~exceptions_seen));
#endif
  return all;
}

/// Returns texts that describe state of the whole process, which belongs to its host: the environment, the locale, the
/// working directory, the signal handlers, the open files, and the floating-point modes, in this order.
std::vector<std::string> process_environment() {
  const char* const locale = std::setlocale(LC_ALL, nullptr);
  return {environment(), locale == nullptr ? "" : locale, current_folder(), signal_handlers(), open_files(),
          arithmetic()};
}

/// An empty working directory for a process, removed with all its content at the end.
class WorkingFolder {
 public:
  WorkingFolder() {
    std::error_code fault;
    std::string name = (fs::temp_directory_path(fault) / "agon-validate-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
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
  // In the order of process_environment().
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
  return in_child(terms_for(examined), [] {
    load_library();
    return ok();
  });
}

Finding loads_quietly(const Case& examined) {
  const WorkingFolder folder;
  if (!folder.made()) return unchecked("no temporary folder can be made to load it in");
  ChildTerms terms = terms_for(examined);
  terms.folder = folder.path();
  std::string printed;
  const auto body = [] {
    const std::vector<std::string> before = process_environment();
    const std::size_t threads_before = threads();
    load_library();
    if (threads_left(threads_before) > threads_before) return fail("loading it starts a thread");
    const std::string change = changed(before, process_environment());
    return change.empty() ? ok() : fail(change);
  };
  Finding finding = in_child(terms, body, {.printed = &printed});
  if (finding.status != Status::ok) return finding;
  if (!printed.empty()) return fail("loading it prints '" + printable(agon::shortened(printed, 60)) + "'");
  if (const std::string left = folder.left(); !left.empty())
    return fail("loading it writes the file '" + printable(left) + "'");
  return finding;
}

Finding unloads(const Case& examined) {
  return in_child(terms_for(examined), [] {
    constexpr int times = 3;
    for (int time = 0; time < times; ++time) {
      set_activity("when it was loaded for time number " + std::to_string(time + 1));
      load_library();
      set_activity("when it was unloaded");
      unload_library();
    }
    return ok();
  });
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
  return in_child(terms_for(examined), [&] {
    return spelled_out(describe(load_library())) == spelled_out(*examined.plugin)
               ? ok()
               : fail("what it declares when it is loaded is not what its file declares: a constructor changes it");
  });
}

/// Calls the extension() function of a game or a strategy with existing, unknown and malformed ids.
template <class Type>
Finding asked(const Type& type, const std::string& whose) {
  const auto extension = [&](std::string id) { return type.extension(id.c_str()); };  // a different pointer each time
  const std::string longest(10'000, 'a');
  for (const std::string& id :
       {std::string("agon.no_such_extension/1"), std::string(), longest, std::string("agon.")}) {
    set_activity("in extension() of " + whose + " for '" + id.substr(0, 30) + "'");
    if (extension(id) != nullptr)
      return fail("extension() of " + whose + " offers '" + id.substr(0, 30) + "', which is no extension");
  }
  for (const char* const id : {"agon.notation/1", "agon.scene/1", "agon.usage/1", "agon.points/1",
                               "agon.single_instance/1", "agon.model/1", "agon.layout/1"}) {
    set_activity("in extension() of " + whose + " for '" + id + "'");
    const void* const first = extension(id);
    if (extension(id) != first)
      return fail("extension() of " + whose + " gives another answer for '" + id + "' the next time");
  }
  set_activity("");
  return ok();
}

Finding extension_lookup(const Case& examined) {
  if (!examined.plugin) return unchecked(unreadable);
  return in_child(terms_for(examined), [&] {
    const agon_plugin_type& plugin = load_library();
    for (std::uint32_t index = 0; index < examined.plugin->games.size(); ++index) {
      Finding found = asked(*plugin.games[index], "game " + examined.plugin->games[index].id);
      if (found.status != Status::ok) return found;
    }
    for (std::uint32_t index = 0; index < examined.plugin->strategies.size(); ++index) {
      Finding found = asked(*plugin.strategies[index], "strategy " + examined.plugin->strategies[index].id);
      if (found.status != Status::ok) return found;
    }
    return ok();
  });
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
