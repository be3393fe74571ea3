#include "host/manual/manual.hpp"

#include "host/cli/command.hpp"
#include "host/cli/reference.hpp"
#include "host/manual/roff.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"

#include <sstream>
#include <string_view>

namespace host {

namespace po = boost::program_options;

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

/// Returns "-q, --quiet" for an option that boost prints as "-q [ --quiet ]".
std::string name_of(const po::option_description& option) {
  std::string name = "--" + option.long_name();
  const std::string displayed = option.format_name();
  if (const std::size_t both = displayed.find(" ["); both != std::string::npos)
    name.insert(0, displayed.substr(0, both) + ", ");
  return name;
}

void write(std::ostream& page, const po::options_description& options) {
  for (const auto& option : options.options()) {
    page << ".TP\n" << roff::bold(name_of(*option));
    const std::string parameter = option->format_parameter();  // "LEVEL (=sandbox)"
    const std::size_t blank = parameter.find(' ');
    if (!parameter.empty()) page << " " << roff::italic(parameter.substr(0, blank));
    if (blank != std::string::npos) page << roff::escaped(parameter.substr(blank));
    page << "\n" << roff::paragraphs(renamed(option->description(), program));
  }
}

/// The groups of options that several commands have, each once, with all that any of them has in it.
Options common_options() {
  Options common;
  for (const Command& command : commands()) {
    const Options options = command.options();
    for (auto group = options.groups().begin() + 1; group != options.groups().end(); ++group) {
      po::options_description& known = common.group(group->heading);
      for (const auto& option : group->options.options())
        if (known.find_nothrow(option->long_name(), false) == nullptr) known.add(option);
    }
  }
  return common;
}

void write_common(std::ostream& page) {
  const Options common = common_options();
  for (auto group = common.groups().begin() + 1; group != common.groups().end(); ++group) {
    page << ".SS " << roff::argument(group->heading);
    write(page, group->options);
  }
}

void write(std::ostream& page, const Command& command) {
  const bool is_default = &command == &commands().front();
  const std::string name = is_default ? "[" + command.name + "]" : command.name;
  page << ".SS " << roff::argument("agon " + name + (command.synopsis.empty() ? "" : " " + command.synopsis))
       << roff::paragraphs(command.summary + ".");
  const Options options = command.options();
  write(page, options.groups().front().options);
  std::vector<std::string> common;
  for (auto group = options.groups().begin() + 1; group != options.groups().end(); ++group)
    common.push_back(group->heading);
  if (!common.empty()) page << ".PP\n" << roff::paragraphs("Also takes the common options: " + join(common) + ".");
  page << ".PP\n" << roff::paragraphs(renamed(command.details, program));
}

void write(std::ostream& page, const char* title, const std::vector<Note>& notes) {
  page << ".SH " << roff::argument(title);
  for (const Note& note : notes)
    page << ".TP\n" << roff::bold(note.name) << "\n" << roff::paragraphs(note.meaning + ".");
}

}  // namespace

std::string manual(const std::string& version) {
  std::ostringstream page;
  page << ".TH AGON 1 \"\" " << roff::argument("Agon " + version) << ".SH NAME\nagon \\- " << program_summary << "\n"
       << ".SH SYNOPSIS\n.B agon\n\\-\\-game GAME [\\-\\-plugin STRATEGY]... [OPTIONS]\n.br\n.B agon\nCOMMAND "
          "[OPTIONS]\n"
       << ".SH DESCRIPTION\n"
       << roff::paragraphs(description) << ".SH PLUGINS\n"
       << roff::paragraphs(plugins) << ".SH COMMANDS\n";
  for (const Command& command : commands()) write(page, command);
  page << ".SH COMMON OPTIONS\n";
  write_common(page);
  write(page, "EXIT STATUS", exit_codes());
  write(page, "ENVIRONMENT", environment());
  write(page, "FILES", files());
  return page.str();
}

}  // namespace host
