#include "host/scaffold/project.hpp"

#include "host/plugin/library.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"
#include "host/util/toml_table.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

// Checks the names of new strategies and games.

namespace {

/// Returns whether a namespace can't have this name: keywords of C++, and functions and types that the headers of the C
/// library define in the enclosing scope.
bool is_taken(std::string_view id) {
  static const std::set<std::string_view> words = {
      "abort",    "abs",     "access",    "agon",     "alarm",   "alignas",  "alignof",  "and",      "asm",
      "atoi",     "auto",    "bind",      "bool",     "bot",     "break",    "case",     "catch",    "char",
      "chmod",    "class",   "clock",     "close",    "concept", "connect",  "const",    "continue", "crypt",
      "decltype", "default", "delete",    "div",      "do",      "double",   "dup",      "else",     "enum",
      "environ",  "exit",    "exp",       "explicit", "export",  "extern",   "false",    "final",    "float",
      "floor",    "for",     "fork",      "free",     "friend",  "gamma",    "goto",     "if",       "index",
      "inline",   "int",     "ioctl",     "kill",     "labs",    "link",     "listen",   "log",      "long",
      "main",     "mutable", "namespace", "new",      "nice",    "noexcept", "not",      "nullptr",  "open",
      "operator", "or",      "override",  "pause",    "pipe",    "pow",      "printf",   "private",  "protected",
      "public",   "puts",    "raise",     "rand",     "random",  "read",     "register", "remove",   "rename",
      "requires", "return",  "round",     "select",   "send",    "short",    "signal",   "signed",   "sin",
      "sizeof",   "sleep",   "socket",    "stat",     "static",  "std",      "stderr",   "stdin",    "stdout",
      "strategy", "struct",  "swab",      "switch",   "sync",    "system",   "tan",      "tee",      "template",
      "this",     "throw",   "time",      "times",    "true",    "truncate", "try",      "typedef",  "typeid",
      "typename", "union",   "unlink",    "unsigned", "using",   "virtual",  "void",     "volatile", "wait",
      "while",    "write",   "xor"};
  return words.contains(id);
}

}  // namespace

void check_id(const std::string& id, const std::string& what) {
  const std::string refused = "'" + id + "' can't be the name of " + what + ": it ";
  if (!is_identifier(id)) throw Failure(Exit::usage, refused + identifier_rule);
  constexpr std::size_t most = 64;  // a file name may have 255 bytes; the rest is for prefixes and suffixes
  if (id.size() > most) throw Failure(Exit::usage, refused + "has more than " + std::to_string(most) + " characters");
}

void check_game_id(const std::string& id) {
  check_id(id, "a game");
  if (is_taken(id))
    throw Failure(Exit::usage, "'" + id + "' can't be the name of a game: it has a meaning in C++ or its library; '" +
                                   id + "_game' would do");
}

namespace fs = std::filesystem;

namespace {

/// Returns the folder of templates next to the host's executable.
fs::path host_templates() {
  return own_folder() / "templates";
}

/// Returns the folder of the SDK, escaped for a quoted string of CMake.
std::string sdk_folder() {
  std::string escaped;
  for (const char c : own_prefix().string()) {
    if (std::string_view("\\\"$;").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Returns the folder of the game's own templates; empty if it has none.
fs::path game_templates(const GameFile& game) {
  const fs::path folder = fs::absolute(game.path).parent_path();
  for (const fs::path& plugins : {folder, folder.parent_path()}) {
    fs::path templates = plugins / "templates" / game.description.id;
    if (fs::is_directory(templates)) return templates;
  }
  return {};
}

/// Returns the names of the folders in one, sorted.
std::vector<std::string> names_of_folders(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault)) {
    if (entry->is_directory()) names.insert(entry->path().filename().string());
  }
  return {names.begin(), names.end()};
}

/// Refuses a name that is not among the `known` ones. `what` is "kind of game".
void check_known(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end())
    throw Failure(Exit::usage,
                  "there is no " + what + " '" + name + "'" + did_you_mean(name, known) + "; there is " + join(known));
}

std::string template_content(const fs::path& file) {
  std::optional<std::string> content = content_of(file);
  if (!content) throw Failure(Exit::usage, "the template " + file.string() + " can't be read");
  return *std::move(content);
}

enum class Depth { folder, tree };

/// Adds the files of a folder of templates, with names replaced; with or without subfolders.
void add_files(ProjectFiles& files, const fs::path& folder, Depth depth, const Names& names) {
  try {
    fs::recursive_directory_iterator entry(folder, fs::directory_options::follow_directory_symlink);
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
      if (depth == Depth::folder) entry.disable_recursion_pending();
      if (!entry->is_regular_file()) continue;
      const std::string path = filled(entry->path().lexically_relative(folder).string(), names);
      if (!files.emplace(path, filled(template_content(entry->path()), names)).second)
        throw Failure(Exit::usage, "two files would be called " + path + ": choose another name");
    }
  } catch (const fs::filesystem_error& error) {
    throw Failure(Exit::usage, "the templates in " + folder.string() + " can't be read (" + error.code().message() +
                                   "): install the part of Agon that plugins are written with");
  }
}

