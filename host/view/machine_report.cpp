#include "host/view/machine_report.hpp"

#include "host/text.hpp"
#include "host/view/csv.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace host {

namespace {

std::string p_text(double p) {
  return p < 0.0001 ? "p < .0001" : "p = " + fixed(p, 4);
}

std::string verdict(const MachineRow& machine, const RunRows& rows) {
  std::vector<std::string> found;
  const MachineRow::Difference& difference = machine.difference;
  if (difference.p < machine_alpha)
    found.push_back(rows.names[difference.strategy] + (difference.mean < 0 ? " " : " +") + fixed(difference.mean, 3) +
                    " (" + p_text(difference.p) + ")");
  if (machine.failures_p < machine_alpha) found.push_back("more failures (" + p_text(machine.failures_p) + ")");
  if (!found.empty()) return "off: " + join(found);
  return machine.is_compared ? "as the others" : "too little to compare";
}

}  // namespace

std::string machine_text(const std::vector<MachineRow>& machines, const RunRows& rows) {
  std::vector<std::vector<std::string>> lines = {
      {"machine", "matches", "failures", "CPU s a match", "speed", "processor", "results"}};
  for (const MachineRow& machine : machines)
    lines.push_back({machine.name, std::to_string(machine.matches), std::to_string(machine.failures),
                     fixed(machine.cpu_s / machine.matches, 4), machine.speed > 0 ? fixed(machine.speed, 0) : "-",
                     machine.cpu.empty() ? "unknown" : machine.cpu, verdict(machine, rows)});
  return "Machines\n" + table(lines) +
         "Each strategy's mean on a machine is compared with that on all others (Welch's t-test, over seeds), and "
         "each\n"
         "machine's failures (Fisher's exact test). A machine is off if p < 0.05 after Holm's correction.\n";
}

std::string machine_csv(const std::vector<MachineRow>& machines, const RunRows& rows) {
  std::string text = csv_line({"machine", "cpu", "speed", "matches", "seats", "failures", "failures_p", "cpu_s",
                               "strategy", "difference", "p", "off"}) +
                     "\n";
  for (const MachineRow& machine : machines) {
    const MachineRow::Difference& difference = machine.difference;
    const auto compared = [&](const std::string& cell) { return machine.is_compared ? cell : std::string(); };
    text +=
        csv_line({machine.name, machine.cpu, decimal(machine.speed), std::to_string(machine.matches),
                  std::to_string(machine.seats), std::to_string(machine.failures), decimal(machine.failures_p),
                  decimal(machine.cpu_s), compared(rows.names.at(difference.strategy)),
                  compared(decimal(difference.mean)), compared(decimal(difference.p)), machine.is_off() ? "1" : "0"}) +
        "\n";
  }
  return text;
}

nlohmann::ordered_json machine_json(const std::vector<MachineRow>& machines, const RunRows& rows) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const MachineRow& machine : machines) {
    Json json = {{"machine", machine.name},          {"cpu", machine.cpu},     {"speed", machine.speed},
                 {"matches", machine.matches},       {"seats", machine.seats}, {"failures", machine.failures},
                 {"failures_p", machine.failures_p}, {"cpu_s", machine.cpu_s}, {"largest_difference", nullptr},
                 {"off", machine.is_off()}};
    if (machine.is_compared)
      json["largest_difference"] = {{"strategy", rows.names[machine.difference.strategy]},
                                    {"mean", machine.difference.mean},
                                    {"p", machine.difference.p}};
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace host
