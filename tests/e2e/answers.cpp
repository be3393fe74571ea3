#include "tests/e2e/answers.hpp"

#include "tests/support/files.hpp"

namespace e2e {

support::Json object_of(const support::Command& command) {
  const support::Result result = run(command);
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  REQUIRE(support::lines_of(result.out).size() == 1);
  return support::parse_json(result.out);
}

void check_usage_refused(const std::vector<std::string>& arguments, const std::string& why) {
  const support::Result result = run(host(arguments));
  CAPTURE(why);
  CAPTURE(result.err);
  CHECK(result.code == 2);
  CHECK(result.out == "");
  CHECK(support::lines_of(result.err).size() == 1);
  CHECK(result.err.find(why) != std::string::npos);
}

}  // namespace e2e
