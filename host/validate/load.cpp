#include "host/validate/load.hpp"

#include "host/failure.hpp"
#include "host/validate/apart.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace host::validate {

namespace {

constexpr std::int64_t loading_memory = std::int64_t{4} << 30U;  // bytes: no match's limit, but not the whole machine

}  // namespace

std::string readied(const Case& examined) {
  const bool trusted = examined.plugin && !examined.plugin->games.empty();
  return trusted ? std::filesystem::absolute(examined.file).string() : confine(examined.file, loading_memory);
}

SharedObject& load(const Case& examined, const std::string& from) {
  static std::unique_ptr<SharedObject> kept;  // until the process ends, which is without destructors
  now(channel::Phase::loading);
  kept = std::make_unique<SharedObject>(from, examined.file.filename().string());
  now(channel::Phase::ready);
  return *kept;
}

SharedObject& load(const Case& examined) {
  return load(examined, readied(examined));
}

const Game& load_game(const Case& examined) {
  static const Game game = Catalogue({}).game(examined.game->reference);
  return game;
}

}  // namespace host::validate
