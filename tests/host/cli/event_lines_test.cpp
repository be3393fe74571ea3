// What people are told of the events of a match.
#include "host/cli/conversation.hpp"
#include "host/cli/line_reader.hpp"
#include "tests/support/scripted_match.hpp"

#include <agon/ext/model.h>
#include <doctest/doctest.h>

#include <cstring>

namespace {

/// The counting game with a model that says only whether seats can know different things.
template <std::uint32_t properties>
host::Game with_model() {
  static const agon_model model = [] {
    agon_model made{};
    made.properties = properties;
    return made;
  }();
  static const agon_game_type type = [] {
    agon_game_type made = support::counting;
    made.extension = [](const char* id) -> const void* {
      return std::strcmp(id, AGON_MODEL) == 0 ? &model : support::counting.extension(id);
    };
    return made;
  }();
  return support::in_program(type);
}

/// The lines of a match in which the first seat adds 4 and a bonus, and the second is out.
host::EventLines& watched(host::EventLines& lines, const host::Game& game, std::int32_t seats) {
  host::GameState state(game, {1, seats, support::counting_values("50", true)});
  lines.begun(state);
  for (int turn = 0; turn < 20 && (lines.size() == 0 || lines.revealed(lines.size() - 1, 0).empty()); ++turn) {
    const support::CountingAction four = {4, 1};
    agon_error error{};
    REQUIRE(state.act(0, support::bytes_of(four), nullptr, error) == AGON_OK);
    lines.acted(state, 0, support::bytes_of(four));
  }
  lines.forfeited(state, 1, {AGON_OUTCOME_TIME, "too slow"});
  return lines;
}

}  // namespace

TEST_CASE("each event has a line: its number, its seat, the action and what that revealed") {
  host::EventLines lines;
  watched(lines, with_model<AGON_MODEL_CHANCE>(), 2);
  const std::size_t last = lines.size() - 2;
  const std::string number = std::to_string(last + 1);
  CHECK(lines.text(last, 1).starts_with(number + ". First: +4! -> bonus "));
  CHECK(lines.text(last, 1).ends_with(lines.revealed(last, 1)));
  CHECK(lines.text(last + 1, 0) == std::to_string(last + 2) + ". Second is out, time: too slow");
}

TEST_CASE("another seat's action is not told if it may be hidden") {
  for (const host::Game& game : {with_model<AGON_MODEL_HIDDEN>(), support::in_program(support::counting)}) {
    host::EventLines lines;
    watched(lines, game, 2);
    CHECK(lines.text(0, 1).starts_with("1. First has acted"));
    CHECK(lines.text(0, 1).find("+4") == std::string::npos);
    CHECK(lines.text(0, 0).starts_with("1. First: +4!"));
    CHECK(lines.text(0, AGON_ALL_SEATS).starts_with("1. First: +4!"));
  }
}

TEST_CASE("a new match has no lines of the one before") {
  host::EventLines lines;
  watched(lines, support::in_program(support::counting), 2);
  const host::Game game = support::in_program(support::counting);
  const host::GameState state(game, {1, 2, support::counting_values("50")});
  lines.begun(state);
  CHECK(lines.size() == 0);
}

// Completion of lines, word by word.

namespace {

using Words = std::vector<std::string>;

const Words typed = {"3 1", "3 12", "3 4 x", "30 1", "undo"};

}  // namespace

TEST_CASE("a line is continued to the end of its word, or of the next one after a blank") {
  CHECK(host::continued(typed, "") == Words{"3", "30", "undo"});
  CHECK(host::continued(typed, "3") == Words{"3", "30"});
  CHECK(host::continued(typed, "3 ") == Words{"3 1", "3 4", "3 12"});
  CHECK(host::continued(typed, "3 4 ") == Words{"3 4 x"});
  CHECK(host::continued(typed, "u") == Words{"undo"});
  CHECK(host::continued(typed, "x").empty());
}

TEST_CASE("words stand in columns of equal width, and fit the lines") {
  CHECK(host::in_columns({"a", "bbb", "cc", "d"}, 8) == "a    bbb\ncc   d\n");
  CHECK(host::in_columns({"a", "bbb", "cc", "d"}, 1) == "a\nbbb\ncc\nd\n");
  CHECK(host::in_columns({}) == "");
  CHECK(host::in_columns({"a\nb"}) == "a b\n");
}
