// What a game says of its matches: who may do what, what is seen, what is written, how it ends.
#include "host/failure.hpp"
#include "host/match/outcome.hpp"
#include "host/seat/block.hpp"
#include "host/text.hpp"
#include "host/validate/board.hpp"
#include "host/validate/check.hpp"
#include "host/validate/load.hpp"
#include "host/validate/seats.hpp"
#include "host/validate/setups.hpp"
#include "host/validate/table.hpp"

#include <agon/failure.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : what.ends_with("ch") ? "es" : "s");
}

/// Words from the game between quotes.
std::string in_quotes(const std::string& words) {
  constexpr std::size_t most = 60;
  std::string text = "'";
  return text.append(plain(agon::shortened(words, most))).append("'");
}

std::string at(const Board& board, const Record& record, std::size_t step) {
  return " (after action " + std::to_string(step) + ", " + spelled(board.game().description, record.setup) + ")";
}

Finding random_play(const Case& examined) {
  return examined.recording.finding;
}

/// Bytes that are hardly an action, mostly close to one.
std::string garbage(agon::Random& random, std::uint64_t capacity, const std::string& legal) {
  std::string bytes = legal;
  switch (random.below(4)) {
    case 0:  // one bit is another one
      if (!bytes.empty()) bytes[random.below(bytes.size())] ^= static_cast<char>(1U << random.below(8));
      break;
    case 1:  // a word is far out
      if (bytes.size() >= sizeof(std::uint32_t)) {
        const std::uint32_t words[] = {0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x7F000000, 1000};
        const std::size_t word = random.below(bytes.size() / sizeof(std::uint32_t));
        std::memcpy(bytes.data() + word * sizeof(std::uint32_t), &words[random.below(5)], sizeof(std::uint32_t));
      }
      break;
    case 2:  // another size
      bytes.resize(random.below(capacity + 1));
      break;
    default:
      bytes.resize(capacity);
      for (char& byte : bytes) byte = static_cast<char>(random.below(random.below(2) == 0 ? 4 : 256));
  }
  return bytes;
}

/// Tries bytes that are no legal action, if they are not. Returns what was wrong about how they are refused, or ""; the
/// state has changed only if `taken`.
std::string refused(GameState& state, const std::string& bytes, bool& taken) {
  Block action;
  Block reply;
  const std::uint64_t reply_capacity = state.game().type->reply_capacity;
  action.grow(bytes.size());
  reply.grow(reply_capacity);
  std::memcpy(action.data(), bytes.data(), bytes.size());
  agon_buffer room = {reply.data(), reply_capacity, 0};
  agon_error error{};
  const std::string before = fingerprint(state);
  taken = state.act(state.to_move(), {action.data(), bytes.size()}, &room, error) == AGON_OK;
  if (taken) return {};
  const std::string why = sentence(error, "");
  if (why.empty()) return "it refuses an illegal action without a sentence";
  if (!is_utf8(why)) return "it refuses an illegal action with a sentence that is no UTF-8";
  if (room.size != 0) return "it replies to an illegal action";
  if (fingerprint(state) != before) return "an illegal action changes the state: " + why;
  return {};
}

/// Goes through a record, with tries of illegal actions in one of two states, which have to stay alike.
std::string disturbed(Board& board, const Record& record, std::size_t& tries) {
  GameState calm(board.game(), record.setup);
  auto state = std::make_unique<GameState>(board.game(), record.setup);
  const std::uint64_t capacity = board.game().type->action_capacity;
  for (std::size_t step = 0; step < record.steps.size() && !board.tired(); ++step) {
    constexpr int tries_each = 3;
    for (int attempt = 0; attempt < tries_each; ++attempt) {
      now("with an illegal action" + at(board, record, step));
      bool taken = false;
      std::string fault = refused(*state, garbage(board.random(), capacity, record.steps[step].action), taken);
      if (!fault.empty()) return fault + at(board, record, step);
      ++tries;
      if (!taken) continue;
      state = replayed(board.game(), record, step, fault);  // it was legal by chance
      if (!state) return fault;
    }
    for (GameState* const each : {state.get(), &calm}) {
      if (std::string fault = apply(*each, record, step); !fault.empty())
        return each == &calm ? fault : "after illegal actions, " + fault;
    }
    if (fingerprint(*state) != fingerprint(calm))
      return "illegal actions change how the match goes on" + at(board, record, step + 1);
  }
  return {};
}

