// What a game does at the C ABI: its states, their parameters, the memory that it is handed.
#include "host/failure.hpp"
#include "host/match/outcome.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/validate/board.hpp"
#include "host/validate/check.hpp"
#include "host/validate/heap.hpp"
#include "host/validate/room.hpp"
#include "host/validate/setups.hpp"

#include <agon/ext/notation.h>
#include <agon/failure.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

Finding sets_up(const Case& examined) {
  return on_board(examined, [&](Board& board) {
    const GameDescription& game = board.game().description;
    constexpr std::uint32_t most = 16;
    std::size_t made = 0;
    for (std::uint32_t seats = game.min_seats; seats <= game.max_seats && made < most; ++seats, ++made) {
      Setup setup{board.random().next(), static_cast<std::int32_t>(seats), {}};
      for (const SettingDescription& parameter : game.parameters) setup.parameters.push_back(parameter.fallback);
      now("with " + spelled(game, setup));
      const GameState state(board.game(), setup);
      if (state.over()) return fail("a match is over before its first action (" + spelled(game, setup) + ")");
      static_cast<void>(fingerprint(state));
    }
    now("");
    return ok();
  });
}

Finding parameters_at_limits(const Case& examined) {
  if (examined.game->description.parameters.empty()) return ok("it has none");
  return on_board(examined, [&](Board& board) {
    std::vector<Setup> setups = limit_setups(board.game().description, board.random());
    constexpr std::size_t draws = 50;
    for (std::size_t draw = 0; draw < draws; ++draw)
      setups.push_back(drawn_setup(board.game().description, board.random()));
    std::size_t refused = 0;
    for (const Setup& setup : setups) {
      const std::string text = spelled(board.game().description, setup);
      now("with " + text);
      try {
        const GameState state(board.game(), setup);
        static_cast<void>(fingerprint(state));
      } catch (const Failure& failure) {
        if (failure.code() != Exit::usage) throw;
        ++refused;
        if (std::string(failure.what()).find("the game gave no reason") != std::string::npos)
          return fail("create() refuses a setup without a sentence (" + text + ")");
      }
    }
    return ok(counted(setups.size(), "setup") +
              (refused == 0 ? "" : ", " + std::to_string(refused) + " refused in words"));
  });
}

Finding parameters_reported(const Case& examined) {
  return on_board(examined, [&](Board& board) {
    constexpr std::size_t rounds = 30;
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto state = opened(board.game(), drawn_setup(board.game().description, board.random()));
      if (!state) continue;
      Setup settled = state->setup();
      settled.parameters = state->parameters();
      const std::string text = spelled(board.game().description, state->setup());
      now("in the same match with its reported parameters (" + text + ")");
      const GameState again(board.game(), settled);
      if (fingerprint(again) != fingerprint(*state))
        return fail("with the parameters that it reports set, the same seed begins another match (" + text +
                    " becomes " + spelled(board.game().description, settled) + ")");
      if (again.parameters() != settled.parameters)
        return fail("it reports other parameters when those that it reported are set (" + text + ")");
    }
    return ok(counted(rounds, "setup"));
  });
}

/// What can be known after each action of the records; `dirt` is what fresh memory is full of.
Answer traced(const Case& examined, std::uint8_t dirt) {
  return on_board(examined, [&](Board& board, std::string& data) {
    std::vector<Record> traces;
    for (const Record& record : board.records()) {
      fill_free_memory(dirt);
      GameState state(board.game(), record.setup);
      Record trace{record.setup, {{0, fingerprint(state)}}};
      constexpr std::size_t most = 64;  // positions that are looked at in each match
      for (std::size_t step = 0; step < record.steps.size() && !board.tired(); ++step) {
        if (std::string fault = apply(state, record, step); !fault.empty()) return fail(std::move(fault));
        if (step % (record.steps.size() / most + 1) == 0) trace.steps.push_back({0, fingerprint(state)});
      }
      traces.push_back(std::move(trace));
      if (board.enough(traces.size())) break;
    }
    data = packed(traces);
    return ok(counted(traces.size(), "match"));
  });
}

