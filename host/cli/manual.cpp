// Prints the manual page agon(1), in the language of man(7), from the same data as --help: a build step, not installed.
#include "host/cli/command.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

namespace host {

namespace {

constexpr std::string_view program = "agon";

constexpr const char* description =
    "Agon plays games between strategies. Games and strategies are plugins, which are shared libraries. Each strategy "
    "runs in its own process, in a sandbox. Seed, parameters and strategies determine a match, on every machine. "
    "Matches can be recorded, replayed and compared.\n\n"
    "Without a command, agon plays: the first word is then an option of the command play.\n\n"
    "  agon list\n"
    "  agon info GAME\n"
    "  agon --game GAME --plugin ./mybot.so\n";

constexpr const char* plugins =
    "Name a plugin by its path. If it lies in a folder that agon searches, its name is enough. Agon searches the "
    "folders "
    "of AGON_PLUGIN_PATH for strategies only; then those of AGON_GAME_PATH, and its own folder of plugins, for games "
    "and "
    "strategies. Append options of a strategy after commas: mybot.so,depth=3,name=deep. Build a strategy with "
    "find_package(agon) in CMake, or with a compiler and pkg-config:\n\n"
    "  g++ -std=c++20 -O2 -shared -fPIC -fvisibility=hidden $(pkg-config --cflags agon) mybot.cpp -o mybot.so\n";

/// Files relative to Agon's installation folder.
const std::vector<Note>& files() {
  static const std::vector<Note> all = {
      {"$XDG_DATA_HOME/agon/agon.db", "the results database; if XDG_DATA_HOME is not set, in ~/.local/share"},
      {"PREFIX/lib/agon/plugins", "the games and strategies of Agon"},
      {"PREFIX/include", "the headers for plugins"},
      {"PREFIX/share/cmake/agon, PREFIX/share/pkgconfig/agon.pc", "the files by which CMake and pkg-config find Agon"}};
  return all;
}

/// Returns text for use within a line, escaped: no character is interpreted as a command or replaced by a typographic
/// one.
std::string escaped(std::string_view text) {
  static const std::map<char, std::string_view> names = {
      {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'"', "\\(dq"}, {'`', "\\(ga"}, {'~', "\\(ti"}, {'^', "\\(ha"}};
  std::string line = text.starts_with('.') ? "\\&" : "";
  for (const char c : text) {
    const auto found = names.find(c);
    line += found == names.end() ? std::string_view(&c, 1) : found->second;
  }
  return line;
}

std::string bold(std::string_view text) {
  return std::string("\\fB").append(escaped(text)).append("\\fR");
}

std::string italic(std::string_view text) {
  return std::string("\\fI").append(escaped(text)).append("\\fR");
}

/// Returns one argument of a macro and the line end: "\"EXIT STATUS\"\n".
std::string argument(std::string_view text) {
  return std::string("\"").append(escaped(text)).append("\"\n");
}

/// Formats lines of a help text: fills paragraphs, which are separated by empty lines, and keeps indented lines
/// unchanged. Ends with a line end, unless `text` is empty.
std::string paragraphs(std::string_view text) {
  enum class Shape { none, filled, kept } shape = Shape::none;
  std::string page;
  const auto change_to = [&](Shape next) {
    if (shape == next) return;
    if (shape == Shape::kept) page += ".fi\n.RE\n";
    if (next == Shape::kept) page += ".RS 4\n.nf\n";
    if (next == Shape::filled && shape == Shape::kept) page += ".PP\n";
    shape = next;
  };
  bool parted = false;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) {
      parted = true;
      continue;
    }
    const bool kept = line.starts_with("  ");
    if (!kept && parted && shape == Shape::filled) page += ".PP\n";
    if (kept && parted && shape == Shape::kept) page += "\n";
    if (kept && shape == Shape::filled) page += ".PP\n";
    change_to(kept ? Shape::kept : Shape::filled);
    page += escaped(std::string_view(line).substr(kept ? 2 : 0)) + "\n";
    parted = false;
  }
  change_to(Shape::none);
  return page;
}

/// Writes the options of the group.
void write(std::ostream& page, const Options& options, const std::string& group) {
  for (const Option& option : options) {
    if (option.group != group) continue;
    const std::string letter = std::string(option.name).substr(option.long_name().size());
    const std::string short_form = letter.empty() ? std::string() : std::string("-").append(letter, 1).append(", ");
    page << ".TP\n" << bold(short_form + "--" + option.long_name());
    if (*option.value != '\0') page << " " << italic(option.value);
    if (*option.fallback != '\0') page << escaped(std::string(" (=") + option.fallback + ")");
    page << "\n" << paragraphs(renamed(option.help, program));
  }
}

/// Writes the groups of options that several commands have, each once, with all that any of them has in it.
void write_common(std::ostream& page) {
  Options common;
  for (const Command& command : commands()) {
    for (const Option& option : command.all_options()) {
      const bool known = std::any_of(common.begin(), common.end(), [&](const Option& each) {
        return each.group == std::string_view(option.group) && each.name == std::string_view(option.name);
      });
      if (*option.group != '\0' && !known) common.push_back(option);
    }
  }
  for (const std::string& group : groups_of(common)) {
    if (group.empty()) continue;
    page << ".SS " << argument(group);
    write(page, common, group);
  }
}

void write(std::ostream& page, const Command& command) {
  const bool is_default = &command == &commands().front();
  const std::string name = is_default ? "[" + command.name + "]" : command.name;
  page << ".SS " << argument("agon " + name + (command.synopsis.empty() ? "" : " " + command.synopsis))
       << paragraphs(command.summary + ".");
  const Options options = command.all_options();
  write(page, options, "");
  std::vector<std::string> common = groups_of(options);
  common.erase(common.begin());
  if (!common.empty()) page << ".PP\n" << paragraphs("Also takes the common options: " + join(common) + ".");
  page << ".PP\n" << paragraphs(renamed(command.details, program));
}

void write(std::ostream& page, const char* title, const std::vector<Note>& notes) {
  page << ".SH " << argument(title);
  for (const Note& note : notes) page << ".TP\n" << bold(note.name) << "\n" << paragraphs(note.meaning + ".");
}

void write(std::ostream& page) {
  page << ".TH AGON 1 \"\" " << argument("Agon " AGON_VERSION) << ".SH NAME\nagon \\- " << program_summary << "\n"
       << ".SH SYNOPSIS\n.B agon\n\\-\\-game GAME [\\-\\-plugin STRATEGY]... [OPTIONS]\n.br\n.B agon\nCOMMAND "
          "[OPTIONS]\n"
       << ".SH DESCRIPTION\n"
       << paragraphs(description) << ".SH PLUGINS\n"
       << paragraphs(plugins) << ".SH COMMANDS\n";
  for (const Command& command : commands()) write(page, command);
  page << ".SH COMMON OPTIONS\n";
  write_common(page);
  write(page, "EXIT STATUS", exit_codes());
  write(page, "ENVIRONMENT", environment());
  write(page, "FILES", files());
}

}  // namespace

}  // namespace host

int main() {
  host::write(std::cout);
  std::cout << std::flush;
  return std::cout ? 0 : 1;
}
