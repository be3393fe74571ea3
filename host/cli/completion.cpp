// host completion: completion of command lines with the Tab key. The shell asks the host for candidates, so that they
// always match this host and its plugins.
#include "host/cli/command.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/scaffold/project.hpp"
#include "host/seat/limits.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

// The host prints one candidate per line. One of these lines asks the shell to add names of files: of all, or of
// folders, libraries and programs.
constexpr const char* files = "@files";
constexpr const char* plugin_files = "@plugins";

constexpr const char* bash_script = R"(# bash completion; load it with: source <(host completion bash)
_agon_host() {
  local rest=${COMP_LINE:0:COMP_POINT} words=() word index glued kind files=
  # bash breaks words at '=' and ':', the host does not: here they are whole again, as the line has them.
  for ((index = 0; index <= COMP_CWORD; ++index)); do
    glued=$index
    if [[ $rest == [[:space:]]* ]]; then glued=0 rest=${rest#"${rest%%[![:space:]]*}"}; fi
    word=${COMP_WORDS[index]}
    if ((index == COMP_CWORD)); then word=$rest; fi
    rest=${rest#"$word"}
    if ((glued)); then words[-1]+=$word; else words+=("$word"); fi
  done
  # What stands before the last break stays in the line, and must not be in the answer.
  local current=${words[-1]} breaks=${COMP_WORDBREAKS//[^=:]/} kept= option=
  if [[ -n $breaks ]]; then kept=${current%"${current##*[$breaks]}"}; fi
  if [[ $current == --*=* ]]; then option=${current%%=*}=; fi
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ $word != @files && $word != @plugins ]]; then
      COMPREPLY+=("$word")
      continue
    fi
    kind=$word
    while IFS= read -r word; do
      if [[ $kind == @plugins && ! -d $word && ! -x $word && $word != *.so ]]; then continue; fi
      COMPREPLY+=("$option$word")
      files=1
    done < <(compgen -f -- "${current#"$option"}")
  done < <("$1" completion words $((${#words[@]} - 1)) -- "${words[@]:1}" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
  if [[ -n $files ]]; then compopt -o filenames; fi
}
complete -F _agon_host )";

constexpr const char* zsh_script = R"(#compdef agon
# zsh completion; load it with: source <(host completion zsh)
_agon_host() {
  local word part found=1 before=
  local -a offered
  for word in "${(@f)$("$words[1]" completion words $((CURRENT - 1)) -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $word ]] && offered+=("$word")
  done
  # Files are completed behind an option's '='.
  if [[ $words[CURRENT] == --*=* ]]; then before=${words[CURRENT]%%=*}=; fi
  for word in $offered; do
    case $word in
      @files) compset -P "${(b)before}"; _files && found=0 ;;
      @plugins) compset -P "${(b)before}"; _files -g '(*.so|*(-*)|*(-/))' && found=0 ;;
      *=) compadd -S '' -- "$word" && found=0 ;;
      *) compadd -- "$word" && found=0 ;;
    esac
  done
  return found
}
if [[ ${funcstack[1]-} == _agon ]]; then _agon_host; fi # the installed file is the body of this function
compdef _agon_host )";

constexpr const char* completion_details =
    "  source <(host completion bash)     completes commands, options, games, strategies and parameters\n"
    "  source <(host completion zsh)      the same in zsh, after compinit\n"
    "Add this line to ~/.bashrc or ~/.zshrc, with the host's full path if it is not in PATH.\n";

/// Returns the values of a setting if they can be listed.
std::vector<std::string> values_of(const SettingDescription& setting) {
  constexpr double most = 100;  // a longer list is not useful
  switch (setting.kind) {
    case AGON_FLAG:
      return {"yes", "no"};
    case AGON_CHOICE:
      return setting.choices;
    case AGON_INTEGER: {
      std::vector<std::string> values;
      const double count = std::floor((setting.maximum - setting.minimum) / setting.step) + 1;
      if (!(count <= most)) return values;
      for (int index = 0; index < static_cast<int>(count); ++index)
        values.push_back(decimal(setting.minimum + index * setting.step));
      return values;
    }
    default:
      return {};
  }
}

