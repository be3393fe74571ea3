// Games and strategies of the build tree, as a program finds them that uses libagon.
#pragma once

#include "host/library/game.hpp"
#include "host/util/own_files.hpp"

#include <memory>
#include <string>

namespace found {

/// Returns the game of that name. This program is not the host, so it says where the host's files are.
inline std::shared_ptr<const host::Game> game(const std::string& name) {
  static const bool is_set = (host::set_own_folder(AGON_TEST_HOST_FOLDER), true);
  static_cast<void>(is_set);
  return host::library::find_game(name);
}

}  // namespace found
