#include "host/view/report.hpp"

#include "host/match/contest.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace host {

namespace {

/// Returns the parameters in one line, without whole boards: the picture or the record shows those.
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

/// Formats the peak memory.
std::string memory(const Usage& usage) {
  return usage.peak_kib ? fixed(static_cast<double>(*usage.peak_kib) / 1024, 1) + " MiB" : "-";
}

/// Returns whether a match's contest contribution is its score.
bool counts_scores(std::int32_t contest) {
  return contest == AGON_CONTEST_MEAN || contest == AGON_CONTEST_SUM;
}

/// Returns "greedy", or "greedy, then random from action 12".
std::string players(const Transcript& transcript, std::size_t seat) {
  std::string text = transcript.seats[seat].name;
  std::string last = text;
  for (const Takeover& takeover : transcript.takeovers) {
    if (static_cast<std::size_t>(takeover.seat) != seat || takeover.player.name == last) continue;
    last = takeover.player.name;
    text += ", then " + last + " from action " + std::to_string(takeover.action);
  }
  return text;
}

double seconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e9;
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
    rows.push_back({game.seat_names[seat], players(transcript, seat), shown_score(result.score),
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
    seats.push_back(players(transcript, seat) + " (" + game.seat_names[seat] + ")" +
                    (transcript.finished ? " " + decimal(result.score) : "") +
                    (result.outcome.ok() ? "" : " [" + outcome(result.outcome) + "]"));
  }
  if (!transcript.finished) seats.push_back("not over after " + counted(transcript.events.size(), "action"));
  const std::string set = parameters(transcript);
  return plain("seed " + std::to_string(transcript.seed) + (set.empty() ? "" : "  " + set) + "  " + join(seats)) + "\n";
}

std::vector<std::size_t> ranking(const std::vector<Totals>& tally) {
  std::vector<std::size_t> order(tally.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tally[a].contest_mean() > tally[b].contest_mean(); });
  return order;
}

TallyColumns::TallyColumns(const RunRows& rows, const std::vector<Totals>& tally)
    : contest(rows.contest),
      versus(tally.size() > 1),
      failures(std::any_of(tally.begin(), tally.end(), [](const Totals& row) { return row.failures > 0; })) {}

std::vector<std::string> TallyColumns::heading() const {
  std::vector<std::string> heading = {"matches", "mean score"};
  if (contest != AGON_CONTEST_MEAN) heading.emplace_back("contest");
  if (!counts_scores(contest)) heading.emplace_back("per match");
  if (versus) heading.insert(heading.end(), {"wins", "ties", "losses"});
  if (failures) heading.emplace_back("failures");
  heading.emplace_back("cpu s");
  return heading;
}

std::vector<std::string> TallyColumns::cells(const Totals& row) const {
  std::vector<std::string> cells = {std::to_string(row.matches), fixed(row.mean_score(), 2)};
  if (contest != AGON_CONTEST_MEAN) cells.push_back(fixed(row.contest_score(contest), 2));
  if (!counts_scores(contest)) cells.push_back(fixed(row.contest_mean(), 2));
  if (versus)
    cells.insert(cells.end(), {std::to_string(row.wins), std::to_string(row.ties), std::to_string(row.losses)});
  if (failures) cells.push_back(std::to_string(row.failures));
  cells.push_back(fixed(row.cpu_s(), 3));
  return cells;
}

std::string run_table(const RunRows& rows, const std::vector<Totals>& tally) {
  const TallyColumns columns(rows, tally);
  std::vector<std::vector<std::string>> lines = {columns.heading()};
  lines.front().insert(lines.front().begin(), "strategy");
  for (const std::size_t row : ranking(tally)) {
    lines.push_back(columns.cells(tally[row]));
    lines.back().insert(lines.back().begin(), rows.names[row]);
  }
  return table(lines);
}

std::string standing(const std::vector<std::string>& names, const std::vector<Totals>& tally) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t shown = 0;
  double before = 0;
  for (const std::size_t row : ranking(tally)) {
    if (tally[row].counted == 0 || shown == most) continue;
    const double mean = tally[row].contest_mean();
    if (shown++ > 0) text += mean < before ? " > " : " = ";
    text += names[row] + " " + fixed(mean, 2);
    before = mean;
  }
  return text;
}

nlohmann::ordered_json tally_json(const std::string& name, const Totals& row, std::int32_t contest) {
  return {{"name", name},
          {"matches", row.matches},
          {"mean_score", row.mean_score()},
          {"contest", row.contest_score(contest)},
          {"contest_per_match", row.contest_mean()},
          {"wins", row.wins},
          {"ties", row.ties},
          {"losses", row.losses},
          {"failures", row.failures},
          {"cpu_s", row.cpu_s()}};
}

nlohmann::ordered_json run_json(const RunRows& rows, const std::vector<Totals>& tally) {
  nlohmann::ordered_json strategies = nlohmann::ordered_json::array();
  for (std::size_t row = 0; row < tally.size(); ++row)
    strategies.push_back(tally_json(rows.names[row], tally[row], rows.contest));
  std::size_t rank = 0;
  for (const std::size_t row : ranking(tally)) strategies[row]["rank"] = ++rank;
  return {{"contest", contest_name(rows.contest)}, {"strategies", strategies}};
}

std::string head_to_head_text(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                              const HeadToHead& pairs) {
  constexpr std::size_t least = 3;
  constexpr std::size_t most = 12;
  if (ranking.size() < least) return {};
  const std::size_t columns = std::min(ranking.size(), most);
  std::vector<std::vector<std::string>> rows = {{"", "strategy"}};
  for (std::size_t place = 1; place <= columns; ++place) rows.front().push_back(std::to_string(place));
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    std::vector<std::string> cells = {std::to_string(place + 1), names[ranking[place]]};
    for (std::size_t other = 0; other < columns; ++other) {
      const Record record = pairs.of(ranking[place], ranking[other]);
      cells.push_back(record.games() == 0 ? "-" : fixed(100 * record.share(), 0));
    }
    rows.push_back(std::move(cells));
  }
  const std::string against = columns < ranking.size() ? "the best " + std::to_string(most) : "each other";
  return "Points against " + against + ", in % (a win counts 1, a tie 1/2)\n" + table(rows);
}

nlohmann::ordered_json head_to_head_json(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                                         const HeadToHead& pairs) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (auto one = ranking.begin(); one != ranking.end(); ++one) {
    for (auto other = one + 1; other != ranking.end(); ++other) {
      const Record record = pairs.of(*one, *other);
      if (record.games() == 0) continue;
      all.push_back({{"name", names[*one]},
                     {"against", names[*other]},
                     {"wins", record.wins},
                     {"ties", record.ties},
                     {"losses", record.losses}});
    }
  }
  return all;
}

}  // namespace host
