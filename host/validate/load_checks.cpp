// What happens when a library is loaded, and what it answers before any match.
#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/plugin/description.hpp"
#include "host/text.hpp"
#include "host/validate/apart.hpp"
#include "host/validate/check.hpp"
#include "host/validate/load.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <agon/failure.hpp>

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace host::validate {

namespace {

namespace fs = std::filesystem;

const char* const unreadable = "its description can't be read";

/// An empty folder for a process to run in, gone with all that was left there.
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
  /// In the process that runs there.
  void enter() const {
    std::error_code ignored;
    if (!path_.empty()) fs::current_path(path_, ignored);
  }
  /// The name of a file that was left there; "" if there is none.
  [[nodiscard]] std::string left() const {
    std::error_code fault;
    const fs::directory_iterator entry(path_, fault);
    return fault || entry == fs::directory_iterator() ? "" : entry->path().filename().string();
  }

 private:
  fs::path path_;
};

/// What belongs to the whole process, and so to its host.
struct Surroundings {
  std::string environment;
  std::string locale;
  std::string folder;
  mode_t mask = 0;
  std::vector<void*> handlers;  // of signals
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  int rounding = 0;
  unsigned arithmetic = 0;  // how small numbers and exceptions are treated, on this processor
};

Surroundings look() {
  Surroundings seen;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    seen.environment += std::string(*variable) + '\n';
  seen.locale = std::setlocale(LC_ALL, nullptr);
  std::array<char, 4096> folder{};
  if (::getcwd(folder.data(), folder.size()) != nullptr) seen.folder = folder.data();
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0)
      seen.handlers.push_back(reinterpret_cast<void*>(action.sa_sigaction));
  }
  constexpr int most = 256;
  for (int descriptor = 0; descriptor < most; ++descriptor)
    seen.descriptors += ::fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0;
  seen.threads = thread_count();
  seen.rounding = std::fegetround();
#if defined(__x86_64__)
  constexpr unsigned exceptions_seen = 0x3F;
  seen.arithmetic = _mm_getcsr() & ~exceptions_seen;
#endif
  return seen;
}

Finding compared(const Surroundings& before, const Surroundings& after) {
  if (after.threads != before.threads) return fail("loading it starts a thread");
  if (after.arithmetic != before.arithmetic || after.rounding != before.rounding)
    return fail(
        "loading it changes how the whole process calculates with floating-point numbers (-ffast-math does that)");
  if (after.environment != before.environment) return fail("loading it changes the environment");
  if (after.locale != before.locale) return fail("loading it changes the locale");
  if (after.folder != before.folder) return fail("loading it changes the current folder");
  if (after.handlers != before.handlers) return fail("loading it changes how a signal is handled");
  if (after.descriptors != before.descriptors) return fail("loading it leaves files open, or closes some");
  return ok();
}

Finding loads(const Case& examined) {
  return run_apart({}, [&] {
    load(examined);
    return ok();
  });
}

Finding loads_quietly(const Case& examined) {
  const Workplace workplace;
  if (!workplace.made()) return unchecked("no temporary folder can be made to load it in");
  Case here = examined;
  here.file = fs::absolute(examined.file);
  const Answer answer = run_apart({}, [&](std::string&) {
    workplace.enter();
    const std::string from = readied(here);
    const Surroundings before = look();
    load(here, from);
    return compared(before, look());
  });
  if (answer.finding.status != Status::ok) return answer.finding;
  if (!answer.output.empty()) return fail("loading it prints '" + plain(agon::shortened(answer.output, 60)) + "'");
  if (const std::string left = workplace.left(); !left.empty())
    return fail("loading it writes the file '" + plain(left) + "'");
  return ok();
}

Finding unloads(const Case& examined) {
  return run_apart({}, [&] {
    const std::string from = readied(examined);
    constexpr int times = 3;
    for (int time = 0; time < times; ++time) {
      now("when it was loaded for time number " + std::to_string(time + 1));
      auto library = std::make_unique<SharedObject>(from, examined.file.filename().string());
      now("when it was unloaded");
      library.reset();
    }
    return ok();
  });
}

/// All that is declared, as text to compare.
std::string spelled(const std::vector<SettingDescription>& settings) {
  std::string text;
  for (const SettingDescription& each : settings) {
    text += each.name + '\n' + each.summary + '\n' + std::to_string(each.kind) + '\n' + each.fallback.value_or("\t") +
            '\n' + decimal(each.minimum) + '\n' + decimal(each.maximum) + '\n' + decimal(each.step) + '\n' +
            join(each.choices, "|") + '\n';
  }
  return text;
}

std::string spelled(const PluginDescription& plugin) {
  std::string text = plugin.name + '\n' + plugin.version + '\n';
  for (const GameDescription& each : plugin.games) {
    text += each.id + '\n' + each.version + '\n' + each.protocol + '\n' + each.title + '\n' + each.summary + '\n' +
            each.rules + '\n' + each.opponent.value_or("\t") + '\n' + std::to_string(each.min_seats) + '\n' +
            std::to_string(each.max_seats) + '\n' + join(each.seat_names, "|") + '\n' +
            std::to_string(each.limits.cpu_ns) + '\n' + std::to_string(each.limits.memory_bytes) + '\n' +
            std::to_string(each.contest) + '\n' + spelled(each.parameters);
  }
  for (const StrategyDescription& each : plugin.strategies)
    text += each.id + '\n' + each.version + '\n' + each.protocol + '\n' + each.summary + '\n' + spelled(each.options);
  return text;
}

Finding constant_data(const Case& examined) {
  if (!examined.plugin) return unchecked(unreadable);
  return run_apart({}, [&] {
    const PluginDescription in_memory = describe(load(examined).plugin());
    return spelled(in_memory) == spelled(*examined.plugin)
               ? ok()
               : fail("what it declares when it is loaded is not what its file declares: a constructor changes it");
  });
}

/// One extension() function, asked for what there is, what there is not, and for odd ids.
Finding asked(const std::string& whose, const void* (*extension)(const char* id)) {
  const std::string longest(10'000, 'a');
  for (const std::string& id :
       {std::string("agon.no_such_extension/1"), std::string(), longest, std::string("agon.")}) {
    now("in extension() of " + whose + " for '" + id.substr(0, 30) + "'");
    if (extension(id.c_str()) != nullptr)
      return fail("extension() of " + whose + " offers '" + id.substr(0, 30) + "', which is no extension");
  }
  for (const char* const id : {"agon.notation/1", "agon.scene/1", "agon.usage/1", "agon.solitary/1", "agon.model/1"}) {
    now("in extension() of " + whose + " for '" + id + "'");
    const void* const first = extension(id);
    const std::string copy = id;  // another pointer to the same text
    if (extension(copy.c_str()) != first)
      return fail("extension() of " + whose + " gives another answer for '" + copy + "' the next time");
  }
  now("");
  return ok();
}

Finding extension_lookup(const Case& examined) {
  if (!examined.plugin) return unchecked(unreadable);
  return run_apart({}, [&] {
    const agon_plugin_type& plugin = load(examined).plugin();
    for (std::uint32_t index = 0; index < plugin.game_count; ++index) {
      const agon_game_type& game = *plugin.games[index];
      if (Finding found = asked(std::string("game ") + game.id, game.extension); found.status != Status::ok)
        return found;
    }
    for (std::uint32_t index = 0; index < plugin.strategy_count; ++index) {
      const agon_strategy_type& strategy = *plugin.strategies[index];
      if (Finding found = asked(std::string("strategy ") + strategy.id, strategy.extension); found.status != Status::ok)
        return found;
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
