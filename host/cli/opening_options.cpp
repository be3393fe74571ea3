#include "host/cli/opening_options.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr const char* in_order = "sequential";
constexpr const char* drawn = "random";

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

void add_opening_options(Options& options) {
  po::options_description& group = options.group(opening_options);
  group.add_options()("opening-plies", po::value<int>()->value_name("K"),
                      "begin each match with K random legal actions, equal for all matches of a seed");
  group.add_options()("opening-balance", po::value<double>()->value_name("X"),
                      "with --opening-plies: draw until random playouts from there give each seat an equal share of "
                      "wins, give or take X (0.1 with two seats: 40 to 60 %); after 50 draws, the nearest");
  group.add_options()(
      "openings", po::value<std::string>()->value_name("FILE"),
      "begin each match as a line of FILE says, with parameters and actions: 'n=8', 'n=8 ACTION; ACTION'");
  group.add_options()("opening-order", po::value<std::string>()->value_name("HOW"),
                      "which line a seed has: sequential (seed 1 the first, and so on in a circle; default) or random "
                      "(drawn from the seed)");
}

Openings read_openings(const po::variables_map& values, const GameDescription& game, const Assignments& parameters) {
  constexpr int most_plies = 1000;
  Openings openings;
  if (values.count("opening-plies") != 0) {
    const int plies = values["opening-plies"].as<int>();
    if (plies < 0 || plies > most_plies)
      throw Failure(Exit::usage, "--opening-plies " + std::to_string(plies) + ": it takes a number from 0 to " +
                                     std::to_string(most_plies));
    openings.plies = static_cast<std::size_t>(plies);
  }
  if (values.count("opening-balance") != 0) {
    const double balance = values["opening-balance"].as<double>();
    if (!(balance >= 0 && balance <= 1))
      throw Failure(Exit::usage, "--opening-balance " + decimal(balance) + ": it takes a share of wins, from 0 to 1");
    if (openings.plies == 0) throw Failure(Exit::usage, "--opening-balance needs --opening-plies");
    openings.balance = balance;
  }
  const bool has_file = values.count("openings") != 0;
  if (has_file) openings.lines = read_file(values["openings"].as<std::string>(), game, parameters);
  if (values.count("opening-order") != 0) {
    const std::string order = values["opening-order"].as<std::string>();
    if (order != in_order && order != drawn)
      throw Failure(Exit::usage, "--opening-order " + order + ": it takes " + in_order + " | " + drawn +
                                     did_you_mean(order, {in_order, drawn}));
    if (!has_file) throw Failure(Exit::usage, "--opening-order needs --openings");
    openings.random = order == drawn;
  }
  return openings;
}

std::vector<std::string> opening_words(const po::variables_map& values) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    words.insert(words.end(), {std::string("--") + option, value});
  };
  if (values.count("opening-plies") != 0) add("opening-plies", std::to_string(values["opening-plies"].as<int>()));
  if (values.count("opening-balance") != 0) add("opening-balance", decimal(values["opening-balance"].as<double>()));
  for (const char* const name : {"openings", "opening-order"}) {
    if (values.count(name) != 0) add(name, values[name].as<std::string>());
  }
  return words;
}

}  // namespace host
