#include "host/validate/check.hpp"

#include "host/failure.hpp"

#include <exception>
#include <utility>

namespace host::validate {

namespace {

constexpr std::int64_t loading_memory = std::int64_t{4} << 30U;  // bytes: more than any match, less than the machine

}  // namespace

const char* status_name(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::warn:
      return "warn";
    case Status::fail:
      return "fail";
    default:
      return "crash";
  }
}

Finding ok(std::string text) {
  return {Status::ok, std::move(text)};
}

Finding warn(std::string text) {
  return {Status::warn, std::move(text)};
}

Finding fail(std::string text) {
  return {Status::fail, std::move(text)};
}

Finding unchecked(const std::string& why) {
  return warn("not checked: " + why);
}

Finding guarded(const std::function<Finding()>& body) {
  now("");
  try {
    return body();
  } catch (const Ended& ended) {
    return {ended.crashed ? Status::crash : Status::fail, ended.text};
  } catch (const Failure& failure) {
    if (failure.code() == Exit::isolation) throw;
    return fail(failure.what());
  } catch (const std::exception& exception) {  // the answer claims more memory than there is
    return fail(exception.what());
  }
}

Finding without_game(const Case& examined) {
  if (plays_any_game(*examined.strategy)) return unchecked("it plays any game: name one with --game");
  return unchecked("the game " + game_of(examined.strategy->protocol) + " is not found");
}

Remote::Terms terms_for(const Case& examined) {
  const bool trusted = examined.plugin && !examined.plugin->games.empty();
  return {.build = examined.build, .sandboxed = !trusted, .memory_bytes = loading_memory};
}

std::string Case::subject() const {
  if (!players.empty() && players.front().program) return "program " + strategy->id;
  if (strategy != nullptr) return "strategy " + strategy->id;
  return game ? "game " + game->description.id : "library";
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> made;
    for (const auto& part : {file_checks(), load_checks(), state_checks(), rules_checks(), shown_checks(),
                             model_checks(), layout_checks(), instance_checks(), play_checks(), program_checks()})
      made.insert(made.end(), part.begin(), part.end());
    return made;
  }();
  return all;
}

}  // namespace host::validate
