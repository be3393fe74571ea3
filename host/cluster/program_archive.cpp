#include "host/cluster/program_archive.hpp"

#include "host/plugin/program_folder.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
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
    std::ifstream in(entry.path(), std::ios::binary);
    files.push_back({entry.path().lexically_relative(root).string(), status.st_mode & 0777U,
                     std::string(std::istreambuf_iterator<char>(in), {})});
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

}  // namespace

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
  const Digest digest = sha256_of(packed.archive);
  packed.sha256 = hexadecimal(digest, digest.size());
  packed.program = moved(program, program.root, mark + packed.sha256);
  return packed;
}

std::string archive_name(const Program& program) {
  if (!program.root.starts_with(mark)) throw BadMessage();
  return program.root.substr(mark.size());
}

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
  whole->build = Build::of_program(
      program.build->path().string(), {},
      [sha256 = program.build->sha256()](const fs::path& /*root*/) { return sha256; }, std::move(copy));
  return whole;
}

}  // namespace host::cluster
