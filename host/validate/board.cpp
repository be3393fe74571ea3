#include "host/validate/board.hpp"

#include "host/failure.hpp"
#include "host/seat/block.hpp"
#include "host/session/ticks.hpp"
#include "host/text.hpp"
#include "host/validate/setups.hpp"
#include "host/validate/table.hpp"

#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace host::validate {

namespace {

/// Produces setups: mostly random ones, sometimes one with parameters at the ends of their ranges.
class Setups {
 public:
  Setups(const Game& game, agon::Random& random)
      : game_(game), random_(random), limits_(limit_setups(game.description, random)) {}

  /// With `plain`, returns a setup with default parameters, whose match must end.
  std::unique_ptr<GameState> next(bool plain) {
    if (plain) {
      if (auto state = opened(game_, plain_setup(game_.description, random_))) return state;
    }
    constexpr int most_tries = 100;
    for (int attempt = 0; attempt < most_tries; ++attempt) {
      const bool at_limits = !limits_.empty() && random_.below(3) == 0;
      const Setup setup = at_limits ? limits_[random_.below(limits_.size())] : drawn_setup(game_.description, random_);
      if (auto state = opened(game_, setup)) return state;
    }
    throw Failure(Exit::game, "it refuses a hundred setups one after the other");
  }

 private:
  const Game& game_;
  agon::Random& random_;
  std::vector<Setup> limits_;
};

using OpenSeats = std::map<std::pair<std::size_t, std::int32_t>, std::unique_ptr<Seat>>;

/// Plays a match between randomly chosen strategies.
Played play_drawn(const Case& examined, GameState& state, agon::Random& random, Recorder& recorder, OpenSeats& open) {
  std::vector<Seat*> seats;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    const std::size_t player = random.below(examined.players.size());
    auto& sitting = open[{player, seat}];
    if (!sitting) sitting = seated(examined.players[player]);
    seats.push_back(sitting.get());
  }
  return play(state, seats, span_for_game(state.game().description, state.setup(), examined.hurried), &recorder);
}

/// Plays a match with guessed actions: small numbers, which most protocols consist of. Returns whether the match ended.
bool guess(GameState& state, agon::Random& random, Recorder& recorder) {
  constexpr int most_guesses = 20'000;
  constexpr std::size_t most_actions = 2'000;
  const std::size_t words = state.game().type->action_capacity / sizeof(std::int32_t);
  std::vector<std::int32_t> action(words + 4);
  recorder.begun(state);
  for (std::size_t actions = 0; !state.over(); ++actions) {
    if (actions > most_actions) return false;
    const std::int32_t seat = state.to_move();
    const agon_bytes bytes = {action.data(), state.game().type->action_capacity};
    bool legal = false;
    for (int guesses = 0; guesses < most_guesses && !legal; ++guesses) {
      const std::uint64_t below = std::uint64_t{2} << random.below(5);
      for (std::int32_t& word : action) word = static_cast<std::int32_t>(random.below(below));
      agon_error error{};
      Block reply;
      reply.grow(state.game().type->reply_capacity);
      agon_buffer room = {reply.data(), state.game().type->reply_capacity, 0};
      legal = state.act(seat, bytes, &room, error) == AGON_OK;
    }
    if (!legal) return false;
    recorder.acted(state, seat, bytes);
  }
  return true;
}

/// Returns the finding about the recorded matches.
Finding told(const Case& examined, const std::vector<Record>& records, std::size_t played, std::size_t failed) {
  if (examined.players.empty()) {
    return records.empty()
               ? unchecked("no strategy for it is found, and guesses do not lead to the end of a match")
               : warn("only guessed actions, in " + counted(records.size(), "match") + ": no strategy for it is found");
  }
  if (records.empty()) return unchecked("strategies fail in all of " + counted(played, "match"));
  return ok(counted(played, "match") +
            (failed == 0 ? "" : ", strategies fail in " + std::to_string(failed) + " of them"));
}

}  // namespace