Finding illegal_refused(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::size_t tries = 0;
    for (std::size_t round = 0; round < board.records().size() && !board.enough(round); ++round) {
      const std::string fault = disturbed(board, board.records()[round], tries);
      if (!fault.empty()) return fail(fault);
    }
    return ok(counted(tries, "action"));
  });
}

/// Seats forfeit, one after the other, until the match is over. Returns what went wrong, or "".
std::string forfeited(Board& board, GameState& state) {
  std::set<std::int32_t> out;
  while (!state.over()) {
    std::int32_t seat = state.to_move();
    if (out.contains(seat)) return "seat " + std::to_string(seat) + " is to move although it has forfeited";
    const auto seats = static_cast<std::uint64_t>(state.setup().seats);
    if (out.empty() && board.random().below(3) == 0) seat = static_cast<std::int32_t>(board.random().below(seats));
    const auto outcome = static_cast<std::int32_t>(AGON_OUTCOME_ILLEGAL + board.random().below(AGON_OUTCOME_LOAD));
    now("in forfeit() of seat " + std::to_string(seat) + ", outcome " + outcome_name(outcome));
    state.forfeit(seat, outcome, board.random().below(2) == 0 ? "it crashed (SIGSEGV)" : std::string(600, 'x'));
    out.insert(seat);
    static_cast<void>(fingerprint(state));
  }
  static_cast<void>(state.scores());
  return {};
}

Finding forfeits_end(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::size_t rounds = 0;
    constexpr std::size_t each = 20;
    for (; !board.enough(rounds / each); ++rounds) {
      const Record& record = board.any_record();
      const std::size_t steps = board.random().below(record.steps.size() + 1);
      std::string fault;
      const auto state = replayed(board.game(), record, steps, fault);
      if (state) fault = forfeited(board, *state);
      if (!fault.empty()) return fail(fault + at(board, record, steps));
    }
    return ok(counted(rounds, "forfeit"));
  });
}

Finding scores_finite(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState state(board.game(), record.setup);
      static_cast<void>(state.scores());
      for (std::size_t step = 0; step < record.steps.size(); ++step) {
        if (const std::string fault = apply(state, record, step); !fault.empty()) return fail(fault);
        static_cast<void>(state.scores());
      }
      if (record.finished && !state.over())
        return fail("the match is not over after its last action" + at(board, record, record.steps.size()));
      if (!state.over()) continue;
      // A game that counts time is told of it when the match is over.
      constexpr std::int64_t most_us = 1'000'000'000;
      for (std::int32_t seat = 0; seat < state.setup().seats; ++seat)
        state.spent(seat, static_cast<std::int64_t>(board.random().below(most_us)));
      static_cast<void>(state.scores());
    }
    return ok(counted(rounds, "match"));
  });
}

/// What a seat sees owes nothing to what its memory held before, and looking changes nothing.
std::string observed(const GameState& state) {
  if (state.over()) return {};
  const std::uint64_t capacity = state.game().type->observation_capacity;
  Block zeros;
  Block ones;
  zeros.grow(capacity);
  ones.grow(capacity);
  std::memset(zeros.data(), 0, capacity);
  std::memset(ones.data(), 0xFF, capacity);
  agon_buffer over_zeros = {zeros.data(), capacity, 0};
  agon_buffer over_ones = {ones.data(), capacity, 0};
  state.observe(state.to_move(), over_zeros);
  state.observe(state.to_move(), over_ones);
  if (over_zeros.size != over_ones.size) return "observe() writes another number of bytes the second time";
  const auto* const first = static_cast<const std::byte*>(zeros.data());
  const auto* const second = static_cast<const std::byte*>(ones.data());
  const auto [differs, ignored] = std::mismatch(first, first + over_zeros.size, second);
  if (differs != first + over_zeros.size)
    return "observe() leaves byte " + std::to_string(differs - first) + " of an observation as it was";
  return {};
}

constexpr std::size_t most_looks = 64;  // at the positions of one match

Finding observation_written(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState state(board.game(), record.setup);
      const std::size_t every = record.steps.size() / most_looks + 1;
      for (std::size_t step = 0; step < record.steps.size() && !board.tired(); ++step) {
        if (step % every != 0) {
          if (const std::string fault = apply(state, record, step); !fault.empty()) return fail(fault);
          continue;
        }
        if (const std::string fault = observed(state); !fault.empty()) return fail(fault + at(board, record, step));
        if (const std::string fault = apply(state, record, step); !fault.empty()) return fail(fault);
      }
    }
    return ok(counted(rounds, "match"));
  });
}

