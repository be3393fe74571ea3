#include "host/cli/played_run.hpp"

#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/plugin/description.hpp"
#include "host/report/again.hpp"
#include "host/report/match_report.hpp"
#include "host/report/progress.hpp"
#include "host/report/report.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/parts.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/run_store.hpp"
#include "host/tournament/tally.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

/// The results of a run.
class RunResults {
 public:
  explicit RunResults(const RunPlan& plan)
      : plan_(plan), participant_rows_(plan), tally_(0, plan.game.description.contest, true) {}

  /// Adds a match, in the order of the schedule.
  void add(const FinishedMatch& match) {
    const ScheduledMatch scheduled = participant_rows_.rows_of(match.scheduled);
    Seating players = match.scheduled.seating;
    std::sort(players.begin(), players.end());
    QuickHash hash;
    for (const std::size_t player : players) hash.add(static_cast<std::uint64_t>(player));
    observations_.add(0, match.scheduled.block, match.scheduled.seed, hash.value(), match.result.digests);
    tally_.add(match.result, scheduled.seating);
  }

  /// Returns the leaders in a few words; more matches may follow.
  [[nodiscard]] std::string leaders() const { return host::leaders(participant_rows_.names(), tally_.so_far()); }

  /// Returns the tables: all matches; each strategy against each other one. `faults`: the matches that the game failed,
  /// which were not added.
  Report report(std::size_t faults) {
    const ObservationCounts observed = observations_.units([](std::uint64_t players) { return players; }).counts();
    const RunRows rows{participant_rows_.names(), plan_.game.description.contest};
    const std::vector<std::size_t> order = ranking(tally_.rows());
    Report all = run_report(rows, tally_.rows());
    nlohmann::ordered_json json = {
        {"seed_list", plan_.seeds.text}, {"failed_by_game", faults}, {"observations", observations_json(observed)}};
    json.update(all.json);
    all.json = std::move(json);
    if (plan_.give_up) {
      std::vector<std::pair<std::string, std::string>> reasons;
      for (const NotStarted& each : plan_.give_up->not_started())
        reasons.emplace_back(plan_.participants[each.participant].identity.name, each.reason);
      all.json["not_started"] = not_started_json(reasons);
      if (!reasons.empty()) all.sections.insert(all.sections.begin(), Section{.notes = not_started_text(reasons)});
    }
    add_head_to_head(all, participant_rows_.names(), order, tally_.head_to_head());
    if (observed.different < observed.blocks) all.sections.push_back({.notes = observations_text(observed)});
    return all;
  }

 private:
  const RunPlan& plan_;
  ParticipantRows participant_rows_;
  MatchObservations observations_;
  Tally tally_;
};

void show_log(const std::string& whose, const std::string& log) {
  if (log.empty()) return;
  for (const std::string& line : split(std::string_view(log).substr(0, log.size() - 1), '\n'))
    std::cerr << printable(whose + ": " + line) << "\n";
}

/// Prints all logs, or only those of failed seats.
void show_logs(const RunPlan& plan, const PrintedMatch& match) {
  const std::vector<SeatResult>& seats = match.head.result.seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const std::string& log = plan.logs ? match.logs.at(seat) : seats[seat].outcome.log;
    show_log(match.head.seats[seat].name + " (" + plan.game.description.seat_names[seat] + ")", log);
  }
  if (plan.logs) show_log(plan.game.description.id + " (game)", match.game_log);
}

/// Returns who was given up.
Report given_up_report(const RunPlan& plan) {
  std::vector<std::string> names;
  for (const std::size_t participant : plan.give_up->given_up())
    names.push_back(plan.participants[participant].identity.name);
  Report report{.json = {{"given_up", names}, {"left_out", plan.give_up->left_out()}}};
  if (!names.empty())
    report.sections.push_back({.notes = "given up, as all their first matches failed: " + join(names) + "\n"});
  return report;
}

}  // namespace

void print_notes(const RunPlan& plan) {
  const std::vector<std::string> of_game = describe_build(*plan.game.build).warnings;
  std::set<std::string> warnings(of_game.begin(), of_game.end());
  for (const Participant& participant : plan.participants)
    warnings.insert(participant.file.warnings.begin(), participant.file.warnings.end());
  for (const std::string& warning : warnings) print_message("warning: " + warning);
  if (plan.shard)
    print_message("part " + std::to_string(plan.shard->part) + " of " + std::to_string(plan.shard->parts) + ": " +
                  counted(plan.schedule.size(), "match") + "; '" + command_line("merge") + "' joins the parts");
  print_seeds(plan);
}

void print_seeds(const RunPlan& plan) {
  if (plan.seeds.drawn) print_message("to play these seeds again: --seeds " + plan.seeds.text);
}

std::string how_to_go_on(const RunPlan& plan, const RunDisplay& display) {
  Words words = display.command;
  if (words.empty()) return "";
  return (plan.database ? "; to go on: " : "; to begin again: ") + shell_line(words);
}

