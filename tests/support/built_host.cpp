#include "tests/support/built_host.hpp"

#include "tests/support/files.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace support {

std::string run_host(std::vector<std::string> words, int code) {
  words.insert(words.begin(), AGON_TEST_HOST);
  Result result = run({.words = std::move(words)});
  CAPTURE(result.err);
  REQUIRE(result.code == code);
  return std::move(code == 0 ? result.out : result.err);
}

std::string host_log(std::vector<std::string> words) {
  words.insert(words.begin(), AGON_TEST_HOST);
  words.emplace_back("--log");
  const Result result = run({.words = std::move(words)});
  REQUIRE(result.code == 0);
  return result.err;
}

std::vector<support::Json> host_matches(std::vector<std::string> words) {
  words.emplace_back("--json");
  return objects(run_host(std::move(words)), "result");
}

std::vector<support::Json> check_same_alone(const std::vector<std::string>& words, std::size_t count) {
  const auto played = [&](const std::string& seeds) {
    auto all = words;
    all.insert(all.end(), {"--seeds", seeds, "--no-db"});
    return host_matches(std::move(all));
  };
  auto row = played("1-" + std::to_string(count));
  REQUIRE(row.size() == count);
  for (const support::Json& match : row) {
    CAPTURE(support::to_text(match));
    for (const support::Json& outcome : match["result"]["outcomes"]) CHECK(outcome["kind"] == "ok");
    const auto alone = played(support::to_text(match["setup"]["seed"]));
    REQUIRE(alone.size() == 1);
    CHECK(alone[0]["result"]["scores"] == match["result"]["scores"]);
    CHECK(alone[0]["result"]["turns"] == match["result"]["turns"]);
  }
  return row;
}

void check_golden_matches(const std::filesystem::path& folder, const std::vector<std::vector<std::string>>& runs) {
  const TemporaryFolder recorded;
  std::string played;
  for (std::vector<std::string> words : runs) {
    words.insert(words.end(), {"--no-db", "--quiet", "--record", recorded.path() / "matches.jsonl"});
    run_host(std::move(words));
    played += normalised_json(content(recorded.path() / "matches.jsonl"));
  }
  const std::filesystem::path file = folder / "golden.jsonl";
  INFO("AGON_UPDATE_GOLDEN=1 writes it anew");
  if (!updates_golden(file, played)) CHECK(content(file) == played);
  run_host({"replay", file, "--quiet"});
}

}  // namespace support