/// Whether fresh instances of this strategy, one for each turn, play whole matches; else what happens.
std::string hands_over(const Game& game, const StrategyFile& player, agon::Random& random, const Ration& ration,
                       std::size_t& matches) {
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<Seat*> sitting;
  for (std::uint32_t seat = 0; seat < game.description.max_seats; ++seat) {
    std::vector<std::unique_ptr<Seat>> runners;
    runners.push_back(seated(player, game.description));
    seats.push_back(relay(std::move(runners), random.next()));
    sitting.push_back(seats.back().get());
  }
  constexpr int each = 2;
  for (int match = 0; match < each && !ration.enough(matches); ++match) {
    const auto state = opened(game, drawn_setup(game.description, random));
    if (!state) continue;
    now("in a match of " + player.description.id + " (" + spelled(game.description, state->setup()) + ")");
    const Played result = play(*state, std::span(sitting).first(static_cast<std::size_t>(state->setup().seats)),
                               span_for(game.description, state->setup(), true));
    ++matches;
    if (!result.failures.empty())
      return player.description.id + ": " + result.failures.front().second.reason + " (" +
             spelled(game.description, state->setup()) + ")";
  }
  return {};
}

Finding hand_over(const Case& examined) {
  if (examined.players.empty()) return unchecked("no strategy for it is found");
  return run_apart(patience_for(examined.game->description), [&] {
    const Game& game = load_game(examined);
    agon::Random random(examined.seed);
    const Ration ration(examined);
    std::size_t matches = 0;
    std::vector<std::string> faults;
    std::size_t players = 0;
    for (const StrategyFile& player : examined.players) {
      if (players > 0 && ration.enough(matches)) break;
      ++players;
      if (std::string fault = hands_over(game, player, random, ration, matches); !fault.empty())
        faults.push_back(std::move(fault));
    }
    if (faults.empty()) return ok(counted(matches, "match"));
    const std::string text = "fresh instances that see an observation alone can't go on: " + faults.front();
    return faults.size() == players ? fail(text) : warn(text + "; others can");
  });
}

bool one_line(const std::string& text) {
  return is_utf8(text) && text.find('\n') == std::string::npos && text.find('\0') == std::string::npos;
}

/// The text of an action, and what it reads as. Returns what was wrong, or "".
std::string round_trip(GameState& state, const std::string& action, std::string& text) {
  Block room;
  room.grow(action.size());
  std::memcpy(room.data(), action.data(), action.size());
  text = state.action_text({room.data(), action.size()});
  if (!one_line(text)) return "an action's text is no line of UTF-8: " + in_quotes(text);
  std::string reason;
  const auto read = state.parse_action(text, reason);
  if (!read) return "it does not read " + in_quotes(text) + ", which it wrote itself: " + reason;
  // Other bytes may mean the same action; another action has another text.
  const std::string copy(static_cast<const char*>(read->data), read->size);
  Block again;
  again.grow(copy.size());
  std::memcpy(again.data(), copy.data(), copy.size());
  const std::string text_again = state.action_text({again.data(), copy.size()});
  return text_again == text ? "" : in_quotes(text) + " reads as another action, " + in_quotes(text_again);
}

constexpr const char* no_notation = "it has no notation (agon/ext/notation.h), so its matches can't be recorded";

Finding notation_reads_back(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState by_bytes(board.game(), record.setup);
      GameState by_text(board.game(), record.setup);
      if (!by_bytes.has_notation()) return warn(no_notation);
      if (!one_line(by_bytes.position())) return fail("a position's text is no line of UTF-8" + at(board, record, 0));
      for (std::size_t step = 0; step < record.steps.size() && !board.tired(); ++step) {
        std::string text;
        if (const std::string fault = round_trip(by_bytes, record.steps[step].action, text); !fault.empty())
          return fail(fault + at(board, record, step));
        std::string reason;
        const auto read = by_text.parse_action(text, reason);
        Record spoken{record.setup, record.steps};
        spoken.steps[step].action.assign(static_cast<const char*>(read->data), read->size);
        std::string fault = apply(by_bytes, record, step);
        if (fault.empty()) fault = apply(by_text, spoken, step);
        if (!fault.empty()) return fail("as text: " + fault);
        if (fingerprint(by_bytes) != fingerprint(by_text) || by_bytes.revealed() != by_text.revealed())
          return fail(in_quotes(text) + " does something else than the action that it stands for" +
                      at(board, record, step));
        if (!one_line(by_bytes.revealed()))
          return fail("what an action revealed is no line of UTF-8" + at(board, record, step));
      }
    }
    return ok(counted(rounds, "match"));
  });
}

