#include "host/seat/participant.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace {

std::vector<std::string> names_of(const std::vector<SettingDescription>& settings) {
  std::vector<std::string> names;
  names.reserve(settings.size());
  for (const SettingDescription& setting : settings) names.push_back(setting.name);
  return names;
}

/// Returns whether an option of a program is for its start, and none of the program's own.
bool is_for_start(const std::string& option) {
  return option == "start" || option == "read" || option == "cwd";
}

std::string owner_of(const std::string& strategy) {
  return "strategy " + strategy;
}

void append_limits(Participant& participant) {
  for (auto& limit : assignments_of(participant.limits)) participant.identity.options.push_back(std::move(limit));
}

/// Returns the program. The program itself checks its options, when it starts. Since it declares none, the names of
/// limits mean limits.
Participant enter_program(PluginSpec spec, const GameDescription& game) {
  const GivenLimits limits = take_limits(spec.options, {}, owner_of(spec.plugin));
  Assignments own;
  auto program = std::make_shared<const Program>(find_program(spec, own));
  Participant participant{.file = {.build = program->build,
                                   .description = describe_program(*program, game.protocol, own),
                                   .warnings = {},
                                   .program = program},
                          .options = {},
                          .identity = {.strategy = program->id,
                                       .name = spec.name.empty() ? program->id : spec.name,
                                       .version = program_version,
                                       .sha256 = program->build->sha256(),
                                       .options = own},
                          .given = spec.given,
                          .limits = limits,
                          .may_refuse = !own.empty()};
  for (const auto& [name, value] : own) participant.options.push_back(value);
  append_limits(participant);
  return participant;
}

bool any_has(const std::vector<std::filesystem::path>& folders, const std::string& name) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::exists(folder / name, ignored);
  });
}

/// Returns the folders in which the loader looks for what a library of `folder` needs, apart from the system's.
std::vector<std::filesystem::path> run_path_of(const ElfFile& library, const std::string& folder) {
  std::vector<std::filesystem::path> found;
  for (const GElf_Sxword tag : {DT_RPATH, DT_RUNPATH}) {
    for (std::string path : library.dynamic_texts(tag)) {
      for (const std::string_view origin : {"$ORIGIN", "${ORIGIN}"}) {
        for (std::size_t at = 0; (at = path.find(origin, at)) != std::string::npos; at += folder.size())
          path.replace(at, origin.size(), folder);
      }
      for (std::filesystem::path& each : folders_in(path)) found.push_back(std::move(each));
    }
  }
  return found;
}

/// Throws Failure(plugin) if a library needs another one that the sandbox does not open.
void check_neighbours(const Build& build) {
  static const std::vector<std::filesystem::path> of_system = {"/lib", "/lib64", "/usr/lib", "/usr/lib64",
                                                               "/usr/local/lib"};
  const char* const more = std::getenv("LD_LIBRARY_PATH");
  const std::vector<std::filesystem::path> open = folders_in(more == nullptr ? "" : more);
  const ElfFile library(build);
  const auto run_path = run_path_of(library, std::filesystem::absolute(build.path()).parent_path().string());
  for (const std::string& name : library.dynamic_texts(DT_NEEDED)) {
    for (const std::filesystem::path& folder : run_path) {
      const std::filesystem::path normal = folder.lexically_normal();
      const bool is_open =
          any_has(open, name) || std::any_of(of_system.begin(), of_system.end(),
                                             [&](const std::filesystem::path& each) { return lies_in(normal, each); });
      if (!is_open && any_has({folder}, name))
        throw Failure(Exit::plugin, build.path().string() + ": needs " + printable(name) + " in " +
                                        printable(normal.string()) +
                                        ", a folder that the sandbox does not open: write LD_LIBRARY_PATH=" +
                                        printable(normal.string()) + " before the command, or add --isolation process");
    }
  }
}

/// Returns the path of the file that gives the participant its name; empty if there is none.
const std::filesystem::path& place_of(const Participant& participant) {
  return participant.file.program ? participant.file.program->place : participant.file.build->path();
}

/// Returns whether the user has named the participant. A person is always named.
bool is_named(const Participant& participant) {
  return participant.person() || participant.identity.name != participant.identity.strategy ||
         !PluginSpec::parse(participant.given).name.empty();
}

}  // namespace

