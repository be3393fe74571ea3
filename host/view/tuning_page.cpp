#include "host/view/tuning_page.hpp"

#include "host/plain.hpp"
#include "host/stats/bootstrap.hpp"
#include "host/stats/student.hpp"
#include "host/text.hpp"
#include "host/view/charts.hpp"
#include "host/view/html.hpp"
#include "host/view/page_parts.hpp"

#include <algorithm>
#include <map>

namespace host {

namespace {

constexpr std::size_t most_plots = 12;

std::string search_section(const TuningReport& report) {
  const bool steps = report.state.tried.empty();
  std::vector<PlotPoint> points;
  if (steps) {
    for (const Spsa::Look& look : report.state.looks)
      points.push_back({.name = "after " + counted(look.steps, "step"),
                        .x = static_cast<double>(look.steps),
                        .y = stats::mean(look.values),
                        .interval = stats::student_interval(look.values, 0.95)});
  }
  for (std::size_t i = 0; i < report.state.tried.size(); ++i) {
    const Tried& one = report.state.tried[i];
    const bool complete = !one.given_up || one.finalist;
    PlotPoint point{
        .name = (i == 0 ? "the start" : "point " + std::to_string(i)) + ", " + counted(one.values.size(), "seed"),
        .x = static_cast<double>(i),
        .y = stats::mean(one.values),
        .faint = !complete};
    if (complete) point.interval = stats::student_interval(one.values, 0.95);
    points.push_back(std::move(point));
  }
  const std::string how =
      steps ? "The found point after some of the steps, on seeds that no step has used, with 95 % intervals."
            : "Each point in the order of the search. Complete points have their 95 % interval; pale ones were given "
              "up early. The best of many points is flattered by its selection.";
  return heading("The search") + paragraph(how) +
         point_chart({"history", "The search", how, steps ? "steps" : "points"}, "gain a seed over " + report.reference,
                     points);
}

/// Returns the mean gain for each value of a parameter without order.
std::string by_value(const TuningReport& report, std::size_t place, const ChartText& text) {
  const Parameter& parameter = report.space.parameters[place];
  std::map<double, std::vector<double>> means;
  for (const Tried& one : report.state.tried) means[one.point[place]].push_back(stats::mean(one.values));
  std::vector<IntervalRow> rows;
  for (const auto& [value, all] : means) {
    rows.push_back({parameter.text(value) + " (" + counted(all.size(), "point") + ")", stats::mean(all),
                    stats::student_interval(all, 0.95)});
  }
  return interval_chart(text, rows);
}

std::string plots_section(const TuningReport& report) {
  const std::vector<Parameter>& parameters = report.space.parameters;
  if (report.state.tried.empty()) return {};
  std::string html = heading("Options against gain");
  html += paragraph(
      "Each dot is a point of the search: its value of the option, and its mean gain a seed. The dashed "
      "line is the value of the best point.");
  for (std::size_t i = 0; i < std::min(parameters.size(), most_plots); ++i) {
    const Parameter& parameter = parameters[i];
    html += "<h3>" + escaped(parameter.name) + "</h3>\n";
    const ChartText text{"option" + std::to_string(i), parameter.name,
                         "Gain a seed of the tried points by their value of " + parameter.name + ".",
                         parameter.name + (parameter.logarithmic ? " (logarithm to the base 10)" : "")};
    if (!parameter.numeric()) {
      html += by_value(report, i, {text.id, text.title, text.description, "mean gain a seed of the points"});
      continue;
    }
    const auto at = [&](double value) { return parameter.logarithmic ? std::log10(value) : value; };
    std::vector<PlotPoint> points;
    for (std::size_t number = 0; number < report.state.tried.size(); ++number) {
      const Tried& one = report.state.tried[number];
      points.push_back({.name = "point " + std::to_string(number) + ": " + parameter.text(one.point[i]),
                        .x = at(one.point[i]),
                        .y = stats::mean(one.values),
                        .faint = one.given_up && !one.finalist});
    }
    html += point_chart(text, "gain a seed", points, at(report.state.best[i]));
  }
  if (parameters.size() > most_plots)
    html += paragraph("Plots of the other " + std::to_string(parameters.size() - most_plots) + " are omitted.");
  return html;
}

std::string options_section(const TuningReport& report) {
  std::vector<std::vector<PageCell>> rows;
  for (std::size_t i = 0; i < report.space.parameters.size(); ++i) {
    const Parameter& parameter = report.space.parameters[i];
    const std::string range = parameter.kind == ParameterKind::choice ? join(parameter.choices, " / ")
                              : parameter.kind == ParameterKind::flag
                                  ? "no / yes"
                                  : decimal(parameter.low) + " to " + decimal(parameter.high);
    rows.push_back(
        {{parameter.name}, {range}, {parameter.text(parameter.start)}, {parameter.text(report.state.best[i])}});
  }
  const std::string html = page_table({{"option", true}, {"range"}, {"start"}, {"best"}}, rows);
  constexpr std::size_t short_table = 40;
  return heading("Options") + (rows.size() > short_table ? folded(counted(rows.size(), "number"), html) : html);
}

std::string effects_section(const TuningReport& report) {
  if (report.state.effects.empty()) return {};
  std::vector<IntervalRow> rows;
  std::string idle;
  for (const OptionEffect& effect : report.state.effects) {
    const std::string& name = report.space.names[effect.option];
    if (effect.does_nothing()) {
      idle += paragraph(name + " does nothing at the best point: equal scores on all " +
                        counted(effect.values.size(), "seed") + ".");
      continue;
    }
    rows.push_back({name + (effect.found() ? "" : ": no effect found"), effect.mean, effect.interval});
  }
  const std::string how =
      "The best point against itself with another value of one option: the start's, or the far end of "
      "the range if the best value is the start's. 95 % intervals.";
  return heading("What each option does") + paragraph(how) +
         (rows.empty() ? "" : interval_chart({"effects", "Effects of the options", how, "gain a seed"}, rows)) + idle;
}

}  // namespace

std::string tuning_page(const TuningReport& report, const std::string& check, const std::string& advice,
                        const std::string& command, const PageLook& look) {
  const std::string title =
      report.plan.entrants[1].identity.strategy + " tuned for " + report.plan.game.description.title;
  std::string body = "<h1>" + escaped(title) + "</h1>\n";
  body += paragraph(counted(report.matches, "match") + ", method " + method_name(report.options.method) + ", against " +
                    report.reference + ". On the seeds of tuning: " + gain_text(report.state.values) + ".");
  std::string verdict = heading("Check on other seeds");
  verdict += check.empty() ? paragraph("Not played: the tuning was interrupted, or found no better point.")
                           : paragraph("Only this counts as a result.") + "<pre>" + escaped(check) + "</pre>\n";
  verdict += paragraph(advice + ":") + command_html(command);
  for (const std::string& section :
       {verdict, options_section(report), effects_section(report), search_section(report), plots_section(report)})
    body += page_section(section);
  return html_page(title, body, look);
}

}  // namespace host
