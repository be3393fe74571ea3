// The built host, as a test runs it.
#pragma once

#include "tests/support/process.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace e2e {

/// A host with Tonga's plugins alone, the folder of these, that of broken ones, the one that everything is built to,
/// and the root of the sources.
inline const std::filesystem::path host_program = AGON_TEST_HOST;
inline const std::filesystem::path plugin_folder = AGON_TEST_PLUGINS;
inline const std::filesystem::path fixture_folder = AGON_TEST_FIXTURES;
inline const std::filesystem::path built_folder = AGON_TEST_BUILT;
inline const std::filesystem::path source_folder = AGON_TEST_SOURCES;

/// A command line of the host, to be run in `folder`.
inline support::Command host(std::vector<std::string> arguments, std::filesystem::path folder = {}) {
  arguments.insert(arguments.begin(), host_program);
  return {.words = std::move(arguments), .folder = std::move(folder)};
}

/// A small match that takes no time and that a test need not care about.
inline std::vector<std::string> small_match(std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin", "random"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace e2e

template <>
struct doctest::StringMaker<std::vector<std::string>> {
  static doctest::String convert(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "{" : ", ") + word;
    return (text + "}").c_str();
  }
};
