#include "host/plugin/program.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Returns the command that usually runs files of this ending; "" if none is known.
std::string usual_interpreter(const fs::path& file) {
  static const std::map<std::string, std::string> known = {{".py", "python3"},    {".js", "node"}, {".mjs", "node"},
                                                           {".jar", "java -jar"}, {".rb", "ruby"}, {".pl", "perl"},
                                                           {".sh", "sh"}};
  const auto found = known.find(file.extension());
  return found == known.end() ? "" : found->second;
}

/// Returns how to run a file by its usual interpreter, after these words; "" if none is known.
std::string by_command(const std::string& name, const std::string& before) {
  const std::string command = usual_interpreter(name);
  return command.empty() ? "" : before + "write --plugin 'run:" + command + " " + name + "'";
}

/// Returns how to install a missing command, to be appended to the sentence that says so; "" if no package is known.
std::string how_to_install(const std::string& command) {
  static const std::map<std::string, std::string> packages = {{"python3", "python3"},
                                                              {"python", "python-is-python3"},
                                                              {"pypy3", "pypy3"},
                                                              {"node", "nodejs"},
                                                              {"java", "default-jre-headless"},
                                                              {"ruby", "ruby"},
                                                              {"perl", "perl"},
                                                              {"lua", "lua5.4"},
                                                              {"php", "php-cli"},
                                                              {"go", "golang-go"},
                                                              {"Rscript", "r-base-core"}};
  const auto found = packages.find(command);
  return found == packages.end() ? "" : ": install it, on Debian with 'sudo apt-get install " + found->second + "'";
}

/// Refuses a file that the kernel would not run, with what would help. Returns its interpreter; empty: it has none.
fs::path interpreter_of(const std::string& name) {
  if (::access(name.c_str(), X_OK) != 0)
    refuse_file(name, "is not a shared library, and not executable as a program: make it so with 'chmod +x " + name +
                          "'" + by_command(name, ", or "));
  const std::string text = beginning_of(name);
  if (is_elf(text)) return {};
  if (!text.starts_with("#!"))
    refuse_file(name, "is no program: its first line does not name an interpreter, as #!/usr/bin/env python3 does" +
                          by_command(name, ". To run it without that line, "));
  if (text.substr(0, text.find('\n')).ends_with('\r'))
    refuse_file(name,
                "its first line ends with a carriage return, which becomes part of the interpreter's name: "
                "save the file with Unix line ends");
  const std::vector<std::string> named = interpreters_in(text);
  if (named.empty()) refuse_file(name, "its first line names no interpreter");
  if (!runs(named.front()))
    refuse_file(name, "its interpreter " + named.front() + " is not there, or not executable" +
                          by_command(name, ". To run it with another one, "));
  if (named.size() == 1) return named.front();
  if (named.back().find('/') != std::string::npos) return {};
  fs::path found = find_in_path(named.back());
  if (found.empty())
    refuse_file(name, "its interpreter " + named.back() + " is in no folder of PATH" + how_to_install(named.back()));
  return found;
}

/// Lets a program read the environment of its interpreter.
void add_interpreter(Program& program, const fs::path& interpreter) {
  if (!is_interpreter(interpreter)) return;
  for (fs::path& folder : environment_of(interpreter)) program.readable.push_back(std::move(folder));
  if (!is_of_system(interpreter)) program.commands = interpreter.parent_path();
}

fs::path absolute(const std::string& path) {
  fs::path normal = fs::absolute(path).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();  // without a slash at its end
}

/// Returns the paths that a word of a command may consist of: joined by ':', as for Java's classes.
std::vector<std::string> paths_in(const std::string& word) {
  return is_file(word) ? std::vector<std::string>{word} : split(word, ':');
}

/// Returns whether a part of a word names a folder.
bool names_folder(const std::string& part) {
  std::error_code fault;
  return (part == "." || part.find('/') != std::string::npos) && fs::is_directory(part, fault);
}

/// Returns a path without links; the path itself if it leads nowhere. What the user has typed is resolved once, so that
/// a link that is changed later opens nothing else.
fs::path resolved(const fs::path& path) {
  std::error_code fault;
  fs::path real = fs::canonical(path, fault);
  return fault ? path : real;
}

[[noreturn]] void refuse_folder(const std::string& option, const std::string& why) {
  throw Failure(Exit::usage, option + ": programs may not read this folder, because " + why +
                                 ". Keep a program and its files in a folder of their own");
}

/// What a program is made of, by the paths that the user knows.
struct ProgramParts {
  std::vector<fs::path> named;     // its files: the program's own, those of a command and of read=
  std::vector<fs::path> folders;   // that a command names
  std::vector<fs::path> linked;    // what it may read besides, as the program knows it: relative paths lead there
  std::vector<std::string> words;  // of a command; empty: there is none
};

/// Adds what a word of a command names.
void add_named(ProgramParts& parts, const std::string& word) {
  for (const std::string& part : paths_in(word)) {
    if (is_file(part))
      parts.named.push_back(absolute(part));
    else if (names_folder(part))
      parts.folders.push_back(absolute(part));
  }
}

