#include "host/view/blame_report.hpp"

#include "host/escape.hpp"
#include "host/text.hpp"
#include "host/view/match_report.hpp"
#include "host/view/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr double value_alpha = 0.05;  // of the intervals of values

const std::string& seat_name(const BlameTask& task) {
  return task.plan.game.description.seat_names[static_cast<std::size_t>(task.seat)];
}

const std::string& reference_name(const BlameTask& task) {
  return task.plan.participants.back().identity.name;
}

/// Returns what the reference has played, the most frequent action first.
std::vector<std::pair<std::string, std::size_t>> by_frequency(const TestedTurn& tested) {
  std::vector<std::pair<std::string, std::size_t>> all(tested.instead.begin(), tested.instead.end());
  std::ranges::stable_sort(all, std::greater<>(), [](const auto& each) { return each.second; });
  return all;
}

/// Returns "3 4 (7 of 8), 2 2 (1 of 8)", without rare ones.
std::string instead_text(const TestedTurn& tested) {
  constexpr std::size_t most = 3;
  std::vector<std::string> parts;
  for (const auto& [action, count] : by_frequency(tested))
    parts.push_back(action + " (" + std::to_string(count) + " of " + std::to_string(tested.pairs()) + ")");
  if (parts.size() > most) parts.resize(most);
  return join(parts);
}

Json turn_row(const BlameTask& task, std::size_t turn) {
  const std::size_t at = turns_of(task.match, task.seat)[turn];
  const Event& event = task.match.events[at];
  return {{"turn", turn + 1}, {"action", at + 1}, {"played", event.forfeit ? "(forfeit)" : event.action}};
}

Json value_rows(const BlameReport& report) {
  Json rows = Json::array();
  for (const auto& [turn, value] : report.search.values()) {
    rows.push_back(turn_row(report.task, turn));
    rows.back().update({{"value", value.mean()},
                        {"interval", interval_json(value.interval(value_alpha))},
                        {"continuations", value.count()}});
  }
  return rows;
}

Json tested_row(const BlameTask& task, const TestedTurn& tested) {
  Json row = turn_row(task, tested.turn);
  Json instead = Json::object();
  for (const auto& [action, count] : by_frequency(tested)) instead[action] = count;
  row.update({{"before", tested.before.mean()},
              {"after", tested.after.mean()},
              {"cost", tested.cost()},
              {"at_least", tested.at_least()},
              {"at_most", tested.at_most()},
              {"established", tested.established},
              {"alpha", tested.alpha},
              {"pairs", tested.pairs()},
              {"instead", std::move(instead)},
              {"instead_text", instead_text(tested)}});
  return row;
}

std::string played_text(const BlameWork& work) {
  std::string text = counted(work.played, "continuation");
  if (work.failures != 0)
    text += ", in " + std::to_string(work.failures) + " of which a seat failed; the first: " + work.first_failure;
  return text;
}

std::string meaning(const BlameReport& report) {
  const BlameTask& task = report.task;
  const std::string value = task.target ? "the part of the way from the match's score " +
                                              shown_score(task.match.result.seats.front().score) + " to " +
                                              shown_score(*task.target)
                            : task.match.seats.size() == 2 ? "the chance to win, a tie half"
                                                           : "the share of the others that it beats";
  std::string text = "value: " + value + ", if " + reference_name(task) + " plays on for " + seat_name(task) +
                     " before the turn, with fresh chance; 95 % intervals, valid at any time\n" +
                     "cost: the value before the turn less the value after the action that was played, from other "
                     "continuations\n";
  if (report.options.quick)
    text += "strategies have " + percent(report.quick_part) + " of their time in the continuations of the values\n";
  if (report.work.hides)
    text += "what " + seat_name(task) +
            " can't know is drawn again, as its observation allows: values are what it could expect, not what the "
            "hidden part made of it\n";
  return text + played_text(report.work) + " played\n";
}

