#include "host/view/blame_report.hpp"

#include "host/text.hpp"
#include "host/view/match_report.hpp"
#include "host/view/numbers.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr double value_alpha = 0.05;  // of the intervals of values

std::string blame_seat_name(const BlameTask& task) {
  const GameDescription& game = task.plan.game.description;
  const auto seat = static_cast<std::size_t>(task.seat);
  return game.names_seats ? game.seat_names[seat] : "seat " + std::to_string(task.seat);
}

/// Returns what the reference has played, the most frequent action first.
std::vector<std::pair<std::string, std::size_t>> by_frequency(const TestedTurn& tested) {
  std::vector<std::pair<std::string, std::size_t>> all(tested.instead.begin(), tested.instead.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

/// Returns "3 4 (7 of 8), 2 2 (1 of 8)", without rare ones.
std::string instead_text(const TestedTurn& tested) {
  constexpr std::size_t most = 3;
  std::vector<std::string> parts;
  for (const auto& [action, count] : by_frequency(tested)) {
    if (parts.size() == most) break;
    parts.push_back(action + " (" + std::to_string(count) + " of " + std::to_string(tested.pairs()) + ")");
  }
  return join(parts);
}

class BlameRows {
 public:
  explicit BlameRows(const BlameReport& report)
      : report_(report), turns_(turns_of(report.task.match, report.task.seat)) {}

  [[nodiscard]] Json turn(std::size_t turn) const {
    const Event& event = report_.task.match.events[turns_[turn]];
    return {{"turn", turn + 1}, {"action", turns_[turn] + 1}, {"played", event.forfeit ? "(forfeit)" : event.action}};
  }

  [[nodiscard]] Json values() const {
    Json rows = Json::array();
    for (const auto& [turn, value] : report_.search.values()) {
      Json row = this->turn(turn);
      row.update({{"value", value.mean()},
                  {"interval", interval_json(value.interval(value_alpha))},
                  {"continuations", value.count()}});
      rows.push_back(std::move(row));
    }
    return rows;
  }

  [[nodiscard]] Json tested(const TestedTurn& tested) const {
    Json row = turn(tested.turn);
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

 private:
  const BlameReport& report_;
  std::vector<std::size_t> turns_;
};

std::string value_words(const BlameReport& report) {
  const BlameTask& task = report.task;
  if (task.target)
    return "the part of the way from the match's score " + shown_score(task.match.result.seats.front().score) + " to " +
           shown_score(*task.target);
  return task.match.seats.size() == 2 ? "the chance to win, a tie half" : "the share of the others that it beats";
}

std::string meaning(const BlameReport& report) {
  const BlameTask& task = report.task;
  const std::string& reference = task.plan.participants.back().identity.name;
  std::string text = "value: " + value_words(report) + ", if " + reference + " plays on for " + blame_seat_name(task) +
                     " before the turn, with fresh chance; 95 % intervals, valid at any time\n" +
                     "cost: the value before the turn less the value after the action that was played, from other "
                     "continuations\n";
  if (report.options.quick)
    text += "strategies have " + percent(report.quick_part) + " of their time in the continuations of the values\n";
  if (report.hides)
    text += "what " + blame_seat_name(task) +
            " can't know is drawn again, as its observation allows: values are what it could expect, not what the "
            "hidden part made of it\n";
  text += counted(report.played, "continuation") + " played";
  if (report.failures != 0)
    text += ", in " + std::to_string(report.failures) + " of which a seat failed; the first: " + report.first_failure;
  return text + "\n";
}

/// Returns what other turns have cost, the largest cost first.
std::string others_text(const BlameReport& report) {
  std::vector<const TestedTurn*> others;
  for (const TestedTurn& each : report.search.tested()) {
    if (each.established && &each != report.search.found()) others.push_back(&each);
  }
  std::stable_sort(others.begin(), others.end(), [](const auto* a, const auto* b) { return a->cost() > b->cost(); });
  std::vector<std::string> parts;
  for (const TestedTurn* const each : others)
    parts.push_back(std::to_string(each->turn + 1) + " (" + fixed(each->cost(), 2) + ")");
  if (parts.empty()) return "";
  return "; " + std::string(parts.size() == 1 ? "turn " : "turns ") + join(parts) + " cost less";
}

}  // namespace

std::string blame_answer(const BlameReport& report) {
  const BlameTask& task = report.task;
  const Transcript& match = task.match;
  const auto seat = static_cast<std::size_t>(task.seat);
  const std::string who = blame_seat_name(task) + " (" + match.seats[seat].name + ")";
  const TestedTurn* const found = report.search.found();
  if (found == nullptr) {
    return report.search.complete()
               ? "no turn of " + who + " is known to have cost more than " + decimal(report.options.least)
               : "no answer yet: no turn of " + who + " is known to have cost more than " +
                     decimal(report.options.least) + ", and not all were examined";
  }
  const std::size_t event = turns_of(match, task.seat)[found->turn];
  const std::string action = match.events[event].forfeit ? "it forfeited" : match.events[event].action;
  const bool tied = worth(task, match.result) == 0.5;
  return who + (tied ? " gave up the win at its turn " : " lost at its turn ") + std::to_string(found->turn + 1) +
         ", action " + std::to_string(event + 1) + ": " + action + " cost " + fixed(found->cost(), 2) + " (" +
         fixed(found->before.mean(), 2) + " before, " + fixed(found->after.mean(), 2) + " after), at least " +
         fixed(found->at_least(), 2) + " with an error of at most " + percent(report.options.alpha) + "; " +
         task.plan.participants.back().identity.name + " plays " + instead_text(*found) + others_text(report) +
         (report.search.complete() ? "" : "; not all turns were examined");
}

Report blame_report(const BlameReport& report) {
  const BlameTask& task = report.task;
  const BlameRows rows(report);
  const TestedTurn* const found = report.search.found();
  Json tested = Json::array();
  for (const TestedTurn& each : report.search.tested()) tested.push_back(rows.tested(each));
  Report made;
  made.json = {{"game", task.match.game},
               {"seed", task.match.seed},
               {"seat", task.seat},
               {"strategy", task.match.seats[static_cast<std::size_t>(task.seat)].name},
               {"reference", task.plan.participants.back().identity.name},
               {"unit", task.target ? "part of the way to the target" : "share of the others beaten"},
               {"turns", turns_of(task.match, task.seat).size()},
               {"answer", blame_answer(report)},
               {"complete", report.search.complete()},
               {"found", found == nullptr ? Json() : rows.tested(*found)},
               {"alpha", report.options.alpha},
               {"least", report.options.least},
               {"values", rows.values()},
               {"tested", tested},
               {"continuations", report.played},
               {"failures", report.failures}};
  if (task.target) made.json["target"] = *task.target;
  made.sections = {{.title = title(task.match) + ": " + blame_answer(report)}};
  if (!report.search.values().empty())
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

Transcript blamed_match(const BlameReport& report) {
  const BlameTask& task = report.task;
  Transcript match = task.match;
  const std::vector<std::size_t> turns = turns_of(match, task.seat);
  const std::string& reference = task.plan.participants.back().identity.name;
  std::map<std::size_t, TurnEvaluation> evaluations;
  for (const TurnEvaluation& each : match.usage.evaluations) {
    if (match.events[each.action - 1].seat != task.seat) evaluations[each.action] = each;
  }
  std::map<std::size_t, TurnLog> logs;
  for (const TurnLog& each : match.usage.logs) logs[each.action] = each;
  for (const auto& [turn, value] : report.search.values()) {
    const std::size_t action = turns[turn] + 1;
    evaluations[action] = {
        action, {.value = value.mean(), .unit = AGON_VALUE_CONTEST, .nodes = static_cast<std::int64_t>(value.count())}};
  }
  for (const TestedTurn& tested : report.search.tested()) {
    const std::size_t action = turns[tested.turn] + 1;
    TurnLog& log = logs[action];
    log.action = action;
    log.text = "blame: cost " + fixed(tested.cost(), 2) + ", at least " + fixed(tested.at_least(), 2) + "; " +
               reference + " plays " + instead_text(tested) + "\n" + log.text;
    evaluations[action] = {action,
                           {.value = std::clamp(tested.before.mean(), 0.0, 1.0),
                            .unit = AGON_VALUE_CONTEST,
                            .nodes = static_cast<std::int64_t>(tested.before.count()),
                            .line = by_frequency(tested).front().first}};
  }
  match.usage.evaluations.clear();
  match.usage.logs.clear();
  for (auto& [action, each] : evaluations) match.usage.evaluations.push_back(std::move(each));
  for (auto& [action, each] : logs) match.usage.logs.push_back(std::move(each));
  return match;
}

}  // namespace host
