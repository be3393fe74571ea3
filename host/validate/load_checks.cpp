// Checks of loading a library, and of its answers before any match.
#include "host/plugin/description.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace host::validate {

namespace {

namespace fs = std::filesystem;

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

std::string locale() {
  const char* const name = std::setlocale(LC_ALL, nullptr);
  return name == nullptr ? "" : name;
}

/// A state of the whole process, which belongs to its host.
struct ProcessState {
  std::string (*look)();  // as text
  const char* change;     // the sentence for a library that changes it
};
constexpr std::array process_states = {
    ProcessState{environment, "loading it changes the environment"},
    ProcessState{locale, "loading it changes the locale"},
    ProcessState{current_folder, "loading it changes the current folder"},
    ProcessState{signal_handlers, "loading it changes how a signal is handled"},
    ProcessState{open_files, "loading it leaves files open, or closes some"},
    ProcessState{arithmetic,
                 "loading it changes how the whole process calculates with floating-point numbers (-ffast-math does "
                 "that)"}};

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
    std::vector<std::string> before;
    before.reserve(process_states.size());
    for (const ProcessState& state : process_states) before.push_back(state.look());
    if (threads_left_by([] { load_library(); }) > 0) return fail("loading it starts a thread");
    for (std::size_t index = 0; index < before.size(); ++index) {
      if (process_states[index].look() != before[index]) return fail(process_states[index].change);
    }
    return ok();
  };
  Finding finding = in_child(terms, body, {.printed = &printed});
  if (finding.status != Status::ok) return finding;
  if (!printed.empty()) return fail("loading it prints " + in_quotes(printed));
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

Finding constant_data(const Case& examined) {
  return in_child(terms_for(examined), [&] {
    PluginDescription loaded = describe(load_library());
    loaded.path = examined.plugin->path;
    loaded.warnings = examined.plugin->warnings;
    return loaded == *examined.plugin
               ? ok()
               : fail("what it declares when it is loaded is not what its file declares: a constructor changes it");
  });
}

/// Calls the extension() function of a game or a strategy with existing, unknown and malformed ids.
template <class Type>
void ask(const Type& type, const std::string& whose) {
  // A different pointer each time. NOLINTNEXTLINE(performance-unnecessary-value-param)
  const auto extension = [&](std::string id) { return type.extension(id.c_str()); };
  const std::string longest(10'000, 'a');
  for (const std::string& id :
       {std::string("agon.no_such_extension/1"), std::string(), longest, std::string("agon.")}) {
    set_activity("in extension() of " + whose + " for '" + id.substr(0, 30) + "'");
    if (extension(id) != nullptr)
      throw fail("extension() of " + whose + " offers '" + id.substr(0, 30) + "', which is no extension");
  }
  for (const char* const id : {"agon.notation/1", "agon.scene/1", "agon.usage/1", "agon.points/1",
                               "agon.single_instance/1", "agon.model/1", "agon.layout/1"}) {
    set_activity("in extension() of " + whose + " for '" + id + "'");
    const void* const first = extension(id);
    if (extension(id) != first)
      throw fail("extension() of " + whose + " gives another answer for '" + id + "' the next time");
  }
  set_activity("");
}

Finding extension_lookup(const Case& examined) {
  return in_child(terms_for(examined), [&] {
    const agon_plugin_type& plugin = load_library();
    for (std::uint32_t index = 0; index < examined.plugin->games.size(); ++index)
      ask(*plugin.games[index], "game " + examined.plugin->games[index].id);
    for (std::uint32_t index = 0; index < examined.plugin->strategies.size(); ++index)
      ask(*plugin.strategies[index], "strategy " + examined.plugin->strategies[index].id);
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
