#include "host/cli/removed.hpp"

#include <array>

namespace host {

namespace {

struct Removed {
  std::string_view command;  // "": of every command that had the option
  std::string_view option;   // "": the command itself
  std::string_view instead;
};

constexpr std::array gone = {
    Removed{"", "opening-balance", "--openings FILE begins matches at positions that are known to be even"},
    Removed{"arena", "",
            "--on SYSTEM of 'tournament' and 'compare' plays a run on many machines through a batch system"},
    Removed{"", "cluster",
            "--on SYSTEM of 'tournament' and 'compare' plays a run on many machines through a batch system"},
    Removed{"", "lease", "--on SYSTEM plays a run on many machines through a batch system"},
    Removed{"", "recheck", "--on SYSTEM plays a run on many machines through a batch system"},
    Removed{"", "secret", "--seeds random:20 draws seeds that nobody can guess, and a secret with them"},
    Removed{"", "seed", "--seeds takes one number, too"},
    Removed{"", "trace", "'play' and 'tournament' write one"},
    Removed{"", "afresh", "--no-db plays all matches, and another --db stores them"},
    Removed{"", "no-keep", "'standings --prune' removes stored transcripts"},
    Removed{"", "label", "runs are told by their command"},
    Removed{"", "opening-depth", "with --openings, --opening-plies is the number of actions of its lines"},
    Removed{"", "by", "'standings --by NAME' has results for each value of a parameter"},
    Removed{"tournament", "give-up", "a strategy whose first 10 matches all fail plays no more"},
    Removed{"play", "shard", "'tournament' plays a part of a run"},
    Removed{"", "wide", "a pipe has whole tables, as in '| less -S'"},
    Removed{"", "opening-order", "seeds take the lines in turn"},
    Removed{"tournament", "strict",
            "a strategy that can't be started is named above the table, and no match with it counts"},
    Removed{"compare", "beta", "--alpha is the probability of either error"},
    Removed{"compare", "trial", "--db with a file of its own keeps a search's matches out of other tables"},
    Removed{"compare", "per-seed", "--record FILE has the scores of all matches"},
    Removed{"compare", "show", "five seeds of each kind are shown, and --record FILE has all matches"},
    Removed{"blame", "target", "in games with one seat, the match is compared with the best stored one on its seed"},
    Removed{"blame", "resume", "give --seconds for all of the search"},
    Removed{"blame", "matches", "--seconds bounds the search"},
    Removed{"blame", "chance", "--seed is the same"},
    Removed{"blame", "least", "turns are named that have cost more than 0.1"},
    Removed{"blame", "alpha", "the probability of an error is at most 0.05"},
    Removed{"blame", "search-part", "the search gives strategies a tenth of their time"},
    Removed{"tune", "method", "--sampler tpe (the default) or random; Optuna proposes the points"},
    Removed{"tune", "spsa", "tune the numbers that matter most: --sampler tpe is for up to about 20"},
    Removed{"elo", "", "'standings' rates stored matches, and writes them with --pgn for Ordo and BayesElo"},
    Removed{"standings", "runs", "--run list lists them"},
    Removed{"standings", "prior", "each strategy has one tied match in addition"},
    Removed{"league", "people", "'league serve' reads FOLDER/people.toml"},
    Removed{"league", "site", "--html PATH is the same"},
    Removed{"serve", "league", "--db takes the folder of a league, too"},
    Removed{"validate", "list", "'validate --help' has the checks"},
    Removed{"validate", "reproduce", "--seed is the same"},
    Removed{"new", "tester", "it stands in the game.toml that is written"},
    Removed{"new", "score", "it stands in the game.toml that is written"},
    Removed{"new", "better", "it stands in the game.toml that is written"},
    Removed{"new", "failed", "it stands in the game.toml that is written"},
    Removed{"completion", "words", "the scripts ask for 'completion words N -- WORD...'"},
    Removed{"standings", "cycles", "--html shows each strategy against each other one"},
    Removed{"standings", "pair", "'compare' compares two strategies seed by seed"},
    Removed{"replay", "svg", "on the page of 'host serve FILE', Share saves the board of a turn as SVG or PNG"},
};

std::string sentence(const std::string& what, const Removed& removed) {
  return what + " is no longer there: " + std::string(removed.instead);
}

}  // namespace

std::string removed_command(std::string_view name) {
  for (const Removed& each : gone)
    if (each.command == name && each.option.empty()) return sentence("the command '" + std::string(name) + "'", each);
  return "";
}

std::string removed_option(std::string_view command, std::string_view name) {
  if (name.empty()) return "";
  for (const Removed& each : gone)
    if (each.option == name && (each.command.empty() || each.command == command))
      return sentence("--" + std::string(name), each);
  return "";
}

}  // namespace host
