// What is to come of each attack.
#pragma once

#include <string>
#include <vector>

namespace hostile {

/// An attack, played in the sandbox.
struct Row {
  std::string attack;               // "": the strategy has no options
  std::string when;                 // of the option `when`; "load": in a constructor
  std::vector<std::string> kinds;   // of outcome, any of which is right
  std::string reason{};             // what the reason says, among other things
  std::vector<std::string> more{};  // arguments of the host
  std::string seeds = "1-3";
  std::string strategy = "raw";
  std::string opponent = "random";  // another one is in hostile.so, too
  std::string game = "tonga";       // another one with its protocol is in a library of that name
};

/// Attacks that end a strategy, or are refused.
const std::vector<Row>& rows();

/// The first of each kind, in a match each.
std::vector<Row> representative_rows();

/// What a process of its own is enough for: with --isolation process.
const std::vector<Row>& rows_in_process();

}  // namespace hostile
