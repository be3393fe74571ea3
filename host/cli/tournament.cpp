// host tournament: every strategy against every other one, or the first against the rest.
#include "host/cli/command.hpp"
#include "host/cli/kept_run.hpp"
#include "host/tournament/format.hpp"
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
contest's kind). With three or more strategies, a second table shows each strategy against each other one.

Examples:
  host tournament --game GAME --plugin A --plugin B --plugin C --seeds 1-100
  host tournament --game GAME --plugin ./new.so --plugin A --plugin B --format gauntlet --seeds 1-100 --quiet
  host tournament --game GAME --plugin A --plugin B --plugin C --plugin D --format swiss:3 --seeds 1-10
  host tournament --game GAME --plugin A --plugin B --seeds 1-100 --by NAME
  host tournament --game GAME --plugin A --plugin B --seeds 1-100000 --cluster postgresql://user@server/agon
)";

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

/// Returns the number of rounds in "swiss" or "swiss:R". Throws Failure(usage).
std::size_t swiss_rounds(const std::string& text, std::size_t participants) {
  if (text == "swiss") return knockout_rounds(participants);
  const std::size_t most = participants - 1 + participants % 2;
  const std::size_t rounds = whole_number<std::size_t>(text.substr(text.find(':') + 1)).value_or(0);
  if (rounds == 0 || rounds > most)
    throw Failure(Exit::usage, "--format " + text + ": " + std::to_string(participants) + " strategies play 1 to " +
                                   counted(most, "round") + " without meeting again, as in swiss:1");
  return rounds;
}

/// Returns the format of --format. Throws Failure(usage).
std::shared_ptr<const Format> read_format(const Values& values, const RunPlan& plan) {
  const std::string text = values.text("format");
  const std::size_t participants = plan.participants.size();
  const std::size_t seats = seats_of_matches(plan);
  if (text == "round-robin") return round_robin(participants, seats);
  if (text == "gauntlet") return gauntlet(participants, seats);
  const bool is_swiss = text == "swiss" || text.starts_with("swiss:");
  if (!is_swiss && text != "knockout")
    throw Failure(Exit::usage,
                  "--format " + text + ": it takes round-robin, gauntlet, swiss, swiss:ROUNDS or knockout");
  if (seats != 2)
    throw Failure(Exit::usage, "--format " + text + " pairs strategies, and a match of " + plan.game.description.id +
                                   " has " + counted(seats, "seat"));
  refuse_given(values, {"shard", "cluster"}, "does not go with --format " + text + ", whose rounds depend on results");
  const std::uint64_t draw = plan.seeds.list.front();
  return is_swiss ? swiss(participants, swiss_rounds(text, participants), draw) : knockout(participants, draw);
}

int run_tournament(const Values& values) {
  RunPlan plan = read_plan(values, Catalogue::standard(), "1", People::refused,
                           values.given("strict") ? Unusable::refused : Unusable::left_out);
  check_participants(plan);
  plan.group = read_group(values, plan.game.description);
  const std::string which = values.text("seatings");
  const Seatings seatings = !values.given("seatings") ? usual_seatings(plan)
                            : which == "all"          ? Seatings::all
                            : which == "rotate"       ? Seatings::rotate
                                                      : Seatings::one;
  const std::shared_ptr<const Format> format = read_format(values, plan);
  plan.schedule = Schedule::tournament(format, seatings, std::move(plan.seeds.list), seats_of_matches(plan));
  const RunDisplay display = read_run(values, plan);
  if (plan.shard && values.given("give-up"))
    throw Failure(Exit::usage, "--give-up does not go with --shard: a part does not know what fails in the others");
  plan.give_up = std::make_shared<GiveUp>(plan.participants.size(), plan.shard ? 0 : values.whole("give-up"),
                                          values.given("strict"));
  return play_and_show(plan, display);
}

}  // namespace

Command tournament_command() {
  return {
      "tournament",
      "--game GAME [OPTIONS]",
      "plays strategies against each other, all in all seats",
      tournament_details,
      {},
      together(
          {run_options(),
           {{"format", "FORMAT", text("round-robin|gauntlet|swiss|knockout"),
             "round-robin (all against all), gauntlet (the first strategy against each of the others), swiss or "
             "swiss:ROUNDS (pairs with equal points; default: as many rounds as a knockout), or knockout",
             "round-robin"},
            {"seatings", "WHICH", choice("all|rotate|one"),
             "orders of seats in which a group plays a seed: all, rotate (each takes each seat once; the "
             "default of --group with three seats or more), or one that is drawn from the seed",
             "all"},
            group_option,
            {"give-up", "N", whole(0),
             "leave out a strategy whose first N matches all fail; 0: none (default with --shard)", "10"},
            {"strict", "", on_off, "end at once if a strategy can't be started (default: no match with it counts)"}},
           cluster_options(),
           display_options()}),
      run_tournament};
}

}  // namespace host
