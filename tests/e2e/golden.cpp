#include "tests/e2e/golden.hpp"

#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

namespace e2e {

namespace {

using Json = support::Json;

void blank(Json& json) {
  if (json.contains("seats")) {
    for (Json& seat : json.at("seats")) seat.at("sha256") = std::string(64, '0');
  }
  for (const char* const key : {"cpu_s", "wall_s", "peak_kib"}) {
    if (!json.contains("result")) continue;
    for (Json& used : json.at("result").at(key)) used = 0;
  }
  json.erase("usage");
  if (json.contains("run")) {
    for (Json& strategy : json.at("run").at("strategies")) strategy.at("cpu_s") = 0;
  }
}

}  // namespace

std::string normalised(std::string text, const std::filesystem::path& folder) {
  text = support::replaced(text, plugin_folder.string(), "PLUGINS");
  text = support::replaced(text, host_program.string(), "host");
  text = support::replaced(text, folder.string(), "FOLDER");
  text = support::Pattern(R"(\bhost \d+\.\d+\.\d+)").replaced(text, "host VERSION");
  text = support::Pattern(R"( \d+\.\d{6}\b)").replaced(text, " T.TTTTTT");
  // With sanitizers a worker takes thousands of MiB, and the column is wider.
  text = support::Pattern(R"( +\d+\.\d MiB +)").replaced(text, "  M.M MiB  ");
  text = support::Pattern("memory +outcome").replaced(text, "memory   outcome");
  return support::Pattern(R"( \d+\.\d{3}\b)").replaced(text, " T.TTT");
}

std::string normalised_json(const std::string& lines) {
  std::string text;
  for (const std::string& line : support::lines_of(lines)) {
    Json json = support::parse_json(line);
    blank(json);
    text += support::to_text(json) + "\n";
  }
  return text;
}

void check_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = source_folder / "tests/e2e/golden" / name;
  if (const char* const update = std::getenv("AGON_UPDATE_GOLDEN"); update != nullptr && *update == '1') {
    std::ofstream(path, std::ios::binary) << text;
    MESSAGE("written anew: ", path.string());
    return;
  }
  INFO("AGON_UPDATE_GOLDEN=1 writes it anew");
  REQUIRE_MESSAGE(std::filesystem::exists(path), path.string());
  CHECK(support::content(path) == text);
}

}  // namespace e2e
