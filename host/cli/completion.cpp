// host completion: what the shell offers behind Tab. The shell asks the host for words, so that they are always those
// of this host and of the plugins that it finds.
#include "host/cli/command.hpp"
#include "host/failure.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <iostream>

namespace host {

namespace po = boost::program_options;

namespace {

// The host's answer is a word a line; a line "@files" asks the shell for file names as well.
constexpr const char* bash_script = R"(# bash completion for host; load it with: source <(host completion bash)
_agon_host() {
  local current=${COMP_WORDS[COMP_CWORD]} line files=
  # Of a word that the shell has broken at '=' or ':', only the part behind is completed.
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == @files ]]; then files=1; else COMPREPLY+=("$line"); fi
  done < <("$1" completion --words "${#words[@]}" -- "${words[@]}" 2>/dev/null)
  [[ -n $files ]] && mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=,] ]]; then compopt -o nospace; fi
  if [[ -n $files ]]; then compopt -o filenames; fi
}
complete -F _agon_host host
)";

po::options_description options() {
  po::options_description all;
  all.add_options()("words", po::value<std::size_t>()->value_name("N"),
                    "print what the last of N words, which follow --, may become")("help,h", "show this");
  return all;
}

constexpr const char* details =
    "  source <(host completion bash)     completes commands, options, games, strategies and parameters\n"
    "Put that line into ~/.bashrc, with the host's full path if it is not in PATH.\n";

class Completer {
 public:
  Completer(Arguments words, const Catalogue& catalogue)
      : catalogue_(catalogue), current_(words.empty() ? "" : words.back()) {
    if (!words.empty()) words.pop_back();
    // bash breaks words at '=': "--set n=" arrives as "--set", "n", "=". Only whole words matter here.
    before_ = std::move(words);
  }

  void print() const {
    for (const std::string& word : candidates()) {
      if (word == "@files" || word.starts_with(current_)) std::cout << word << "\n";
    }
  }

 private:
  [[nodiscard]] const Command& command() const {
    for (const Command& command : commands()) {
      if (!before_.empty() && before_.front() == command.name) return command;
    }
    return commands().front();
  }

  [[nodiscard]] std::vector<std::string> candidates() const {
    if (!before_.empty() && before_.back().starts_with("--")) {
      const Word word = value_of(before_.back());
      if (word != Word::none) return values(word);
    }
    if (current_.starts_with('-')) return option_names();
    std::vector<std::string> words;
    if (before_.empty()) {
      for (const Command& each : commands()) words.push_back(each.name);
      return words;
    }
    return before_.front() == "completion" ? std::vector<std::string>{"bash"} : values(command().argument);
  }

  [[nodiscard]] std::vector<std::string> option_names() const {
    std::vector<std::string> names;
    const po::options_description described = command().options();
    for (const auto& option : described.options()) names.push_back("--" + option->long_name());
    return names;
  }

  [[nodiscard]] std::vector<std::string> values(Word word) const {
    switch (word) {
      case Word::game:
        return with_files(catalogue_.game_ids());
      case Word::strategy:
        return with_files(strategies());
      case Word::parameter:
        return parameters();
      case Word::file:
        return {"@files"};
      case Word::seats:
        return {"draw", "listed", "rotate"};
      case Word::isolation:
        return {"none"};
      case Word::board:
        return {"final", "moves", "none"};
      default:
        return {};
    }
  }

  static std::vector<std::string> with_files(std::vector<std::string> words) {
    words.emplace_back("@files");
    return words;
  }

  /// The game that the words before name, if there is such a one.
  [[nodiscard]] std::optional<GameDescription> game() const {
    const auto option = std::find(before_.begin(), before_.end(), "--game");
    if (option == before_.end() || option + 1 == before_.end()) return std::nullopt;
    return catalogue_.game(*(option + 1)).description;
  }

  [[nodiscard]] std::vector<std::string> strategies() const {
    if (const auto named = game()) return catalogue_.strategy_ids(named->protocol);
    return {};
  }

  [[nodiscard]] std::vector<std::string> parameters() const {
    std::vector<std::string> names;
    if (const auto named = game()) {
      for (const SettingDescription& parameter : named->parameters) names.push_back(parameter.name + "=");
    }
    return names;
  }

  const Catalogue& catalogue_;
  std::string current_;
  Arguments before_;
};

int run(const po::variables_map& values, const Arguments& arguments) {
  if (values.count("words") != 0) {
    Arguments words = arguments;
    words.resize(std::min(values["words"].as<std::size_t>(), words.size() + 1));  // an empty last word is one, too
    try {
      Completer(std::move(words), Catalogue::standard()).print();
    } catch (const Failure&) {  // half a command line: there is nothing to offer
    }
    return static_cast<int>(Exit::done);
  }
  if (arguments != Arguments{"bash"}) throw Failure(Exit::usage, "completion takes the name of a shell: bash");
  std::cout << bash_script;
  return static_cast<int>(Exit::done);
}

}  // namespace

Command completion_command() {
  return {"completion", "bash", "prints the script that completes commands in a shell", details, Word::none,
          options,      run};
}

}  // namespace host
