#include "host/cli/run_results.hpp"

#include "host/view/grouped_report.hpp"
#include "host/view/observations_report.hpp"
#include "host/view/report.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
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
  return standing(participants_.names(), tally_.so_far());
}

std::string RunResults::text() {
  const std::vector<std::size_t> order = ranking(tally_.rows());
  std::string text = run_table(rows(), tally_.rows());
  const std::string pairs = head_to_head_text(participants_.names(), order, tally_.head_to_head());
  if (!pairs.empty()) text.append("\n").append(pairs);
  if (by_) text.append("\n").append(parameter_text(by_->results(), rows(), order));
  observations_.end();
  const std::string copies = counted_copies_text(observations_.counts());
  if (!copies.empty()) text.append("\n").append(copies);
  return text;
}

nlohmann::ordered_json RunResults::json(std::size_t faults) {
  observations_.end();
  const std::vector<std::size_t> order = ranking(tally_.rows());
  nlohmann::ordered_json json = {{"seed_list", plan_.seeds.text},
                                 {"failed_by_game", faults},
                                 {"observations", observations_json(observations_.counts())}};
  json.update(run_json(rows(), tally_.rows()));
  if (order.size() > 1) json["head_to_head"] = head_to_head_json(participants_.names(), order, tally_.head_to_head());
  if (by_) json["by"] = parameter_json(by_->results(), rows(), order);
  return json;
}

}  // namespace host
