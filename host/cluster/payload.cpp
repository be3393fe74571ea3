#include "host/cluster/payload.hpp"

#include "host/arena/job.hpp"
#include "host/arena/messages.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <sys/stat.h>
#include <sys/utsname.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace host {

template <class Archive>
void fields(Archive& archive, ProgramFile& file) {
  archive(file.path, file.mode, file.content);
}

}  // namespace host

namespace host::cluster {

namespace fs = std::filesystem;

// Programs travel to the machines of a cluster as archives of their files, named by their SHA-256.
//
// An archive has what `host/plugin/program.hpp` has copied: the program's files and those of its folder, without hidden
// ones, links and what Python has compiled. Interpreters stay where they are: each machine needs its own.

namespace {

/// In place of the folder of the copy, which each machine and each command has elsewhere.
const std::string mark = "archive:";

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Failure(Exit::usage, "the strategy " + name + " is a program that can't travel to other machines: " + why);
}

/// Exchanges the folder that contains the files.
Program moved(Program program, const std::string& from, const std::string& to) {
  const auto move = [&](fs::path& path) {
    std::string text = path.string();
    boost::replace_all(text, from, to);
    path = text;
  };
  for (std::string& word : program.words) boost::replace_all(word, from, to);
  std::for_each(program.files.begin(), program.files.end(), move);
  std::for_each(program.readable.begin(), program.readable.end(), move);
  move(program.folder);
  program.root = to;
  return program;
}

/// Returns the files below a folder, in the order of their paths.
std::vector<ProgramFile> files_below(const fs::path& root, const std::string& name) {
  std::vector<ProgramFile> files;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    struct stat status {};
    if (entry.is_symlink() || !entry.is_regular_file() || ::stat(entry.path().c_str(), &status) != 0) continue;
    bytes += static_cast<std::uintmax_t>(status.st_size);
    if (bytes > ProgramFolder::most_bytes)
      refuse(name, "its files have more than " + in_mebibytes(static_cast<std::int64_t>(ProgramFolder::most_bytes)));
    files.push_back({entry.path().lexically_relative(root).string(), status.st_mode & 0777U,
                     host::content_of(entry.path()).value_or("")});
  }
  std::sort(files.begin(), files.end(), [](const ProgramFile& a, const ProgramFile& b) { return a.path < b.path; });
  return files;
}

/// Returns what a packed program needs on each machine.
std::string needed_by(const Program& program, const std::vector<ProgramFile>& files) {
  const std::string& command = program.words.front();
  if (!command.starts_with(program.root)) return command;
  const auto own = std::find_if(files.begin(), files.end(),
                                [&](const ProgramFile& file) { return program.root + "/" + file.path == command; });
  const std::vector<std::string> named = interpreters_in(own == files.end() ? "" : own->content);
  return named.empty() ? "" : named.back();
}

/// A program without its files: paths in its copy begin with the archive's name.
struct PackedProgram {
  Program program;
  std::string sha256;   // of the archive
  std::string archive;  // its bytes
};

/// Throws Failure(usage) if the program can't be played on another machine: it is too large, or reads other files.
/// `name` is the strategy's.
PackedProgram pack_program(const Program& program, const std::string& name) {
  for (const fs::path& path : program.readable) {
    if (!lies_in(path, program.root) && !is_of_system(path))
      refuse(name, "it reads " + path.string() + ", which lies neither in its folder nor in one of the system");
  }
  if (!program.commands.empty())
    refuse(name, "its interpreter is in " + program.commands + ", which is no folder of the system");
  if (!program.folder.empty() && !lies_in(program.folder, program.root))
    refuse(name, "it runs in " + program.folder.string() + ", which does not lie in its folder");
  PackedProgram packed;
  packed.archive = pack(files_below(program.root, name));
  packed.sha256 = hexadecimal(sha256_of(packed.archive));
  packed.program = moved(program, program.root, mark + packed.sha256);
  return packed;
}

/// Returns the name of the archive of a program that pack_program() has returned.
std::string archive_name(const Program& program) {
  if (!program.root.starts_with(mark)) throw BadMessage();
  return program.root.substr(mark.size());
}

