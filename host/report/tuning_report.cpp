#include "host/report/tuning_report.hpp"

#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/stats/intervals.hpp"
#include "host/stats/significance.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_found = 20;  // longer lists of numbers are summarised

/// Returns "+1.1 to +5.3".
std::string gain_range(const stats::Interval& interval) {
  return interval_text(
      interval, [&](double end) { return with_sign(end, interval); }, true);
}

/// Returns the mean, and its 95 % interval if there are enough values: "+3.2 a seed, 95 % interval +1.1 to +5.3".
std::string gain_text(const std::vector<double>& values) {
  if (values.empty()) return "not played";
  const stats::Interval interval =
      values.size() < stats::least_seeds ? stats::whole_line : stats::student_interval(values, 0.95);
  const std::string text = with_sign(stats::mean(values), interval) + " a seed";
  return std::isfinite(interval.low) ? text + ", 95 % interval " + gain_range(interval) : text;
}

std::string range_text(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) return join(parameter.choices, "/");
  if (parameter.kind == ParameterKind::flag) return "no/yes";
  return decimal(parameter.low) + ":" + decimal(parameter.high) + (parameter.logarithmic ? ":log" : "");
}

std::string effect_words(const OptionEffect& effect) {
  const std::string seeds = counted(effect.values.size(), "seed");
  if (effect.does_nothing()) return "does nothing: equal scores on all " + seeds;
  std::string text = with_sign(effect.mean, effect.interval);
  if (std::isfinite(effect.interval.low)) text += ", 95 % interval " + gain_range(effect.interval);
  text += ", " + p_text(effect.p);
  return effect.found() ? text : text + ": no effect found on " + seeds;
}

Section effects_section(const TuningReport& report) {
  Json rows = Json::array();
  for (const OptionEffect& effect : report.state.effects) {
    std::string instead = report.space.options_of(effect.other)[effect.option];
    std::string best = report.space.options_of(effect.point)[effect.option];
    constexpr std::size_t longest = 24;
    if (best.size() > longest) best = "(found)";
    if (instead.size() > longest) instead = effect.kept ? "(far end)" : "(start)";
    rows.push_back({{"option", report.space.names[effect.option]},
                    {"best", std::move(best)},
                    {"instead", std::move(instead)},
                    {"gain", effect_words(effect)}});
  }
  if (rows.empty()) return {};
  return {.title = "What each option does at the best point, against another value of it (p by Holm's method):",
          .columns = {"option", "best", "instead", "gain a seed=gain"},
          .rows = std::move(rows)};
}

Json values_json(const Space& space, const Point& point) {
  const Assignments values = space.assignments(point);
  return Json::object_t(values.begin(), values.end());
}

Json point_json(const Space& space, const Point& point, const std::vector<double>& values) {
  return {{"options", values_json(space, point)},
          {"seeds", values.size()},
          {"mean", values.empty() ? std::nan("") : stats::mean(values)},
          {"interval", interval_json(stats::student_interval(values, 0.95))}};
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
               {"strategy", report.plan.participants[1].identity.strategy},
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

std::string tuning_standing(const TuningState& state) {
  if (state.values.size() < 2) return {};
  const stats::Interval interval = stats::student_interval(state.values, 0.95);
  const std::string best = "best " + with_sign(stats::mean(state.values), interval) + " " +
                           interval_text(interval, [&](double end) { return with_sign(end, interval); });
  return state.tried.empty() ? best + " after " + counted(state.steps, "step")
                             : best + " of " + counted(state.tried.size(), "point");
}

Report tuning_report(const TuningReport& report) {
  Report made{.json = tuning_json(report)};
  const TuningState& state = report.state;
  std::string text = "Tuned " + report.plan.participants[1].identity.strategy + " for " +
                     report.plan.game.description.id + ": " + counted(report.space.tuned().size(), "option");
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
  Json rows = made.json["options"];
  const std::size_t options = rows.size();
  if (options > most_found) rows.erase(rows.begin() + most_found, rows.end());
  made.sections = {
      {.title = std::move(text)},
      {.columns = {"option=name", "range", "start", "best"},
       .rows = std::move(rows),
       .notes = options > most_found ? "and " + std::to_string(options - most_found) + " more numbers, all in --json\n"
                                     : ""},
      {.title = "Against " + report.reference + " on the seeds of tuning: " + gain_text(state.values) + " (" +
                counted(state.values.size(), "seed") + ")",
       .notes = state.tried.empty() ? "These are the last steps of the search, so this is no result.\n"
                                    : "This is the best of many points, so it is too high on average: no result.\n"},
      effects_section(report)};
  if (report.failures != 0)
    made.sections.push_back({.title = counted(report.failures, "seat") +
                                      " failed in matches of the tuning; the first: " + report.first_failure});
  return made;
}

Json tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                 const Words& command) {
  const std::string how = counted(report.matches, "match") + ", method " +
                          std::string(method_name(report.options.method)) + ", against " + report.reference +
                          ". On the seeds of tuning: " + gain_text(report.state.values) + ".";
  return {{"title", report.plan.participants[1].identity.strategy + " tuned for " + report.plan.game.description.title},
          {"notes", Json::array({how})},
          {"check", check},
          {"advice", advice},
          {"command", shell_phrases(command)},
          {"tuning", tuning_json(report)},
          {"plots", plots_json(report)}};
}

}  // namespace host
