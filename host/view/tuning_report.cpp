#include "host/view/tuning_report.hpp"

#include "host/stats/bootstrap.hpp"
#include "host/stats/student.hpp"
#include "host/text.hpp"
#include "host/view/numbers.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_found = 20;  // longer lists of numbers are summarised

std::string signed_gain(double number) {
  return std::string(number > 0 ? "+" : "").append(fixed(number == 0 ? 0 : number, 2));
}

/// Returns "+1.10 to +5.30".
std::string gain_range(const stats::Interval& interval) {
  return interval_text(interval, signed_gain, true);
}

std::string range_text(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) return join(parameter.choices, "/");
  if (parameter.kind == ParameterKind::flag) return "no/yes";
  return decimal(parameter.low) + ":" + decimal(parameter.high) + (parameter.logarithmic ? ":log" : "");
}

std::string found_options(const TuningReport& report) {
  std::vector<std::vector<std::string>> rows = {{"option", "range", "start", "best"}};
  const std::vector<Parameter>& parameters = report.space.parameters;
  for (std::size_t i = 0; i < std::min(parameters.size(), most_found); ++i) {
    const Parameter& parameter = parameters[i];
    rows.push_back(
        {parameter.name, range_text(parameter), parameter.text(parameter.start), parameter.text(report.state.best[i])});
  }
  std::string text = table(std::move(rows));
  if (parameters.size() > most_found)
    text += "and " + std::to_string(parameters.size() - most_found) + " more numbers, all in --json\n";
  return text;
}

std::string effect_words(const OptionEffect& effect) {
  const std::string seeds = counted(effect.values.size(), "seed");
  if (effect.does_nothing()) return "does nothing: equal scores on all " + seeds;
  std::string text = signed_gain(effect.mean);
  if (std::isfinite(effect.interval.low)) text += ", 95 % interval " + gain_range(effect.interval);
  text += ", " + p_text(effect.p);
  return effect.found() ? text : text + ": no effect found on " + seeds;
}

std::string effects_text(const TuningReport& report) {
  if (report.state.effects.empty()) return {};
  std::vector<std::vector<std::string>> rows = {{"option", "best", "instead", "gain a seed"}};
  for (const OptionEffect& effect : report.state.effects) {
    const std::string& name = report.space.names[effect.option];
    std::string instead = report.space.options_of(effect.other)[effect.option];
    std::string best = report.space.options_of(effect.point)[effect.option];
    constexpr std::size_t longest = 24;
    if (best.size() > longest) best = "(found)";
    if (instead.size() > longest) instead = effect.kept ? "(far end)" : "(start)";
    rows.push_back({name, std::move(best), std::move(instead), effect_words(effect)});
  }
  return "\nWhat each option does at the best point, against another value of it (p by Holm's method):\n" +
         table(std::move(rows));
}

Json values_json(const Space& space, const Point& point) {
  Json values = Json::object();
  const std::vector<std::string> options = space.options_of(point);
  for (const std::size_t option : space.tuned()) values[space.names[option]] = options[option];
  return values;
}

Json point_json(const Space& space, const Point& point, const std::vector<double>& values) {
  return {{"options", values_json(space, point)},
          {"seeds", values.size()},
          {"mean", values.empty() ? std::nan("") : stats::mean(values)},
          {"interval", interval_json(stats::student_interval(values, 0.95))}};
}

}  // namespace

std::string gain_text(const std::vector<double>& values) {
  if (values.empty()) return "not played";
  std::string text = signed_gain(stats::mean(values)) + " a seed";
  if (values.size() < stats::least_seeds) return text;
  return text + ", 95 % interval " + gain_range(stats::student_interval(values, 0.95));
}

std::string tuning_standing(const TuningState& state) {
  if (state.values.size() < 2) return {};
  const stats::Interval interval = stats::student_interval(state.values, 0.95);
  const std::string best =
      "best " + signed_gain(stats::mean(state.values)) + " " + interval_text(interval, signed_gain);
  return state.tried.empty() ? best + " after " + counted(state.steps, "step")
                             : best + " of " + counted(state.tried.size(), "point");
}

std::string tuning_text(const TuningReport& report) {
  const TuningState& state = report.state;
  std::string text = "Tuned " + report.plan.entrants[1].identity.strategy + " for " + report.plan.game.description.id +
                     ": " + counted(report.space.tuned().size(), "option");
  if (report.space.parameters.size() != report.space.tuned().size())
    text += " of " + counted(report.space.parameters.size(), "number");
  text +=
      ", method " + std::string(method_name(report.options.method)) + ", " + counted(report.matches, "match") + ", ";
  if (state.tried.empty()) {
    text += counted(state.steps, "step");
  } else {
    const auto given_up = std::count_if(state.tried.begin(), state.tried.end(),
                                        [](const Tried& one) { return one.given_up && !one.finalist; });
    text += counted(state.tried.size(), "point") + " (" + std::to_string(given_up) + " given up early)";
  }
  text += "\n\n" + found_options(report) + "\nAgainst " + report.reference +
          " on the seeds of tuning: " + gain_text(state.values) + " (" + counted(state.values.size(), "seed") + ")\n";
  text += state.tried.empty() ? "These are the last steps of the search, so this is no result.\n"
                              : "This is the best of many points, so it is too high on average: no result.\n";
  text += effects_text(report);
  if (report.failures != 0) {
    text += "\n" + counted(report.failures, "seat") +
            " failed in matches of the tuning; the first: " + report.first_failure + "\n";
  }
  return text;
}

Json tuning_json(const TuningReport& report) {
  const Space& space = report.space;
  Json options = Json::array();
  for (std::size_t i = 0; i < space.parameters.size(); ++i) {
    const Parameter& parameter = space.parameters[i];
    options.push_back({{"name", parameter.name},
                       {"range", range_text(parameter)},
                       {"start", parameter.text(parameter.start)},
                       {"best", parameter.text(report.state.best[i])}});
  }
  Json json = {{"game", report.plan.game.description.id},
               {"strategy", report.plan.entrants[1].identity.strategy},
               {"reference", report.reference},
               {"method", method_name(report.options.method)},
               {"search_seed", report.options.search_seed},
               {"matches", report.matches},
               {"stored_before", report.known},
               {"failures", report.failures},
               {"options", options},
               {"best", values_json(space, report.state.best)},
               {"on_tuning_seeds", point_json(space, report.state.best, report.state.values)}};
  json["points"] = Json::array();
  for (const Tried& one : report.state.tried) {
    Json point = point_json(space, one.point, one.values);
    point["given_up"] = one.given_up;
    point["finalist"] = one.finalist;
    json["points"].push_back(std::move(point));
  }
  for (const Spsa::Look& look : report.state.looks) {
    Json point = point_json(space, look.point, look.values);
    point["steps"] = look.steps;
    json["points"].push_back(std::move(point));
  }
  json["effects"] = Json::array();
  for (const OptionEffect& effect : report.state.effects) {
    json["effects"].push_back({{"option", space.names[effect.option]},
                               {"value", space.options_of(effect.point)[effect.option]},
                               {"instead", space.options_of(effect.other)[effect.option]},
                               {"seeds", effect.values.size()},
                               {"mean", effect.mean},
                               {"interval", interval_json(effect.interval)},
                               {"p", effect.p},
                               {"does_nothing", effect.does_nothing()},
                               {"found", effect.found()}});
  }
  return json;
}

}  // namespace host
