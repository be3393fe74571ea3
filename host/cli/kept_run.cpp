#include "host/cli/kept_run.hpp"

#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/plugin/description.hpp"
#include "host/report/again.hpp"
#include "host/report/match_report.hpp"
#include "host/report/progress.hpp"
#include "host/report/report.hpp"
#include "host/report/run_report.hpp"
#include "host/report/standings_report.hpp"
#include "host/tournament/archive.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/run.hpp"
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
#include <utility>
#include <vector>

namespace host {

namespace {

std::vector<std::string> participant_names(const RunPlan& plan) {
  std::vector<std::string> names;
  for (const Participant& participant : plan.participants) names.push_back(participant.identity.name);
  return names;
}

/// The results of a run.
class RunResults {
 public:
  /// `parameter`: the one of --by; empty: none.
  RunResults(const RunPlan& plan, const std::string& parameter)
      : plan_(plan), participant_rows_(plan), tally_(0, plan.game.description.contest) {
    if (!parameter.empty()) by_.emplace(parameter, plan.game.description.contest);
  }

  /// Adds a match, in the order of the schedule.
  void add(const FinishedMatch& match) {
    const ScheduledMatch scheduled = participant_rows_.rows_of(match.scheduled);
    Seating players = match.scheduled.seating;
    std::sort(players.begin(), players.end());
    QuickHash hash;
    for (const std::size_t player : players) hash.add(static_cast<std::uint64_t>(player));
    observations_.add(0, match.scheduled.block, match.scheduled.seed, hash.value(), match.transcript.result.digests);
    tally_.add({match.transcript, scheduled});
    if (by_) by_->add({match.transcript, scheduled});
  }

  /// Returns the leaders in a few words; more matches may follow.
  [[nodiscard]] std::string leaders() const { return host::leaders(participant_rows_.names(), tally_.so_far()); }

  /// Returns the tables: all matches; each strategy against each other one; by the parameter. `faults`: the matches
  /// that the game failed, which were not added.
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
    if (by_) add_parameter(all, by_->results(), rows, order);
    if (observed.different < observed.blocks) all.sections.push_back({.notes = observations_text(observed)});
    all.add(format_report(plan_.schedule, participant_names(plan_)));
    return all;
  }

 private:
  const RunPlan& plan_;
  ParticipantRows participant_rows_;
  MatchObservations observations_;
  Tally tally_;
  std::optional<ByParameter> by_;
};

/// Tells the schedule what the match counts for later rounds: a strategy that was given up loses; without a result, it
/// is a tie.
void take_result(const RunPlan& plan, const FinishedMatch& match, bool left_out) {
  if (!plan.schedule.several_rounds()) return;
  const Seating& seating = match.scheduled.seating;
  std::vector<double> scores(seating.size());
  std::vector<double> contest(seating.size());
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (left_out) {
      scores[seat] = plan.give_up->leaves_out({seating[seat]}) ? 0 : 1;
    } else if (!match.fault) {
      scores[seat] = match.transcript.result.seats[seat].score;
      contest[seat] = match.transcript.contest[seat];
    }
  }
  const double lead = scores[0] - scores[1];
  const double first = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  plan.schedule.take(match.scheduled, {first, 1 - first}, contest);
}

void show_log(const std::string& whose, const std::string& log) {
  if (log.empty()) return;
  for (const std::string& line : split(std::string_view(log).substr(0, log.size() - 1), '\n'))
    std::cerr << printable(whose + ": " + line) << "\n";
}

/// Prints all logs, or only those of failed seats.
void show_logs(const RunPlan& plan, const PlayedMatch& match) {
  const std::vector<SeatResult>& seats = match.transcript.result.seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const std::string& log = plan.logs ? match.logs.at(seat) : seats[seat].outcome.log;
    show_log(match.transcript.seats[seat].name + " (" + plan.game.description.seat_names[seat] + ")", log);
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
    report.sections.push_back(
        {.notes = "given up, as all their first matches failed: " + join(names) + " (--give-up 0 plays all)\n"});
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
  std::erase(words, "--afresh");
  if (words.empty()) return "";
  return (plan.database || plan.cluster ? "; to go on: " : "; to begin again: ") + shell_line(words);
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
  if (plan.database &&
      std::filesystem::weakly_canonical(display.record) == std::filesystem::weakly_canonical(*plan.database))
    throw Failure(Exit::usage, "--record " + display.record + ": that is the results database: name another file");
  return std::make_unique<RecordFile>(display.record);
}