/// Returns the program with copies of its files, which exist as long as its build. Throws Failure(plugin) if this
/// machine lacks its interpreter, Failure(output), or BadMessage.
std::shared_ptr<const Program> unpack_program(const Program& program, const std::string& archive,
                                              const std::string& name) {
  const auto files = unpack<std::vector<ProgramFile>>(archive);
  if (program.words.empty()) throw BadMessage();
  const std::string needed = needed_by(program, files);
  const bool is_path = needed.find('/') != std::string::npos;
  if (!needed.empty() && (is_path ? !runs(needed) : find_in_path(needed).empty()))
    throw Failure(Exit::plugin, "the strategy " + name + " needs the interpreter " + needed + ", which is not there");
  std::unique_ptr<TempLibraryCopy> copy = TempLibraryCopy::of_archive(files);
  auto whole = std::make_shared<Program>(moved(program, program.root, copy->path().string()));
  whole->build = Build::known(program.build->path().string(), program.build->sha256(), std::move(copy));
  return whole;
}

}  // namespace

std::string payload_format() {
  struct utsname system {};
  ::uname(&system);
  constexpr const char* with_programs = ".1";
  return std::string("Agon " AGON_VERSION "/") + std::to_string(arena::protocol_version) + with_programs + " " +
         system.machine;
}

PackedJob::PackedJob(const Job& job) {
  if (job.sandbox.level != Level::sandbox)
    throw Failure(Exit::usage, "--cluster plays in the sandbox only: --isolation process and none do not go with it");
  if (!job.exclusive.empty())
    throw Failure(Exit::usage, "--exclusive holds on this machine alone: it does not go with --cluster");
  for (const Build* const build : arena::builds_of(job)) names.push_back(build->sha256());
  const std::size_t libraries = names.size();
  Job without = job;
  for (Participant& participant : without.participants) {
    if (!participant.file.program) continue;
    PackedProgram packed = pack_program(*participant.file.program, participant.identity.name);
    participant.file.program = std::make_shared<const Program>(std::move(packed.program));
    if (archives.emplace(packed.sha256, std::move(packed.archive)).second) names.push_back(packed.sha256);
  }
  bytes = pack(libraries, arena::to_bytes(arena::Order{without, "", 0, 1}));
}

Job job_from(const std::string& bytes, const std::vector<std::string>& names, std::vector<Descriptor> files) {
  Unpacker in(bytes);
  std::size_t libraries = 0;
  std::string order;
  in(libraries, order);
  in.end();
  if (libraries > files.size() || names.size() != files.size()) throw BadMessage();
  std::map<std::string, std::string> archives;
  for (; files.size() > libraries; files.pop_back()) archives[names[files.size() - 1]] = content_of(files.back());
  Job job = arena::order_from(order, std::move(files)).job;
  for (Participant& participant : job.participants) {
    if (!participant.file.program) continue;
    const auto archive = archives.find(archive_name(*participant.file.program));
    if (archive == archives.end()) throw BadMessage();
    participant.file.program = unpack_program(*participant.file.program, archive->second, participant.identity.name);
    participant.file.build = participant.file.program->build;
  }
  return job;
}

std::vector<LeasedMatch> matches_from(std::string_view bytes, const Job& job) {
  auto all = unpack<std::vector<LeasedMatch>>(bytes);
  const GameDescription& game = job.game.description;
  bool fits = !all.empty();
  for (const auto& [index, request] : all) {
    fits &= request.seating.size() >= game.min_seats && request.seating.size() <= game.max_seats;
    for (const std::size_t participant : request.seating) fits &= participant < job.participants.size();
  }
  if (!fits) throw BadMessage();
  return all;
}

std::vector<LeasedMatch> scheduled_from(std::string_view bytes, const RunPlan& plan) {
  auto all = matches_from(bytes, plan);
  for (const auto& [index, request] : all)
    if (index >= plan.schedule.size() || plan.schedule.at(index).request() != request) throw BadMessage();
  return all;
}

std::string content_of(const Descriptor& memory) {
  std::optional<std::string> content = host::content_of(memory.path());
  if (!content) throw Failure(Exit::internal, "the copy of a library can't be read");
  return *std::move(content);
}

std::vector<PlayedMatch> results_from(std::string_view bytes, const Job& job, const std::vector<LeasedMatch>& leased) {
  const auto all = unpack<std::vector<std::string>>(bytes);
  if (all.size() != leased.size()) throw BadMessage();
  std::vector<PlayedMatch> matches;
  for (std::size_t i = 0; i < all.size(); ++i) matches.push_back(arena::match_from(all[i], job, leased[i].request));
  return matches;
}

std::vector<PlayedMatch> given_up(const std::vector<LeasedMatch>& leased, const std::string& machines) {
  std::vector<PlayedMatch> matches(leased.size());
  for (std::size_t i = 0; i < leased.size(); ++i)
    matches[i].fault = "the match with seed " + std::to_string(leased[i].request.seed) +
                       " was given up: the arenas that played it ended or lost the database each time, on " + machines;
  return matches;
}

}  // namespace host::cluster