void print_changes(const std::vector<const Build*>& builds) {
  std::set<std::filesystem::path> said;
  for (const Build* const build : builds) {
    const Build::Since since = build->since();
    if (since == Build::Since::same || !said.insert(build->path()).second) continue;
    const bool gone = since == Build::Since::gone;
    print_message(build->path().string() + (gone ? " is gone" : " has changed") +
                  ": the results are of the build at the start of the command, SHA-256 " + build->sha256() +
                  (gone ? "" : "; run the command again to measure the new build"));
  }
}

void print_changes(const RunPlan& plan) {
  std::vector<const Build*> builds = {plan.game.build.get()};
  for (const Participant& participant : plan.participants) {
    if (!participant.person()) builds.push_back(participant.file.build.get());
  }
  print_changes(builds);
}

namespace {

/// Throws Failure(usage) if the file holds something else, such as the run's database.
std::unique_ptr<RecordFile> open_record(const RunPlan& plan, const RunDisplay& display) {
  if (display.record.empty()) return nullptr;
  check_record(display.record, !display.quiet);
  std::error_code unreachable;  // what can't be reached is told when it is opened
  if (plan.database &&
      std::filesystem::weakly_canonical(display.record, unreachable) ==
          std::filesystem::weakly_canonical(*plan.database, unreachable) &&
      !unreachable)
    throw Failure(Exit::usage, "--record " + display.record + ": that is the results database: name another file");
  return std::make_unique<RecordFile>(display.record);
}

/// Plays a run once.
class RunPlayer {
 public:
  RunPlayer(const RunPlan& plan, const RunDisplay& display, const CommandHooks& hooks)
      : plan_(plan),
        display_(display),
        hooks_(hooks),
        record_(open_record(plan, display)),
        run_store_(plan.database ? std::make_unique<RunStore>(plan, display.command) : nullptr),
        failures_(plan, ::program_invocation_name),
        progress_(plan.schedule.size() == 1 ? Progress::Kind::none : progress_kind(display.quiet), plan.schedule.size(),
                  progress_on_stderr([this] { return standing(); })),
        answer_(plan.schedule.size(), how_to_go_on(plan, display)) {}

  PlayedRun play() {
    RunHooks hooks;
    hooks.shown = [](const std::string& text) { std::cout << RawTerminalText{text} << std::flush; };
    hooks.tick = [this] { progress_.tick(); };
    hooks.should_stop = [this] { return hooks_.enough() || interrupted(); };
    hooks.finished = [this](std::vector<FinishedMatch>&& matches) { take(std::move(matches)); };
    forbid_exit();
    run_.played = play_run(plan_, hooks);
    progress_.end();
    run_.interrupted = run_.played < plan_.schedule.size() && !hooks_.enough();
    if (plan_.machines && !run_.interrupted) remove_parts(plan_);
    run_.known = run_store_ ? run_store_->known() : 0;
    run_.failures = failures_.report();
    if (plan_.give_up) run_.failures.add(given_up_report(plan_));
    if (display_.quiet) run_.failures.sections.clear();
    if (run_store_) {
      run_store_->finish(run_.interrupted);
      for (const std::string& sentence : run_store_->not_deterministic()) print_message("warning: " + sentence);
    }
    if (record_ && (run_.faults == 0 || run_.faults < run_.played)) record_->finish();
    return std::move(run_);
  }

 private:
  std::string standing() {
    const std::string leaders = hooks_.standing();
    if (!plan_.machines) return leaders;
    return plan_.machines->standing + (leaders.empty() ? "" : ", ") + leaders;
  }

  void take(std::vector<FinishedMatch>&& matches) {
    std::vector<FinishedMatch> counted;
    std::vector<std::string> decisions;
    for (FinishedMatch& match : matches) {
      // Matches played in parallel with the deciding one do not belong to the run, neither here nor in the database:
      // their number depends on the number of jobs.
      if (hooks_.enough()) break;
      if (belongs(match, decisions)) counted.push_back(std::move(match));
    }
    if (run_store_) {
      run_store_->add(counted);
      answer_.stored(counted.size());
    }
    for (const FinishedMatch& match : counted) show(match);  // what is shown is stored
    for (const std::string& decision : decisions) {
      progress_.wipe();
      print_message(decision);
      progress_.restore();
    }
  }

  /// Counts a match, unless it is left out, or has a participant that can't be started. Returns whether it is one of
  /// the run. Appends what is decided about participants.
  bool belongs(FinishedMatch& match, std::vector<std::string>& decisions) {
    // It may have been played, too, by a job that began it before the decision.
    const bool left_out = plan_.give_up && plan_.give_up->leaves_out(match.scheduled.seating);
    if (left_out) {
      plan_.give_up->leave_out();
      progress_.finished(0, false);
      return false;
    }
    if (match.result.fault) {
      if (run_.faults++ == 0) run_.first_fault = *match.result.fault;
      hooks_.finished(match);
      return true;
    }
    if (!plan_.give_up) {
      hooks_.finished(match);
      return true;
    }
    const GiveUp::Decision decision = plan_.give_up->add(match);
    const auto name_of = [&](std::size_t participant) { return plan_.participants[participant].identity.name; };
    if (decision.counts) hooks_.finished(match);
    if (decision.not_started)
      decisions.push_back(name_of(decision.not_started->participant) +
                          " can't be started: " + decision.not_started->reason + "; no match with it counts");
    for (const std::size_t participant : decision.given_up)
      decisions.push_back("gives up " + name_of(participant) +
                          ", whose first matches all failed; the others go on without it");
    return true;
  }

