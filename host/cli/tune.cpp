// host tune: searches for good values of a strategy's options, and checks what it has found on other seeds.
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/report/again.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/pages.hpp"
#include "host/report/progress.hpp"
#include "host/report/report.hpp"
#include "host/report/tuning_report.hpp"
#include "host/tournament/archive.hpp"
#include "host/tune/space.hpp"
#include "host/tune/tuning.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <optional>
#include <vector>

namespace host {

namespace {

constexpr const char* tune_details =
    R"(Without --tune, all options vary that declare a finite range. A range is LOW:HIGH, LOW:HIGH:log if factors count, or
A/B/C for choices. Without one, the option's declaration counts. An option of kind text that holds numbers varies as
a whole, each number in the range: --tune weights=-5:5. For options of programs k=0:5 means whole numbers, k=0.0:5 all.
The search starts at the values of --plugin.

Points are compared with the start, or with --against, on the seeds of --seeds (default: 1-10000). At the end the
best point is compared with the start on the seeds of --check, as 'host compare' does. Only that is a result.

Examples:
  host tune --game GAME --plugin ./mybot.so --tune depth=1:6,alpha=0.1:2
  host tune --game GAME --plugin ./mybot.so --matches 10000 --html tuning.html
  host tune --game GAME --plugin ./mybot.so --matches 10000 --cluster postgresql://user@server/agon
  host tune --game GAME --plugin ./mybot.so --tune weights=-5:5 --method spsa --matches 50000
)";

struct TuneRequest {
  RunPlan plan;  // participants: the start; then the strategy of --against, if any. Without a schedule
  std::vector<std::uint64_t> seeds;  // of the tuning
  Seeds check;                       // the seeds of the check: none of them is in `seeds`
  Space space;
  TuningOptions options;
};

constexpr const char* tuning_seeds = "1-10000";
constexpr std::uint64_t check_count = 200;
constexpr std::size_t many_numbers = 20;  // from here on the default method is SPSA

/// Returns the seeds of --check. Random ones get a key from the seeds of tuning, so that the same command plays the
/// same.
Seeds read_check(const Values& values, const Seeds& tuning, const std::vector<std::uint64_t>& cases) {
  const auto key = [&] {
    constexpr std::size_t bytes = 16;
    return hexadecimal(sha256_of("agon check\n" + tuning.text + "\n"), bytes);
  };
  std::string text = values.text("check");
  const std::uint64_t last = *std::max_element(tuning.list.begin(), tuning.list.end());
  if (text.empty()) {
    text = !tuning.secret.empty() || last > UINT64_MAX - check_count
               ? "random:" + std::to_string(check_count)
               : std::to_string(last + 1) + "-" + std::to_string(last + check_count);
  }
  if (values.text("check").empty() && !cases.empty()) {
    std::vector<std::uint64_t> others;
    std::ranges::copy_if(cases, std::back_inserter(others), [&](std::uint64_t each) {
      return others.size() < check_count && std::ranges::find(tuning.list, each) == tuning.list.end();
    });
    text = ranges_of(others);
    if (others.empty())
      throw Failure(Exit::usage, "tune: --seeds leaves no case for the check, and there are cases " +
                                     ranges_of(cases, " to ", ", ") + ": leave some out");
  }
  Seeds check = parse_seeds(text, key);
  check.drawn = false;
  std::vector<std::uint64_t> used = tuning.list;
  std::sort(used.begin(), used.end());
  for (const std::uint64_t seed : check.list) {
    if (std::binary_search(used.begin(), used.end(), seed))
      throw Failure(Exit::usage, "--check " + text + ": seed " + std::to_string(seed) +
                                     " is also a seed of the tuning (--seeds " + tuning.text + ")");
  }
  return check;
}

TuningMethod read_method(const Values& values, const Space& space) {
  for (const TuningMethod method : {TuningMethod::spsa, TuningMethod::random, TuningMethod::model})
    if (values.text("method") == method_name(method)) return method;
  const bool numeric = std::all_of(space.parameters.begin(), space.parameters.end(),
                                   [](const Parameter& parameter) { return parameter.numeric(); });
  return numeric && space.parameters.size() > many_numbers ? TuningMethod::spsa : TuningMethod::model;
}

void read_spsa(const Values& values, TuningOptions& options) {
  if (!values.given("spsa")) return;
  const std::string text = values.text("spsa");
  if (options.method != TuningMethod::spsa) throw Failure(Exit::usage, "--spsa goes with --method spsa alone");
  const auto parts = split(text, ',');
  const auto perturbation = finite_number(parts.front());
  const auto rate = finite_number(parts.back());
  const auto within = [](const std::optional<double>& number, double most) {
    return number && *number > 0 && *number <= most;
  };
  if (parts.size() != 2 || !within(perturbation, 0.5) || !within(rate, 10)) {
    throw Failure(Exit::usage, "--spsa " + text +
                                   ": it takes a perturbation above 0 and up to 0.5, and a rate above 0 and up to "
                                   "10, as fractions of the ranges: 0.15,0.2");
  }
  options.perturbation = *perturbation;
  options.rate = *rate;
}

Options tune_options() {
  return {{"tune", "NAME=RANGE", texts(Offer::option_ranges),
           "the options to vary, as in depth=1:6,alpha=0.1:2 (default: all that declare a range)"},
          {"against", "STRATEGY", text(Offer::strategies),
           "the opponent of all points; for several seats (default: --plugin as it is given)"},
          {"matches", "N", whole(1, 1e8, "a number"),
           "the number of matches to tune with; those of the check are added", "2000"},
          {"check", "LIST", text("random:100"),
           "the seeds of the check, as with --seeds (default: the 200 after the last of --seeds)"},
          {"method", "NAME", choice("model|spsa|random"),
           "model (learns where good points are), spsa (for many numbers) or random (default: model; for more than 20 "
           "numbers, spsa)"},
          {"spsa", "STEP,RATE", text(),
           "for --method spsa, as parts of the ranges: the perturbation, and how far chance moves a number (default: "
           "0.15,0.2)"},
          {"search-seed", "N", whole(0, 1e8, "a number"), "the seed of the search's own random numbers", "1"}};
}

TuneRequest read_tune(const Values& values, const Catalogue& catalogue) {
  TuneRequest request;
  RunPlan& plan = request.plan;
  plan = read_plan(values, catalogue, tuning_seeds);
  if (plan.participants.size() != 1)
    throw Failure(Exit::usage, "tune takes one strategy with --plugin; its opponent is named with --against");
  const Participant& start = plan.participants.front();
  const std::string owner = start.file.program
                                ? "program " + start.identity.strategy + ", whose options are those that --plugin sets,"
                                : "strategy " + start.identity.strategy;
  plan.group = read_group(values, plan.game.description);
  request.space = read_space(start.file.description.options, start.options, values.texts("tune"), owner,
                             start.file.program ? TextNumbers::as_written : TextNumbers::any);
  request.options.method = read_method(values, request.space);
  read_spsa(values, request.options);
  request.options.matches = values.whole("matches");
  request.options.search_seed = values.whole("search-seed");
  if (!plan.cases.empty() && !values.given("seed") && !values.given("seeds")) {
    const auto half = static_cast<std::ptrdiff_t>((plan.cases.size() + 1) / 2);  // the others are for the check
    plan.seeds.list.assign(plan.cases.begin(), plan.cases.begin() + half);
    plan.seeds.text = ranges_of(plan.seeds.list);
  }
  request.check = read_check(values, plan.seeds, plan.cases);
  request.seeds = plan.seeds.list;
  request.options.seeds = request.seeds.size();
  if (values.given("against")) {
    if (plan.game.description.max_seats == 1)
      throw Failure(Exit::usage, "--against: " + plan.game.description.id + " has one seat, so there is no opponent");
    plan.participants.push_back(
        read_participant(values.text("against"), plan.game.description, catalogue, People::refused, "--against"));
    tell_apart(plan.participants);
  }
  const TrialMatches costs(plan, request.space, request.seeds, {});
  request.options.matches_a_trial = costs.matches_a_trial(false);
  request.options.matches_a_pair = costs.matches_a_trial(true);
  return request;
}

/// Returns the plan of the check, without its schedule. Its participants are the start twice: the first is to be
/// replaced.
RunPlan check_plan(const TuneRequest& request) {
  RunPlan plan = request.plan;
  if (plan.secret == plan.seeds.secret) plan.secret = request.check.secret;
  plan.seeds = request.check;
  plan.participants = {request.plan.participants.front(), request.plan.participants.front()};
  return plan;
}

/// The matches of the search: shows them, stores them, and counts what failed.
class SearchRun {
 public:
  /// Fills the `report`.
  SearchRun(const TuneRequest& request, const RunDisplay& display, const std::string& go_on, TuningReport& report)
      : report_(report),
        answer_(request.options.matches, go_on),
        progress_(progress_kind(display.quiet), request.options.matches,
                  progress_on_stderr([this] { return tuning_standing(tuning_.state()); })),
        matches_(request.plan, request.space, request.seeds,
                 TrialHooks{.finished = [this](const auto& matches) { finished(matches); },
                            .withdrawn =
                                [this](const auto& keys) {
                                  if (archive_) archive_->withdraw(keys);
                                },
                            .should_stop = interrupted,
                            .tick = [this] { progress_.tick(); }}),
        tuning_(
            request.space, [this](const std::vector<Trial>& trials) { return matches_(trials); }, request.options,
            interrupted) {
    if (request.plan.database) archive_.emplace(request.plan, display.command);
  }

