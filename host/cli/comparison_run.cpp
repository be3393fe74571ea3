#include "host/cli/comparison_run.hpp"

#include "host/report/comparison_report.hpp"
#include "host/report/numbers.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>

namespace host {

namespace {

/// Returns the current state in a few words, for the progress display.
std::string so_far(const RunPlan& plan, const Comparison& comparison) {
  const std::vector<ComparedSeed>& seeds = comparison.seeds();
  double sum = 0;
  for (const ComparedSeed& seed : seeds) sum += seed.difference();
  if (seeds.empty()) return {};
  return plan.participants[0].identity.name + " " + with_sign(sum / static_cast<double>(seeds.size())) + " a seed";
}

std::optional<double> elo_bound(const std::string& text) {
  constexpr double most = 600;
  const auto number = finite_number(text);
  return number && std::abs(*number) <= most ? number : std::nullopt;
}

}  // namespace

void schedule_comparison(RunPlan& plan, ComparisonOptions& options) {
  const GameDescription& game = plan.game.description;
  plan.schedule = Schedule::tournament(round_robin(2, seats_of_matches(plan)), usual_seatings(plan),
                                       std::move(plan.seeds.list), seats_of_matches(plan));
  options.contest = game.contest;
  options.measure = plan.measure;
  options.seeds = plan.schedule.seeds().size();
  if (plan.openings.plies == 0) options.openings = plan.openings.lines.size();
  options.matches_a_seed = plan.schedule.size() / options.seeds;
}

ComparisonRun play_comparison(const RunPlan& plan, const RunDisplay& display, const ComparisonOptions& options) {
  constexpr std::size_t shown = 5;  // of the largest gains, and of the largest losses
  Comparison comparison(options);
  std::set<std::size_t> started;
  PlayedRun run =
      play_and_store(plan, display,
                     {.finished =
                          [&](const FinishedMatch& match) {
                            if (match.result.fault) return comparison.leave_out();
                            if (const auto found = not_started(match, started))
                              throw Failure(Exit::plugin, plan.participants[found->participant].identity.name +
                                                              " can't be started: " + found->reason);
                            comparison.add(match.result, match.scheduled.seating);
                          },
                      .enough = [&] { return comparison.decided(); },
                      .standing = [&] { return so_far(plan, comparison); }});
  if (run.faults > 0 && comparison.seeds().empty())
    throw Failure(Exit::game, run.first_fault + "; no seed is left to compare");
  return {.run = std::move(run), .result = comparison.result(shown), .seeds = comparison.seeds()};
}

Report full_report(const RunPlan& plan, const RunDisplay& display, const ComparisonRun& played) {
  Report report = comparison_report(plan, played.result);
  if (display.json || !display.quiet) add_advice(report, plan, played.result, ::program_invocation_name);
  report.add(played.run.failures);
  return report;
}

stats::Sprt sprt_of(const Values& values) {
  const std::string text = values.text("sprt");
  const auto parts = split(text, ',');
  const auto first = elo_bound(parts.front());
  const auto second = elo_bound(parts.back());
  if (parts.size() != 2 || !first || !second || !(*first < *second)) {
    throw Failure(Exit::usage, "--sprt " + text +
                                   ": it takes two numbers of normalised Elo from -600 to 600 that ascend, as in 0,20");
  }
  return stats::Sprt{.elo0 = *first, .elo1 = *second, .alpha = values.number("alpha"), .beta = values.number("alpha")};
}

}  // namespace host
