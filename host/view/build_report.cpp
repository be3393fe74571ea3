#include "host/view/build_report.hpp"

#include "host/text.hpp"
#include "host/view/observations_report.hpp"
#include "host/view/table.hpp"

#include <cmath>
#include <vector>

namespace host {

namespace {

constexpr int shown_digits = 2;

std::string changed_by(double number) {
  std::string text = number > 0 ? "+" : "";
  return text += fixed(number, shown_digits);
}

}  // namespace

std::string build_report(const BuildChange& change, const std::string& measure) {
  std::string text = "Against the last build: better on " + counted(change.better, "seed") + ", worse on " +
                     std::to_string(change.worse) + ", the same on " + std::to_string(change.same) + "; mean " +
                     measure + " " + fixed(change.mean_before, shown_digits) + " -> " +
                     fixed(change.mean_after, shown_digits) + " (" +
                     changed_by(change.mean_after - change.mean_before) + ")\n" +
                     (change.observations.copies() > 0 ? observations_text(change.observations) : "");
  std::vector<std::vector<std::string>> rows = {{"largest", "seed", "before", "now", "change"}};
  for (const auto* const changes : {&change.gains, &change.losses}) {
    for (const SeedChange& one : *changes) {
      std::string word = one.difference() > 0 ? "gain" : "loss";
      rows.push_back({&one == &changes->front() ? word : "", std::to_string(one.seed), decimal(one.before),
                      decimal(one.after), changed_by(one.difference())});
    }
  }
  return rows.size() == 1 ? text : text + table(rows);
}

}  // namespace host
