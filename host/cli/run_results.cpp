#include "host/cli/run_results.hpp"

#include "host/view/run_report.hpp"

#include <utility>
#include <vector>

namespace host {

RunResults::RunResults(const RunPlan& plan, const std::string& parameter)
    : plan_(plan), participants_(plan), tally_(0, plan.game.description.contest) {
  if (!parameter.empty()) by_.emplace(parameter, plan.game.description.contest);
}

void RunResults::add(const FinishedMatch& match) {
  const Fixture fixture = participants_.rows_of(match.fixture);
  std::monostate nothing;
  observations_.add(nothing, block_of(match.fixture), match.fixture.seed, match.transcript.result.digest);
  tally_.add({match.transcript, fixture});
  if (by_) by_->add({match.transcript, fixture});
}

std::string RunResults::leaders() const {
  return host::leaders(participants_.names(), tally_.so_far());
}

Report RunResults::report(std::size_t faults) {
  observations_.end();
  const RunRows rows{participants_.names(), plan_.game.description.contest};
  const std::vector<std::size_t> order = ranking(tally_.rows());
  Report report = run_report(rows, tally_.rows());
  nlohmann::ordered_json json = {{"seed_list", plan_.seeds.text},
                                 {"failed_by_game", faults},
                                 {"observations", observations_json(observations_.counts())}};
  json.update(report.json);
  report.json = std::move(json);
  add_head_to_head(report, participants_.names(), order, tally_.head_to_head());
  if (by_) add_parameter(report, by_->results(), rows, order);
  report.sections.push_back({.notes = counted_copies_text(observations_.counts())});
  return report;
}

}  // namespace host