/// Returns completions of `text`: assignments joined by commas, of which the last one is incomplete.
std::vector<std::string> assignments(const std::vector<SettingDescription>& settings, const std::string& text) {
  const std::string done = text.substr(0, text.rfind(',') + 1);
  const std::string last = text.substr(done.size());
  std::vector<std::string> words;
  for (const SettingDescription& setting : settings) {
    const std::string name = done + setting.name + "=";
    if (!last.starts_with(setting.name + "=")) {
      words.push_back(name);
      continue;
    }
    for (const std::string& value : values_of(setting)) words.push_back(name + value);
  }
  return words;
}

/// Returns whether a shell accepts the text unquoted: bash inserts candidates without quoting them.
bool is_harmless(const std::string& text) {
  return text.empty() || shell_word(text) == text;
}

class Completer {
 public:
  Completer(const Arguments& words, const Catalogue& catalogue) : catalogue_(catalogue) {
    for (const std::string& word : words) {
      // Splits "--set=n=8" into "--set" and "n=8".
      const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
      option_ = equals == std::string::npos ? "" : word.substr(0, equals + 1);
      if (!option_.empty()) before_.push_back(word.substr(0, equals));
      before_.push_back(word.substr(option_.size()));
    }
    if (before_.empty()) return;
    current_ = before_.back();
    before_.pop_back();
  }

  void print() const {
    for (const std::string& word : candidates()) {
      if (word == files || word == plugin_files) {
        std::cout << word << "\n";
      } else if (word.starts_with(current_) && is_harmless(word.substr(current_.size()))) {
        std::cout << option_ << word << "\n";
      }
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
    const Options options = command().all_options();
    if (!before_.empty() && before_.back().starts_with("--")) {
      for (const Option& option : options)
        if (before_.back().substr(2) == option.long_name() && option.takes.kind != Takes::Kind::nothing)
          return values(option.takes);
    }
    std::vector<std::string> words;
    if (current_.starts_with('-')) {
      for (const Option& option : options) words.push_back("--" + option.long_name());
    } else if (before_.empty() || before_ == Arguments{"help"}) {
      for (const Command& each : commands()) words.push_back(each.name);
    } else if (const Takes& taken = command().arguments; before_.size() == 1 && *taken.words != '\0') {
      words = split(taken.words, '|');
    } else if (taken.offer != Offer::nothing) {
      words = values(taken);
    }
    return words;
  }

  [[nodiscard]] std::vector<std::string> values(const Takes& takes) const {
    switch (takes.offer) {
      case Offer::games:
        return with_plugins(catalogue_.game_ids());
      case Offer::strategies:
        return strategies(current_, before_.back() == "--plugin" && command().name == "play");
      case Offer::swaps:
        return swaps();
      case Offer::parameters:
        return parameters();
      case Offer::parameter_names:
        return parameter_names();
      case Offer::option_ranges:
        return option_ranges();
      case Offer::files:
        return {files};
      case Offer::libraries:
        return {plugin_files};
      case Offer::languages:
        return languages();
      case Offer::kinds:
        return game_kinds();
      case Offer::nothing:
        return *takes.words == '\0' ? Arguments() : split(takes.words, '|');
    }
    return {};
  }

  /// Returns the value of an option that precedes.
  [[nodiscard]] std::optional<std::string> value_of(const char* name) const {
    const auto option = std::find(before_.begin(), before_.end(), name);
    if (option == before_.end() || option + 1 == before_.end()) return std::nullopt;
    return *(option + 1);
  }

  /// Returns the languages of the given game; without a game, of all games.
  [[nodiscard]] std::vector<std::string> languages() const {
    const auto id = value_of("--game");
    return id ? template_languages(catalogue_.find_game(*id)) : template_languages();
  }

  static std::vector<std::string> with_plugins(std::vector<std::string> words) {
    words.emplace_back(plugin_files);
    return words;
  }

  /// Returns the game that the preceding words select, if it exists.
  [[nodiscard]] std::optional<GameDescription> game() const {
    const auto id = value_of("--game");
    return id ? std::optional(catalogue_.find_game(*id).description) : std::nullopt;
  }

  /// Returns names of strategies, perhaps also that of a person; after a comma, the options of the strategy before it.
  [[nodiscard]] std::vector<std::string> strategies(const std::string& text, bool people) const {
    const auto named = game();
    if (!named) return with_plugins({});
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) {
      std::vector<std::string> ids = catalogue_.strategy_ids(named->protocol);
      if (people) ids.emplace_back(person_name);
      return with_plugins(std::move(ids));
    }
    std::vector<SettingDescription> options;
    const std::string id = text.substr(0, comma);
    std::vector<std::string> of_host = {"name"};
    if (!people || id != person_name) {
      options = catalogue_.strategy(id, *named).description.options;
      for (std::string& limit : limit_names()) {
        if (std::none_of(options.begin(), options.end(), [&](const auto& each) { return each.name == limit; }))
          of_host.push_back(std::move(limit));
      }
    }
    for (const std::string& name : of_host)
      options.push_back({.name = name, .summary = {}, .kind = AGON_TEXT, .fallback = {}, .choices = {}});
    std::vector<std::string> words;
    for (const std::string& word : assignments(options, text.substr(comma + 1)))
      words.push_back(text.substr(0, comma + 1) + word);
    return words;
  }

