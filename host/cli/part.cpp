// host part: plays one part of a run on many machines. Only the script of a batch system starts it: docs/machines.md.
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/tournament/parts.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>

namespace host {

int run_part(const Arguments& arguments) {
  const auto number = [&](std::size_t place) {
    return place < arguments.size() ? whole_number<std::size_t>(arguments[place]) : std::nullopt;
  };
  const bool has_jobs = arguments.size() > 2 && !arguments[2].empty();
  if (arguments.size() < 2 || arguments.size() > 3 || !number(1) || (has_jobs && !number(2)))
    throw Failure(Exit::usage, "part takes AGON_FOLDER, the number of a part and perhaps that of matches at a time");
  catch_interrupts();
  forbid_exit();
  const bool whole =
      play_part(std::filesystem::absolute(arguments[0]), *number(1), has_jobs ? *number(2) : 0, interrupted);
  return static_cast<int>(whole ? Exit::done : Exit::interrupted);
}

}  // namespace host
