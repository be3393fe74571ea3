#include "host/view/observations_report.hpp"

#include "host/text.hpp"

#include <nlohmann/json.hpp>

namespace host {

namespace {

std::string blocks(const ObservationCounts& counts) {
  const std::string seeds = counted(counts.seeds, "seed");
  return counts.blocks == counts.seeds ? seeds : seeds + " with " + counted(counts.blocks, "block") + " of players";
}

std::string copies(const ObservationCounts& counts) {
  return blocks(counts) + ", " + std::to_string(counts.different) + " different: ";
}

}  // namespace

std::string observations_text(const ObservationCounts& counts) {
  std::string text;
  if (counts.copies() > 0)
    text += copies(counts) + "results of copies don't count; --opening-plies 4 makes them differ\n";
  if (counts.unknown > 0)
    text += blocks(counts) + ", " + std::to_string(counts.unknown) +
            " stored by an older host without digests: copies among them are not noticed; --afresh plays them again\n";
  return text;
}

std::string counted_copies_text(const ObservationCounts& counts) {
  if (counts.copies() == 0) return "";
  return copies(counts) + "this table counts the copies; compare and standings don't\n";
}

nlohmann::ordered_json observations_json(const ObservationCounts& counts) {
  return {{"blocks", counts.blocks}, {"different", counts.different}, {"without_digest", counts.unknown}};
}

}  // namespace host