Program from_file(const std::string& name, ProgramParts& parts) {
  const fs::path interpreter = interpreter_of(name);
  const fs::path file = absolute(name);
  Program program{.words = {file.string()}, .files = {}, .readable = {}, .id = name_of_file(file), .place = file};
  add_interpreter(program, interpreter);
  parts.named = {file};
  return program;
}

Program from_command(const std::string& name, ProgramParts& parts) {
  Program program{
      .words = command_words(name.substr(name.find(':') + 1)), .files = {}, .readable = {}, .id = {}, .place = {}};
  program.engine = engine_protocol(name);
  const bool is_engine = program.engine != EngineProtocol::none;
  const std::vector<std::string>& words = program.words;
  if (words.empty())
    throw Failure(Exit::usage, name + ": write a command after it, as in '" +
                                   (is_engine ? name + "./engine" : "run:python3 bot.py") + "'");
  const std::string first = words.front();
  const bool is_path = first.find('/') != std::string::npos;
  const fs::path command = !is_path ? find_in_path(first) : runs(first) ? absolute(first) : fs::path();
  if (command.empty())
    refuse_file(name, is_path ? first + " is not there, or not executable"
                              : "no program '" + first + "' is in a folder of PATH" + how_to_install(first));
  parts.words = words;
  for (auto word = words.begin() + 1; word != words.end(); ++word) add_named(parts, *word);
  const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return is_file(word); });
  const auto argument =
      std::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return !word.starts_with('-'); });
  program.id = name_of_file(last != words.rend() ? *last : argument != words.rend() ? *argument : first);
  if (last != words.rend()) program.place = absolute(*last);
  if (is_interpreter(command)) {
    add_interpreter(program, command);
    if (is_path) program.words.front() = command;
  } else if (is_engine || !is_of_system(command)) {
    parts.named.insert(parts.named.begin(), command);
    program.words.front() = command;
  }
  return program;
}

/// Copies what a program is made of, and lets the program have it.
class Taken {
 public:
  Taken(Program& program, const ProgramParts& parts) : program_(program), parts_(parts) {
    constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20U;
    std::error_code fault;
    for (const fs::path& file : parts.named) {
      if (!is_of_system(file) && fs::file_size(file, fault) <= most_bytes) add({.path = file});
    }
    for (const fs::path& folder : parts.folders) take_named(folder);
    for (const SourceFile& file : std::vector<SourceFile>(copied_)) take_around(file.path);
  }

  /// Makes the copy, of which the program's build tells.
  void finish(const std::string& name) {
    std::vector<fs::path> linked = parts_.linked;
    linked.insert(linked.end(), program_.readable.begin(), program_.readable.end());
    std::unique_ptr<TempLibraryCopy> copy = TempLibraryCopy::of_program(copied_, linked);
    root_ = copy->path();
    program_.root = root_.string();
    for (const fs::path& file : parts_.named) {
      program_.files.push_back(moved(file));
      if (!is_open(file)) program_.readable.push_back(resolved(program_.files.back()));
    }
    for (const fs::path& folder : open_) program_.readable.push_back(resolved(moved(folder)));
    const bool is_name = program_.words.front().find('/') == std::string::npos;  // of a command in PATH
    std::for_each(program_.words.begin() + (is_name ? 1 : 0), program_.words.end(),
                  [&](std::string& word) { move(word); });
    if (program_.folder.empty() && !program_.place.empty()) program_.folder = moved(program_.place).parent_path();

    std::vector<fs::path> all = parts_.named;
    for (const SourceFile& file : copied_) {
      if (std::find(parts_.named.begin(), parts_.named.end(), file.path) == parts_.named.end())
        all.insert(all.begin(), file.path);  // the last one is the program's own
    }
    program_.build = Build::of_program(
        name, all, [words = parts_.words, all](const fs::path& root) { return identity(words, all, root); },
        std::move(copy));
  }

 private:
  void add(SourceFile file) {
    if (!is_copied(file.path)) copied_.push_back(std::move(file));
  }

  [[nodiscard]] bool is_copied(const fs::path& path) const {
    return std::ranges::find(copied_, path, &SourceFile::path) != copied_.end();
  }

  [[nodiscard]] bool is_open(const fs::path& path) const {
    return std::any_of(open_.begin(), open_.end(), [&](const fs::path& each) { return lies_in(path, each); });
  }

  void open(const fs::path& folder, const ProgramFolder& found) {
    for (const fs::path& file : found.files) add({.path = folder / file, .folder = found.open, .below = file});
    open_.push_back(folder);
  }

  /// Takes a folder that a command names.
  void take_named(const fs::path& folder) {
    if (is_of_system(folder)) return;
    const fs::path real = resolved(folder);
    if (const std::string why = why_closed(real); !why.empty()) refuse_folder(folder.string(), why);
    const ProgramFolder found = look_into(folder, parts_.named);
    if (found.fits && found.objection.empty())
      open(folder, found);
    else
      program_.readable.push_back(real);
  }