/// Returns what other turns have cost, the largest cost first.
std::string others_text(const BlameSearch& search) {
  std::multimap<double, std::string, std::greater<>> others;
  for (const TestedTurn& each : search.tested()) {
    if (each.established && &each != search.found())
      others.emplace(each.cost(), std::to_string(each.turn + 1) + " (" + fixed(each.cost(), 2) + ")");
  }
  std::vector<std::string> parts;
  for (const auto& [cost, text] : others) parts.push_back(text);
  return parts.empty() ? "" : (parts.size() == 1 ? "; turn " : "; turns ") + join(parts) + " cost less";
}

/// Returns the sentence about the turn that was found, or that none was.
std::string blame_answer(const BlameReport& report) {
  const auto& [task, search, options, quick_part, work] = report;
  const std::string who = seat_name(task) + " (" + task.match.seats[static_cast<std::size_t>(task.seat)].name + ")";
  const TestedTurn* const found = search.found();
  if (found == nullptr)
    return (search.complete() ? "no turn of " : "no answer yet: no turn of ") + who +
           " is known to have cost more than " + decimal(options.least) +
           (search.complete() ? "" : ", and not all were examined");
  const std::size_t at = turns_of(task.match, task.seat)[found->turn];
  const Event& event = task.match.events[at];
  const bool tied = worth(task, task.match.result) == 0.5;
  return who + (tied ? " gave up the win at its turn " : " lost at its turn ") + std::to_string(found->turn + 1) +
         ", action " + std::to_string(at + 1) + ": " + (event.forfeit ? "it forfeited" : event.action) + " cost " +
         fixed(found->cost(), 2) + " (" + fixed(found->before.mean(), 2) + " before, " + fixed(found->after.mean(), 2) +
         " after), at least " + fixed(found->at_least(), 2) + " with an error of at most " + percent(options.alpha) +
         "; " + reference_name(task) + " plays " + instead_text(*found) + others_text(search) +
         (search.complete() ? "" : "; not all turns were examined");
}

Json loss_rows(const std::vector<PhaseRow>& rows) {
  Json all = Json::array();
  for (const PhaseRow& row : rows) {
    Json one = {{"strategy", row.strategy}};
    if (!row.other.empty()) one["other"] = row.other;
    if (!row.group.empty()) one["group"] = row.group;
    if (row.matches != 0) one["matches"] = row.matches;
    one["seeds"] = row.seeds;
    for (std::size_t phase = 0; phase <= phase_count; ++phase)
      one[phase == phase_count ? "all" : phase_names[phase]] = {{"loss", row.losses[phase]},
                                                                {"interval", interval_json(row.intervals[phase])}};
    all.push_back(std::move(one));
  }
  return all;
}

/// Returns "0.12 [0.05, 0.2]".
std::string loss_text(const Json& loss) {
  const Json& ends = loss.at("interval");
  std::string text = fixed(loss.at("loss").get<double>(), 2);
  if (ends.at(0).is_number() && std::isfinite(ends.at(0).get<double>())) text += " " + interval(2)(ends);
  return text;
}

Section loss_table(const std::string& heading, Columns columns, const Json& rows) {
  for (const char* const phase : {"opening", "middle", "end", "all"}) columns.emplace_back(phase, loss_text);
  return {.title = heading, .columns = std::move(columns), .rows = rows};
}

}  // namespace

