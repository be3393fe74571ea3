#include "host/view/trace_lines.hpp"

#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

namespace host {

void add_trace(Transcript& match, const std::string& file) {
  enum Cell { time, seed, seat, turn, program, from, line, cells_of_line };
  std::map<std::size_t, std::string> texts;  // by the number of the event, from 1
  std::vector<std::vector<std::size_t>> actions(match.seats.size());
  for (std::size_t event = match.opening.size(); event < match.events.size(); ++event)
    actions[static_cast<std::size_t>(match.events[event].seat)].push_back(event + 1);
  std::vector<std::size_t> before(match.seats.size());  // the turn of the seat's line before
  std::ifstream lines(file);
  if (!lines) throw Failure(Exit::transcript, "--trace " + file + ": can't be read: " + std::strerror(errno));
  for (std::string text; std::getline(lines, text);) {
    const std::vector<std::string> cells = split(text, '\t');
    if (cells.size() != cells_of_line || cells[seed] != std::to_string(match.seed)) continue;
    const double place = finite_number(cells[seat]).value_or(-1);
    if (place < 0 || place >= static_cast<double>(match.seats.size())) continue;
    const auto whose = static_cast<std::size_t>(place);
    if (actions[whose].empty() || cells[program] != printable(match.seats[whose].name)) continue;
    const auto number = static_cast<std::size_t>(std::clamp(finite_number(cells[turn]).value_or(0), 0.0, 1e9));
    if (number < before[whose])
      throw Failure(Exit::usage, "--trace " + file + ": it has lines of several matches of seed " + cells[seed] +
                                     " with " + cells[program] + " on seat " + cells[seat] +
                                     ": trace this match alone");
    before[whose] = number;
    texts[actions[whose][std::min(std::max<std::size_t>(number, 1), actions[whose].size()) - 1]] +=
        cells[from] + " " + cells[line] + "\n";
  }
  if (texts.empty())
    throw Failure(Exit::usage, "--trace " + file + ": it has no lines of seed " + std::to_string(match.seed) +
                                   " with the players of this match");
  for (const TurnLog& log : match.usage.logs) texts[log.action].insert(0, log.shown());
  match.usage.logs.clear();
  for (auto& [action, text] : texts) match.usage.logs.push_back({.action = action, .text = std::move(text)});
}

}  // namespace host
