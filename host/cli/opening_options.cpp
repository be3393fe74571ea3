#include "host/cli/opening_options.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace host {

namespace {

std::string trimmed(const std::string& text) {
  constexpr const char* blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Removes a comment: a '#' at the start or after a blank, and what follows it.
std::string without_comment(const std::string& text) {
  if (text.starts_with('#')) return {};
  return text.substr(0, std::min(text.find(" #"), text.find("\t#")));
}

/// Takes the first word from a text.
std::string next_word(std::string& text) {
  const std::size_t end = text.find_first_of(" \t");
  std::string word = text.substr(0, end);
  text = end == std::string::npos ? "" : trimmed(text.substr(end));
  return word;
}

bool sets_parameter(const std::string& word, const GameDescription& game) {
  return std::any_of(game.parameters.begin(), game.parameters.end(),
                     [&](const SettingDescription& each) { return word.starts_with(each.name + "="); });
}

/// Reads "n=8 d4; c3": parameters, then actions between semicolons.
Openings::Line read_opening(std::string rest, const GameDescription& game, const Assignments& common) {
  Assignments parameters = common;
  while (sets_parameter(rest, game)) {
    const std::string word = next_word(rest);
    const std::size_t equals = word.find('=');
    const auto is_same = [&](const auto& other) { return other.first == word.substr(0, equals); };
    if (std::any_of(parameters.begin(), parameters.end(), is_same))
      throw Failure(Exit::usage, word + ": the parameter has another value already");
    parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  Openings::Line line{.parameters = resolve(game.parameters, parameters, game.id, "parameter"), .actions = {}};
  for (const std::string& each : split(rest, ';')) {
    if (const std::string action = trimmed(each); !action.empty()) line.actions.push_back(action);
  }
  return line;
}

std::vector<Openings::Line> read_file(const std::string& name, const GameDescription& game,
                                      const Assignments& parameters) {
  std::ifstream file(name);
  if (!file) throw Failure(Exit::usage, "--openings " + name + ": the file can't be opened: " + std::strerror(errno));
  if (file.peek() == std::ifstream::traits_type::eof())
    throw Failure(Exit::usage, "--openings " + name + ": the file is empty, or is a folder");
  std::vector<Openings::Line> lines;
  std::size_t number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    text = trimmed(without_comment(text));
    if (text.empty()) continue;
    try {
      lines.push_back(read_opening(text, game, parameters));
    } catch (const Failure& failure) {
      throw Failure(Exit::usage, name + ", line " + std::to_string(number) + ": " + failure.what());
    }
  }
  if (lines.empty()) throw Failure(Exit::usage, "--openings " + name + ": the file holds no opening");
  return lines;
}

}  // namespace

Options opening_options() {
  return grouped(
      "Openings",
      {{"opening-plies", "K", whole(0, 1000, "a number"),
        "begin each match with K random legal actions, equal for all matches of a seed"},
       {"opening-balance", "X", number(0, 1, "a share of wins"),
        "with --opening-plies: draw until random playouts from there give each seat an equal share of wins, give or "
        "take X (0.1 with two seats: 40 to 60 %); after 50 draws, the nearest"},
       {"openings", "FILE", text(Offer::files),
        "begin each match as a line of FILE says, with parameters and actions: 'n=8', 'n=8 ACTION; ACTION'"},
       {"opening-order", "HOW", choice("sequential|random"),
        "which line a seed has: sequential (seed 1 the first, and so on in a circle; default) or random (drawn from "
        "the seed)"}});
}

Openings read_openings(const Values& values, const GameDescription& game, const Assignments& parameters) {
  Openings openings;
  if (values.given("opening-plies")) openings.plies = values.whole("opening-plies");
  if (openings.plies == 0) refuse_given(values, {"opening-balance"}, "needs --opening-plies");
  if (values.given("opening-balance")) openings.balance = values.number("opening-balance");
  if (values.given("openings")) {
    openings.lines = read_file(values.text("openings"), game, parameters);
  } else {
    refuse_given(values, {"opening-order"}, "needs --openings");
  }
  openings.random = values.text("opening-order") == "random";
  return openings;
}

}  // namespace host