StrategyDescription describe_program(const Program& program, const std::string& protocol, const Assignments& options) {
  StrategyDescription description;
  description.id = program.id;
  description.version = program_version;
  description.protocol = protocol;
  for (const auto& [name, value] : options) {
    if (name.starts_with(limit_prefix)) continue;
    description.options.push_back({.name = name, .summary = {}, .kind = AGON_TEXT, .fallback = value, .choices = {}});
  }
  return description;
}

Participant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue) {
  if (is_program(spec.plugin)) return enter_program(spec, game);
  Participant participant{
      .file = catalogue.strategy(spec.plugin, game), .options = {}, .identity = {}, .given = spec.given};
  const StrategyDescription& strategy = participant.file.description;
  Assignments options = spec.options;
  const std::vector<std::string> known = names_of(strategy.options);
  for (const auto& [name, value] : options) {
    if ((name == "read" || name == "cwd") && std::find(known.begin(), known.end(), name) == known.end())
      throw Failure(Exit::usage, name + "=" + value +
                                     ": this option is for programs. In the sandbox, a library opens no file while it "
                                     "plays: leave the option out, and add --isolation process");
  }
  participant.limits = take_limits(options, known, owner_of(strategy.id));
  participant.may_refuse = !options.empty() || plays_any_game(strategy);
  const auto values = resolve(strategy.options, options, owner_of(strategy.id), "option");
  participant.identity = {.strategy = strategy.id,
                          .name = spec.name.empty() ? strategy.id : spec.name,
                          .version = strategy.version,
                          .sha256 = participant.file.build->sha256(),
                          .options = {}};
  for (std::size_t index = 0; index < values.size(); ++index) {
    participant.options.push_back(values[index].value());  // every option has a default
    participant.identity.options.emplace_back(strategy.options[index].name, *values[index]);
  }
  append_limits(participant);
  return participant;
}

std::optional<GivenFile> given_file(const Participant& participant) {
  if (participant.person() || (participant.file.program && !participant.file.program->fault.empty()))
    return std::nullopt;
  PluginSpec spec = PluginSpec::parse(participant.given);
  const bool is_named = is_command_line(spec.plugin) || is_file(spec.plugin) ||
                        is_file(spec.plugin.substr(0, spec.plugin.rfind(':')));  // of one library with several
  std::error_code fault;
  const std::filesystem::path folder = std::filesystem::current_path(fault);
  if (!is_named || fault) return std::nullopt;
  std::erase_if(spec.options,
                [&](const auto& option) { return !participant.file.program || !is_for_start(option.first); });
  return GivenFile{spec_text(spec.plugin, spec.options), folder.string()};
}

void add_files(Transcript& transcript, const std::vector<Participant>& participants) {
  for (const Participant& participant : participants)
    if (auto file = given_file(participant)) transcript.files[participant.identity.sha256] = *std::move(file);
}