Recording record_matches(const Case& examined) {
  const GameDescription& game = examined.game->description;
  std::vector<Record> records;
  Finding finding =
      in_child(terms_for(examined),
               [&] {
                 const ExaminedGame loaded(game);
                 agon::Random random(examined.seed);
                 Setups setups(loaded.game(), random);
                 OpenSeats seats;
                 const Ration ration(examined);
                 std::size_t played = 0;
                 std::size_t failed = 0;
                 for (; !ration.enough(played); ++played) {
                   const auto state = setups.next(played == 0);
                   const std::string which = spelled(game, state->setup());
                   now("in a match (" + which + ")");
                   Recorder recorder;
                   if (examined.players.empty()) {
                     if (guess(*state, random, recorder)) records.push_back(recorder.record());
                     continue;
                   }
                   const Played match = play_drawn(examined, *state, random, recorder, seats);
                   if (!match.whole && is_printable(game, state->setup()))
                     return fail("a match has no end: it goes on after " +
                                 std::to_string(recorder.record().steps.size()) + " actions (" + which + ")");
                   constexpr std::size_t very_many = 10'000;
                   if (!match.failures.empty() && recorder.record().steps.size() > very_many &&
                       is_printable(game, state->setup()))
                     return warn("a match goes on for " + std::to_string(recorder.record().steps.size()) +
                                 " actions, until strategies fail (" + which + ")");
                   failed += match.failures.empty() ? 0 : 1;
                   if (match.failures.empty()) records.push_back(recorder.record());
                 }
                 return told(examined, records, played, failed);
               },
               {.records = &records});
  return {std::move(records), std::move(finding)};
}

Board::Board(const Case& examined)
    : examined_(examined),
      game_(examined.game->description),
      random_(examined.seed),
      began_(read_clock(CLOCK_PROCESS_CPUTIME_ID)) {}

bool Board::enough(std::size_t rounds) const {
  return rounds >= examined_.matches || (rounds > 0 && tired());
}

bool Board::tired() const {
  constexpr std::int64_t most_ns = 500'000'000;
  const std::int64_t used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_;
  return examined_.hurried && used > most_ns;
}

Finding on_board(const Case& examined, const std::function<Finding(Board& board)>& body, const Gains& gains) {
  return in_child(
      terms_for(examined),
      [&] {
        Board board(examined);
        return body(board);
      },
      gains);
}

Finding on_records(const Case& examined, const std::function<Finding(Board& board)>& body) {
  if (examined.recording.records.empty()) return unchecked("no match of it was played to its end");
  return on_board(examined, body);
}

std::string fingerprint(const GameState& state) {
  std::string all;
  const auto add = [&](std::string_view part) { all.append(std::to_string(part.size())).append(" ").append(part); };
  const agon_game_type& type = *state.game().type;
  const std::int32_t mover = state.to_move();
  const std::int32_t seats = state.setup().seats;
  add(std::to_string(mover));
  for (std::int32_t seat = 0; seat < seats; ++seat) add(decimal(type.score(state.raw(), seat)));  // finite or not
  if (mover != AGON_OVER) {
    Block room;
    room.grow(type.observation_capacity);
    agon_buffer observation = {room.data(), type.observation_capacity, 0};
    state.observe(mover, observation);
    add({static_cast<const char*>(observation.data), observation.size});
  }
  for (std::int32_t seat = AGON_ALL_SEATS; state.has_notation() && seat < seats; ++seat) add(state.position(seat));
  return all;
}

std::string at(const Board& board, const Record& record, std::size_t step) {
  return " (after action " + std::to_string(step) + ", " + spelled(board.game().description, record.setup) + ")";
}

std::string apply(GameState& state, const Record& record, std::size_t step) {
  const Step& done = record.steps.at(step);
  const std::string where =
      "action " + std::to_string(step + 1) + " (" + spelled(state.game().description, record.setup) + ")";
  now("in " + where);
  if (state.to_move() != done.seat)
    return "before " + where + " seat " + std::to_string(state.to_move()) + " is to move, and before it was seat " +
           std::to_string(done.seat);
  Block action;
  Block reply;
  action.grow(done.action.size());
  reply.grow(state.game().type->reply_capacity);
  std::memcpy(action.data(), done.action.data(), done.action.size());
  agon_buffer room = {reply.data(), state.game().type->reply_capacity, 0};
  agon_error error{};
  if (state.act(done.seat, {action.data(), done.action.size()}, &room, error) == AGON_OK) return {};
  return where + ", which was legal, is refused: " + sentence(error, "without a reason");
}

std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps, std::string& fault) {
  auto state = std::make_unique<GameState>(game, record.setup);
  for (std::size_t step = 0; step < steps; ++step) {
    fault = apply(*state, record, step);
    if (!fault.empty()) return nullptr;
  }
  return state;
}

std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::string& fault) {
  return replayed(game, record, record.steps.size(), fault);
}

}  // namespace host::validate
