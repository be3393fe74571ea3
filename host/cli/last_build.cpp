#include "host/cli/last_build.hpp"

#include "host/store/store.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/replacing_file.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_kept = 20;

fs::path folder_of_builds(const fs::path& database) {
  return fs::absolute(database.string() + ".builds");
}

/// Removes the oldest folders, each of one build, beyond most_kept.
void remove_old(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code gone;  // another host tidies up, too
  for (const auto& entry : fs::directory_iterator(folder, gone)) kept.emplace_back(entry.last_write_time(gone), entry);
  std::ranges::sort(kept);
  for (std::size_t old = 0; old + most_kept < kept.size(); ++old) fs::remove_all(kept[old].second, gone);
}

}  // namespace

void keep_build(const fs::path& database, const std::string& game, const Participant& participant) {
  const std::optional<GivenFile> given = given_file(participant);
  if (!given || participant.file.program) return;
  const fs::path folder = folder_of_builds(database) / participant.identity.sha256;
  const fs::path file = folder / participant.file.build->path().filename();
  if (!fs::exists(file)) {
    std::error_code fault;
    fs::create_directories(folder, fault);
    if (fault) throw Failure(Exit::output, folder.string() + ": the folder can't be created: " + fault.message());
    const std::optional<std::string> content = read_all(participant.file.build->memory());
    if (!content) throw Failure(Exit::plugin, participant.file.build->path().string() + ": " + why_unread());
    replace_file(file, *content);
    remove_old(folder.parent_path());
  }
  const std::string spec = PluginSpec::parse(given->plugin).plugin;
  const std::size_t colon = spec.rfind(".so:");  // of a library with several strategies
  const std::string which = colon == std::string::npos ? "" : spec.substr(colon + 3);
  Store(database).add_build(game, participant.identity, {file.string() + which, folder.string()});
}

Participant last_other_build(const RunPlan& plan, const fs::path& database, const Catalogue& catalogue) {
  const Participant& own = plan.participants.front();
  const std::string what = "the strategy " + own.identity.strategy;
  const auto none = [&] {
    return Failure(Exit::usage, database.string() + " knows no other build of " + what +
                                    ": name what to compare it with by --against" +
                                    (given_file(own) ? ", or build it anew and compare again" : ""));
  };
  if (!fs::exists(database)) throw none();
  Store store(database, {.create = false, .to_write = false});
  std::optional<SeatIdentity> last = store.last_other_build(plan.game.description.id, own.identity);
  if (!last) throw none();
  last->name = last->strategy + "@" + last->sha256.substr(0, 8);
  last->options = own.identity.options;
  try {
    Participant found = enter_again(*last, store.files(last->sha256), plan.game.description, catalogue);
    if (found.identity.sha256 == last->sha256) return found;
  } catch (const Failure& failure) {
    if (failure.code() != Exit::usage && failure.code() != Exit::plugin) throw;
  }
  throw Failure(Exit::usage, "the last other build of " + what + " that " + database.string() +
                                 " knows is not where it was: name what to compare with by --against");
}

}  // namespace host
