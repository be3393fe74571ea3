#include "host/cli/reference.hpp"

namespace host {

const std::vector<Note>& exit_codes() {
  static const std::vector<Note> all = {
      {"0", "done"},
      {"1", "a recorded match does not play as recorded"},
      {"2", "wrong command line: an unknown name or an invalid value"},
      {"3", "a plugin's file can't be used"},
      {"4", "a file is no transcript, or is damaged"},
      {"5", "a file can't be written"},
      {"6", "a game failed: it crashed, hung or broke its contract; other results are kept"},
      {"7", "out of memory, or another failure of the host itself"},
      {"8", "this machine can't isolate strategies as requested"},
      {"9", "a results database can't be used"},
      {"10", "a plugin failed a check of 'validate'"},
      {"11", "'serve' can't listen on its address and port"},
      {"12", "a cluster's database can't be used"},
      {"130", "interrupted, or a person has left the match; finished matches are kept"},
      {"141", "the reader of the output has ended, as in a pipe to head"}};
  return all;
}

const std::vector<Note>& environment() {
  static const std::vector<Note> all = {
      {"AGON_PLUGIN_PATH", "folders of strategies, joined by ':', searched first; games in them are ignored"},
      {"AGON_GAME_PATH", "folders of games and their strategies, joined by ':'"},
      {"NO_COLOR", "if set, boards are drawn in plain text"}};
  return all;
}

}  // namespace host
