#include "tests/e2e/golden.hpp"

#include "tests/e2e/host.hpp"
#include "tests/support/files.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

namespace e2e {

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

void check_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = source_folder / "tests/e2e/golden" / name;
  if (support::updates_golden(path, text)) return;
  INFO("AGON_UPDATE_GOLDEN=1 writes it anew");
  REQUIRE_MESSAGE(std::filesystem::exists(path), path.string());
  CHECK(support::content(path) == text);
}

}  // namespace e2e
