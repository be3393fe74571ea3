// What all tests of bad input check: one sentence that names the file, option or seat, a documented exit code, and
// nothing else: no output, no file, no crash.
#pragma once

#include "tests/e2e/host.hpp"
#include "tests/support/temporary_folder.hpp"

#include <functional>
#include <string>
#include <vector>

namespace e2e {

using Words = std::vector<std::string>;

// The documented exit codes.
inline constexpr int differs = 1;
inline constexpr int usage = 2;
inline constexpr int plugin = 3;
inline constexpr int transcript = 4;
inline constexpr int output = 5;
inline constexpr int game = 6;

struct Case {
  Words arguments;
  int code = 0;
  Words fragments{};  // each of which the line must contain
};

/// A library that is broken on purpose, and one that ships.
std::string fixture(const std::string& name);
std::string shipped(const std::string& name);

/// A small match of Tonga's, but for what is added.
Words tonga(Words more);

/// Runs each in a folder that holds what `prepare` puts there.
void check_refused(const std::vector<Case>& cases,
                   const std::function<void(const support::TemporaryFolder&)>& prepare = {});

/// Libraries that are none, in part or altogether, and mybot.so, which is whole.
void put_broken_libraries(const support::TemporaryFolder& folder);

}  // namespace e2e
