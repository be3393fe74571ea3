#include "host/report/blame_report.hpp"

#include "host/report/match_report.hpp"
#include "host/report/numbers.hpp"
#include "host/util/text.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr double value_alpha = 0.05;  // of the intervals of values
constexpr const char* forfeit = "(forfeit)";

const std::string& seat_name(const BlameTask& task) {
  return task.plan.game.description.seat_names[static_cast<std::size_t>(task.seat)];
}

const std::string& reference_name(const BlameTask& task) {
  return task.plan.participants.back().identity.name;
}

/// Returns a row about a turn, with `more`.
Json turn_row(const BlameTask& task, std::size_t turn, const Json& more) {
  const std::size_t at = turns_of(task.match, task.seat)[turn];
  const Event& event = task.match.events[at];
  Json row = {{"turn", turn + 1}, {"action", at + 1}, {"played", event.forfeit ? forfeit : event.action}};
  row.update(more);
  return row;
}

/// Its "instead" has what the reference has played, the most frequent action first, and "instead_text" the first ones,
/// as "3 4 (7 of 8), 2 2 (1 of 8)".
Json tested_row(const BlameTask& task, const TestedTurn& tested) {
  constexpr std::size_t most = 3;
  std::vector<std::pair<std::string, std::size_t>> played(tested.instead.begin(), tested.instead.end());
  std::ranges::stable_sort(played, std::greater<>(), [](const auto& each) { return each.second; });
  Json instead = Json::array();
  std::vector<std::string> texts;
  for (const auto& [action, count] : played) {
    instead.push_back({{"action", action}, {"count", count}});
    if (texts.size() < most)
      texts.push_back(action + " (" + std::to_string(count) + " of " + std::to_string(tested.pairs()) + ")");
  }
  return turn_row(task, tested.turn,
                  {{"before", tested.before.mean()},
                   {"after", tested.after.mean()},
                   {"cost", tested.cost()},
                   {"at_least", tested.at_least()},
                   {"at_most", tested.at_most()},
                   {"established", tested.established},
                   {"alpha", tested.alpha},
                   {"pairs", tested.pairs()},
                   {"instead", std::move(instead)},
                   {"instead_text", join(texts)}});
}

std::string played_text(const ContinuationCounts& counts) {
  std::string text = counted(counts.played, "continuation");
  if (counts.failures == 0) return text;
  return text + ", in " + std::to_string(counts.failures) +
         " of which a seat failed; the first: " + counts.first_failure;
}

/// Returns whether a seat of the game can know what another one does not.
bool hides(const Game& game) {
  return (static_cast<const agon_model*>(game.type->extension(AGON_MODEL))->properties & AGON_MODEL_HIDDEN) != 0;
}

std::string meaning(const BlameTask& task, const Game& game, const ContinuationCounts& counts) {
  const std::string value = task.target ? "the part of the way from the match's score " +
                                              shown_score(task.match.result.seats.front().score) + " to " +
                                              shown_score(*task.target)
                            : task.match.seats.size() == 2 ? "the chance to win, a tie half"
                                                           : "the share of the others that it beats";
  std::string text = "value: " + value + ", if " + reference_name(task) + " plays on for " + seat_name(task) +
                     " before the turn, with fresh chance; 95 % intervals, valid at any time\n" +
                     "cost: the value before the turn less the value after the action that was played, from other "
                     "continuations\n";
  if (task.time_part < 1)
    text += "strategies have " + percent(task.time_part) + " of their time, but for the test with all of it\n";
  if (hides(game))
    text += "what " + seat_name(task) +
            " can't know is drawn again, as its observation allows: values are what it could expect, not what the "
            "hidden part made of it\n";
  return text + played_text(counts) + " played\n";
}

std::string short_time(const BlameTask& task) {
  return task.time_part < 1 ? ", if strategies have " + percent(task.time_part) + " of their time" : "";
}

/// Returns what other turns have cost.
std::string others_text(const BlameFindings& search) {
  std::vector<std::string> others;
  for (const TestedTurn& each : search.tested) {
    if (each.established && &each != search.found())
      others.push_back("turn " + std::to_string(each.turn + 1) + " (" + fixed(each.cost(), 2) + ")");
  }
  return others.empty() ? "" : "; " + join(others) + " cost less";
}

std::string bound_text(double at_least, const BlameOptions& options) {
  return "at least " + fixed(at_least, 2) + " with an error of at most " + percent(options.alpha);
}

/// Returns the sentence about the turn that was found, whose row is `row`.
std::string found_text(const BlameTask& task, const BlameFindings& search, const Json& row, const TestedTurn* whole) {
  const std::string played = row.at("played");
  const TestedTurn& found = *search.found();
  std::string text = " at its turn " + row.at("turn").dump() + ", action " + row.at("action").dump() + ": " +
                     (played == forfeit ? "it forfeited" : played) + " cost " + fixed(found.cost(), 2) + " (" +
                     fixed(found.before.mean(), 2) + " before, " + fixed(found.after.mean(), 2) + " after), " +
                     bound_text(found.at_least(), search.options) + short_time(task);
  if (whole != nullptr)
    text += "; if they have all of it, " + fixed(whole->cost(), 2) + " by " + counted(whole->pairs(), "pair") + ", " +
            bound_text(whole->at_least(), search.options);
  return text + "; " + reference_name(task) + " plays " + row.at("instead_text").get<std::string>() +
         others_text(search) + (search.complete ? "" : "; not all turns were examined");
}