namespace {

/// Has another current folder as long as it exists: of this thread, where the kernel lets it have one of its own.
class InFolder {
 public:
  explicit InFolder(const std::string& folder) : before_(std::filesystem::current_path(fault_)) {
    ::unshare(CLONE_FS);  // refused in some containers
    std::filesystem::current_path(folder, fault_);
    if (fault_) throw Failure(Exit::plugin, printable(folder) + ": the folder is not there any more");
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;
  ~InFolder() { std::filesystem::current_path(before_, fault_); }

 private:
  std::error_code fault_;
  std::filesystem::path before_;
};

/// Returns the spec with what a recorded seat tells in place of its own options, but for those of a program's start.
PluginSpec spec_of_seat(PluginSpec spec, const SeatIdentity& seat) {
  std::erase_if(spec.options, [](const auto& option) { return !is_for_start(option.first); });
  spec.options.insert(spec.options.end(), seat.options.begin(), seat.options.end());
  if (seat.name != seat.strategy) spec.name = seat.name;
  spec.given = spec_text(spec.plugin, spec.options);
  return spec;
}

}  // namespace

Participant enter_again(const SeatIdentity& seat, const std::vector<GivenFile>& files, const GameDescription& game,
                        const Catalogue& catalogue) {
  std::optional<Participant> other;  // another build
  std::string missing;               // why no file is the strategy
  for (const GivenFile& file : files) {
    const PluginSpec spec = PluginSpec::parse(file.plugin);
    std::string why = "was given as " + printable(spec.plugin) + " in " + printable(file.folder);
    if (!file.trusted && is_command_line(spec.plugin)) {
      missing = why + ", a command that a transcript does not start";
      continue;
    }
    try {
      // In a thread, so that others of a server keep their folder.
      Participant found = std::async(std::launch::async, [&] {
                            const InFolder there(file.folder);
                            return enter(spec_of_seat(spec, seat), game, catalogue);
                          }).get();
      if (found.identity.sha256 == seat.sha256) return found;
      why += ", which has changed since";
      if (file.trusted && !other && found.identity.strategy == seat.strategy) other = std::move(found);
    } catch (const Failure& failure) {
      why += std::string(", and now: ") + failure.what();
    }
    if (missing.empty()) missing = why;
  }
  try {
    Participant found =
        enter(spec_of_seat({.plugin = seat.strategy, .options = {}, .name = {}}, seat), game, catalogue);
    if (found.identity.sha256 == seat.sha256 || (!other && missing.empty() && seat.version != program_version))
      return found;
  } catch (const Failure& failure) {
    if (!other && missing.empty() && files.empty() && seat.version != program_version) {
      const std::vector<std::string> known = catalogue.strategy_ids(game.protocol);
      missing = std::ranges::find(known, seat.strategy) != known.end()
                    ? std::string("does not play as recorded (") + failure.what() + ")"
                    : "is none of the strategies for " + game.id + (known.empty() ? "" : " (" + join(known) + ")");
    }
  }
  if (other) return std::move(*other);
  if (missing.empty()) missing = "was a program, and it is not known where";
  throw Failure(Exit::usage,
                "the strategy '" + printable(seat.strategy) + "' " + missing + ": name its file with --plugin PATH");
}

Participant enter_unusable(const PluginSpec& spec, const GameDescription& game, const std::string& why) {
  Program program;
  program.fault = why;
  program.id = name_of_file(spec.plugin.substr(spec.plugin.find_last_of("/:") + 1));
  program.build = Build::known(spec.plugin, hexadecimal(sha256_of(spec.given + "\n" + why)), nullptr);
  auto known = std::make_shared<const Program>(std::move(program));
  return {.file = {.build = known->build,
                   .description = describe_program(*known, game.protocol, {}),
                   .warnings = {},
                   .program = known},
          .options = {},
          .identity = {.strategy = known->id,
                       .name = spec.name.empty() ? known->id : spec.name,
                       .version = "",
                       .sha256 = known->build->sha256(),
                       .options = {}},
          .given = spec.given};
}

agon_limits limits_of(const Participant& participant, const RunLimits& all) {
  if (!participant.limits.any()) return all;
  const std::string owner = owner_of(participant.identity.strategy);
  return own_limits(all, participant.limits, [&](const std::string& name) { return owner + "'s limit " + name; });
}

void check_participant(const Participant& participant, const RunLimits& all, Level level) {
  static_cast<void>(limits_of(participant, all));
  if (level == Level::sandbox && can_sandbox() && participant.file.build && !participant.file.program)
    check_neighbours(*participant.file.build);
  if (level != Level::none) return;
  for (const auto& [given, name] :
       {std::pair(participant.limits.memory, "memory"), std::pair(participant.limits.wall, "wall")}) {
    if (given)
      throw Failure(Exit::usage, owner_of(participant.identity.strategy) + "'s limit " + name +
                                     " needs workers: it does not go with --isolation none");
  }
}

void tell_apart(std::vector<Participant>& participants) {
  std::map<std::string, std::vector<Participant*>> groups;
  for (Participant& participant : participants) {
    if (!is_named(participant) && !place_of(participant).empty())
      groups[participant.identity.name].push_back(&participant);
  }
  for (const auto& [name, group] : groups) {
    std::vector<std::filesystem::path> files;
    for (const Participant* const participant : group) files.push_back(place_of(*participant));
    const std::vector<std::string> names = names_by_place(files, name);
    for (std::size_t index = 0; index < group.size(); ++index) {
      if (names[index] == name) continue;
      group[index]->identity.name = names[index];
      group[index]->given += ",name=" + names[index];
    }
  }
}

bool is_person(const PluginSpec& spec) {
  return spec.plugin == person_name;
}

Participant make_person(const PluginSpec& spec) {
  if (!spec.options.empty())
    throw Failure(Exit::usage, "'" + spec.given + "': a person has no option '" + spec.options.front().first +
                                   "', only a name: human,name=Ada");
  return {.file = {},
          .options = {},
          .identity = person_identity(spec.name.empty() ? person_name : spec.name),
          .given = spec.given};
}

}  // namespace host