  /// Completes TURN:SEAT=STRATEGY from the seat on.
  [[nodiscard]] std::vector<std::string> swaps() const {
    const auto named = game();
    const std::size_t colon = current_.find(':');
    if (!named || colon == std::string::npos) return {};
    std::vector<std::string> words;
    const std::size_t equals = current_.find('=', colon);
    if (equals == std::string::npos) {
      for (std::uint32_t seat = 0; seat < named->max_seats; ++seat)
        words.push_back(current_.substr(0, colon + 1) + std::to_string(seat) + "=");
      return words;
    }
    for (const std::string& word : strategies(current_.substr(equals + 1), true)) {
      if (word != plugin_files) words.push_back(current_.substr(0, equals + 1) + word);
    }
    return words;
  }

  [[nodiscard]] std::vector<std::string> parameters() const {
    const auto named = game();
    return named ? assignments(named->parameters, current_) : std::vector<std::string>{};
  }

  [[nodiscard]] std::vector<std::string> parameter_names() const {
    std::vector<std::string> names;
    if (const auto named = game()) {
      for (const SettingDescription& parameter : named->parameters) names.push_back(parameter.name);
    }
    return names;
  }

  /// Completes the names of the given strategy's options, and '=' for those that take a range.
  [[nodiscard]] std::vector<std::string> option_ranges() const {
    const auto plugin = value_of("--plugin");
    const auto named = game();
    if (!named || !plugin) return {};
    const std::string done = current_.substr(0, current_.rfind(',') + 1);
    std::vector<std::string> words;
    const std::string strategy = plugin->substr(0, plugin->find(','));
    for (const SettingDescription& setting : catalogue_.strategy(strategy, *named).description.options)
      words.push_back(done + setting.name + (setting.kind == AGON_FLAG || setting.kind == AGON_CHOICE ? "" : "="));
    return words;
  }

  const Catalogue& catalogue_;
  Arguments before_;
  std::string option_;   // "--set=" if the text to complete follows it
  std::string current_;  // the text to complete
};

int run_completion(const Values& values) {
  const Arguments& arguments = values.arguments();
  // The scripts ask for "words N -- WORD...": for what may complete the last of N words, which may be empty.
  const auto count =
      arguments.size() > 1 && arguments[0] == "words" ? whole_number<std::size_t>(arguments[1]) : std::nullopt;
  if (count) {
    Arguments words(arguments.begin() + 2, arguments.end());
    words.resize(std::min(*count, words.size() + 1));
    try {
      Completer(words, Catalogue::standard()).print();
    } catch (const Failure&) {  // an incomplete command line may be invalid: no candidates
    }
    return static_cast<int>(Exit::done);
  }
  const std::map<std::string, const char*> scripts = {{"bash", bash_script}, {"zsh", zsh_script}};
  const auto script = arguments.size() == 1 ? scripts.find(arguments.front()) : scripts.end();
  if (script == scripts.end()) throw Failure(Exit::usage, "completion takes the name of a shell: bash or zsh");
  std::cout << renamed(script->second) << short_name() << "\n";
  return static_cast<int>(Exit::done);
}

}  // namespace

Command completion_command() {
  return {"completion",
          "SHELL",
          "prints the script that completes commands in a shell",
          completion_details,
          choice("bash|zsh"),
          {},
          run_completion};
}

}  // namespace host
