// host doctor from the outside.
#include "tests/e2e/host.hpp"

using namespace e2e;

TEST_CASE("the doctor tells of the machine and of each level, and tries what the sandbox must refuse") {
  const Result told = run(host({"doctor"}));
  CHECK(told.err == "");
  for (const char* const word : {"kernel", "Landlock", "seccomp", "hardware threads", "--isolation sandbox",
                                 "--isolation process", "--isolation none"})
    CHECK(has(told.out, word));
  const Result result = run(host({"doctor", "--json"}));
  const Json found = parse_json(result.out);
  CHECK(result.code == told.code);
  const std::string threads = found.at("hardware_threads");  // of a core: kept apart, shared, or one alone
  CHECK((threads == "apart" || threads == "shared" || threads == "single"));
  CHECK(result.code == (found.at("sound").get<bool>() ? 0 : 1));
#ifndef AGON_SANITIZED
  // Where a kernel lacks a layer, the doctor says so, and what is tried may be possible.
  if (found.at("landlock").get<int>() == 0 || !found.at("seccomp").get<bool>()) return;
  CHECK(found.at("sound") == true);
  CHECK(found.at("trials").size() == 8);
  for (const auto& trial : found.at("trials").items()) {
    const std::string& what = trial.key();
    const Json& tried = trial.value();
    CAPTURE(what);
    CHECK(tried.at("while_loading") == "refused");
    CHECK(tried.at("while_playing") == "refused");
    CHECK(has(told.out, what));
  }
#endif
}

TEST_CASE("the doctor takes no arguments") {
  const Result result = run(host({"doctor", "who"}));
  CHECK(result.code == 2);
  CHECK(has(result.err, "doctor takes no argument"));
}
