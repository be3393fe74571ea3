#include "host/plugin/program.hpp"

#include "host/digest.hpp"
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/plugin/spec.hpp"
#include "host/text.hpp"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = command_prefix;

[[noreturn]] void refuse_program(const std::string& name, const std::string& why) {
  throw Failure(Exit::plugin, name + ": " + why);
}

std::string beginning_of(const fs::path& path) {
  std::array<char, 4096> room{};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t size = file.is_open() ? ::read(file.get(), room.data(), room.size()) : 0;
  return {room.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

bool is_elf(const std::string& text) {
  return text.starts_with(ELFMAG);
}

/// Returns whether an ELF file is an executable: of that type, or position-independent with a loader's name. Headers
/// beyond the file's beginning are not looked at.
bool is_executable(const std::string& text) {
  Elf64_Ehdr header{};
  if (text.size() < sizeof header) return false;
  std::memcpy(&header, text.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type == ET_EXEC) return header.e_type == ET_EXEC;
  for (std::uint64_t number = 0; number < header.e_phnum; ++number) {
    const std::uint64_t at = header.e_phoff + number * header.e_phentsize;
    Elf64_Phdr segment{};
    if (at > text.size() || text.size() - at < sizeof segment) return false;
    std::memcpy(&segment, text.data() + at, sizeof segment);
    if (segment.p_type == PT_INTERP) return true;
  }
  return false;
}

bool is_file(const fs::path& path) {
  std::error_code fault;
  return fs::is_regular_file(path, fault);
}

bool runs(const fs::path& path) {
  return is_file(path) && ::access(path.c_str(), X_OK) == 0;
}

/// Returns whether a program of this name lies in a folder of PATH.
bool in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  const std::vector<std::string> folders = split(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path, ':');
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return runs(fs::path(folder) / name); });
}

/// Returns the command that usually runs files of this ending; "" if none is known.
std::string usual_interpreter(const fs::path& file) {
  static constexpr std::array<std::pair<const char*, const char*>, 7> known = {{{".py", "python3"},
                                                                                {".js", "node"},
                                                                                {".mjs", "node"},
                                                                                {".jar", "java -jar"},
                                                                                {".rb", "ruby"},
                                                                                {".pl", "perl"},
                                                                                {".sh", "sh"}}};
  for (const auto& [ending, command] : known) {
    if (file.extension() == ending) return command;
  }
  return "";
}

/// Returns how to run a file by its usual interpreter, after these words; "" if none is known.
std::string by_command(const std::string& name, const std::string& before) {
  const std::string command = usual_interpreter(name);
  return command.empty() ? "" : before + "write --plugin 'run:" + command + " " + name + "'";
}

/// Returns how to install a missing command, to be appended to the sentence that says so; "" if no package is known.
std::string how_to_install(const std::string& command) {
  static constexpr std::array<std::pair<const char*, const char*>, 11> packages = {{{"python3", "python3"},
                                                                                    {"python", "python-is-python3"},
                                                                                    {"pypy3", "pypy3"},
                                                                                    {"node", "nodejs"},
                                                                                    {"java", "default-jre-headless"},
                                                                                    {"ruby", "ruby"},
                                                                                    {"perl", "perl"},
                                                                                    {"lua", "lua5.4"},
                                                                                    {"php", "php-cli"},
                                                                                    {"go", "golang-go"},
                                                                                    {"Rscript", "r-base-core"}}};
  for (const auto& [name, package] : packages) {
    if (command == name) return ": install it, on Debian with 'sudo apt-get install " + std::string(package) + "'";
  }
  return "";
}

/// Refuses a file that the kernel would not run, with what would help.
void check_runs(const std::string& name) {
  if (::access(name.c_str(), X_OK) != 0)
    refuse_program(name, "is not a shared library, and not executable as a program: make it so with 'chmod +x " + name +
                             "'" + by_command(name, ", or "));
  const std::string text = beginning_of(name);
  if (is_elf(text)) return;
  if (!text.starts_with("#!"))
    refuse_program(name, "is no program: its first line does not name an interpreter, as #!/usr/bin/env python3 does" +
                             by_command(name, ". To run it without that line, "));
  std::string line = text.substr(2, text.find('\n') - 2);
  if (line.ends_with('\r'))
    refuse_program(name,
                   "its first line ends with a carriage return, which becomes part of the interpreter's name: "
                   "save the file with Unix line ends");
  std::vector<std::string> words = split(line, ' ');
  std::erase(words, "");
  if (words.empty()) refuse_program(name, "its first line names no interpreter");
  if (!runs(words.front()))
    refuse_program(name, "its interpreter " + words.front() + " is not there, or not executable" +
                             by_command(name, ". To run it with another one, "));
  if (fs::path(words.front()).filename() != "env") return;
  const auto wanted = std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
    return !word.starts_with('-') && word.find('=') == std::string::npos;
  });
  if (wanted != words.end() && wanted->find('/') == std::string::npos && !in_path(*wanted))
    refuse_program(name, "its interpreter " + *wanted + " is in no folder of PATH" + how_to_install(*wanted));
}

