#include "host/tournament/payload.hpp"

#include "host/arena/job.hpp"
#include "host/arena/messages.hpp"
#include "host/plugin/build.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/archive.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"

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

namespace fs = std::filesystem;

// Programs travel to other machines as archives of their files, named by their SHA-256.
//
// An archive has what `host/plugin/program.hpp` has copied: the program's files and those of its folder, without hidden
// ones, links and what Python has compiled. Interpreters stay where they are: each machine needs its own.

namespace {

/// In place of the folder of the copy, which each machine and each command has elsewhere.
const std::string archive_mark = "archive:";

[[noreturn]] void refuse_to_pack(const std::string& name, const std::string& why) {
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
std::vector<ProgramFile> files_below(const fs::path& root) {
  std::vector<ProgramFile> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_symlink() || !entry.is_regular_file()) continue;
    files.push_back({entry.path().lexically_relative(root).string(),
                     static_cast<std::uint32_t>(entry.status().permissions() & fs::perms::all),
                     content_of(entry.path()).value_or("")});
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

/// Returns the program with paths in its copy that begin with the name of the archive of its files, and adds that.
/// Throws Failure(usage) if it can't be played on another machine: it is too large, or reads other files. `name` is the
/// strategy's.
Program pack_program(const Program& program, const std::string& name, std::map<std::string, std::string>& archives) {
  for (const fs::path& path : program.readable) {
    if (!lies_in(path, program.root) && !is_of_system(path))
      refuse_to_pack(name, "it reads " + path.string() + ", which lies neither in its folder nor in one of the system");
  }
  if (!program.commands.empty())
    refuse_to_pack(name, "its interpreter is in " + program.commands + ", which is no folder of the system");
  if (!program.folder.empty() && !lies_in(program.folder, program.root))
    refuse_to_pack(name, "it runs in " + program.folder.string() + ", which does not lie in its folder");
  std::string archive = pack(files_below(program.root));
  const std::string sha256 = hexadecimal(sha256_of(archive));
  archives.emplace(sha256, std::move(archive));
  return moved(program, program.root, archive_mark + sha256);
}

/// Returns the name of the archive of a program that pack_program() has returned.
std::string archive_name(const Program& program) {
  if (!program.root.starts_with(archive_mark)) throw BadMessage();
  return program.root.substr(archive_mark.size());
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

/// Returns whether it is a program with files. One that can't be used has none, and loses each match anywhere.
bool travels(const Participant& participant) {
  return participant.file.program && participant.file.program->fault.empty();
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
    throw Failure(Exit::usage, "other machines play in the sandbox only: without --isolation process or none");
  if (!job.exclusive.empty())
    throw Failure(Exit::usage, "--exclusive holds on this machine alone: other machines play without it");
  std::vector<std::string> libraries;
  for (const Build* const build : arena::builds_of(job)) {
    std::optional<std::string> content = content_of(build->memory().path());
    if (!content) throw Failure(Exit::internal, "the copy of a library can't be read");
    libraries.push_back(build->sha256());
    files.emplace(build->sha256(), *std::move(content));
  }
  Job without = job;
  for (Participant& participant : without.participants) {
    if (!travels(participant)) continue;
    participant.file.program =
        std::make_shared<const Program>(pack_program(*participant.file.program, participant.identity.name, files));
  }
  bytes = pack(libraries, arena::to_bytes(arena::Order{without, "", 0, 1}));
}

Job job_from(const std::string& bytes, const std::function<std::string(const std::string& sha256)>& file) {
  std::vector<std::string> libraries;
  std::string order;
  unpack_to(bytes, libraries, order);
  std::vector<Descriptor> copies;
  for (const std::string& sha256 : libraries) copies.push_back(sealed_memory(file(sha256), sha256));
  Job job = arena::order_from(order, std::move(copies)).job;
  for (Participant& participant : job.participants) {
    if (!travels(participant)) continue;
    const std::string archive = file(archive_name(*participant.file.program));
    participant.file.program = unpack_program(*participant.file.program, archive, participant.identity.name);
    participant.file.build = participant.file.program->build;
  }
  return job;
}

}  // namespace host
