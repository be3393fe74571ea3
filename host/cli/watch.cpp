// host watch: plays a strategy, and plays it again whenever its library has been rebuilt.
#include "host/cli/command.hpp"
#include "host/cli/played_run.hpp"
#include "host/cli/process.hpp"
#include "host/plugin/build.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/report.hpp"
#include "host/report/run_report.hpp"
#include "host/tournament/comparison.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/tally.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"

#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr const char* watch_details =
    R"(watch plays again whenever the library of the first --plugin changes, and prints the scores of the new build
against those of the last one, seed by seed. If a build can't be used, it prints the reason and waits for the next
one. It stores no results. Ctrl-C ends it: the exit code is 0 while it waits, and 130 while it plays.

Example:
  host watch --game GAME --plugin ./mybot.so --seeds 1-50
)";

class Watch {
 public:
  Watch(RunPlan plan, bool quiet)
      : plan_(std::move(plan)),
        quiet_(quiet),
        spec_(PluginSpec::parse(plan_.participants.front().given)),
        file_(plan_.participants.front().file.build->path()),
        changes_(plan_.participants.front().file.build->watched()) {
    std::error_code fault;
    if (fs::equivalent(file_, plan_.game.build->path(), fault))
      throw Failure(Exit::usage, file_.string() +
                                     " also holds the game, which can't change during a match: "
                                     "build the strategy as a library of its own");
    // Watches the file that was found; the user's text may end with :ID.
    const std::size_t colon = spec_.plugin.rfind(".so:");
    spec_.plugin = file_.string() + (colon == std::string::npos ? "" : spec_.plugin.substr(colon + 3));
  }

  int run() {
    do {
      play_build();
      if (interrupted()) return static_cast<int>(finished_ ? Exit::done : Exit::interrupted);
      std::cout << "\nWaiting for " << printable(file_.string()) << " to change; Ctrl-C ends this\n" << std::flush;
    } while (changes_.wait(interrupted));
    return static_cast<int>(Exit::done);
  }

 private:
  void play_build() {
    finished_ = false;
    try {
      Participant participant = enter(spec_, plan_.game.description, Catalogue({}));
      if (!changes_.unchanged()) return;  // an incomplete build: wait() returns when it is complete
      take_part(std::move(participant));
      if (++build_ > 1) std::cout << "\nBuild " << build_ << " of " << printable(file_.string()) << "\n" << std::flush;
      play();
    } catch (const Failure& failure) {
      if (failure.code() == Exit::output || failure.code() == Exit::internal) throw;
      print_message(failure.what());
      finished_ = true;
    }
  }

  /// Replaces the previous build by the new one.
  void take_part(Participant participant) {
    participant.given = plan_.participants.front().given;
    for (const std::string& warning : participant.file.warnings) print_message("warning: " + warning);
    plan_.participants.front() = std::move(participant);
  }

  void play() {
    check_strategies(plan_);
    ParticipantRows participant_rows(plan_);
    const std::int32_t contest = plan_.game.description.contest;
    Tally tally(0, contest);
    std::vector<SeedScore> scores;
    CommandHooks hooks;
    hooks.standing = [&] { return leaders(participant_rows.names(), tally.so_far()); };
    hooks.finished = [&](const FinishedMatch& match) {
      if (match.result.fault) return;
      const ScheduledMatch scheduled = participant_rows.rows_of(match.scheduled);
      tally.add(match.result, scheduled.seating);
      std::vector<double> all = match.result.scores();
      if (all.size() > 1) all = measured(plan_.measure, contest, all);
      double sum = 0;
      std::size_t taken = 0;  // seats
      for (std::size_t seat = 0; seat < all.size(); ++seat) {
        if (match.scheduled.seating[seat] != 0) continue;
        sum += all[seat];
        ++taken;
      }
      if (taken > 0) scores.push_back({match.scheduled.seed, sum / static_cast<double>(taken)});
    };
    RunDisplay display;
    display.quiet = quiet_;
    const PlayedRun run = play_and_store(plan_, display, hooks);
    finished_ = !run.interrupted;
    Report report = run_report({participant_rows.names(), contest}, tally.rows());
    report.add(run.failures);
    std::cout << to_text(report);
    if (!last_.empty()) {
      PairMeasure alone;
      if (plan_.schedule.at(0).seating.size() == 1)
        alone = [&](const std::vector<double>& pair) { return measured(plan_.measure, contest, pair); };
      std::cout << build_report(compare_builds(last_, scores, largest_shown, alone),
                                measure_text(plan_.measure, contest));
    }
    std::cout << std::flush;
    if (finished_) last_ = std::move(scores);
    // Reports only the other files: watch waits for changes of its own file.
    std::vector<const Build*> others = {plan_.game.build.get()};
    for (const Participant& participant : plan_.participants) {
      if (participant.file.build->path() != file_) others.push_back(participant.file.build.get());
    }
    print_changes(others);
    static_cast<void>(tell_end(plan_, display, run));
  }

  static constexpr std::size_t largest_shown = 3;

  RunPlan plan_;
  bool quiet_;
  PluginSpec spec_;
  fs::path file_;
  FileWatch changes_;
  std::vector<SeedScore> last_;  // of the last build that has played all matches
  std::size_t build_ = 0;
  bool finished_ = false;
};

int run_watch(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  RunPlan plan = read_plan(values, catalogue);
  plan.kind = RunKind::compare;
  if (plan.participants.empty()) throw Failure(Exit::usage, "name the strategy to watch with --plugin");
  seat_opponents(plan, catalogue);
  plan.schedule = seated_schedule(values, plan);
  read_jobs(values, plan, plan.schedule.size());
  print_seeds(plan);
  catch_interrupts();
  return Watch(std::move(plan), values.given("quiet")).run();
}

}  // namespace

Command watch_command() {
  return {
      "watch",
      "--game GAME [OPTIONS]",
      "plays a strategy again whenever its library changes",
      watch_details,
      {},
      together({run_options(),
                {seats_option, measure_option, {"quiet,q", "", on_off, "print no progress and no list of failures"}}}),
      run_watch};
}

}  // namespace host
