#include "host/view/tuning_page.hpp"

#include "host/stats/bootstrap.hpp"
#include "host/stats/student.hpp"
#include "host/text.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_plots = 12;

/// Returns the mean gain for each value of a parameter without order.
Json groups_json(const TuningReport& report, std::size_t place) {
  std::map<double, std::vector<double>> means;
  for (const Tried& one : report.state.tried) means[one.point[place]].push_back(stats::mean(one.values));
  Json groups = Json::array();
  for (const auto& [value, all] : means) {
    groups.push_back({{"value", report.space.parameters[place].text(value)},
                      {"points", all.size()},
                      {"mean", stats::mean(all)},
                      {"interval", interval_json(stats::student_interval(all, 0.95))}});
  }
  return groups;
}

/// Returns what the plots of an option against the gain need beside tuning_json()'s points, in their order.
Json plots_json(const TuningReport& report) {
  Json plots = Json::array();
  if (report.state.tried.empty()) return plots;
  for (std::size_t i = 0; i < std::min(report.space.parameters.size(), most_plots); ++i) {
    const Parameter& parameter = report.space.parameters[i];
    Json plot = {{"name", parameter.name}};
    if (parameter.numeric()) {
      const auto at = [&](double value) { return parameter.logarithmic ? std::log10(value) : value; };
      plot.update({{"logarithmic", parameter.logarithmic},
                   {"best", at(report.state.best[i])},
                   {"at", Json::array()},
                   {"texts", Json::array()}});
      for (const Tried& one : report.state.tried) {
        plot["at"].push_back(at(one.point[i]));
        plot["texts"].push_back(parameter.text(one.point[i]));
      }
    } else {
      plot["groups"] = groups_json(report, i);
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace

Json tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                 const Words& command) {
  const std::string how = counted(report.matches, "match") + ", method " +
                          std::string(method_name(report.options.method)) + ", against " + report.reference +
                          ". On the seeds of tuning: " + gain_text(report.state.values) + ".";
  return {{"title", report.plan.entrants[1].identity.strategy + " tuned for " + report.plan.game.description.title},
          {"notes", Json::array({how})},
          {"check", check},
          {"advice", advice},
          {"command", shell_phrases(command)},
          {"tuning", tuning_json(report)},
          {"plots", plots_json(report)}};
}

}  // namespace host
