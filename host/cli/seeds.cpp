// host seeds: the numbers that a list of seeds has.
#include "host/cli/command.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/failure.hpp"

#include <iostream>

namespace host {

namespace {

int run_seeds(const Values& values) {
  if (values.arguments().size() != 1)
    throw Failure(Exit::usage, "seeds takes one list, as in '" + command_line("seeds 1-10") + "'");
  for (const std::uint64_t seed : parse_seeds(values.arguments().front(), [] { return std::string("0"); }).list)
    std::cout << seed << "\n";
  return static_cast<int>(Exit::done);
}

}  // namespace

Command seeds_command() {
  return {"seeds", "LIST", "prints the seeds of a list", "", text(), {}, run_seeds};
}

}  // namespace host