/// Returns "Tic tac toe" for tic_tac_toe.
std::string title(std::string id) {
  std::replace(id.begin(), id.end(), '_', ' ');
  id.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(id.front())));
  return id;
}

/// Returns TIC_TAC_TOE.
std::string capitals(std::string id) {
  std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return id;
}

/// Returns the project's name of a language for its other names, such as file extensions.
std::string usual_name(const std::string& language) {
  static const std::map<std::string, std::string> names = {{"cpp", "c++"}, {"cxx", "c++"}, {"cc", "c++"},
                                                           {"hpp", "c++"}, {"rs", "rust"}, {"tc", "topcoder"}};
  const std::string lower = lower_case(language);
  const auto found = names.find(lower);
  return found == names.end() ? lower : found->second;
}

Names names_of_game(const std::string& id, const std::string& program) {
  return {
      {"mygame", id}, {"MYGAME", capitals(id)}, {"MyGame", title(id)}, {"myhost", program}, {"myprefix", sdk_folder()}};
}

}  // namespace

std::string filled(const std::string& text, const Names& names) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto name = std::find_if(names.begin(), names.end(), [&](const auto& each) {
      return text.compare(at, each.first.size(), each.first) == 0;
    });
    if (name == names.end()) {
      result += text[at++];
    } else {
      result += name->second;
      at += name->first.size();
    }
  }
  return result;
}

std::vector<std::string> template_languages() {
  std::vector<std::string> all;
  std::ranges::set_union(names_of_folders(host_templates() / "strategy"),
                         names_of_folders(host_templates() / "program"), std::back_inserter(all));
  return all;
}

std::optional<ProgramSteps> program_steps(const std::string& language, const fs::path& folder) {
  if (!fs::is_directory(host_templates() / "program" / language)) return std::nullopt;
  const std::string id = folder.filename().string();
  const std::string quoted = shell_word(folder.string());
  // A path of a program begins with '/' or './'.
  const auto file = [&](const std::string& name) {
    return shell_word((folder.is_absolute() ? "" : "./") + (folder / name).string());
  };
  if (language == "python") return ProgramSteps{"", file(id + ".py")};
  if (language == "javascript") return ProgramSteps{"", file(id + ".js")};
  if (language == "java") {
    // The command line is words, of which quotes keep one together.
    return ProgramSteps{"javac -d " + quoted + "/build " + quoted + "/*.java",
                        shell_word("run:java -cp " + shell_word((folder / "build").string()) + " Bot")};
  }
  return ProgramSteps{"(cd " + quoted + " && go build -o build/" + id + ")", file("build/" + id)};
}

std::vector<std::string> template_languages(const GameFile& game) {
  const fs::path templates = game_templates(game);
  std::vector<std::string> both;
  if (!templates.empty())
    std::ranges::set_intersection(template_languages(), names_of_folders(templates), std::back_inserter(both));
  return both;
}

ProjectFiles strategy_project(const GameFile& game, const std::string& language, const std::string& id,
                              const std::string& program) {
  const auto steps = program_steps(language, id);
  const fs::path common = host_templates() / (steps ? "program" : "strategy");
  Names names = {{"mybot", id}, {"mygame", game.description.id}, {"myhost", program}, {"myprefix", sdk_folder()}};
  if (steps) {
    names["mybuild"] = steps->build.empty() ? "# nothing has to be built" : steps->build;
    names["myplugin"] = steps->plugin;
  }
  ProjectFiles files;
  add_files(files, common, Depth::folder, names);
  const std::vector<std::string> known = template_languages(game);
  if (std::find(known.begin(), known.end(), language) == known.end()) {
    const std::string& name = game.description.id;
    throw Failure(Exit::usage, known.empty()
                                   ? name +
                                         " has no templates for strategies: begin with the header of its "
                                         "protocol, " +
                                         game.description.protocol
                                   : name + " has no template in '" + language + "'" +
                                         did_you_mean(usual_name(language), known) + "; it has " + join(known));
  }
  add_files(files, common / language, Depth::tree, names);
  add_files(files, game_templates(game) / language, Depth::tree, names);
  return files;
}

std::vector<std::string> game_kinds() {
  return names_of_folders(host_templates() / "kind");
}

ProjectFiles game_project(const std::string& kind, const std::string& id, const std::string& program) {
  const Names names = names_of_game(id, program);
  ProjectFiles files;
  add_files(files, host_templates() / "game", Depth::tree, names);
  check_known("kind of game", kind, game_kinds());
  add_files(files, host_templates() / "kind" / kind, Depth::tree, names);
  return files;
}

ProjectFiles referee_project(const std::string& id, const std::string& program) {
  ProjectFiles files;
  add_files(files, host_templates() / "referee", Depth::tree, names_of_game(id, program));
  return files;
}

std::vector<std::string> tester_presets() {
  return names_of_folders(host_templates() / "tester");
}

std::string tester_file(const std::string& preset, const fs::path& folder) {
  check_known("preset", preset, tester_presets());
  std::string text = template_content(host_templates() / "tester" / preset / "game.toml");
  static_cast<void>(read_tester(text, fs::absolute(folder).lexically_normal().filename().string()));
  return text;
}

}  // namespace host