Finding same_match(const Case& examined) {
  if (examined.recording.records.empty()) return unchecked("no match of it was played to its end");
  const Answer one = traced(examined, 0);
  if (one.finding.status != Status::ok) return one.finding;
  constexpr std::uint8_t dirt = 0xA4;
  const Answer other = traced(examined, dirt);
  if (other.finding.status != Status::ok) return other.finding;
  const auto first = unpacked(one.data);
  const auto second = unpacked(other.data);
  for (std::size_t match = 0; match < std::min(first.size(), second.size()); ++match) {
    const auto& steps = first[match].steps;
    for (std::size_t step = 0; step < std::min(steps.size(), second[match].steps.size()); ++step) {
      if (steps[step].action != second[match].steps[step].action)
        return fail("the same match shows another position in another process, whose memory is full of other things (" +
                    spelled(examined.game->description, first[match].setup) + ")");
    }
  }
  return one.finding;
}

/// One of several matches that go on at the same time.
struct Match {
  const Record* record;
  std::string end;  // where it led to alone
  std::unique_ptr<GameState> state;
  std::size_t step = 0;
};

/// Plays these matches, their actions in an order drawn at random. Returns what was wrong, or "".
std::string play_at_once(Board& board, std::vector<Match> matches) {
  while (!matches.empty()) {
    const auto chosen = matches.begin() + static_cast<std::ptrdiff_t>(board.random().below(matches.size()));
    const Record& record = *chosen->record;
    if (chosen->step < record.steps.size()) {
      const std::string fault = apply(*chosen->state, record, chosen->step++);
      if (!fault.empty()) return "with several states at once, " + fault;
      continue;
    }
    if (fingerprint(*chosen->state) != chosen->end)
      return "a match ends otherwise when other states live beside it (" +
             spelled(board.game().description, record.setup) + ")";
    now("with several states at once");
    matches.erase(chosen);
  }
  return "";
}

Finding several_at_once(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    constexpr std::size_t at_once = 4;
    std::size_t rounds = 0;
    for (; !board.enough(rounds); ++rounds) {
      std::vector<Match> matches;
      while (matches.size() < at_once) {
        const Record& record = board.any_record();
        std::string fault;
        const auto alone = replayed(board.game(), record, record.steps.size(), fault);
        if (!alone) return unchecked("one at a time, " + fault);
        matches.push_back({&record, fingerprint(*alone), nullptr});
      }
      for (Match& match : matches) match.state = std::make_unique<GameState>(board.game(), match.record->setup);
      if (const std::string fault = play_at_once(board, std::move(matches)); !fault.empty()) return fail(fault);
    }
    return ok(counted(rounds, "round") + " of " + std::to_string(at_once) + " matches");
  });
}

Finding several_threads(const Case& examined) {
  return on_records(examined, [&](Board& board) -> Finding {
    std::vector<std::string> ends;
    for (const Record& record : board.records()) {
      std::string fault;
      const auto state = replayed(board.game(), record, record.steps.size(), fault);
      if (!state) return unchecked("in one thread, " + fault);
      ends.push_back(fingerprint(*state));
    }
    constexpr std::size_t threads = 4;
    constexpr std::size_t rounds = 3;
    std::mutex mutex;
    std::string trouble;
    const auto replay_all = [&](std::size_t first) {
      try {
        for (std::size_t turn = 0; turn < rounds * ends.size(); ++turn) {
          const std::size_t index = (first + turn) % ends.size();
          std::string fault;
          const auto state = replayed(board.game(), board.records()[index], board.records()[index].steps.size(), fault);
          if (state && fingerprint(*state) == ends[index]) continue;
          const std::lock_guard lock(mutex);
          trouble = fault.empty() ? "a match ends otherwise" : fault;
        }
      } catch (const std::exception& exception) {
        const std::lock_guard lock(mutex);
        trouble = exception.what();
      }
    };
    std::vector<std::jthread> running;
    for (std::size_t thread = 0; thread < threads; ++thread) running.emplace_back(replay_all, thread * 7);
    running.clear();
    return trouble.empty() ? ok(std::to_string(threads) + " threads")
                           : fail("with states in several threads, " + trouble);
  });
}

