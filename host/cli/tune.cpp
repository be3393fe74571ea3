// host tune: searches for good values of a strategy's options, and checks what it has found on other seeds.
#include "host/cli/cluster_options.hpp"
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/page_file.hpp"
#include "host/cli/process.hpp"
#include "host/cli/tune_request.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/tournament/archive.hpp"
#include "host/tune/matches.hpp"
#include "host/view/again.hpp"
#include "host/view/comparison_report.hpp"
#include "host/view/output.hpp"
#include "host/view/progress.hpp"
#include "host/view/tuning_page.hpp"
#include "host/web/pages.hpp"

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr const char* tune_details =
    "Without --tune, all options vary that declare a finite range. A range is LOW:HIGH, LOW:HIGH:log if factors count, "
    "or\n"
    "A/B/C for choices. Without one, the option's declaration counts. An option of kind text that holds numbers varies "
    "as\n"
    "a whole, each number in the range: --tune weights=-5:5. For options of programs k=0:5 means whole numbers, "
    "k=0.0:5 all.\n"
    "The search starts at the values of --plugin.\n\n"
    "Points are compared with the start, or with --against, on the seeds of --seeds (default: 1-10000). At the end "
    "the\n"
    "best point is compared with the start on the seeds of --check, as 'host compare' does. Only that is a result.\n\n"
    "Examples:\n"
    "  host tune --game GAME --plugin ./mybot.so --tune depth=1:6,alpha=0.1:2\n"
    "  host tune --game GAME --plugin ./mybot.so --matches 10000 --html tuning.html\n"
    "  host tune --game GAME --plugin ./mybot.so --matches 10000 --cluster postgresql://user@server/agon\n"
    "  host tune --game GAME --plugin ./mybot.so --tune weights=-5:5 --method spsa --matches 50000\n";

Options tune_options() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  Options all;
  add_run_options(all);
  add_tune_options(all);
  add_group_option(all);
  add_measure_option(all);
  add_database_options(all);
  add_cluster_options(all);
  all.add_options()("html", text("FILE"), "write a page with plots");
  all.add_options()("json", "print the result as one JSON object");
  all.add_options()("quiet,q", "print no progress");
  all.add_options()("help,h", "show this");
  return all;
}

/// The matches of the search: shows them, stores them, and counts what failed.
class SearchRun {
 public:
  SearchRun(const TuneRequest& request, const RunDisplay& display)
      : progress_(progress_kind(display.quiet), request.options.matches,
                  progress_on_stderr([this] { return tuning_ ? tuning_standing(tuning_->state()) : std::string(); })) {
    matches_.emplace(request.plan, request.space, request.seeds,
                     TrialHooks{.finished = [this](FinishedMatch& match) { finished(match); },
                                .withdrawn = [this](const auto& keys) { withdrawn(keys); },
                                .should_stop = interrupted,
                                .tick = [this] { progress_.tick(); }});
    tuning_ = std::make_unique<Tuning>(
        request.space, [this](const std::vector<Trial>& trials) { return (*matches_)(trials); }, request.options,
        interrupted);
    if (request.plan.database) archive_.emplace(request.plan, display.command);
  }

  TuningState run() {
    tuning_->run();
    progress_.end();
    const TuningState state = tuning_->state();
    if (archive_) {
      archive_->finish(state.stopped);
      for (const std::string& sentence : archive_->not_deterministic()) tell("warning: " + sentence);
    }
    return state;
  }

  void report(TuningReport& report) const {
    report.matches = count_;
    report.known = archive_ ? archive_->known() : 0;
    report.failures = failures_;
    report.first_failure = first_failure_;
  }

 private:
  void withdrawn(const std::vector<std::string>& keys) {
    if (archive_) archive_->withdraw(keys);
  }

  void finished(const FinishedMatch& match) {
    count_ = static_cast<std::size_t>(match.fixture.number) + 1;
    if (archive_) archive_->add(match);
    std::size_t failed = 0;
    for (std::size_t seat = 0; seat < match.transcript.result.seats.size(); ++seat) {
      const Outcome& outcome = match.transcript.result.seats[seat].outcome;
      if (outcome.ok()) continue;
      ++failed;
      if (failures_++ != 0) continue;
      first_failure_ = "seed " + std::to_string(match.fixture.seed) + ": " + outcome_name(outcome.kind) + ": " +
                       plain(outcome.reason) + " (";
      std::vector<std::string> options;
      for (const auto& [name, value] : match.transcript.seats[seat].options) options.push_back(name + "=" + value);
      first_failure_ += plain(join(options)) + ")";
    }
    progress_.finished(failed, !match.stored);
  }

  Progress progress_;
  std::optional<Archive> archive_;
  std::optional<TrialMatches> matches_;
  std::unique_ptr<Tuning> tuning_;
  std::size_t count_ = 0;
  std::size_t failures_ = 0;
  std::string first_failure_;
};