/// Plays a run once.
class RunKeeper {
 public:
  RunKeeper(const RunPlan& plan, const RunDisplay& display, const RunHooks& hooks)
      : plan_(plan),
        display_(display),
        hooks_(hooks),
        record_(open_record(plan, display)),
        archive_(plan.database ? std::make_unique<Archive>(plan, display.command) : nullptr),
        failures_(std::in_place, plan, ::program_invocation_name),
        progress_(plan.schedule.size() == 1 ? Progress::Kind::none : progress_kind(display.quiet), plan.schedule.size(),
                  progress_on_stderr(hooks.standing)),
        answer_(plan.schedule.size(), how_to_go_on(plan, display)) {}

  KeptRun play() {
    RunObserver observer;
    observer.shown = [](const std::string& text) { std::cout << RawTerminalText{text} << std::flush; };
    observer.tick = [this] { progress_.tick(); };
    observer.should_stop = [this] { return hooks_.enough() || interrupted(); };
    observer.finished = [this](std::vector<FinishedMatch>&& matches) { take(std::move(matches)); };
    observer.withdrawn = [this](const std::vector<std::string>& keys) { withdraw(keys); };
    forbid_exit();
    run_.played = play_run(plan_, observer);
    progress_.end();
    run_.interrupted = run_.played < plan_.schedule.size() && !hooks_.enough();
    run_.known = archive_ ? archive_->known() : 0;
    run_.failures = failures_->report();
    if (plan_.give_up) run_.failures.add(given_up_report(plan_));
    if (display_.quiet) run_.failures.sections.clear();
    if (archive_) {
      archive_->finish(run_.interrupted);
      for (const std::string& sentence : archive_->not_deterministic()) print_message("warning: " + sentence);
    }
    if (record_ && (run_.faults == 0 || run_.faults < run_.played)) record_->finish();
    return std::move(run_);
  }

