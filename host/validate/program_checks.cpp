// Checks of a program on a pipe: whether it speaks the protocol, plays, and ends when it should.
#include "host/isolation/program_process.hpp"
#include "host/match/game_state.hpp"
#include "host/match/match.hpp"
#include "host/match/seeds.hpp"
#include "host/match/transcript.hpp"
#include "host/seat/program_messages.hpp"
#include "host/seat/program_seat.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/matches.hpp"

#include <agon/random.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

/// Far above what any program needs for a line, or for its end, also on a busy machine.
constexpr int answer_ms = 15'000;

/// Runs a check in a child process with the game, for the table of checks.
template <Finding (*check)(const Case& examined)>
Finding beside_game(const Case& examined) {
  return in_child(terms_of_matches(examined), [&] { return check(examined); });
}

/// Returns the state of a match at its start.
std::unique_ptr<GameState> beginning(const Case& examined) {
  agon::Random random(examined.seed);
  return opened(trusted_game(), plain_setup(trusted_game().description, random));
}

/// A conversation with the program, line by line.
class Conversation {
 public:
  explicit Conversation(const Case& examined)
      : examined_(examined), process_(config_for(*examined.players.front().program)) {
    game_activity().leave_game();
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() { game_activity().enter_game(); }

  void send(const std::string& line) { process_.write(line + "\n", answer_ms); }

  /// Writes all that comes before a turn.
  void begin() {
    const GameDescription& game = examined_.game->description;
    std::vector<std::pair<std::string, std::string>> options;
    for (const SettingDescription& option : examined_.players.front().description.options)
      options.emplace_back(name_for_program(option.name), option.fallback.value_or(""));
    process_.write(start_message(game.id, game.protocol, options), answer_ms);
    wait_until_ready();
    process_.write(new_message(0, 1, 1, agon_limits{}), answer_ms);
  }

  /// Waits until all of it has ended. Returns false if it does not end: it has slept for long, or runs on.
  bool ends() {
    constexpr int look_ms = 25;
    constexpr int asleep_ms = 500;  // what ends does not sleep: it runs, or waits for a core
    std::int64_t used_ns = -1;
    for (int waited = 0, asleep = 0; waited < answer_ms && asleep < asleep_ms; waited += look_ms, asleep += look_ms) {
      if (process_.wait_until_ended(look_ms)) return process_.wait_until_gone(answer_ms);
      const TreeUse use = process_.use();
      if (use.runs || use.cpu_ns != used_ns) asleep = 0;
      used_ns = use.cpu_ns;
    }
    return false;
  }
  void close() { process_.close_input(); }

 private:
  void wait_until_ready() {
    std::string_view line;
    for (std::int64_t lines = 0; lines < most_lines; ++lines) {
      switch (process_.read_line(line, answer_ms)) {
        case ProgramProcess::Read::line:
          if (Message(line).word == "ready") return;
          break;
        case ProgramProcess::Read::late:
          throw fail("it wrote no 'ready' within " + std::to_string(answer_ms / 1000) + " s" +
                     (process_.unfinished() > 0
                          ? ", but " + counted(process_.unfinished(), "byte") + " without a line break"
                          : ""));
        default:
          throw fail("its output ended before 'ready'");
      }
    }
    throw fail("it wrote " + counted(most_lines, "line") + ", and no 'ready' among them");
  }

  const Case& examined_;
  ProgramProcess process_;
};

Finding starts(const Case& examined) {
  NoReferee none;
  SeatStart start;
  start.game = examined.game->description.id;
  start.protocol = examined.game->description.protocol;
  start.limits = limits_for(examined.game->description);
  game_activity().leave_game();
  const auto seat = seated(examined.players.front());
  const Outcome outcome = seat->begin(start, none);
  static_cast<void>(seat->end());
  game_activity().enter_game();
  return outcome.ok() ? ok() : fail(outcome_text(outcome));
}

/// Returns the actions of one match in which the program plays every seat.
std::string actions_of(const Case& examined, std::span<Seat* const> seats) {
  const auto state = beginning(examined);
  const Played played = play(*state, seats, cap_for(*state, examined.hurried));
  std::string all;
  for (const Step& step : played.record.steps) all += step.action + "\n";
  for (const auto& [seat, outcome] : played.failures) all += outcome.reason + "\n";
  return all;
}

Finding repeats(const Case& examined) {
  std::vector<std::string> played;
  const std::int32_t count = beginning(examined)->setup().seats;
  for (const bool again : {false, true}) {
    std::vector<std::unique_ptr<Seat>> open;
    std::vector<Seat*> seats;
    for (std::int32_t seat = 0; seat < count; ++seat) {
      open.push_back(seated(examined.players.front()));
      seats.push_back(open.back().get());
    }
    played.push_back(actions_of(examined, seats));
    if (!again) played.push_back(actions_of(examined, seats));
  }
  if (played[1] != played[0]) return warn("the second match of a process differs from the first, with the same seed");
  if (played[2] != played[0]) return warn("another process plays another match, with the same seed");
  return ok();
}

/// Closes its input, and in another process quits it.
Finding ends(const Case& examined) {
  {
    Conversation closed(examined);
    closed.begin();
    closed.send("end");
    closed.close();
    if (!closed.ends()) return fail("it does not end when its input is closed");
  }
  Conversation conversation(examined);
  conversation.begin();
  conversation.send("end\nquit");
  if (conversation.ends()) return ok();
  conversation.close();
  if (conversation.ends()) return warn("it ignores 'quit', and ends only when its input is closed");
  return fail("it does not end after 'quit'");
}

}  // namespace

std::vector<Check> program_checks() {
  return {
      {"program-starts", Scope::program, false, "It starts, and writes 'ready' within the limit of its start.",
       beside_game<starts>},
      {"program-plays", Scope::program, true,
       "It plays whole matches on setups of all kinds, never illegally and within the game's limits.", plays_matches},
      {"program-takes-over", Scope::program, true, "It plays on from any turn of a match that it has not seen.",
       takes_over},
      {"program-repeats", Scope::program, true, "It plays the same match again for the same seed, in any process.",
       beside_game<repeats>},
      {"program-ends", Scope::program, false, "It ends after 'quit', and when its input is closed.", beside_game<ends>},
  };
}

}  // namespace host::validate