/// Returns the strategy with the point's options, as --plugin takes it.
std::string plugin_text(const TuneRequest& request, const Point& point) {
  const PluginSpec spec = PluginSpec::parse(request.plan.entrants.front().given);
  const std::vector<std::size_t> tuned = request.space.tuned();
  std::string text = spec.plugin;
  for (const auto& given : spec.options) {
    const bool replaced = std::any_of(tuned.begin(), tuned.end(),
                                      [&](std::size_t option) { return request.space.names[option] == given.first; });
    if (!replaced) text.append(",").append(given.first).append("=").append(given.second);
  }
  return text + request.space.assignments(point);
}

/// Returns the command that plays one match of it, on the game's terms of this run.
Words play_words(const TuneRequest& request, const std::string& plugin) {
  Words words = {std::string(program_name())};
  words.insert(words.end(), request.plan.given.begin(), request.plan.given.end());
  words.insert(words.end(), {"--plugin", plugin});
  return words;
}

/// Returns the found point as an entrant, under a name that differs from the start's.
Entrant found(const TuneRequest& request, const Point& point) {
  const Entrant& start = request.plan.entrants.front();
  Entrant entrant = with_options(start, request.space.options_of(point));
  entrant.identity.name = start.identity.name == "tuned" ? "best" : "tuned";
  entrant.given = plugin_text(request, point) + ",name=" + entrant.identity.name;
  return entrant;
}

int run_tune(const po::variables_map& values, const Arguments& arguments) {
  const Catalogue catalogue = Catalogue::standard();
  TuneRequest request = read_tune(values, arguments, catalogue);
  RunPlan check = check_plan(request);
  ComparisonOptions asked;
  schedule_comparison(check, asked);
  check.jobs = read_jobs(values, check, false);
  RunDisplay display = read_display(values, check);
  check.logs = display.log;
  read_database(values, display, check);
  read_cluster(values, check);
  request.plan.cluster = check.cluster;
  request.plan.jobs = check.jobs;
  free_cores(request.plan);
  request.plan.database = check.database;
  request.plan.look_up = check.look_up;
  request.plan.keep_transcripts = check.keep_transcripts;
  request.plan.record = check.record;
  const std::string page = text_of(values, "html");

  print_notes(request.plan);
  check_strategies(check);
  catch_interrupts();
  forbid_exit();
  SearchRun search(request, display);
  TuningReport report{
      .plan = check,
      .space = request.space,
      .options = request.options,
      .state = search.run(),
      .reference = request.plan.entrants.size() == 1 ? "the start" : request.plan.entrants.back().identity.name};
  search.report(report);
  check.entrants[0] = found(request, report.state.best);
  const bool better = report.state.best != request.space.start();
  const bool checked = better && !report.state.stopped;
  std::optional<ComparisonRun> played;
  const auto command = [&](std::uint64_t seed) { return seed_again(check, seed, ::program_invocation_name); };
  const auto next = [&](std::uint64_t seeds) {
    return comparison_again(check, seeds, asked.alpha, ::program_invocation_name);
  };
  if (!display.json) std::cout << tuning_text(report) << std::flush;
  display.command =
      comparison_words(check, check.seeds.text, ::program_invocation_name);  // what the check is: see is_search()
  if (checked) played = play_comparison(check, display, asked, 0);
  const bool interrupted = report.state.stopped || (played && played->run.interrupted);
  const std::string answer = !played ? "" : comparison_text(check, played->result);
  const bool confirmed = played && played->result.answer == Answer::better;
  const std::string plugin = confirmed ? plugin_text(request, report.state.best) : request.plan.entrants.front().given;
  const std::string use = "--plugin " + shell_word(plugin);
  const std::string advice = confirmed ? "To play the best point" : "The start's values stay the best that is known";
  if (display.json) {
    nlohmann::ordered_json json = tuning_json(report);
    json["check"] = played ? comparison_json(check, played->result, command, next) : nlohmann::ordered_json();
    json["plugin"] = plugin;
    std::cout << to_line(json) << "\n";
  } else if (played) {
    std::cout << "\nCheck on " << counted(played->seeds.size(), "seed") << " that tuning has not used ("
              << check.seeds.text << "):\n"
              << answer;
    if (!display.quiet) std::cout << next_comparison_text(played->result, next);
    if (!display.quiet && !played->run.failures.empty()) std::cout << "\n" << played->run.failures;
    std::cout << "\n" << advice << ": " << use << "\n";
  } else if (!better && !interrupted) {
    std::cout << "\nNo better point than the start was found, so there is nothing to check.\n";
  }
  if (!page.empty()) write_page(page, report_page(tuning_page(report, answer, advice, play_words(request, plugin))));
  print_changes(request.plan);
  if (!interrupted) return static_cast<int>(Exit::done);
  tell("interrupted after " + counted(report.matches, "match") + " of the tuning" +
       (check.database ? "; the same command goes on" : "") + how_to_go_on(request.plan));
  return static_cast<int>(Exit::interrupted);
}

}  // namespace

Command tune_command() {
  return {"tune",
          "--game GAME --plugin STRATEGY [OPTIONS]",
          "searches for good values of a strategy's options",
          tune_details,
          Word::none,
          tune_options,
          run_tune};
}

}  // namespace host