  /// Takes the folder of a file, if it was made for the program.
  void take_around(const fs::path& file) {
    const fs::path folder = file.parent_path();
    if (is_open(folder)) return;
    const ProgramFolder found = look_into(folder, parts_.named);
    if (found.objection.empty())
      open(folder, found);
    else if (file == program_.place)
      program_.closed = "The sandbox does not open the folder " + printable(folder.string()) + ", because " +
                        found.objection +
                        ". Put the program and its files into a folder of their own, or name files by read=FILE";
  }

  /// Returns the path in the copy of what was copied, or else the path.
  [[nodiscard]] fs::path moved(const fs::path& path) const {
    const bool has = is_copied(path) || std::find(open_.begin(), open_.end(), path) != open_.end();
    return has ? root_ / path.relative_path() : path;
  }

  /// Makes the paths in a word those of the copy: the program has another current folder than the host.
  void move(std::string& word) const {
    std::vector<std::string> parts = paths_in(word);
    for (std::string& part : parts) {
      if (is_file(part) || names_folder(part)) part = moved(absolute(part)).string();
    }
    word = join(parts, ":");
  }

  static std::string identity(const std::vector<std::string>& words, const std::vector<fs::path>& files,
                              const fs::path& root) {
    const auto digest = [&](const fs::path& file) {
      const fs::path copy = root / file.relative_path();
      return sha256(is_file(copy) ? copy : file);
    };
    if (words.empty() && files.size() == 1) return digest(files.front());
    std::string text = "agon program\n";
    for (const std::string& word : words) text += std::to_string(word.size()) + " " + word + "\n";
    for (const fs::path& file : files) {
      text += digest(file) + "\n";
      if (&file != &files.back()) text += file.filename().string() + "\n";
    }
    return hexadecimal(sha256_of(text));
  }

  Program& program_;
  const ProgramParts& parts_;
  std::vector<SourceFile> copied_;
  std::vector<fs::path> open_;  // folders, of which all that belongs to them was copied
  fs::path root_;
};

std::int64_t start_limit(const std::string& value) {
  const std::optional<double> seconds = finite_number(value);
  constexpr double least = 0.001;
  constexpr double most = 86400;
  if (!seconds || *seconds < least || *seconds > most)
    throw Failure(Exit::usage,
                  "start=" + value + ": it takes the seconds that a program's start may take, as in start=30");
  return static_cast<std::int64_t>(*seconds * 1e9);
}

}  // namespace

bool is_program(const std::string& plugin) {
  if (is_command_line(plugin)) return true;
  if (plugin.ends_with(".so") || plugin.find(".so:") != std::string::npos) return false;
  // A strategy's name has no full stop, and at most its game's name before a slash.
  if (plugin.find_first_of("./") == std::string::npos || !is_file(plugin)) return false;
  const std::string text = beginning_of(plugin);
  return !is_elf(text) || is_executable(text);
}

Program find_program(const PluginSpec& spec, Assignments& own) {
  ProgramParts parts;
  Program program = is_command_line(spec.plugin) ? from_command(spec.plugin, parts) : from_file(spec.plugin, parts);
  for (const auto& [name, value] : spec.options) {
    if (name == "start") {
      program.start_ns = start_limit(value);
    } else if (name == "read" || name == "cwd") {
      const std::string option = name + "=" + value;
      std::error_code fault;
      const bool is_folder = fs::is_directory(value, fault);
      if (name == "cwd" && !is_folder) throw Failure(Exit::usage, option + ": there is no such folder");
      if (!fs::exists(value, fault)) throw Failure(Exit::usage, option + ": there is no such file or folder");
      const fs::path path = absolute(value);
      const fs::path real = resolved(path);
      const std::string why = is_folder && !is_of_system(real) ? why_closed(real) : "";
      if (!why.empty()) refuse_folder(option, why);
      parts.linked.push_back(path);
      program.readable.push_back(real);
      if (name == "cwd") program.folder = real;
      if (!is_folder && lies_in(path, program.place.parent_path())) parts.named.insert(parts.named.begin(), path);
    } else {
      if ((name + value).find_first_of(std::string("\n\r\0", 3)) != std::string::npos)
        throw Failure(Exit::usage, spec.plugin + ": the option '" + printable(name) +
                                       "' has a line break: a program reads each option as one line");
      own.emplace_back(name, value);
    }
  }
  Taken(program, parts).finish(spec.plugin);
  return program;
}

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words;
  bool begun = false;
  char quote = 0;
  for (const char letter : command) {
    const bool is_blank = quote == 0 && (letter == ' ' || letter == '\t');
    if (!is_blank && !begun) words.emplace_back();
    begun = !is_blank;
    if (is_blank) continue;
    if (quote != 0 ? letter == quote : letter == '\'' || letter == '"')
      quote = quote == 0 ? letter : '\0';
    else
      words.back().push_back(letter);
  }
  if (quote != 0) throw Failure(Exit::usage, command + ": a quote (" + quote + ") is not closed");
  return words;
}

}  // namespace host
