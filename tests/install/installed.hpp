// Agon as it is installed, below one folder and then moved to another.
#pragma once

#include "tests/support/files.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace install {

using support::has;
using Words = std::vector<std::string>;

inline support::Result run(Words words, const std::filesystem::path& folder = {}) {
  return support::run({.words = std::move(words), .folder = folder});
}

/// Runs it and expects success; its output.
inline std::string output(const Words& words, const std::filesystem::path& folder = {}) {
  const support::Result result = run(words, folder);
  INFO(words.front() << " " << words.at(1));
  INFO(result.out);
  INFO(result.err);
  REQUIRE(result.code == 0);
  return result.out;
}

/// Installed below one folder, then moved to another.
class Installed {
 public:
  Installed() {
    output({AGON_TEST_CMAKE, "--install", AGON_TEST_BUILD, "--prefix", folder_.path() / "first"});
    std::filesystem::rename(folder_.path() / "first", prefix());
  }
  [[nodiscard]] std::filesystem::path prefix() const { return folder_.path() / "moved to"; }
  [[nodiscard]] std::filesystem::path program() const { return prefix() / "bin/agon"; }

 private:
  support::TemporaryFolder folder_;
};

inline const Installed& installed() {
  static const Installed once;
  return once;
}

}  // namespace install