/// Any character, as UTF-8, of those that texts are made of and of others.
std::string any_character(agon::Random& random) {
  static const std::vector<std::string> odd = {"\t", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2", "\x7F", "%s", "-"};
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return odd[random.below(odd.size())];
  return std::string(1, static_cast<char>(kind == 1 ? '0' + random.below(10) : ' ' + random.below(95)));
}

/// A text that is hardly an action's, mostly close to one, in UTF-8.
std::string garbled(agon::Random& random, const std::string& legal) {
  std::string text = legal;
  const std::size_t place = random.below(text.size() + 1);
  switch (random.below(5)) {
    case 0:
      text = text.substr(0, place);
      break;
    case 1:
      text += text;
      break;
    case 2:
      if (place < text.size()) text.replace(place, 1, any_character(random));
      break;
    case 3:
      text.insert(place, random.below(2) == 0 ? std::to_string(random.next()) : any_character(random));
      break;
    default:
      text.clear();
      for (std::uint64_t left = random.below(200); left > 0; --left) text += any_character(random);
  }
  return is_utf8(text) ? text : legal + "?";
}

Finding notation_refuses(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t tries = 0;
    for (std::size_t round = 0; round < 10 * board.most_rounds() && !board.enough(round); ++round) {
      const Record& record = board.any_record();
      if (record.steps.empty()) continue;
      const std::size_t step = board.random().below(record.steps.size());
      std::string fault;
      const auto state = replayed(board.game(), record, step, fault);
      if (!state) return fail(fault);
      if (!state->has_notation()) return warn(no_notation);
      std::string legal;
      fault = round_trip(*state, record.steps[step].action, legal);
      if (!fault.empty()) return unchecked(fault);
      constexpr int tries_each = 50;
      for (int attempt = 0; attempt < tries_each; ++attempt, ++tries) {
        const std::string text = garbled(board.random(), legal);
        now("in action_from_text() of " + in_quotes(text) + at(board, record, step));
        std::string reason;
        const auto read = state->parse_action(text, reason);
        const std::string which = in_quotes(text) + at(board, record, step);
        if (!read && (reason == "the game gave no reason" || !is_utf8(reason)))
          return fail("it refuses " + which + " without a sentence in UTF-8");
        if (!read) continue;
        Block again;
        again.grow(read->size);
        std::memcpy(again.data(), read->data, read->size);
        const std::string text_again = state->action_text({again.data(), read->size});
        if (text_again != text)
          return fail("it reads " + which + " as " + in_quotes(text_again) + ", and gives back another text");
      }
    }
    return ok(counted(tries, "text"));
  });
}

/// A canvas that says what is drawn wrongly.
struct Critic {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::size_t grids = 0;
  std::string fault;

