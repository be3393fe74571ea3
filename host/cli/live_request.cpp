#include "host/cli/live_request.hpp"

#include "host/arena/live_seat.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/match/replay.hpp"
#include "host/report/report.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>

namespace host {

namespace {

PlannedSwap parse_swap(const std::string& text, const RunPlan& plan, std::int32_t seats, const Catalogue& catalogue) {
  const std::string where = "--swap " + text;
  const std::size_t colon = text.find(':');
  const std::size_t equals = text.find('=', colon == std::string::npos ? 0 : colon);
  if (colon == std::string::npos || equals == std::string::npos || equals + 1 == text.size())
    throw Failure(Exit::usage, where + ": it takes TURN:SEAT=STRATEGY, as in 12:0=greedy");
  PlannedSwap swap;
  swap.given = text;
  swap.action = whole_number<std::size_t>(text.substr(0, colon)).value_or(0);
  if (swap.action == 0)
    throw Failure(Exit::usage, where + ": '" + text.substr(0, colon) +
                                   "' is not the number of an action: a whole number from 1, as --board moves shows");
  const GameDescription& game = plan.game.description;
  swap.seat = seat_number(text.substr(colon + 1, equals - colon - 1), game, seats, where);
  swap.player = read_participant(text.substr(equals + 1), game, catalogue, People::allowed, "--swap");
  return swap;
}

/// Reads a file with one transcript.
Transcript read_transcript(const std::string& name) {
  std::string text = InputFile(name == "-" ? "/dev/stdin" : name, Exit::input).rest();
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  if (text.empty()) throw Failure(Exit::input, name + ": holds no transcript");
  Transcript first = parse_transcript(text.substr(0, text.find('\n')), name);
  if (text.find('\n') != std::string::npos)
    throw Failure(Exit::usage, "--from " + name + ": the file has several transcripts; write one to a file of its own");
  return first;
}

}  // namespace

std::string record_of(const LiveMatch& match, const RunPlan& plan) {
  Transcript transcript = match.transcript();
  add_files(transcript, plan.participants);
  std::vector<Participant> now;
  for (std::int32_t seat = 0; seat < match.seats(); ++seat) now.push_back(match.player(seat));
  add_files(transcript, now);
  return record_line(transcript, plan.game.description);
}

void tell_other_build(const Participant& player, const SeatIdentity& identity) {
  if (player.identity.sha256 != identity.sha256)
    print_message("warning: " + player.file.build->path().string() + " is another build of " + identity.strategy +
                  " than the one that has played");
}

RecordedFiles::RecordedFiles(const Values& values) {
  if (const std::filesystem::path file = database_of(values); std::filesystem::exists(file))
    store_ = std::make_unique<Store>(file, StoreOptions{.create = false, .to_write = false});
}

Participant RecordedFiles::player(const SeatIdentity& identity, const Transcript& transcript,
                                  const GameDescription& game, const Catalogue& catalogue) {
  if (identity.person)
    return make_person({.plugin = person_name,
                        .options = {},
                        .name = identity.name == person_name ? "" : identity.name,
                        .given = person_name});
  std::vector<GivenFile> files = store_ ? store_->files(identity.sha256) : std::vector<GivenFile>();
  if (const auto file = transcript.files.find(identity.sha256); file != transcript.files.end())
    files.push_back(file->second);
  Participant player = enter_again(identity, files, game, catalogue);
  tell_other_build(player, identity);
  return player;
}

RunPlan recorded_plan(const Values& values, const Transcript& transcript, const Game& game, const std::string& where) {
  RunPlan plan;
  plan.game = {game.library->shared_build(), game.description};
  plan.parameters = setup_of(transcript, game, where).parameters;
  plan.secret = values.text("secret");
  plan.schedule = Schedule::matches({transcript.seed}, SeatingRule::parse("listed", transcript.seats.size()));
  plan.limits = read_limits(values, game.description);
  plan.sandbox = read_sandbox(values, plan.limits);
  plan.sandbox.trace = read_trace(values);
  plan.game_limits = read_game_limits(values);
  return plan;
}

Options live_options() {
  return {{"swap", "TURN:SEAT=STRATEGY", texts(Offer::swaps),
           "from action number TURN on, let the strategy, or human, play the seat; repeat it for several"},
          {"reload", "", on_off, "let the newest build of each strategy's file take over at its next turn"},
          {"from", "FILE", text(Offer::files),
           "go on with the match in FILE, finished or not, with its players or those of --plugin"},
          {"after", "N", whole(0), "with --from: keep the first N actions only (default: all)"}};
}

bool has_people(const RunPlan& plan, const LiveRequest& request) {
  return std::ranges::any_of(plan.participants, &Participant::person) ||
         std::ranges::any_of(request.swaps, &Participant::person, &PlannedSwap::player);
}

RunPlan plan_from(const Values& values, const Catalogue& catalogue, LiveRequest& request) {
  const std::string name = values.text("from");
  if (!values.arguments().empty()) throw Failure(Exit::usage, "'" + values.arguments().front() + "' stands alone");
  refuse_given(values, {"seed", "seeds", "set", "opening-plies", "openings"},
               "does not go with --from: " + name + " has the setup");
  refuse_given(values, {"seats"}, "does not go with --from: name the players in the order of their seats");
  request.from = read_transcript(name);
  const Transcript& transcript = *request.from;
  request.after = values.given("after") ? values.whole("after") : transcript.events.size();
  if (request.after > transcript.events.size())
    throw Failure(Exit::usage, "--after " + std::to_string(request.after) + ": " + name + " has " +
                                   counted(transcript.events.size(), "action"));
  RecordedGames games(values.text("game"));
  RunPlan plan = recorded_plan(values, transcript, games.game_of(transcript, name), name);
  plan.logs = values.given("log");
  const GameDescription& game = plan.game.description;
  const std::vector<std::string> named = values.texts("plugin");
  if (!named.empty() && named.size() != transcript.seats.size())
    throw Failure(Exit::usage, "--plugin: name a player for each of the match's " +
                                   counted(transcript.seats.size(), "seat") + ", or none");
  RecordedFiles files(values);
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    const SeatIdentity& identity = player_at(transcript, static_cast<std::int32_t>(seat), request.after + 1);
    plan.participants.push_back(named.empty() ? files.player(identity, transcript, game, catalogue)
                                              : read_participant(named[seat], game, catalogue, People::allowed));
  }
  tell_apart(plan.participants);
  return plan;
}

bool read_live(const Values& values, const RunPlan& plan, const Catalogue& catalogue, LiveRequest& request) {
  if (!request.from) refuse_given(values, {"after"}, "needs --from");
  request.reload = values.given("reload");
  if (!values.given("swap") && !request.reload && !request.from && !has_people(plan, request)) return false;
  if (plan.schedule.size() != 1)
    throw Failure(Exit::usage, "people, --swap and --reload need one match: one seed, and no more players than seats");
  refuse_given(values, {"db", "keep", "jobs"},
               "does not go with people, --swap, --reload and --from: such a match is not stored, because it does not "
               "count in ratings");
  const auto seats = static_cast<std::int32_t>(plan.schedule.at(0).seating.size());
  for (const std::string& text : values.texts("swap"))
    request.swaps.push_back(parse_swap(text, plan, seats, catalogue));
  return true;
}

}  // namespace host