  void run() {
    tuning_.run();
    progress_.end();
    report_.state = tuning_.state();
    if (!archive_) return;
    report_.known = archive_->known();
    archive_->finish(report_.state.stopped);
    for (const std::string& sentence : archive_->not_deterministic()) print_message("warning: " + sentence);
  }

 private:
  void finished(const std::vector<FinishedMatch>& matches) {
    if (archive_) {
      archive_->add(matches);
      answer_.stored(matches.size());
    }
    for (const FinishedMatch& match : matches) finished(match);
  }

  void finished(const FinishedMatch& match) {
    report_.matches = static_cast<std::size_t>(match.scheduled.number) + 1;
    std::size_t failed = 0;
    for (std::size_t seat = 0; seat < match.transcript.result.seats.size(); ++seat) {
      const Outcome& outcome = match.transcript.result.seats[seat].outcome;
      if (!outcome.failed()) continue;
      ++failed;
      if (report_.failures++ != 0) continue;
      std::vector<std::string> options;
      for (const auto& [name, value] : match.transcript.seats[seat].options) options.push_back(name + "=" + value);
      report_.first_failure = "seed " + std::to_string(match.scheduled.seed) + ": " + outcome_name(outcome.kind) +
                              ": " + printable(outcome.reason) + " (" + printable(join(options)) + ")";
    }
    progress_.finished(failed, !match.stored);
  }

