#include "host/library/limits.hpp"

#include "host/isolation/program_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <utility>

namespace host::library {

void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled) {
  if (level != Level::none) return;
  const auto refuse = [&](bool is_given, const char* option) {
    if (is_given)
      throw Failure(Exit::usage,
                    spelled(option) + " needs workers: it does not go with " + spelled("isolation") + " none");
  };
  refuse(given.memory.has_value(), "memory");
  refuse(given.wall.has_value(), "wall");
  refuse(fresh, "fresh");
}

std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled) {
  if (isolation.level != Level::sandbox) return {};
  std::vector<std::string> missing = missing_layers();
  if (programs) {
    for (std::string& sentence : missing_layers(Confined::programs, layers_of_programs()))
      missing.push_back(std::move(sentence));
  }
  if (isolation.strict && !missing.empty())
    throw Failure(Exit::isolation, spelled("isolation") + " sandbox,strict: " + join(missing, "; "));
  return missing;
}

}  // namespace host::library
