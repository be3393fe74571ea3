// host new: creates a project for a strategy or a game. It builds and plays without changes.
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/scaffold/project.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;
namespace {

constexpr const char* new_details =
    R"(Makes the folder NAME with sources, a CMake project, a README and a test, and prints the next commands. Comments
in the sources mark where to continue. A strategy's library is NAME/build/NAME.so. No file is overwritten.
NAME may be a path in a folder that exists: bots/mybot makes the strategy mybot in the folder bots.
For a program there is no CMake project: the first of the printed commands builds it, if it has to be built.
With --from-tester, writes the file game.toml alone, which makes a game of a contest's own tester (docs/testers.md).

Examples:
  host new strategy --game GAME mybot
  host new strategy --game GAME --language rust mybot
  host new strategy --game GAME --language python mybot
  host new game mygame
  host new game --kind cards mygame
  host new game --language python mygame
  host new game --from-tester ./contest --preset ahc
)";

/// Prints what was made, and the next commands.
void print_made(const std::string& what, const std::vector<std::string>& steps) {
  std::cout << what << ". Next:\n\n";
  for (const std::string& step : steps) std::cout << "  " << step << "\n";
}

/// Returns the main file: the one named after the strategy.
std::string main_file(const ProjectFiles& files, const fs::path& folder) {
  for (const auto& [path, content] : files) {
    if (path.stem() == folder.filename()) return (folder / path).string();
  }
  return folder.string();
}

void make_strategy(const Values& values, const fs::path& folder) {
  const std::string id = folder.filename().string();
  refuse_given(values, {"kind"}, "is for games: leave it out with 'new strategy'");
  const Catalogue catalogue = Catalogue::standard();
  if (!values.given("game"))
    throw Failure(Exit::usage, "no game is named: write --game and one of " + join(catalogue.game_ids()));
  check_id(id, "a strategy");
  const GameFile game = catalogue.find_game(values.text("game"));
  const std::string language = values.text("language");
  const ProjectFiles files = strategy_project(game, language, id, called_anywhere());
  write_project(folder, files);
  print_made(folder.string() + "/ is a strategy for " + game.description.id + ": how it plays is in " +
                 main_file(files, folder),
             strategy_steps(catalogue, game, folder, language));
}

constexpr const char* default_kind = "board";
constexpr const char* default_preset = "ahc";

/// Asks in a terminal for what the command line lacks. Returns `otherwise` if nothing is answered.
std::string answer_or(const std::string& question, const std::string& otherwise) {
  if (!is_in_terminal()) return otherwise;
  std::cout << question << ": " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer.empty() ? otherwise : answer;
}

/// Returns the kind of the new game: that of the command line, or what the user answers in a terminal.
std::string kind_of_game(const Values& values) {
  if (values.given("kind")) return values.text("kind");
  return answer_or(
      "Kind of game: board, where all seats see everything; cards, with hidden information; or simultaneous,\n"
      "where all seats choose at the same time [board]",
      default_kind);
}

void make_referee(const Values& values, const fs::path& folder) {
  const std::string language = values.text("language");
  refuse_given(values, {"kind"}, "is for games in C++: leave it out with --language");
  if (language != "python")
    throw Failure(Exit::usage, "there is no template for games in '" + language +
                                   "': --language python makes one in Python, and without it one in C++ is made");
  write_project(folder, referee_project(folder.filename().string(), called_anywhere()));
  print_made(folder.string() + "/ is a game in Python: its rules are in " +
                 (folder / (folder.filename().string() + ".py")).string(),
             referee_steps(folder));
}

void make_game(const Values& values, const fs::path& folder) {
  const std::string id = folder.filename().string();
  refuse_given(values, {"game"}, "is for strategies: leave it out with 'new game'");
  check_game_id(id);
  const std::vector<std::string> known = Catalogue::standard().game_ids();
  if (std::find(known.begin(), known.end(), id) != known.end())
    throw Failure(Exit::usage, "there is a game " + id + " already, as '" + command_line("list") +
                                   "' shows: give the new one another name");
  if (values.given("language")) {
    make_referee(values, folder);
    return;
  }
  const ProjectFiles files = game_project(kind_of_game(values), id, called_anywhere());
  write_project(folder, files);
  print_made(folder.string() + "/ is a game: its rules are in " + (folder / "rules.hpp").string(), game_steps(folder));
}