  void show(const FinishedMatch& match) {
    if (!match.result.fault && record_) record_->add(recorded_line(match));
    if (hooks_.writes) progress_.wipe();
    if (!match.result.fault) hooks_.shown(match);
    if (hooks_.writes) progress_.restore();
    progress_.finished(failures_.add(match), match.state == FinishedMatch::State::played);
  }

  [[nodiscard]] std::string recorded_line(const FinishedMatch& match) const {
    Transcript transcript = match.transcript.value();  // a run that is recorded has them all
    std::vector<Participant> players;
    for (const std::size_t participant : match.scheduled.seating) players.push_back(plan_.participants[participant]);
    add_files(transcript, players);
    return record_line(transcript, plan_.game.description);
  }

  const RunPlan& plan_;
  const RunDisplay& display_;
  const CommandHooks& hooks_;
  std::unique_ptr<RecordFile> record_;
  std::unique_ptr<RunStore> run_store_;
  FailureList failures_;
  Progress progress_;
  InterruptAnswer answer_;
  PlayedRun run_;
};

}  // namespace

PlayedRun play_and_store(const RunPlan& plan, const RunDisplay& display, const CommandHooks& hooks) {
  return RunPlayer(plan, display, hooks).play();
}

int tell_end(const RunPlan& plan, const RunDisplay& display, const PlayedRun& run, const std::string& done) {
  const std::string rest = run.played == 1 ? ""
                                           : "; it failed " + std::to_string(run.faults) + " of " +
                                                 counted(run.played, "match") + ", which no table counts";
  if (run.faults > 0) print_message(run.first_fault + rest);
  const std::string matches = std::to_string(run.played) + " of " + counted(plan.schedule.size(), "match");
  if (run.interrupted)
    print_message("interrupted after " + (done.empty() ? matches : done) + how_to_go_on(plan, display));
  return static_cast<int>(run.interrupted ? Exit::interrupted : run.faults > 0 ? Exit::game : Exit::done);
}

void show_match(const RunPlan& plan, const RunDisplay& display, const PrintedMatch& match) {
  const bool several = plan.schedule.size() > 1;
  const GameDescription& game = plan.game.description;
  if (plan.logs || (!several && !display.json && !display.quiet)) show_logs(plan, match);
  if (display.json) {
    std::cout << head_line(match.head, game, several ? TurnUsage{} : match.usage) << std::endl;
    return;
  }
  if (display.boards == Boards::final) {
    constexpr std::ptrdiff_t most = 50;  // lines that a terminal may show at once
    const std::ptrdiff_t lines = std::count(match.board.begin(), match.board.end(), '\n');
    std::cout << title(match.head) << "\n\n";
    if (lines <= most || display.board_requested)
      std::cout << RawTerminalText{match.board} << "\n";
    else
      std::cout << "The board has " << lines << " lines: --board final shows it.\n\n";
  }
  if (several || display.quiet) {
    if (!several || !display.quiet) std::cout << match_line(match.head, game) << std::flush;
  } else {
    if (display.boards == Boards::none) std::cout << title(match.head) << "\n\n";
    std::cout << match_table(match.head, game);
  }
}

int play_and_show(const RunPlan& plan, const RunDisplay& display) {
  print_notes(plan);
  check_strategies(plan);
  catch_interrupts();  // before any file is created that a signal could leave behind
  RunResults results(plan);
  CommandHooks hooks;
  hooks.finished = [&](const FinishedMatch& match) {
    if (!match.result.fault) results.add(match);
  };
  const bool shows = plan.logs || !display.quiet || display.json || plan.schedule.size() == 1;
  hooks.shown = [&](const FinishedMatch& match) {
    if (shows)
      show_match(plan, display,
                 {.head = match.result.head(),
                  .usage = match.transcript ? match.transcript->usage : TurnUsage{},
                  .logs = match.logs,
                  .game_log = match.game_log,
                  .board = match.board});
  };
  hooks.standing = [&] { return results.leaders(); };
  hooks.writes = plan.logs || (!display.quiet && ::isatty(STDOUT_FILENO) != 0);
  const PlayedRun run = play_and_store(plan, display, hooks);
  if (plan.schedule.size() > 1) {
    Report report = results.report(run.faults);
    report.add(run.failures);
    if (display.json)
      std::cout << to_line({{"run", report.json}}) << "\n";
    else
      std::cout << (display.quiet ? "" : "\n") << to_text(report);
  }
  if (run.known > 0 && !display.json && !display.quiet)
    std::cout << run.known << " of " << run.played << " matches were played before (--no-db plays them again)\n";
  print_changes(plan);
  return tell_end(plan, display, run);
}

}  // namespace host