Report blame_report(const BlameReport& report) {
  const auto& [task, search, options, quick_part, work] = report;
  const TestedTurn* const found = search.found();
  Json tested = Json::array();
  for (const TestedTurn& each : search.tested()) tested.push_back(tested_row(task, each));
  Report made;
  made.json = {{"game", task.match.game},
               {"seed", task.match.seed},
               {"seat", task.seat},
               {"strategy", task.match.seats[static_cast<std::size_t>(task.seat)].name},
               {"reference", reference_name(task)},
               {"unit", task.target ? "part of the way to the target" : "share of the others beaten"},
               {"turns", turns_of(task.match, task.seat).size()},
               {"answer", blame_answer(report)},
               {"complete", search.complete()},
               {"found", found == nullptr ? Json() : tested_row(task, *found)},
               {"alpha", options.alpha},
               {"least", options.least},
               {"values", value_rows(report)},
               {"tested", tested},
               {"continuations", work.played},
               {"failures", work.failures}};
  if (task.target) made.json["target"] = *task.target;
  made.sections = {{.title = title(task.match) + ": " + blame_answer(report)}};
  if (!search.values().empty())
    made.sections.push_back(
        {.columns = {"turn", "action", "played", {"value", decimals(2)}, {"interval", interval(2)}, "continuations"},
         .rows = made.json["values"]});
  if (!tested.empty())
    made.sections.push_back({.title = "Turns that were tested:",
                             .columns = {"turn",
                                         "action",
                                         "played",
                                         {"before", decimals(2)},
                                         {"after", decimals(2)},
                                         {"cost", decimals(2)},
                                         {"at least=at_least", decimals(2)},
                                         "pairs",
                                         "reference plays=instead_text"},
                             .rows = tested});
  made.sections.push_back({.notes = meaning(report)});
  return made;
}

std::string blame_picture(const BlameReport& report) {
  const BlameTask& task = report.task;
  const auto turns = static_cast<double>(turns_of(task.match, task.seat).size());
  const auto x = [&](double turn) { return fixed(36 + 568 * turn / turns, 1); };
  const auto y = [](double value) { return fixed(184 - 148 * value, 1); };
  std::string svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 220' role='img'>\n<title>" +
                    escaped(title(task.match) + ": " + blame_answer(report)) +
                    "</title>\n<style>svg{background:#fff}text{font:12px sans-serif;fill:#333;text-anchor:middle}"
                    "line{stroke:#999}.range{stroke:#9bc;stroke-width:3}.found{stroke:#d50;stroke-width:2}"
                    ".costly{stroke:#d50;stroke-dasharray:3}polyline{fill:none;stroke:#06a;stroke-width:2}"
                    "circle{fill:#06a}</style>\n";
  const auto line = [&](const char* kind, double from, double low, double to, double high) {
    svg.append("<line class='").append(kind).append("' x1='" + x(from) + "' y1='" + y(low) + "' x2='" + x(to));
    svg.append("' y2='" + y(high) + "'/>\n");
  };
  const auto words = [&](double turn, double value, const std::string& text) {
    svg.append("<text x='" + x(turn) + "' y='" + y(value) + "'>").append(text).append("</text>\n");
  };
  for (const double value : {0.0, 0.5, 1.0}) {
    line("axis", 0, value, turns, value);
    words(-turns / 30, value, fixed(value, 1));
  }
  std::string points;
  std::string dots;
  for (const auto& [turn, value] : report.search.values()) {
    const auto at = static_cast<double>(turn);
    const stats::Interval range = value.interval(value_alpha);
    line("range", at, range.low, at, range.high);
    points.append(x(at)).append("," + y(value.mean()) + " ");
    dots.append("<circle cx='" + x(at)).append("' cy='" + y(value.mean()) + "' r='3'/>\n");
  }
  points.append(x(turns)).append("," + y(worth(task, task.match.result)));
  for (const TestedTurn& tested : report.search.tested()) {
    if (!tested.established) continue;
    const bool most = &tested == report.search.found();
    const auto at = static_cast<double>(tested.turn);
    line(most ? "found" : "costly", at, 0, at, 1);
    words(at, 1.07, (most ? "turn " : "") + std::to_string(tested.turn + 1) + ": " + fixed(tested.cost(), 2));
  }
  svg.append("<polyline points='" + points).append("'/>\n").append(dots);
  words(0, -0.15, "turn 1");
  words(turns, -0.15, "end");
  return svg + "</svg>\n";
}