/// Returns the sentence about the stretch over which the value has fallen.
std::string fall_text(const BlameTask& task, const BlameFindings& search, const KnownFall& fall) {
  const std::string first = std::to_string(fall.first + 1);
  const std::string last = std::to_string(fall.last + 1);
  return (fall.last == search.turns ? " from its turn " + first + " on"
                                    : " between its turns " + first + " and " + last) +
         ": before turn " + first + " it could expect " + bound_text(fall.at_least, search.options) +
         (fall.last == search.turns ? "" : ", before turn " + last + " at most " + fixed(fall.at_most, 2)) +
         short_time(task);
}

/// Returns what is known of single turns if none was found.
std::string none_text(const BlameFindings& search, const std::string& who) {
  std::string text = "no single turn of " + who + " is known to have cost more than " + decimal(search.options.least);
  if (search.examined > 0) text += ", with " + counted(search.examined, "continuation") + " of each position";
  const auto first = search.values.find(0);
  if (first == search.values.end()) return text;
  return text + "; at its first turn it could expect " + fixed(first->second.mean(), 2) + " " +
         interval(2)(interval_json(first->second.interval(value_alpha)));
}

/// `row` is that of the turn that was found, if there is one.
std::string blame_answer(const BlameTask& task, const BlameFindings& search, const Json& row, const TestedTurn* whole) {
  constexpr std::size_t enough = 4;  // continuations of each position: two tell little of a value
  const std::string who = seat_name(task) + " (" + task.match.seats[static_cast<std::size_t>(task.seat)].name + ")";
  const std::string lost = who + (worth(task, task.match.result) == 0.5 ? " gave up the win" : " lost");
  if (search.found() != nullptr) return lost + found_text(task, search, row, whole);
  if (const auto fall = search.fall()) return lost + fall_text(task, search, *fall) + "; " + none_text(search, who);
  if (search.complete || search.examined >= enough) return none_text(search, who);
  return "no answer yet: " + none_text(search, who) + "; not all turns were examined";
}

/// Completes a report by the tables that are not empty.
Report with_tables(Report made, const std::string& title, const std::vector<Section>& tables,
                   const std::string& notes) {
  made.sections = {{.title = title}};
  std::ranges::copy_if(tables, std::back_inserter(made.sections),
                       [](const Section& each) { return !each.rows.empty(); });
  made.sections.push_back({.notes = notes});
  return made;
}

}  // namespace

Report blame_report(const BlameTask& task, const Game& game, const BlameFindings& search, const TestedTurn* whole,
                    const ContinuationCounts& counts) {
  const BlameOptions& options = search.options;
  const TestedTurn* const found = search.found();
  const Json row = found == nullptr ? Json() : tested_row(task, *found);
  const std::string answer = blame_answer(task, search, row, whole);
  Json values = Json::array();
  for (const auto& [turn, value] : search.values) {
    values.push_back(turn_row(task, turn,
                              {{"value", value.mean()},
                               {"interval", interval_json(value.interval(value_alpha))},
                               {"continuations", value.count()}}));
  }
  Json tested = Json::array();
  for (const TestedTurn& each : search.tested) tested.push_back(tested_row(task, each));
  Report made;
  made.json = {{"game", task.match.game},
               {"seed", task.match.seed},
               {"seat", task.seat},
               {"strategy", task.match.seats[static_cast<std::size_t>(task.seat)].name},
               {"reference", reference_name(task)},
               {"unit", task.target ? "part of the way to the target" : "share of the others beaten"},
               {"turns", turns_of(task.match, task.seat).size()},
               {"answer", answer},
               {"complete", search.complete},
               {"found", row},
               {"search_part", task.time_part},
               {"with_all_time", whole == nullptr ? Json() : tested_row(task, *whole)},
               {"alpha", options.alpha},
               {"least", options.least},
               {"values", values},
               {"tested", tested},
               {"continuations", counts.played},
               {"failures", counts.failures}};
  if (task.target) made.json["target"] = *task.target;
  if (const auto fall = search.fall())
    made.json["fall"] = {{"from_turn", fall->first + 1},
                         {"to_turn", fall->last + 1},
                         {"at_least", fall->at_least},
                         {"at_most", fall->at_most}};
  Columns numbers = {"turn", "action", "played"};
  for (const char* const each : {"before", "after", "cost", "at least=at_least"})
    numbers.emplace_back(each, decimals(2));
  numbers.insert(numbers.end(), {"pairs", "reference plays=instead_text"});
  return with_tables(
      std::move(made), title(task.match) + ": " + answer,
      {{.columns = {"turn", "action", "played", {"value", decimals(2)}, {"interval", interval(2)}, "continuations"},
        .rows = values},
       {.title = "Turns that were tested:", .columns = numbers, .rows = tested}},
      meaning(task, game, counts));
}

}  // namespace host
