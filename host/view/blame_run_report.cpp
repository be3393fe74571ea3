#include "host/view/blame_run_report.hpp"

#include "host/text.hpp"
#include "host/view/numbers.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

Json rows_json(const std::vector<PhaseRow>& rows) {
  Json all = Json::array();
  for (const PhaseRow& row : rows) {
    Json one = {{"strategy", row.strategy}};
    if (!row.other.empty()) one["other"] = row.other;
    if (!row.group.empty()) one["group"] = row.group;
    if (row.matches != 0) one["matches"] = row.matches;
    one["seeds"] = row.seeds;
    for (std::size_t phase = 0; phase < row.losses.size(); ++phase)
      one[phase == phase_count ? "all" : phase_names[phase]] = {{"loss", row.losses[phase]},
                                                                {"interval", interval_json(row.intervals[phase])}};
    all.push_back(std::move(one));
  }
  return all;
}

/// Returns "0.12 [0.05, 0.2]".
std::string loss_text(const Json& loss) {
  const Json& ends = loss.at("interval");
  const auto number = [](double each) { return fixed(each, 2); };
  std::string text = number(loss.at("loss").get<double>());
  if (ends.at(0).is_number() && ends.at(1).is_number() && std::isfinite(ends.at(0).get<double>()))
    text += " " + interval_text({ends.at(0).get<double>(), ends.at(1).get<double>()}, number);
  return text;
}

Columns columns_of(Columns first) {
  for (const char* const phase : phase_names) first.emplace_back(phase, loss_text);
  first.emplace_back("all", loss_text);
  return first;
}

std::string meaning(const BlameRunReport& report) {
  std::string text = "loss: by how much " +
                     std::string(report.scores ? "the expected score" : "the chance to win, a tie half,") +
                     " falls over the phase, if " + report.reference +
                     " plays on for the seat; luck is in it, with the mean 0. Phases are thirds of a match's actions. "
                     "Intervals are of "
                     "95 %, over seeds\n";
  if (report.hides) text += "what a seat can't know is drawn again, as its observation allows\n";
  text += counted(report.judged, "seat") + " of " + counted(report.matches, "match") + " judged by " +
          counted(report.played, "continuation");
  if (report.failures != 0)
    text += ", in " + std::to_string(report.failures) + " of which a seat failed; the first: " + report.first_failure;
  return text + (report.complete ? "\n" : "; the rest, or more continuations of each, would take more --seconds\n");
}

}  // namespace

Report blame_run_report(const BlameRunReport& report) {
  Report made;
  const std::string title = "What strategies lose: " + report.game + ", " + report.where;
  const std::string notes = meaning(report);
  const Json losses = {{"strategies", rows_json(report.table.strategies)},
                       {"by_seat", rows_json(report.table.seats)},
                       {"by_parameter", rows_json(report.table.parameters)},
                       {"differences", rows_json(report.table.differences)}};
  made.json = {{"title", title},
               {"game", report.game},
               {"reference", report.reference},
               {"unit", report.scores ? "score" : "share of the others beaten"},
               {"complete", report.complete},
               {"matches", report.matches},
               {"seats_judged", report.judged},
               {"continuations", report.played},
               {"failures", report.failures},
               {"notes", split(notes.substr(0, notes.size() - 1), '\n')},
               {"losses", losses}};
  made.sections = {{.title = title},
                   {.columns = columns_of({"strategy", "matches", "seeds"}), .rows = losses.at("strategies")}};
  const auto add = [&](const char* member, std::string heading, Columns columns) {
    if (!losses.at(member).empty())
      made.sections.push_back(
          {.title = std::move(heading), .columns = columns_of(std::move(columns)), .rows = losses.at(member)});
  };
  add("by_seat", "By seat:", {"strategy", "seat=group", "matches", "seeds"});
  add("by_parameter", "By parameter:", {"strategy", "parameter=group", "matches", "seeds"});
  add("differences", "Difference of the losses of two strategies on the same seeds, the first less the second:",
      {"strategy", "less=other", "seeds"});
  made.sections.push_back({.notes = notes});
  return made;
}

}  // namespace host