  TuningReport& report_;
  InterruptAnswer answer_;
  Progress progress_;
  std::optional<Archive> archive_;
  TrialMatches matches_;
  Tuning tuning_;
};

/// Returns the strategy with the point's options, as --plugin takes it.
std::string plugin_text(const TuneRequest& request, const Point& point) {
  const PluginSpec spec = PluginSpec::parse(request.plan.participants.front().given);
  const Assignments tuned = request.space.assignments(point);
  Assignments options = spec.options;
  std::erase_if(options, [&](const auto& given) {
    return std::any_of(tuned.begin(), tuned.end(), [&](const auto& each) { return each.first == given.first; });
  });
  options.insert(options.end(), tuned.begin(), tuned.end());
  return spec_text(spec.plugin, options);
}

/// Returns the command that plays one match of it, on the game's terms of this run.
Words play_words(const TuneRequest& request, const std::string& plugin) {
  Words words = {std::string(program_name())};
  words.insert(words.end(), request.plan.given.begin(), request.plan.given.end());
  words.insert(words.end(), {"--plugin", plugin});
  return words;
}

/// Returns the found point as a participant, under a name that differs from the start's.
Participant found(const TuneRequest& request, const Point& point) {
  const Participant& start = request.plan.participants.front();
  Participant participant = with_options(start, request.space.options_of(point));
  participant.identity.name = start.identity.name == "tuned" ? "best" : "tuned";
  participant.given = plugin_text(request, point) + ",name=" + participant.identity.name;
  return participant;
}

int run_tune(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  TuneRequest request = read_tune(values, catalogue);
  RunPlan check = check_plan(request);
  ComparisonOptions asked;
  schedule_comparison(check, asked);
  RunDisplay display = read_run(values, check);
  request.plan.cluster = check.cluster;
  request.plan.jobs = check.jobs;
  free_cores(request.plan);
  request.plan.database = check.database;
  request.plan.kind = RunKind::search;
  request.plan.look_up = check.look_up;
  request.plan.complete_transcripts = check.complete_transcripts;  // the points of a search are no rows of a table
  request.plan.keep = check.complete_transcripts;
  request.plan.record = check.record;
  const std::string go_on = how_to_go_on(check, display);

  print_notes(request.plan);
  check_strategies(check);
  catch_interrupts();
  forbid_exit();
  TuningReport report{.plan = check,
                      .space = request.space,
                      .options = request.options,
                      .state = {},
                      .reference = request.plan.participants.size() == 1
                                       ? "the start"
                                       : request.plan.participants.back().identity.name};
  SearchRun(request, display, go_on, report).run();
  check.participants[0] = found(request, report.state.best);
  const bool better = report.state.best != request.space.start();
  const bool checked = better && !report.state.stopped;
  std::optional<ComparisonRun> played;
  Report shown = tuning_report(report);
  if (!display.json) std::cout << to_text(shown) << std::flush;
  display.command =
      comparison_words(check, check.seeds.text, ::program_invocation_name);  // what the check is, a run of its own
  if (checked) played = play_comparison(check, display, asked, 0);
  const bool interrupted = report.state.stopped || (played && played->run.interrupted);
  const std::string answer_text = played ? to_text(comparison_report(check, played->result)) : "";
  const Report answer = played ? full_report(check, display, *played) : Report{};
  const bool confirmed = played && played->result.answer == Answer::better;
  const std::string plugin =
      confirmed ? plugin_text(request, report.state.best) : request.plan.participants.front().given;
  const std::string use = "--plugin " + shell_word(plugin);
  const std::string advice = confirmed ? "To play the best point" : "The start's values stay the best that is known";
  if (display.json) {
    shown.json["check"] = played ? answer.json : nlohmann::ordered_json();
    shown.json["plugin"] = plugin;
    std::cout << to_json(shown);
  } else if (played) {
    std::cout << "\nCheck on " << counted(played->seeds.size(), "seed") << " that tuning has not used ("
              << check.seeds.text << "):\n"
              << to_text(answer);
    std::cout << "\n" << advice << ": " << use << "\n";
  } else if (!better && !interrupted) {
    std::cout << "\nNo better point than the start was found, so there is nothing to check.\n";
  }
  if (const std::string page = values.text("html"); !page.empty())
    replace_file(page, report_page(tuning_page(report, answer_text, advice, play_words(request, plugin))));
  print_changes(request.plan);
  if (!interrupted) return static_cast<int>(Exit::done);
  print_message("interrupted after " + counted(report.matches, "match") + " of the tuning" + go_on);
  return static_cast<int>(Exit::interrupted);
}

}  // namespace

Command tune_command() {
  return {"tune",
          "--game GAME --plugin STRATEGY [OPTIONS]",
          "searches for good values of a strategy's options",
          tune_details,
          {},
          together({run_options(),
                    tune_options(),
                    {group_option, measure_option},
                    database_options(),
                    cluster_options(),
                    {{"html", "FILE", text(Offer::files), "write a page with plots"},
                     json_option,
                     {"quiet,q", "", on_off, "print no progress"}}}),
          run_tune};
}

}  // namespace host
