// A folder in which `host new` makes projects, and in which what it prints is typed.
#pragma once

#include "tests/e2e/host.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace e2e {

/// The host of the build tree, which has all games and their templates beside it.
inline const std::filesystem::path built_host = built_folder / "host";

class Desk {
 public:
  /// Projects are built as their CMakeLists.txt has it, or as this says, for a test that is about something else.
  explicit Desk(std::string build_type = {}) : build_type_(std::move(build_type)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

  /// Types a line into a shell. Debian's tools come first, whatever else the machine has: its rustc is the oldest that
  /// has to do.
  [[nodiscard]] support::Result typed(const std::string& line) const {
    const char* const path = std::getenv("PATH");
    support::Command command = {
        .words = {"sh", "-c", line},
        .folder = folder_.path(),
        .environment = {{"PATH", std::string("/usr/bin:/bin:") + (path == nullptr ? "" : path)}}};
    if (!build_type_.empty()) command.environment["CMAKE_BUILD_TYPE"] = build_type_;
    return support::run(command);
  }

  /// The same, with success expected; its output.
  [[nodiscard]] std::string output(const std::string& line) const {
    const support::Result result = typed(line);
    INFO(line);
    INFO(result.out);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return result.out;
  }

  /// Makes a project; the three commands that are printed.
  [[nodiscard]] std::vector<std::string> made(const std::string& arguments, const std::string& before = {}) const {
    const std::string printed = output(before + built_host.string() + " new " + arguments);
    std::vector<std::string> steps;
    for (const std::string& line : support::lines_of(printed)) {
      if (line.starts_with("  ")) steps.push_back(line.substr(2));
    }
    REQUIRE(steps.size() == 3);
    return steps;
  }

  /// Whether a strategy is compared with another one, too, which takes the longest.
  enum class Compared { yes, no };

  /// Makes a strategy and types what is printed: it builds, plays a match without a failure, and is compared with
  /// another one; and its own tests pass.
  void check_strategy(const std::string& arguments, const std::string& before = {},
                      Compared compared = Compared::yes) const {
    CAPTURE(arguments);
    const std::string id = "lynx";
    const std::vector<std::string> steps = made("strategy " + arguments + " " + id, before);
    static_cast<void>(output(steps[0]));
    check_ok(output(steps[1]), id);
    if (compared == Compared::yes) {
      const std::string report = output(steps[2]);
      CHECK(report.find(id) != std::string::npos);
      CHECK(report.find("failed") == std::string::npos);
    }
    CHECK(output("ctest --test-dir " + id + "/build").find("100% tests passed") != std::string::npos);
    std::filesystem::remove_all(path() / id);
  }

  /// What a match prints has a line of that strategy's which ends in "ok".
  static void check_ok(const std::string& match, const std::string& strategy) {
    INFO(match);
    const std::vector<std::string> lines = support::lines_of(match);
    CHECK(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(" " + strategy + " ") != std::string::npos && line.ends_with("ok");
    }));
  }

 private:
  support::TemporaryFolder folder_;
  std::string build_type_;
};

}  // namespace e2e
