// host arena: plays matches for the runs of a cluster.
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/cluster/cluster.hpp"
#include "host/seat/isolation.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

namespace host {

namespace {

constexpr const char* arena_details =
    R"(Takes matches of the runs that 'host tournament --cluster' and 'host compare --cluster' put into the database, and
returns their results. Libraries of games and strategies come from the database. At SIGINT or SIGTERM, returns
unfinished matches to the database, and ends with exit code 0. If the database can't be reached at the start, ends
with exit code 12. Users who can write to the database can run code on this machine.

Examples:
  host arena --cluster postgresql://arena@server/agon
  host arena --cluster postgresql://arena@server/agon --jobs 4
)";

int run_arena(const Values& values) {
  if (!values.arguments().empty() || !values.given("cluster"))
    throw Failure(Exit::usage, "arena takes the database with --cluster, as in '" +
                                   command_line("arena --cluster postgresql://user@server/database") + "'");
  const ClusterMachine arena{.url = values.text("cluster"),
                             .machine = values.text("name"),
                             .jobs = values.given("jobs") ? values.whole("jobs") : usable_cores().size()};
  catch_interrupts();
  serve_cluster(arena, [] { return interrupted(); });
  return static_cast<int>(Exit::done);
}

}  // namespace

Command arena_command() {
  return {"arena",
          "--cluster URL",
          "plays matches for the runs of a cluster, on each of its machines",
          arena_details,
          text(),
          {{"cluster", "URL", text(), "the PostgreSQL database, as in postgresql://user@server/database"},
           {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
           {"name", "NAME", text(), "the machine's name (default: its host name)"}},
          run_arena};
}

}  // namespace host
