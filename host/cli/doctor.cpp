// host doctor: tests how well this machine isolates strategies, and lists the plugins that the host skips.
#include "host/cli/command.hpp"
#include "host/isolation/control_group.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/process_status.hpp"
#include "host/isolation/program_process.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/game_report.hpp"
#include "host/report/numbers.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/worker_process.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* doctor_details =
    R"(For each access that the sandbox must refuse, doctor starts a worker that tries it. If one is not refused, or a
layer is missing, the exit code is 1. It also lists the folders of plugins, and the plugins that the host skips,
with the reasons.
)";

/// All findings.
struct Findings {
  std::string kernel;
  std::size_t cores = 0;
  bool root = false;
  bool seccomp = false;
  int landlock = 0;
  std::uint32_t layers = 0;
  std::uint32_t program_layers = 0;
  bool smt = false;         // cores have several hardware threads
  std::string group;        // how to get a better control group; empty: there is none
  std::string no_programs;  // why programs can't be tried; empty: they could
  std::vector<TrialResult> trials;
  Report folders;

  [[nodiscard]] bool sound() const {
    return (layers & layers_of_workers) == layers_of_workers &&
           std::all_of(trials.begin(), trials.end(), [](const TrialResult& each) {
             return each.while_loading.value_or(false) && each.while_playing.value_or(false);
           });
  }
};

Findings look() {
  Findings found;
  utsname system{};
  ::uname(&system);
  found.kernel = std::string(system.sysname) + " " + system.release + " " + system.machine;
  found.cores = usable_cores().size();
  found.root = ::geteuid() == 0;
  found.seccomp = has_seccomp();
  found.landlock = landlock_version();
  found.smt = read_small_file("/sys/devices/system/cpu/smt/active").starts_with('1');
  const Catalogue catalogue = Catalogue::standard();
  found.folders = folders_report(catalogue.folders(), catalogue.folders().scan(), "  skipped");
  if (!can_sandbox()) return found;
  found.layers = layers_of_sandbox();
  try {
    found.program_layers = layers_of_programs();
    found.group = ControlGroup::advice();
  } catch (const Failure& failure) {
    found.no_programs = failure.what();
  }
  found.trials = try_sandbox();
  return found;
}

std::string yes(bool is) {
  return is ? "yes" : "no";
}

std::string answer(const std::optional<bool>& refused) {
  return refused ? *refused ? "refused" : "POSSIBLE" : "unknown";
}

std::string user(const Findings& found) {
  if (!found.root) return "this user's: strategies have the same rights outside, but the layers below";
  return (found.layers & layer_user) != 0 ? "nobody's, as the host is root"
                                          : "root: this system lets nobody change users";
}

/// Returns what becomes of two strategies that run at the same time.
std::string hardware_threads(const Findings& found) {
  if ((found.layers & layer_core) != 0) return "apart";
  return found.smt ? "shared" : "single";
}

std::string explained(const std::string& threads) {
  if (threads == "apart") return "kept apart: a core runs one strategy at a time";
  if (threads == "single") return "one in each core: no two strategies run in a core at the same time";
  return "shared: two strategies can run in a core at the same time, slow each other down, and measure what the other "
         "does. This kernel has no core scheduling (Linux 5.14, CONFIG_SCHED_CORE); without it, switch them off: "
         "echo off | sudo tee /sys/devices/system/cpu/smt/control";
}

std::string text_of(const Findings& found) {
  std::ostringstream text;
  text << "Machine\n"
       << "  kernel            " << found.kernel << "\n"
       << "  cores             " << found.cores << "\n"
       << "  worker            " << printable(worker_executable().string()) << "\n\n";
  text << "Layers of the sandbox\n"
       << "  resource limits   " << yes((found.layers & layer_limits) != 0) << "\n"
       << "  user              " << user(found) << "\n"
       << "  Landlock          "
       << (found.landlock > 0 ? "yes, version " + std::to_string(found.landlock)
                              : std::string("no: it takes Linux 5.13 or newer, with Landlock switched on"))
       << "\n"
       << "  seccomp filters   " << yes(found.seccomp) << "\n"
       << "  hardware threads  " << explained(hardware_threads(found)) << "\n\n";
  if (!found.trials.empty()) {
    std::vector<std::vector<std::string>> rows = {{"tried in the sandbox", "while loading", "while playing"}};
    for (const TrialResult& each : found.trials)
      rows.push_back({trial_name(each.trial), answer(each.while_loading), answer(each.while_playing)});
    text << table(rows) << "\n";
  }
  text << "The sandbox of programs (./bot.py)\n";
  for (const LayerDescription& each : program_layers)
    text << "  " << std::left << std::setw(18) << each.name
         << ((found.program_layers & each.layer) != 0 ? "yes" : std::string("no: ") + each.without) << "\n";
  if (!found.group.empty()) text << "  " << found.group << "\n";
  text << (found.no_programs.empty() ? "" : "  not tried: " + printable(found.no_programs) + "\n") << "\n";
  text << "Levels\n"
       << "  --isolation sandbox   "
       << (found.sound()   ? "all layers; what is tried above is refused"
           : can_sandbox() ? "only the layers above; ',strict' refuses to play"
                           : "this host is built with sanitizers: the same as process, without a limit of memory")
       << "\n"
       << "  --isolation process   a process for each strategy, limits of time and memory, no other layer\n"
       << "  --isolation none      strategies run inside the host, unprotected\n\n";
  text << "Folders of plugins, first to last\n" << found.folders.sections.front().notes;
  return text.str();
}

Json json_of(const Findings& found) {
  Json trials = Json::object();
  for (const TrialResult& each : found.trials)
    trials[trial_name(each.trial)] = {{"while_loading", answer(each.while_loading)},
                                      {"while_playing", answer(each.while_playing)}};
  Json programs = Json::object();
  for (const LayerDescription& each : program_layers) programs[each.key] = (found.program_layers & each.layer) != 0;
  Json all = {{"kernel", found.kernel},
              {"cores", found.cores},
              {"worker", worker_executable().string()},
              {"root", found.root},
              {"limits", (found.layers & layer_limits) != 0},
              {"own_user", (found.layers & layer_user) != 0},
              {"landlock", found.landlock},
              {"seccomp", found.seccomp},
              {"hardware_threads", hardware_threads(found)},
              {"programs", programs},
              {"group_advice", found.group},
              {"trials", trials},
              {"sound", found.sound()}};
  all.update(found.folders.json);
  return all;
}

int run_doctor(const Values& values) {
  if (!values.arguments().empty())
    throw Failure(Exit::usage, "'" + values.arguments().front() + "': doctor takes no argument");
  const Findings found = look();
  std::cout << writer_of(values)({.json = json_of(found), .sections = {{.notes = text_of(found)}}});
  return static_cast<int>(found.sound() ? Exit::done : Exit::no);
}

}  // namespace

Command doctor_command() {
  return {"doctor",         "",        "tells how well this machine can isolate strategies", doctor_details, {},
          format_options(), run_doctor};
}

}  // namespace host
