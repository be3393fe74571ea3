// host tournament: every strategy against every other one, or the first against the rest.
#include "host/cli/command.hpp"
#include "host/cli/played_run.hpp"
#include "host/tournament/run.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace host {

namespace {

constexpr const char* tournament_details =
    R"(In games with one seat, each strategy plays every seed. With fewer strategies than seats, some take several seats.
The table lists the best strategy first, by its mean contribution to the game's contest ('host info' names the
contest's kind). With three or more strategies, a second table shows each strategy against each other one. A strategy
whose first 10 matches all fail plays no more.

Examples:
  host tournament --game GAME --plugin A --plugin B --plugin C --seeds 1-100
  host tournament --game GAME --plugin ./new.so --plugin A --plugin B --format gauntlet --seeds 1-100 --quiet
)";

/// A strategy whose first matches all fail, this many, plays no more.
constexpr std::uint64_t most_first_failures = 10;

/// Refuses two participants that are equal, or that a table could not distinguish.
void check_participants(const RunPlan& plan) {
  if (plan.participants.size() < 2)
    throw Failure(Exit::usage, "a tournament takes two strategies or more: name them with --plugin");
  for (auto one = plan.participants.begin(); one != plan.participants.end(); ++one) {
    for (auto other = plan.participants.begin(); other != one; ++other) {
      const SeatIdentity& a = one->identity;
      const SeatIdentity& b = other->identity;
      if (a.plays_as(b))
        throw Failure(Exit::usage, "the strategy " + a.name +
                                       " takes part twice: " + other->file.build->path().string() + " and " +
                                       one->file.build->path().string() + " are the same, with the same options");
      if (a.name == b.name)
        throw Failure(Exit::usage, "two strategies are called " + a.name + ": give one another name, as in --plugin " +
                                       spec_text(PluginSpec::parse(one->given).plugin, {{"name", "other"}}));
    }
  }
}

int run_tournament(const Values& values) {
  RunPlan plan = read_plan(values, Catalogue::standard(), "1", People::refused, Unusable::left_out);
  check_participants(plan);
  plan.group = read_group(values, plan.game.description);
  const std::string which = values.text("seatings");
  const Seatings seatings = !values.given("seatings") ? usual_seatings(plan)
                            : which == "all"          ? Seatings::all
                            : which == "rotate"       ? Seatings::rotate
                                                      : Seatings::one;
  const auto groups = values.text("format") == "gauntlet" ? gauntlet : round_robin;
  const std::size_t seats = seats_of_matches(plan);
  plan.schedule =
      Schedule::tournament(groups(plan.participants.size(), seats), seatings, std::move(plan.seeds.list), seats);
  const RunDisplay display = read_run(values, plan);
  // A part of a run does not know what fails in the others.
  plan.give_up = std::make_shared<GiveUp>(plan.participants.size(), plan.shard ? 0 : most_first_failures);
  read_machines(values, plan);
  return play_and_show(plan, display);
}

}  // namespace

Command tournament_command() {
  return {"tournament",
          "--game GAME [OPTIONS]",
          "plays strategies against each other, all in all seats",
          tournament_details,
          {},
          together({run_options(),
                    {{"format", "FORMAT", choice("round-robin|gauntlet"),
                      "round-robin (all against all), or gauntlet (the first strategy against each of the others)",
                      "round-robin"},
                     {"seatings", "WHICH", choice("all|rotate|one"),
                      "orders of seats in which a group plays a seed: all, rotate (each takes each seat once; the "
                      "default of --group with three seats or more), or one that is drawn from the seed",
                      "all"},
                     group_option,
                     secret_option,
                     trace_option,
                     shard_option},
                    machine_options(),
                    display_options()}),
          run_tournament};
}

}  // namespace host
