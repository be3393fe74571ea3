// host arena: plays matches for the runs of a cluster.
#include "host/cli/command.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/run_request.hpp"
#include "host/cluster/cluster.hpp"
#include "host/failure.hpp"
#include "host/program_name.hpp"
#include "host/seat/isolation.hpp"

namespace host {

namespace po = boost::program_options;

namespace {

Options arena_options() {
  Options all;
  all.add_options()("cluster", po::value<std::string>()->value_name("URL"),
                    "the PostgreSQL database, as in postgresql://user@server/database");
  all.add_options()("jobs", po::value<int>()->value_name("N"), "matches at a time (default: one for each core)");
  all.add_options()("name", po::value<std::string>()->value_name("NAME"),
                    "the machine's name (default: its host name)");
  all.add_options()("help,h", "show this");
  return all;
}

constexpr const char* arena_details =
    "Takes matches of the runs that 'host tournament --cluster' and 'host compare --cluster' put into the database, "
    "and\n"
    "returns their results. Libraries of games and strategies come from the database. At SIGINT or SIGTERM, returns\n"
    "unfinished matches to the database, and ends with exit code 0. If the database can't be reached at the start, "
    "ends\n"
    "with exit code 12. Users who can write to the database can run code on this machine.\n\n"
    "Examples:\n"
    "  host arena --cluster postgresql://arena@server/agon\n"
    "  host arena --cluster postgresql://arena@server/agon --jobs 4\n";

int run_arena(const po::variables_map& values, const Arguments& arguments) {
  constexpr int most = 1024;
  if (!arguments.empty() || values.count("cluster") == 0)
    throw Failure(Exit::usage, "arena takes the database with --cluster, as in '" +
                                   command_line("arena --cluster postgresql://user@server/database") + "'");
  ClusterMachine arena{.url = text_of(values, "cluster"), .machine = text_of(values, "name"), .jobs = 1};
  const int jobs = values.count("jobs") == 0 ? static_cast<int>(usable_cores().size()) : values["jobs"].as<int>();
  if (jobs < 1 || jobs > most)
    throw Failure(Exit::usage,
                  "--jobs " + std::to_string(jobs) + ": it takes the number of matches at a time, from 1 to 1024");
  arena.jobs = static_cast<std::size_t>(jobs);
  catch_interrupts();
  serve_cluster(arena, [] { return interrupted(); });
  return static_cast<int>(Exit::done);
}

}  // namespace

Command arena_command() {
  return {"arena",       "--cluster URL", "plays matches for the runs of a cluster, on each of its machines",
          arena_details, Word::none,      arena_options,
          run_arena};
}

}  // namespace host
