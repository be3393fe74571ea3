#include "host/validate/check.hpp"

#include "host/plugin/ticks.hpp"
#include "host/util/escape.hpp"

#include <agon/failure.hpp>

#include <array>
#include <cstddef>
#include <ctime>

namespace host::validate {

const char* status_name(Status status) {
  return std::array{"ok", "warn", "fail", "crash"}.at(static_cast<std::size_t>(status));
}

std::string in_quotes(const std::string& words) {
  constexpr std::size_t most = 60;
  return "'" + printable(agon::shortened(words, most)) + "'";
}

void fail_if(const std::string& fault, const std::string& where) {
  if (!fault.empty()) throw fail(fault + where);
}

void leave_second(std::time_t began) {
  constexpr timespec pause = {0, 10'000'000};
  while (std::time(nullptr) == began) ::nanosleep(&pause, nullptr);
}

Quota::Quota(const Case& examined, clockid_t clock, std::int64_t most_ns)
    : most_(examined.matches),
      hurried_(examined.hurried),
      clock_(clock),
      most_ns_(most_ns),
      began_(read_clock(clock)) {}

bool Quota::enough(std::size_t rounds) const {
  return rounds >= most_ || (rounds > 0 && out_of_time());
}

bool Quota::out_of_time() const {
  return hurried_ && read_clock(clock_) - began_ > most_ns_;
}

Finding without_game(const Case& examined) {
  if (plays_any_game(*examined.strategy)) return unchecked("it plays any game: name one with --game");
  return unchecked("the game " + game_of(examined.strategy->protocol) + " is not found");
}

std::string Case::subject() const {
  if (!players.empty() && players.front().program) return "program " + strategy->id;
  if (strategy != nullptr) return "strategy " + strategy->id;
  return game ? "game " + game->description.id : "library";
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> made;
    for (const auto& part : {library_checks(), state_checks(), rules_checks(), shown_checks(), model_checks(),
                             instance_checks(), play_checks(), program_checks()})
      made.insert(made.end(), part.begin(), part.end());
    return made;
  }();
  return all;
}

}  // namespace host::validate
