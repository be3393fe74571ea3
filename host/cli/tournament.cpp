// host tournament: every strategy against every other one, or the first against the rest.
#include "host/cli/cluster_options.hpp"
#include "host/cli/command.hpp"
#include "host/cli/play_and_show.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace host {

namespace po = boost::program_options;

namespace {

Options tournament_options() {
  Options all;
  add_run_options(all);
  all.add_options()("format", po::value<std::string>()->value_name("FORMAT")->default_value("round-robin"),
                    "round-robin (all against all) or gauntlet (the first strategy against each of the others)");
  all.add_options()("seatings", po::value<std::string>()->value_name("WHICH")->default_value("all"),
                    "orders of seats in which a group plays a seed: all, rotate (each takes each seat once; the "
                    "default of --group with three seats or more), or one that is drawn from the seed");
  add_group_option(all);
  add_cluster_options(all);
  add_display_options(all);
  return all;
}

constexpr const char* tournament_details =
    "In games with one seat, each strategy plays every seed. With fewer strategies than seats, some take several "
    "seats.\n"
    "The table lists the best strategy first, by its mean contribution to the game's contest ('host info' names the\n"
    "contest's kind). With three or more strategies, a second table shows each strategy against each other one.\n\n"
    "Examples:\n"
    "  host tournament --game GAME --plugin A --plugin B --plugin C --seeds 1-100\n"
    "  host tournament --game GAME --plugin ./new.so --plugin A --plugin B --format gauntlet --seeds 1-100 --quiet\n"
    "  host tournament --game GAME --plugin A --plugin B --seeds 1-100 --by NAME\n"
    "  host tournament --game GAME --plugin A --plugin B --seeds 1-100000 --cluster postgresql://user@server/agon\n";

template <class Value>
Value choice(const po::variables_map& values, const char* name, const std::vector<std::pair<std::string, Value>>& all) {
  const std::string word = text_of(values, name);
  std::vector<std::string> words;
  for (const auto& [known, value] : all) {
    if (known == word) return value;
    words.push_back(known);
  }
  throw Failure(Exit::usage,
                std::string("--") + name + " " + word + ": it takes " + join(words, " | ") + did_you_mean(word, words));
}

/// Refuses two entrants that are equal, or that a table could not distinguish.
void check_entrants(const RunPlan& plan) {
  if (plan.entrants.size() < 2)
    throw Failure(Exit::usage, "a tournament takes two strategies or more: name them with --plugin");
  for (auto one = plan.entrants.begin(); one != plan.entrants.end(); ++one) {
    for (auto other = plan.entrants.begin(); other != one; ++other) {
      const SeatIdentity& a = one->identity;
      const SeatIdentity& b = other->identity;
      if (a.sha256 == b.sha256 && a.strategy == b.strategy && a.options == b.options)
        throw Failure(Exit::usage, "the strategy " + a.name +
                                       " takes part twice: " + other->file.build->path().string() + " and " +
                                       one->file.build->path().string() + " are the same, with the same options");
      if (a.name == b.name)
        throw Failure(Exit::usage, "two strategies are called " + a.name + ": give one another name, as in --plugin " +
                                       PluginSpec::parse(one->given).plugin + ",name=other");
    }
  }
}

int run_tournament(const po::variables_map& values, const Arguments& arguments) {
  RunPlan plan = read_plan(values, arguments, Catalogue::standard());
  check_entrants(plan);
  const auto format =
      choice<Format>(values, "format", {{"round-robin", Format::round_robin}, {"gauntlet", Format::gauntlet}});
  plan.group = read_group(values, plan.game.description);
  const Seatings seatings =
      values["seatings"].defaulted()
          ? usual_seatings(plan)
          : choice<Seatings>(values, "seatings",
                             {{"all", Seatings::all}, {"rotate", Seatings::rotate}, {"one", Seatings::one}});
  plan.schedule =
      Schedule::tournament(format, seatings, std::move(plan.seeds.list), plan.entrants.size(), seats_of_matches(plan));
  plan.jobs = read_jobs(values, plan, false);
  const RunDisplay display = read_display(values, plan);
  plan.logs = display.log;
  read_database(values, display, plan);
  read_cluster(values, plan);
  return play_and_show(plan, display);
}

}  // namespace

Command tournament_command() {
  return {"tournament",
          "--game GAME [OPTIONS]",
          "plays strategies against each other, all in all seats",
          tournament_details,
          Word::none,
          tournament_options,
          run_tournament};
}

}  // namespace host