  void blame(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  static Critic& of(void* host) { return *static_cast<Critic*>(host); }
};

void check_text(Critic& critic, const char* text, const std::string& what) {
  if (text == nullptr) {
    critic.blame(what + " is NULL");
  } else if (!is_utf8(text)) {
    critic.blame(what + " is no UTF-8");
  }
}

void check_place(Critic& critic, std::uint32_t row, std::uint32_t column, const std::string& what) {
  if (critic.grids == 0) {
    critic.blame(what + " comes before the grid");
  } else if (row >= critic.rows || column >= critic.columns) {
    critic.blame(what + " lies at " + std::to_string(row) + ", " + std::to_string(column) + ", outside the grid of " +
                 std::to_string(critic.rows) + " x " + std::to_string(critic.columns));
  }
}

std::string drawn(const GameState& state, std::int32_t seat) {
  Critic critic;
  const agon_canvas canvas = {
      &critic,
      [](void* host, std::uint32_t rows, std::uint32_t columns) {
        Critic& seen = Critic::of(host);
        if (++seen.grids > 1) seen.blame("it has more than one grid");
        if (rows < 1 || columns < 1) seen.blame("its grid is empty");
        seen.rows = rows;
        seen.columns = columns;
      },
      [](void* host, const char* const* rows, const char* const* columns) {
        Critic& seen = Critic::of(host);
        if (seen.grids == 0) return seen.blame("labels come before the grid");
        for (std::uint32_t row = 0; rows != nullptr && row < seen.rows; ++row) check_text(seen, rows[row], "a label");
        for (std::uint32_t column = 0; columns != nullptr && column < seen.columns; ++column)
          check_text(seen, columns[column], "a label");
      },
      [](void* host, std::uint32_t row, std::uint32_t column, const agon_cell* cell) {
        Critic& seen = Critic::of(host);
        check_place(seen, row, column, "a cell");
        check_text(seen, cell->glyph, "a cell's glyph");
        if (cell->token != nullptr) check_text(seen, cell->token, "a cell's token");
      },
      [](void* host, std::uint32_t from_row, std::uint32_t from_column, std::uint32_t to_row, std::uint32_t to_column,
         std::int32_t) {
        check_place(Critic::of(host), from_row, from_column, "an arrow's beginning");
        check_place(Critic::of(host), to_row, to_column, "an arrow's end");
      },
      [](void* host, const char* line) { check_text(Critic::of(host), line, "a line of text"); }};
  state.scene()->draw(state.raw(), seat, &canvas);
  if (critic.grids == 0) critic.blame("it has no grid");
  return critic.fault;
}

Finding draws_itself(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::size_t drawings = 0;
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const Record& record = board.records()[rounds];
      GameState state(board.game(), record.setup);
      if (state.scene() == nullptr) return warn("it does not draw itself (agon/ext/scene.h), so nobody can watch it");
      for (std::size_t step = 0; step <= record.steps.size(); ++step) {
        constexpr std::size_t every = 8;
        if (board.tired() && drawings > 0) break;
        if (step % every == 0 || step == record.steps.size()) {
          now("in draw()" + at(board, record, step));
          ++drawings;
          const std::string before = fingerprint(state);
          for (std::int32_t seat = AGON_ALL_SEATS; seat < state.setup().seats; ++seat) {
            if (const std::string fault = drawn(state, seat); !fault.empty())
              return fail("its drawing: " + fault + at(board, record, step));
          }
          if (fingerprint(state) != before) return fail("drawing changes the state" + at(board, record, step));
        }
        if (step == record.steps.size()) break;
        if (const std::string fault = apply(state, record, step); !fault.empty()) return fail(fault);
      }
    }
    return ok(counted(drawings, "drawing"));
  });
}

Finding opponent_found(const Case& examined) {
  const std::optional<std::string>& opponent = examined.game->description.opponent;
  if (!opponent) return ok("it names none");
  for (const StrategyFile& player : examined.players) {
    if (player.description.id == *opponent) return ok(*opponent);
  }
  return warn("its default opponent " + *opponent + " is not found, so empty seats can't be filled");
}

}  // namespace

std::vector<Check> rules_checks() {
  return {
      {"random-play", Scope::game, true,
       "Matches on setups of all kinds, of strategies drawn at random, come to an end.", random_play},
      {"illegal-refused", Scope::game, true,
       "Illegal actions are refused in words, and change nothing, not even what chance does later.", illegal_refused},
      {"forfeits-end", Scope::game, true,
       "Seats that forfeit at any point, for any reason, are not to move again, and without seats the match is over.",
       forfeits_end},
      {"scores-finite", Scope::game, false, "Scores are finite numbers at any point.", scores_finite},
      {"observation-written", Scope::game, false,
       "observe() writes every byte of an observation, and the same ones each time.", observation_written},
      {"hand-over", Scope::game, true,
       "An observation is enough for a strategy that has seen nothing before to take over at any turn.", hand_over},
      {"notation-reads-back", Scope::game, false,
       "An action's text reads back as the same action, and all texts are lines of UTF-8.", notation_reads_back},
      {"notation-refuses", Scope::game, true,
       "Texts that are no action are refused in words, and what is read gives back the same text.", notation_refuses},
      {"draws-itself", Scope::game, false, "It draws itself on one grid, with cells and texts as they should be.",
       draws_itself},
      {"opponent-found", Scope::game, false, "The default opponent that it names is found.", opponent_found},
  };
}

}  // namespace host::validate