/// All that is handed to the game ends at memory that nobody may touch, and what is for reading can't be written.
std::string walked_along_borders(const Game& game, const Record& record) {
  const agon_game_type& type = *game.type;
  GameState state(game, record.setup);
  const auto* const notation = static_cast<const agon_notation*>(type.extension(AGON_NOTATION));
  Room observation(type.observation_capacity, true);
  Room action(type.action_capacity, true);
  Room reply(type.reply_capacity, true);
  Room text(notation == nullptr ? 0 : notation->text_capacity, true);
  for (const Step& step : record.steps) {
    now("at the borders of its memory (" + spelled(game.description, record.setup) + ")");
    if (state.to_move() != step.seat) return "another seat is to move than before";
    agon_buffer seen = observation.buffer();
    state.observe(step.seat, seen);
    const agon_bytes bytes = action.hold(step.action.data(), step.action.size());
    agon_error error{};
    if (notation != nullptr) {
      agon_buffer written = text.buffer();
      notation->position(state.raw(), AGON_ALL_SEATS, &written, &error);
      written = text.buffer();
      notation->action_to_text(state.raw(), bytes, &written, &error);
    }
    agon_buffer room = reply.buffer();
    error.text[0] = '\0';
    if (state.act(step.seat, bytes, &room, error) != AGON_OK)
      return "an action that was legal is refused: " + sentence(error, "without a reason");
    if (room.size > room.capacity) return "a reply is larger than the reply_capacity";
  }
  return {};
}

Finding memory_borders(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    std::size_t rounds = 0;
    for (; rounds < board.records().size() && !board.enough(rounds); ++rounds) {
      const std::string fault = walked_along_borders(board.game(), board.records()[rounds]);
      if (!fault.empty()) return fail(fault);
    }
    return ok(counted(rounds, "match"));
  });
}

Finding threads_end(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    const std::size_t before = thread_count();
    std::string fault;
    auto state = replayed(board.game(), board.any_record(), board.any_record().steps.size(), fault);
    state.reset();
    constexpr int patience = 50;
    for (int look = 0; look < patience && thread_count() > before; ++look) std::this_thread::yield();
    const std::size_t after = thread_count();
    return after <= before ? ok()
                           : fail(counted(after - before, "thread") + " of it still run when its states are gone");
  });
}

Finding prints_nothing(const Case& examined) {
  if (examined.recording.records.empty()) return unchecked("no match of it was played to its end");
  const Answer answer = on_board(examined, [&](Board& board, std::string&) {
    std::string fault;
    const Record& record = board.any_record();
    const auto state = replayed(board.game(), record, record.steps.size(), fault);
    std::fflush(nullptr);
    return ok();
  });
  if (answer.finding.status != Status::ok || answer.output.empty()) return answer.finding;
  constexpr std::size_t shown = 60;
  return fail("it prints '" + plain(agon::shortened(answer.output, shown)) + "' in the middle of what the host prints");
}

Finding gives_memory_back(const Case& examined) {
  return on_records(examined, [&](Board& board) {
    const Record& record = board.any_record();
    constexpr std::size_t most_steps = 500;
    const std::size_t each = kept_by_each([&] {
      std::string fault;
      return replayed(board.game(), record, std::min(record.steps.size(), most_steps), fault) != nullptr;
    });
    return each == 0 ? ok() : fail("each state leaves " + counted(each, "byte") + " behind");
  });
}

}  // namespace

std::vector<Check> state_checks() {
  return {
      {"sets-up", Scope::game, true, "A match can be set up with any number of seats that it declares.", sets_up},
      {"parameters-at-limits", Scope::game, true,
       "Parameters at their limits are taken, or refused in words where they don't go together.", parameters_at_limits},
      {"parameters-reported", Scope::game, true,
       "With the parameters that it reports set, the same seed gives the same match.", parameters_reported},
      {"same-match", Scope::game, true,
       "The same seed and actions give the same match, in another process and in memory full of other things.",
       same_match},
      {"states-at-once", Scope::game, true,
       "Several states live at once without disturbing each other, and end in any order.", several_at_once},
      {"states-in-threads", Scope::game, true, "Different states can be used by different threads at once.",
       several_threads},
      {"state-borders", Scope::game, true,
       "It reads no byte beyond an action, changes none of it, and writes none beyond its capacities.", memory_borders},
      {"state-threads-end", Scope::game, false, "All threads that it starts have ended when its states have.",
       threads_end},
      {"state-prints-nothing", Scope::game, false, "It does not print.", prints_nothing},
      {"state-gives-memory-back", Scope::game, false, "A state gives all its memory back when it is destroyed.",
       gives_memory_back},
  };
}

}  // namespace host::validate
