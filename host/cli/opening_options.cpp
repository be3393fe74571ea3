#include "host/cli/opening_options.hpp"

#include "host/arena/messages.hpp"
#include "host/arena/process.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/match/exchange.hpp"
#include "host/util/archive.hpp"
#include "host/util/byte_order_mark.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace host {

template <class Archive>
void fields(Archive& archive, BookOpening& opening) {
  archive(opening.line, opening.parameters, opening.actions);
}

namespace {

/// Removes a comment: a '#' at the start or after a blank, and what follows it.
std::string without_comment(const std::string& text) {
  if (text.starts_with('#')) return {};
  return text.substr(0, std::min(text.find(" #"), text.find("\t#")));
}

bool sets_parameter(const std::string& word, const GameDescription& game) {
  return std::any_of(game.parameters.begin(), game.parameters.end(),
                     [&](const SettingDescription& each) { return word.starts_with(each.name + "="); });
}

/// Reads "n=8 d4; c3": parameters, then actions between semicolons.
BookOpening read_own(std::string rest, std::size_t number, const GameDescription& game) {
  BookOpening opening{.line = number, .parameters = {}, .actions = {}};
  while (sets_parameter(rest, game)) {
    auto [word, others] = first_word(rest);
    const std::size_t equals = word.find('=');
    opening.parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    rest = std::move(others);
  }
  for (const std::string& each : split(rest, ';')) {
    if (const std::string action = trimmed(each); !action.empty()) opening.actions.push_back(action);
  }
  return opening;
}

std::vector<BookOpening> read_own_format(const std::string& text, const GameDescription& game) {
  std::vector<BookOpening> openings;
  std::size_t number = 0;
  for (const std::string& each : split(text, '\n')) {
    ++number;
    const std::string line = trimmed(without_comment(each));
    if (!line.empty()) openings.push_back(read_own(line, number, game));
  }
  return openings;
}

/// What a process that has loaded the game answers.
struct BookAnswer {
  std::optional<std::vector<BookOpening>> openings{};  // nothing: the game does not have the format
  std::optional<arena::FailureMessage> failure{};
};

template <class Archive>
void fields(Archive& archive, BookAnswer& answer) {
  archive(answer.openings, answer.failure);
}

BookAnswer ask_game(const GameBuild& build, const std::string& text, const std::string& ending) {
  try {
    const Game game = load_game(build);
    const std::vector<std::string> known = exchange_endings(game);
    if (std::find(known.begin(), known.end(), ending) == known.end()) return {};
    return {.openings = read_book(game, text, ending)};
  } catch (const Failure& failure) {
    return {.failure = arena::FailureMessage{failure.code(), failure.what()}};
  }
}

/// Lets the game read a file, in a process of its own. Returns nothing if it does not know the file's ending.
std::optional<std::vector<BookOpening>> read_with_game(const std::string& name, const std::string& text,
                                                       const std::string& ending, const GameBuild& build,
                                                       const GameLimits& limits) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::tmpfile(), close);
  if (!file) throw Failure(Exit::internal, std::string("no temporary file can be made: ") + std::strerror(errno));
  run_in_child(limits, [&] {
    name_own_work("the game " + build.description.id + ", reading openings,");
    const std::string bytes = pack(ask_game(build, text, ending));
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    return written && std::fflush(file.get()) == 0 ? 0 : 1;
  });
  std::rewind(file.get());
  std::string bytes;
  std::array<char, 1 << 16> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) bytes.append(part.data(), size);
  const auto answer = unpack<BookAnswer>(bytes);
  if (answer.failure) throw Failure(answer.failure->code, name + ", " + answer.failure->sentence);
  return answer.openings;
}

/// Reads a file of openings: lines in the game's notation, or a book in a format of the game's own world
/// (agon.exchange/1). If its name has an ending that the game knows, the game reads it, in a process of its own; else
/// its lines are parameters and actions. Throws Failure(usage) if it can't be read.
std::vector<BookOpening> read_opening_file(const std::string& name, const GameBuild& game, const GameLimits& limits) {
  const std::string bytes = InputFile(name, Exit::usage, "--openings ").rest();
  if (bytes.empty()) throw Failure(Exit::usage, "--openings " + name + ": the file is empty");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    throw Failure(Exit::usage, "--openings " + name + ": the file is in UTF-16: save it as UTF-8");
  const std::string text(without_byte_order_mark(bytes));
  const std::string ending = lower_case(std::filesystem::path(name).extension().string());
  if (!ending.empty() && ending != ".txt") {
    if (auto openings = read_with_game(name, text, ending, game, limits)) return std::move(*openings);
  }
  return read_own_format(text, game.description);
}

/// Adds the parameters of --set, and leaves out what is longer than `most` actions.
Openings::Line to_opening_line(BookOpening opening, const GameDescription& game, const Assignments& common,
                               std::size_t most) {
  Assignments parameters = common;
  for (const auto& [name, value] : opening.parameters) {
    const auto same = std::find_if(parameters.begin(), parameters.end(),
                                   [&, &wanted = name](const auto& other) { return other.first == wanted; });
    if (same == parameters.end()) {
      parameters.emplace_back(name, value);
    } else if (same->second != value) {
      throw Failure(Exit::usage, name + "=" + value + ": the parameter has another value already");
    }
  }
  opening.actions.resize(std::min(opening.actions.size(), most));
  return {.parameters = resolve(game.parameters, parameters, game.id, "parameter"),
          .actions = std::move(opening.actions)};
}

std::vector<Openings::Line> read_opening_lines(const std::string& name, const GameBuild& game,
                                               const Assignments& parameters, const GameLimits& limits,
                                               std::size_t most) {
  std::vector<Openings::Line> lines;
  for (BookOpening& opening : read_opening_file(name, game, limits)) {
    const std::size_t number = opening.line;
    try {
      lines.push_back(to_opening_line(std::move(opening), game.description, parameters, most));
    } catch (const Failure& failure) {
      throw Failure(Exit::usage, name + ", line " + std::to_string(number) + ": " + failure.what());
    }
  }
  if (lines.empty()) throw Failure(Exit::usage, "--openings " + name + ": the file holds no opening");
  return lines;
}

}  // namespace

Options opening_options() {
  return grouped("Openings", {
                                 {"opening-plies", "K", whole(0, 1000, "a number"),
                                  "begin each match with K random legal actions, equal for all matches of a seed; with "
                                  "--openings, with the first "
                                  "K actions of its line"},
                                 {"openings", "FILE", text(Offer::files),
                                  "begin each match as a line of FILE says, with parameters and actions: 'n=8', 'n=8 "
                                  "ACTION; ACTION'; or FILE is "
                                  "a book in a format of the game's own world, if the game reads its ending"},
                             });
}

Openings read_openings(const Values& values, const GameBuild& game, const Assignments& parameters) {
  Openings openings;
  const bool given = values.given("opening-plies");
  const std::size_t plies = given ? values.whole("opening-plies") : std::numeric_limits<std::size_t>::max();
  if (values.given("openings"))
    openings.lines = read_opening_lines(values.text("openings"), game, parameters, read_game_limits(values), plies);
  else if (given)
    openings.plies = plies;
  return openings;
}

}  // namespace host