Program from_file(const std::string& name) {
  check_runs(name);
  const fs::path file = fs::absolute(name).lexically_normal();
  Program program{.words = {file.string()},
                  .files = {file},
                  .readable = {file.parent_path()},
                  .id = name_of_file(file),
                  .place = file};
  program.build = Build::of_program(name, program.files, [file] { return sha256(file); });
  return program;
}

/// Adds the file that a word of a command names, or the files of a folder, as of Java's classes. Paths may be joined by
/// ':'.
void add_named(Program& program, const std::string& word) {
  std::error_code fault;
  for (const std::string& part : is_file(word) ? std::vector<std::string>{word} : split(word, ':')) {
    const fs::path path = fs::absolute(part, fault).lexically_normal();
    if (is_file(part)) {
      program.files.push_back(path);
      program.readable.push_back(path.parent_path());
    } else if (part.find('/') != std::string::npos && fs::is_directory(part, fault)) {
      program.readable.push_back(path);
      std::set<fs::path> files;
      for (const fs::directory_entry& entry : fs::directory_iterator(path, fault)) {
        if (is_file(entry.path())) files.insert(entry.path());
      }
      program.files.insert(program.files.end(), files.begin(), files.end());
    }
  }
}

Program from_command(const std::string& name) {
  Program program{
      .words = command_words(name.substr(prefix.size())), .files = {}, .readable = {}, .id = {}, .place = {}};
  const std::vector<std::string>& words = program.words;
  if (words.empty()) throw Failure(Exit::usage, name + ": write a command after it, as in 'run:python3 bot.py'");
  const std::string& first = words.front();
  if (first.find('/') != std::string::npos ? !runs(first) : !in_path(first))
    refuse_program(name, first.find('/') != std::string::npos
                             ? first + " is not there, or not executable"
                             : "no program '" + first + "' is in a folder of PATH" + how_to_install(first));
  for (const std::string& word : words) {
    if (&word != &first || word.find('/') != std::string::npos) add_named(program, word);
  }
  const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return is_file(word); });
  const auto argument =
      std::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return !word.starts_with('-'); });
  program.id = name_of_file(last != words.rend() ? *last : argument != words.rend() ? *argument : first);
  if (last != words.rend()) program.place = fs::absolute(*last).lexically_normal();
  const auto identity = [words, files = program.files] {
    std::string text = "agon program\n";
    for (const std::string& word : words) text += std::to_string(word.size()) + " " + word + "\n";
    for (const fs::path& file : files) text += sha256(file) + "\n";
    const Digest digest = sha256_of(text);
    return hexadecimal(digest, digest.size());
  };
  program.build = Build::of_program(name, program.files, identity);
  return program;
}

std::int64_t start_limit(const std::string& value) {
  double seconds = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, fault] = std::from_chars(value.data(), end, seconds);
  constexpr double least = 0.001;
  constexpr double most = 86400;
  if (fault != std::errc{} || stop != end || !(seconds >= least && seconds <= most))
    throw Failure(Exit::usage,
                  "start=" + value + ": it takes the seconds that a program's start may take, as in start=30");
  return static_cast<std::int64_t>(seconds * 1e9);
}

}  // namespace

bool is_program(const std::string& plugin) {
  if (plugin.starts_with(prefix)) return true;
  if (plugin.ends_with(".so") || plugin.find(".so:") != std::string::npos) return false;
  // A strategy's name has no full stop, and at most its game's name before a slash.
  if (plugin.find_first_of("./") == std::string::npos || !is_file(plugin)) return false;
  const std::string text = beginning_of(plugin);
  return !is_elf(text) || is_executable(text);
}

Program find_program(const PluginSpec& spec, Assignments& own) {
  Program program = spec.plugin.starts_with(prefix) ? from_command(spec.plugin) : from_file(spec.plugin);
  for (const auto& [name, value] : spec.options) {
    if (name == "start") {
      program.start_ns = start_limit(value);
    } else if (name == "read") {
      std::error_code fault;
      if (!fs::exists(value, fault)) throw Failure(Exit::usage, "read=" + value + ": there is no such file or folder");
      program.readable.push_back(fs::absolute(value).lexically_normal());
    } else {
      if ((name + value).find_first_of(std::string("\n\r\0", 3)) != std::string::npos)
        throw Failure(Exit::usage, spec.plugin + ": the option '" + printable(name) +
                                       "' has a line break: a program reads each option as one line");
      own.emplace_back(name, value);
    }
  }
  return program;
}

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words;
  bool begun = false;
  char quote = 0;
  for (const char letter : command) {
    if (quote != 0) {
      if (letter == quote) {
        quote = 0;
      } else {
        words.back().push_back(letter);
      }
    } else if (letter == ' ' || letter == '\t') {
      begun = false;
    } else {
      if (!begun) words.emplace_back();
      begun = true;
      if (letter == '\'' || letter == '"') {
        quote = letter;
      } else {
        words.back().push_back(letter);
      }
    }
  }
  if (quote != 0) throw Failure(Exit::usage, command_prefix + command + ": a quote (" + quote + ") is not closed");
  return words;
}

}  // namespace host
