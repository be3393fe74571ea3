// Runs by GNU parallel, on this machine and on others that a false ssh stands for.
#include "tests/machines/run.hpp"

using namespace machines;

namespace {

bool has_parallel() {
  if (fs::exists("/usr/bin/parallel")) return true;
  MESSAGE("GNU parallel is not there: Debian's package parallel has it");
  return false;
}

}  // namespace

TEST_CASE(
    "GNU parallel plays a run on two machines, tries a part again that has failed, and the results are those of one") {
  if (!has_parallel()) return;
  const TemporaryFolder folder;
  // It runs what it is to run over there; the first part over there fails once.
  folder.write_program("ssh", R"(#!/bin/bash
while [[ $1 == -* ]]; do [ "$1" != -l ] || shift; shift; done
echo "$1" >>)" + (folder.path() / "machines").string() +
                                  R"(
shift
[ "$1" != -- ] || shift
if [[ $* == *GNU_Parallel_worker* ]] && mkdir )" +
                                  (folder.path() / "failed").string() + R"( 2>/dev/null; then exit 255; fi
exec sh -c "$*"
)");
  folder.done(tournament({"--db", "one.db"}));
  Command command = folder.command(tournament({"--db", "many.db", "--on", "parallel", "--parts", "4", "--jobs", "1"}));
  command.environment = {{"PARALLEL", "--ssh " + (folder.path() / "ssh").string() + " --sshlogin 1/ada,1/gus"},
                         {"HOME", folder.path().string()},
                         {"SHELL", std::nullopt}};
  done(command);
  CHECK(results_in(folder.path() / "many.db") == results_in(folder.path() / "one.db"));
  CHECK(fs::exists(folder.path() / "failed"));
  CHECK(has(content(folder.path() / "machines"), "ada"));
  CHECK(has(content(folder.path() / "machines"), "gus"));
}
