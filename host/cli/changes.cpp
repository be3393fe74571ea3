#include "host/cli/changes.hpp"

#include "host/view/output.hpp"

#include <filesystem>
#include <set>

namespace host {

void print_changes(const std::vector<const Build*>& builds) {
  std::set<std::filesystem::path> said;
  for (const Build* const build : builds) {
    const Build::Since since = build->since();
    if (since == Build::Since::same || !said.insert(build->path()).second) continue;
    const bool gone = since == Build::Since::gone;
    tell(build->path().string() + (gone ? " is gone" : " has changed") +
         ": the results are of the build at the start of the command, SHA-256 " + build->sha256() +
         (gone ? "" : "; run the command again to measure the new build"));
  }
}

}  // namespace host
