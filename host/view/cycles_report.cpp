#include "host/view/cycles_report.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/interval_text.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

namespace host {

namespace {

/// Returns "a beats b, b beats c, c beats a".
std::string cycle_text(const CyclesReport& report) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.cycle->size(); ++i) {
    const std::size_t next = (*report.cycle)[(i + 1) % report.cycle->size()];
    parts.push_back(plain(report.names[(*report.cycle)[i]]) + " beats " + plain(report.names[next]));
  }
  return join(parts);
}

}  // namespace

std::string cycles_text(const CyclesReport& report) {
  const auto number = [](double value) { return fixed(value, 3); };
  std::vector<std::vector<std::string>> rows = {{"strategy", "weight", "95 %", "lead", "95 %"}};
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    const stats::NashPlayer& player = report.players[i];
    std::vector<std::string> cells = {report.names[i]};
    for (const auto& [value, interval] :
         {std::pair(player.weight, player.weight_interval), std::pair(player.rating, player.rating_interval)}) {
      const std::string bounds = interval_text(interval, number);
      cells.insert(cells.end(), {number(value), bounds.empty() ? "-" : bounds});
    }
    rows.push_back(std::move(cells));
  }
  std::string text = "Nash average: the best mixture of strategies, and each one's lead over it\n" + table(rows) + "\n";
  if (!report.found()) return text + "no cycle found: ratings describe this table (p = " + fixed(report.p, 4) + ")\n";
  text += "ratings do not describe this table (p = " + fixed(report.p, 4) + ")";
  return text + (report.cycle ? ": " + cycle_text(report) : "") + "\n";
}

nlohmann::ordered_json cycles_json(const CyclesReport& report) {
  nlohmann::ordered_json players = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    const stats::NashPlayer& player = report.players[i];
    players.push_back({{"name", report.names[i]},
                       {"weight", player.weight},
                       {"weight_interval", {player.weight_interval.low, player.weight_interval.high}},
                       {"lead", player.rating},
                       {"lead_interval", {player.rating_interval.low, player.rating_interval.high}}});
  }
  nlohmann::ordered_json cycle = nullptr;
  if (report.cycle) {
    cycle = nlohmann::ordered_json::array();
    for (const std::size_t i : *report.cycle) cycle.push_back(report.names[i]);
  }
  return {{"ratings_describe_table", !report.found()}, {"p", report.p}, {"cycle", cycle}, {"nash", players}};
}

}  // namespace host