void make_tester(const Values& values) {
  refuse_given(values, {"game", "language", "kind"}, "is not for testers: leave it out with --from-tester");
  const fs::path folder = values.text("from-tester");
  const fs::path file = folder / "game.toml";
  if (!fs::is_directory(folder)) throw Failure(Exit::usage, "--from-tester " + folder.string() + ": is no folder");
  if (fs::exists(file))
    throw Failure(Exit::usage, file.string() + " is there already, and nothing is overwritten: change it by hand");
  const std::vector<std::string> presets = tester_presets();
  const std::string preset =
      values.given("preset")
          ? values.text("preset")
          : answer_or("Like which contest: " + join(presets) + " [" + default_preset + "]", default_preset);
  const std::string text = tester_file(preset, folder);
  replace_file(file, text);
  std::string others;
  for (std::uint32_t seat = 1; seat < read_tester(text, "game").seats; ++seat) others += " --plugin ./OTHER";
  const std::string game = folder.is_absolute() || *folder.begin() == "." ? folder.string() : "./" + folder.string();
  const std::string host = shell_word(called_as());
  print_made(
      file.string() + " says how the tester is run, what finds the score, and which scores are better: look through it",
      {host + " --game " + shell_word(game) + " --plugin ./SOLUTION" + others,
       host + " compare --game " + shell_word(game) + " --plugin ./NEW --against ./OLD"});
}

int run_new(const Values& values) {
  if (values.given("from-tester")) {
    if (values.arguments() != Arguments{"game"})
      throw Failure(Exit::usage, "--from-tester goes with 'new game' without a name: the game is called as its folder");
    make_tester(values);
    return static_cast<int>(Exit::done);
  }
  refuse_given(values, {"preset"}, "goes with --from-tester");
  const std::vector<std::string> kinds = {"strategy", "game"};
  if (values.arguments().size() != 2) {
    throw Failure(Exit::usage, "new takes what to make and its name: '" +
                                   command_line("new strategy --game GAME mybot") + "' or '" +
                                   command_line("new game mygame") + "'");
  }
  fs::path folder = values.arguments()[1];
  if (!folder.has_filename() && folder.has_parent_path()) folder = folder.parent_path();  // "bots/mybot/"
  if (values.arguments()[0] == "strategy") {
    make_strategy(values, folder);
  } else if (values.arguments()[0] == "game") {
    make_game(values, folder);
  } else {
    throw Failure(Exit::usage, "there is nothing called '" + values.arguments()[0] + "' to make" +
                                   did_you_mean(values.arguments()[0], kinds) + "; there is " + join(kinds));
  }
  return static_cast<int>(Exit::done);
}

}  // namespace

Command new_command() {
  return {
      "new",
      "strategy|game NAME",
      "makes the project of a strategy or a game, which builds and plays",
      new_details,
      text("strategy|game"),
      {{"game", "GAME", text(Offer::games), "for a strategy: the game that it plays"},
       {"language", "LANGUAGE", text(Offer::languages),
        "for a strategy: c++, c, rust, topcoder (a class as in the game's contest), or a program: python, "
        "javascript, java, go; for a game: python, or c++ without it",
        "c++"},
       {"kind", "KIND", text(Offer::kinds),
        "for a game: board (all seats see everything), cards (hidden information) or simultaneous (all seats "
        "choose at the same time); default: asks in a terminal, otherwise board"},
       {"from-tester", "FOLDER", text(), "for a game: the folder of a contest's own tester, which gets a game.toml"},
       {"preset", "PRESET", text("ahc|codingame|topcoder-mm"),
        "with --from-tester: like which contests the tester is; default: asks in a terminal, otherwise ahc"}},
      run_new};
}

}  // namespace host