Transcript blamed_match(const BlameReport& report) {
  const BlameTask& task = report.task;
  Transcript match = task.match;
  const std::vector<std::size_t> turns = turns_of(match, task.seat);
  TurnUsage& usage = match.usage;
  std::map<std::size_t, Evaluation> values;
  const auto value_of = [](const stats::BoundedMean& mean, std::string line) {
    return Evaluation{.value = std::clamp(mean.mean(), 0.0, 1.0),
                      .unit = AGON_VALUE_CONTEST,
                      .nodes = static_cast<std::int64_t>(mean.count()),
                      .line = std::move(line)};
  };
  for (const auto& [turn, value] : report.search.values()) values[turns[turn] + 1] = value_of(value, "");
  for (const TestedTurn& tested : report.search.tested()) {
    const std::size_t action = turns[tested.turn] + 1;
    values[action] = value_of(tested.before, by_frequency(tested).front().first);
    auto log = std::ranges::lower_bound(usage.logs, action, {}, &TurnLog::action);
    if (log == usage.logs.end() || log->action != action) log = usage.logs.insert(log, {action, ""});
    log->text = "blame: cost " + fixed(tested.cost(), 2) + ", at least " + fixed(tested.at_least(), 2) + "; " +
                reference_name(task) + " plays " + instead_text(tested) + "\n" + log->text;
  }
  std::erase_if(usage.evaluations, [&](const auto& each) { return match.events[each.action - 1].seat == task.seat; });
  for (auto& [action, value] : values) usage.evaluations.push_back({action, std::move(value)});
  std::ranges::sort(usage.evaluations, {}, &TurnEvaluation::action);
  return match;
}

Report blame_run_report(const BlameRunReport& report) {
  const auto& [table, game, where, reference, scores, matches, work] = report;
  const std::string title = "What strategies lose: " + game + ", " + where;
  const std::string notes =
      "loss: by how much " + std::string(scores ? "the expected score" : "the chance to win, a tie half,") +
      " falls over the phase, if " + reference +
      " plays on for the seat; luck is in it, with the mean 0. Phases are thirds of a match's actions. Intervals are "
      "of 95 %, over seeds\n" +
      (work.hides ? "what a seat can't know is drawn again, as its observation allows\n" : "") +
      counted(table.judged, "seat") + " of " + counted(matches, "match") + " judged by " + played_text(work) +
      (work.complete ? "" : "; the rest, or more continuations of each, would take more --seconds");
  const Json losses = {{"strategies", loss_rows(table.strategies)},
                       {"by_seat", loss_rows(table.seats)},
                       {"by_parameter", loss_rows(table.parameters)},
                       {"differences", loss_rows(table.differences)}};
  Report made;
  made.json = {{"title", title},
               {"game", game},
               {"reference", reference},
               {"unit", scores ? "score" : "share of the others beaten"},
               {"complete", work.complete},
               {"matches", matches},
               {"seats_judged", table.judged},
               {"continuations", work.played},
               {"failures", work.failures},
               {"notes", split(notes, '\n')},
               {"losses", losses}};
  made.sections = {
      {.title = title},
      loss_table("", {"strategy", "matches", "seeds"}, losses["strategies"]),
      loss_table("By seat:", {"strategy", "seat=group", "matches", "seeds"}, losses["by_seat"]),
      loss_table("By parameter:", {"strategy", "parameter=group", "matches", "seeds"}, losses["by_parameter"]),
      loss_table("Difference of the losses of two strategies on the same seeds, the first less the second:",
                 {"strategy", "less=other", "seeds"}, losses["differences"])};
  std::erase_if(made.sections, [](const Section& each) { return !each.columns.empty() && each.rows.empty(); });
  made.sections.push_back({.notes = notes + "\n"});
  return made;
}

}  // namespace host
