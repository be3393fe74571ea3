// Cycles among the strategies of a table, as text and as JSON.
#pragma once

#include "host/stats/cycles.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace host {

struct CyclesReport {
  std::vector<std::string> names;
  std::vector<stats::NashPlayer> players;              // in the order of the names
  double p = 1;                                        // of the test that ratings describe the table
  std::optional<std::vector<std::size_t>> cycle = {};  // each beats the next one, and the last one the first

  [[nodiscard]] bool found() const { return p <= 0.05; }
};

std::string cycles_text(const CyclesReport& report);
nlohmann::ordered_json cycles_json(const CyclesReport& report);

}  // namespace host
