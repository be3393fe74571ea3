// host merge: joins results databases.
#include "host/store/merge.hpp"
#include "host/cli/command.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* merge_details =
    R"(Joins the parts of a run that was divided with --shard to one run, as if one machine had played it. Copies all
other runs. Adds no run and no match twice, so the command can be repeated. If two databases have different results
for one match, fails and adds nothing from the second one.

Examples:
  host tournament --game GAME --plugin A --plugin B --seeds 1-1000 --shard 1/2 --db first.db
  host tournament --game GAME --plugin A --plugin B --seeds 1-1000 --shard 2/2 --db second.db
  host merge first.db second.db --into all.db
  host standings --db all.db
)";

/// Returns "run 1 lacks part 2, 3 of 4".
std::string missing_parts(const IncompleteRun& run) {
  std::vector<std::string> parts;
  for (const std::uint64_t part : run.missing) parts.push_back(std::to_string(part));
  return "run " + std::to_string(run.run) + " lacks part " + join(parts) + " of " + std::to_string(run.parts);
}

int run_merge(const Values& values) {
  const std::filesystem::path into = values.text("into");
  if (values.arguments().empty() || into.empty())
    throw Failure(Exit::usage, "merge takes databases, and --into with the file that receives them, as in '" +
                                   command_line("merge a.db b.db --into all.db") + "'");
  for (const std::string& file : values.arguments()) {
    std::error_code fault;
    if (!std::filesystem::exists(file, fault))  // before anything is merged
      throw Failure(Exit::output, file + ": " + (fault ? fault.message() : "there is no such file"));
  }
  Json databases = Json::array();
  for (const std::string& file : values.arguments()) {
    const Merged merged = merge(into, file);
    databases.push_back({{"file", file},
                         {"runs", merged.runs},
                         {"new_runs", merged.new_runs},
                         {"matches", merged.matches},
                         {"new_matches", merged.new_matches}});
    if (!values.given("json"))
      std::cout << file << ": " << counted(merged.matches, "match") << " of " << counted(merged.runs, "run") << ", "
                << merged.new_matches << " new\n"
                << std::flush;
  }
  const std::vector<IncompleteRun> incomplete = incomplete_runs(into);
  if (values.given("json")) {
    Json missing = Json::array();
    for (const IncompleteRun& run : incomplete)
      missing.push_back({{"run", run.run}, {"parts", run.parts}, {"missing", run.missing}});
    std::cout << to_line({{"into", into.string()}, {"databases", databases}, {"incomplete", missing}}) << "\n";
  } else {
    for (const IncompleteRun& run : incomplete) std::cout << into.string() << ": " << missing_parts(run) << "\n";
  }
  return static_cast<int>(Exit::done);
}

}  // namespace

Command merge_command() {
  return {"merge",
          "FILE... --into FILE",
          "joins results databases, for example of a run on several machines",
          merge_details,
          text(Offer::files),
          {{"into", "FILE", text(Offer::files), "the database that receives the results; created if it does not exist"},
           json_option},
          run_merge};
}

}  // namespace host
