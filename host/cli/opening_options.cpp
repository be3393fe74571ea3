#include "host/cli/opening_options.hpp"

#include "host/cli/opening_file.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/failure.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace host {

namespace {

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
  return grouped(
      "Openings",
      {{"opening-plies", "K", whole(0, 1000, "a number"),
        "begin each match with K random legal actions, equal for all matches of a seed"},
       {"opening-balance", "X", number(0, 1, "a share of wins"),
        "with --opening-plies: draw until random playouts from there give each seat an equal share of wins, give or "
        "take X (0.1 with two seats: 40 to 60 %); after 50 draws, the nearest"},
       {"openings", "FILE", text(Offer::files),
        "begin each match as a line of FILE says, with parameters and actions: 'n=8', 'n=8 ACTION; ACTION'; or FILE is "
        "a book in a format of the game's own world, if the game reads its ending"},
       {"opening-depth", "N", whole(0, 1000, "a number"), "take only the first N actions of each opening in FILE"},
       {"opening-order", "HOW", choice("sequential|random"),
        "which line a seed has: sequential (seed 1 the first, and so on in a circle; default) or random (drawn from "
        "the seed)"}});
}

Openings read_openings(const Values& values, const GameBuild& game, const Assignments& parameters) {
  Openings openings;
  if (values.given("opening-plies")) openings.plies = values.whole("opening-plies");
  if (openings.plies == 0) refuse_given(values, {"opening-balance"}, "needs --opening-plies");
  if (values.given("opening-balance")) openings.balance = values.number("opening-balance");
  if (values.given("openings")) {
    const std::size_t most =
        values.given("opening-depth") ? values.whole("opening-depth") : std::numeric_limits<std::size_t>::max();
    openings.lines = read_opening_lines(values.text("openings"), game, parameters, read_game_limits(values), most);
  } else {
    refuse_given(values, {"opening-order", "opening-depth"}, "needs --openings");
  }
  openings.random = values.text("opening-order") == "random";
  return openings;
}

}  // namespace host
