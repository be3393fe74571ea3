#include "host/view/report.hpp"

#include "host/match/contest.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace host {

namespace {

/// The parameters in one line, but for whole boards: those are shown, or recorded.
std::string parameters(const Transcript& transcript) {
  constexpr std::size_t longest = 40;
  std::vector<std::string> parts;
  for (const auto& [name, value] : transcript.parameters) {
    if (value.size() > longest) continue;
    std::string part = name;
    parts.push_back(part.append("=").append(value));
  }
  return join(parts, " ");
}

std::string outcome(const Outcome& outcome) {
  std::string text = outcome_name(outcome.kind);
  if (!outcome.ok()) text += ": " + outcome.reason;
  return text;
}

double seconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e9;
}

/// The most that it had at a time.
std::string memory(const Usage& usage) {
  return usage.peak_kib ? fixed(static_cast<double>(*usage.peak_kib) / 1024, 1) + " MiB" : "-";
}

double mean(const TallyRow& row) {
  return row.matches == 0 ? 0 : row.score_sum / static_cast<double>(row.matches);
}

}  // namespace

std::string title(const Transcript& transcript) {
  const std::string set = parameters(transcript);
  return plain(transcript.game + ", seed " + std::to_string(transcript.seed) + (set.empty() ? "" : ", " + set));
}

std::string match_table(const Transcript& transcript, const GameDescription& game) {
  std::vector<std::vector<std::string>> rows = {
      {"seat", "strategy", "score", "contest", "turns", "cpu s", "wall s", "memory", "outcome"}};
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    const SeatResult& result = transcript.result.seats[seat];
    rows.push_back({game.seat_names[seat], transcript.seats[seat].name, decimal(result.score),
                    fixed(transcript.contest[seat], 2), std::to_string(result.usage.turns),
                    fixed(seconds(result.usage.cpu_ns), 6), fixed(seconds(result.usage.wall_ns), 6),
                    memory(result.usage), outcome(result.outcome)});
  }
  return table(rows);
}

std::string match_line(const Transcript& transcript, const GameDescription& game) {
  std::vector<std::string> seats;
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    const SeatResult& result = transcript.result.seats[seat];
    seats.push_back(transcript.seats[seat].name + " (" + game.seat_names[seat] + ") " + decimal(result.score) +
                    (result.outcome.ok() ? "" : " [" + outcome(result.outcome) + "]"));
  }
  const std::string set = parameters(transcript);
  return plain("seed " + std::to_string(transcript.seed) + (set.empty() ? "" : "  " + set) + "  " + join(seats)) + "\n";
}

std::string run_table(const RunPlan& plan, const std::vector<TallyRow>& tally) {
  const bool versus = plan.entrants.size() > 1;
  const std::int32_t contest = plan.game.description.contest;
  std::vector<std::string> heading = {"strategy", "matches", "mean score", contest_name(contest), "per match"};
  if (versus) heading.insert(heading.end(), {"wins", "ties", "losses"});
  heading.insert(heading.end(), {"failures", "cpu s"});
  std::vector<std::vector<std::string>> rows = {heading};
  for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
    const TallyRow& row = tally[entrant];
    std::vector<std::string> cells = {plan.entrants[entrant].identity.name, std::to_string(row.matches),
                                      fixed(mean(row), 2), fixed(combine(contest, row.counts), 2),
                                      fixed(combine(AGON_CONTEST_MEAN, row.counts), 2)};
    if (versus) {
      cells.insert(cells.end(), {std::to_string(row.wins), std::to_string(row.ties), std::to_string(row.losses)});
    }
    cells.insert(cells.end(), {std::to_string(row.failures), fixed(seconds(row.cpu_ns), 3)});
    rows.push_back(std::move(cells));
  }
  return table(rows);
}

std::string standing(const RunPlan& plan, const std::vector<TallyRow>& tally) {
  constexpr std::size_t most = 3;
  struct Place {
    double mean = 0;
    std::size_t entrant = 0;
  };
  std::vector<Place> places;
  for (std::size_t entrant = 0; entrant < tally.size(); ++entrant) {
    if (!tally[entrant].counts.empty()) places.push_back({combine(AGON_CONTEST_MEAN, tally[entrant].counts), entrant});
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.mean > b.mean; });
  std::string text;
  for (std::size_t place = 0; place < std::min(most, places.size()); ++place) {
    const double mean = places[place].mean;
    if (place > 0) text += mean < places[place - 1].mean ? " > " : " = ";
    text += plan.entrants[places[place].entrant].identity.name + " " + fixed(mean, 2);
  }
  return text;
}

nlohmann::ordered_json run_json(const RunPlan& plan, const std::vector<TallyRow>& tally) {
  const std::int32_t contest = plan.game.description.contest;
  nlohmann::ordered_json strategies = nlohmann::ordered_json::array();
  for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
    const TallyRow& row = tally[entrant];
    strategies.push_back({{"name", plan.entrants[entrant].identity.name},
                          {"matches", row.matches},
                          {"mean_score", mean(row)},
                          {"contest", combine(contest, row.counts)},
                          {"wins", row.wins},
                          {"ties", row.ties},
                          {"losses", row.losses},
                          {"failures", row.failures},
                          {"cpu_s", seconds(row.cpu_ns)}});
  }
  return {{"seed_list", plan.seeds.text}, {"contest", contest_name(contest)}, {"strategies", strategies}};
}

}  // namespace host
