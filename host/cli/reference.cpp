#include "host/cli/reference.hpp"

namespace host {

const std::vector<Note>& exit_codes() {
  static const std::vector<Note> all = {{"0", "done"},
                                        {"1", "a recorded match does not play as recorded"},
                                        {"2", "the command line: an unknown name, or a value that can't be"},
                                        {"3", "a plugin's file that can't be used"},
                                        {"4", "a file that is no transcript, or a damaged one"},
                                        {"5", "a file that can't be written"},
                                        {"6", "a game that broke its contract"},
                                        {"7", "out of memory, or another failure of the host itself"},
                                        {"8", "this machine can't isolate strategies as asked"},
                                        {"9", "a results database that can't be used"},
                                        {"10", "a plugin that failed a check of 'validate'"},
                                        {"130", "interrupted; what was finished is kept"}};
  return all;
}

const std::vector<Note>& environment() {
  static const std::vector<Note> all = {{"AGON_PLUGIN_PATH", "folders of strategies, joined by ':', searched first"},
                                        {"AGON_GAME_PATH", "folders of games and their strategies, likewise"},
                                        {"NO_COLOR", "if set, boards are drawn in plain text"}};
  return all;
}

}  // namespace host