 private:
  void take(std::vector<FinishedMatch>&& matches) {
    std::vector<FinishedMatch> counted;
    std::vector<std::string> decisions;
    for (FinishedMatch& match : matches) {
      // Matches played in parallel with the deciding one do not belong to the run, neither here nor in the database:
      // their number depends on the number of jobs.
      if (hooks_.enough()) break;
      if (belongs(match, decisions)) counted.push_back(std::move(match));
    }
    if (archive_) {
      archive_->add(counted);
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
    take_result(plan_, match, left_out);
    if (left_out) {
      plan_.give_up->leave_out();
      progress_.finished(0, false);
      return false;
    }
    if (match.fault) {
      if (run_.faults++ == 0) run_.first_fault = *match.fault;
      hooks_.left_out(match);
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
      decisions.push_back(name_of(decision.not_started->participant) + " can't be started: " +
                          decision.not_started->reason + "; no match with it counts (--strict ends the run)");
    for (const std::size_t participant : decision.given_up)
      decisions.push_back("gives up " + name_of(participant) +
                          ", whose first matches all failed; the others go on without it");
    return true;
  }

  void show(const FinishedMatch& match) {
    if (!match.fault && record_) record_->add(recorded_line(match));
    if (hooks_.writes) progress_.wipe();
    if (!match.fault) hooks_.shown(match);
    if (hooks_.writes) progress_.restore();
    progress_.finished(failures_->add(match), !match.stored);
  }

  [[nodiscard]] std::string recorded_line(const FinishedMatch& match) const {
    Transcript transcript = match.transcript;
    std::vector<Participant> players;
    for (const std::size_t participant : match.scheduled.seating) players.push_back(plan_.participants[participant]);
    add_files(transcript, players);
    return record_line(transcript, plan_.game.description);
  }

  /// All matches follow again.
  void withdraw(const std::vector<std::string>& keys) {
    if (archive_) archive_->withdraw(keys);
    if (record_) {
      record_.reset();
      record_ = std::make_unique<RecordFile>(display_.record);
    }
    failures_.emplace(plan_, ::program_invocation_name);
    run_ = {};
    answer_.forget();
    if (plan_.give_up) plan_.give_up->restart();
    progress_.restart();
    hooks_.restart();
  }

  const RunPlan& plan_;
  const RunDisplay& display_;
  const RunHooks& hooks_;
  std::unique_ptr<RecordFile> record_;
  std::unique_ptr<Archive> archive_;
  std::optional<FailureList> failures_;
  Progress progress_;
  InterruptAnswer answer_;
  KeptRun run_;
};

}  // namespace

KeptRun play_kept(const RunPlan& plan, const RunDisplay& display, const RunHooks& hooks) {
  return RunKeeper(plan, display, hooks).play();
}

int tell_end(const RunPlan& plan, const RunDisplay& display, const KeptRun& run, const std::string& done) {
  const std::string rest = run.played == 1 ? ""
                                           : "; it failed " + std::to_string(run.faults) + " of " +
                                                 counted(run.played, "match") + ", which no table counts";
  if (run.faults > 0) print_message(run.first_fault + rest);
  const std::string matches = std::to_string(run.played) + " of " + counted(plan.schedule.size(), "match");
  if (run.interrupted)
    print_message("interrupted after " + (done.empty() ? matches : done) + how_to_go_on(plan, display));
  return static_cast<int>(run.interrupted ? Exit::interrupted : run.faults > 0 ? Exit::game : Exit::done);
}

void show_match(const RunPlan& plan, const RunDisplay& display, const PlayedMatch& match) {
  const bool several = plan.schedule.size() > 1;
  const GameDescription& game = plan.game.description;
  const Transcript& transcript = match.transcript;
  if (plan.logs || (!several && !display.json && !display.quiet)) show_logs(plan, match);
  if (display.json) {
    Transcript bare = transcript;
    bare.recorded = false;
    if (several) bare.usage = {};
    std::cout << to_line(bare, game) << std::endl;
    return;
  }
  if (display.boards == Boards::final) {
    constexpr std::ptrdiff_t most = 50;  // lines that a terminal may show at once
    const std::ptrdiff_t lines = std::count(match.board.begin(), match.board.end(), '\n');
    std::cout << title(transcript) << "\n\n";
    if (lines <= most || display.board_requested)
      std::cout << RawTerminalText{match.board} << "\n";
    else
      std::cout << "The board has " << lines << " lines: --board final shows it.\n\n";
  }
  if (several || display.quiet) {
    if (!several || !display.quiet) std::cout << match_line(transcript, game) << std::flush;
  } else {
    if (display.boards == Boards::none) std::cout << title(transcript) << "\n\n";
    std::cout << match_table(transcript, game);
  }
}

int play_and_show(const RunPlan& plan, const RunDisplay& display) {
  print_notes(plan);
  check_strategies(plan);
  catch_interrupts();  // before any file is created that a signal could leave behind
  std::optional<RunResults> results(std::in_place, plan, display.by);
  RunHooks hooks;
  hooks.finished = [&](const FinishedMatch& match) { results->add(match); };
  hooks.shown = [&](const FinishedMatch& match) { show_match(plan, display, match); };
  hooks.standing = [&] { return results->leaders(); };
  hooks.restart = [&] { results.emplace(plan, display.by); };
  hooks.writes = plan.logs || (!display.quiet && ::isatty(STDOUT_FILENO) != 0);
  const KeptRun run = play_kept(plan, display, hooks);
  if (plan.schedule.size() > 1) {
    Report report = results->report(run.faults);
    report.add(run.failures);
    if (display.json)
      std::cout << to_line({{"run", report.json}}) << "\n";
    else
      std::cout << (display.quiet ? "" : "\n") << to_text(report);
  }
  if (run.known > 0 && !display.json && !display.quiet)
    std::cout << run.known << " of " << run.played << " matches were played before (--afresh plays them again)\n";
  print_changes(plan);
  return tell_end(plan, display, run);
}

}  // namespace host
