// Kuhn poker: what is hidden stays hidden, and the game has the value that its author computed for it.
#include "tests/small_games/looks.hpp"

#include "kuhn/equilibrium.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <agon/ext/log.h>
#include <doctest/doctest.h>
#include <kuhn/kuhn.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

using small_games::act;
using small_games::look;
using State = host::GameState;
using Json = support::Json;

const std::vector<std::string> deals = {"JQ", "JK", "QJ", "QK", "KJ", "KQ"};
constexpr double value = -1.0 / 18;  // of the game, for seat 0 (Kuhn 1950)

/// The match of a deal after these actions, 'p' or 'b' each.
std::unique_ptr<State> after(const std::string& deal, const std::string& history) {
  auto state = small_games::match("kuhn", 2, 1, {deal});
  for (const char each : history) act(*state, each == 'b' ? "bet" : "pass");
  return state;
}

const std::vector<std::string> unfinished = {"", "p", "b", "pb"};
const std::vector<std::string> folded = {"bp", "pbp"};
const std::vector<std::string> showdowns = {"pp", "bb", "pbb"};

kuhn_observation seen_by(const State& state, std::int32_t seat) {
  kuhn_observation seen{};
  const std::string bytes = small_games::observation(state, seat);
  REQUIRE(bytes.size() == sizeof seen);
  std::memcpy(&seen, bytes.data(), sizeof seen);
  return seen;
}

/// The probability that the seat to move bets.
using Policy = std::function<double(const kuhn_observation& seen)>;

double equilibrium(const kuhn_observation& seen) {
  return kuhn::bet_thirds(seen) / 3.0;
}

/// What seat 0 wins on average from there on: all actions, weighed by what both seats' policies say of what they see.
double expected(const std::string& deal, const std::string& history, const Policy& first, const Policy& second) {
  const auto state = after(deal, history);
  if (state->over()) return state->score(0);
  const std::int32_t seat = state->to_move();
  const double bet = (seat == 0 ? first : second)(seen_by(*state, seat));
  double sum = 0;
  if (bet > 0) sum += bet * expected(deal, history + "b", first, second);
  if (bet < 1) sum += (1 - bet) * expected(deal, history + "p", first, second);
  return sum;
}

double expected(const Policy& first, const Policy& second) {
  double sum = 0;
  for (const std::string& deal : deals) sum += expected(deal, "", first, second);
  return sum / static_cast<double>(deals.size());
}

/// One of the 64 ways to play a seat without chance: a bit for each card, when it acts first and when it acts again
/// (seat 0) or after a pass and after a bet (seat 1).
Policy pure(unsigned number) {
  return [number](const kuhn_observation& seen) {
    const bool late = seen.actions > 0 && seen.done[seen.actions - 1] == KUHN_BET;
    return static_cast<double>(number >> static_cast<unsigned>(seen.card - 1 + (late ? 3 : 0)) & 1U);
  };
}

}  // namespace

TEST_CASE("nothing for a seat depends on the other's card before the showdown, and nothing for a spectator on any") {
  std::vector<std::string> hidden = unfinished;
  hidden.insert(hidden.end(), folded.begin(), folded.end());
  for (const std::string& history : hidden) {
    CAPTURE(history);
    for (const std::string& deal : deals) {
      const auto state = after(deal, history);
      for (const std::string& other : deals) {
        if (deal == other) continue;
        const auto unlike = after(other, history);
        const bool acted = !history.empty();
        CAPTURE(deal);
        CAPTURE(other);
        for (std::int32_t seat = 0; seat < 2; ++seat) {
          const bool same_card = deal[static_cast<std::size_t>(seat)] == other[static_cast<std::size_t>(seat)];
          CHECK((look(*state, seat, acted) == look(*unlike, seat, acted)) == same_card);
        }
        CHECK(look(*state, AGON_SPECTATOR, acted) == look(*unlike, AGON_SPECTATOR, acted));
        CHECK(look(*state, AGON_ALL_SEATS, acted) != look(*unlike, AGON_ALL_SEATS, acted));
      }
    }
  }
}

TEST_CASE("a seat that forfeits does not show the other's card to anybody") {
  for (std::int32_t seat = 0; seat < 2; ++seat) {
    const auto one = after("QJ", "p");
    const auto other = after("QK", "p");
    for (State* const state : {one.get(), other.get()}) state->forfeit(seat, AGON_OUTCOME_CRASH, "it crashed");
    CHECK(one->over());
    CHECK(look(*one, 0, false) == look(*other, 0, false));
    CHECK(look(*one, AGON_SPECTATOR, false) == look(*other, AGON_SPECTATOR, false));
    CHECK(one->score(seat) == -1);
    CHECK(one->score(1 - seat) == 1);
  }
}

TEST_CASE("the showdown shows both cards to both seats and to who watches") {
  for (const std::string& history : showdowns) {
    const auto state = after("QJ", history);
    CHECK(seen_by(*state, 0).other_card == KUHN_JACK);
    CHECK(seen_by(*state, 1).other_card == KUHN_QUEEN);
    for (std::int32_t seat = AGON_SPECTATOR; seat < 2; ++seat) {
      CHECK(state->position(seat) == "QJ " + history);
      CHECK(state->revealed(seat) == "shown QJ " + history);
    }
  }
}

TEST_CASE("two seats that play an equilibrium win what Kuhn computed: -1/18 for the first") {
  CHECK(expected(equilibrium, equilibrium) == doctest::Approx(value).epsilon(1e-12));
}

TEST_CASE("nobody does better than the value against the equilibrium, whatever they play") {
  double best_of_second = value;
  double best_of_first = value;
  for (unsigned number = 0; number < 64; ++number) {
    best_of_second = std::min(best_of_second, expected(equilibrium, pure(number)));
    best_of_first = std::max(best_of_first, expected(pure(number), equilibrium));
  }
  CHECK(best_of_second == doctest::Approx(value).epsilon(1e-12));
  CHECK(best_of_first == doctest::Approx(value).epsilon(1e-12));
}

TEST_CASE("strategies that play the equilibrium through the host win -1/18 a match, within the standard error") {
  constexpr double matches = 20'000;
  const std::string out =
      small_games::host_output({"--game", "kuhn", "--plugin", "equilibrium", "--plugin", "equilibrium,name=second",
                                "--seats", "listed", "--seeds", "1-20000", "--json", "--no-db", "--isolation", "none"});
  double sum = 0;
  double squares = 0;
  double lines = 0;
  for (const Json& match : support::objects(out, "result")) {
    const double score = match.at("result").at("scores").at(0).get<double>();
    REQUIRE(match.at("result").at("scores").at(1).get<double>() == -score);
    sum += score;
    squares += score * score;
    ++lines;
  }
  REQUIRE(lines == matches);
  const double mean = sum / matches;
  const double error = std::sqrt((squares / matches - mean * mean) / matches);
  MESSAGE("mean ", mean, ", standard error ", error, ", value ", value);
  CHECK(std::abs(mean - value) < 4 * error);
}

TEST_CASE("Kuhn poker is recorded and replayed, with both cards in the record") {
  const support::TemporaryFolder folder;
  const std::string where = folder.path().string();
  small_games::host_output({"--game", "kuhn", "--plugin", "random", "--plugin", "random", "--seeds", "1-50", "--record",
                            "matches", "--no-db", "--quiet"},
                           where);
  small_games::host_output({"replay", "matches", "--quiet"}, where);
  bool shown = false;
  for (const Json& match : support::objects(support::content(folder.path() / "matches"))) {
    CHECK(match.at("setup").at("start") == match.at("setup").at("parameters").at("deal"));
    for (const Json& action : match.at("actions")) shown = shown || action.contains("reveals");
  }
  CHECK(shown);
}

TEST_CASE("what a game logs is shown with --log as the game's, and only then") {
  const std::vector<std::string> words = {"--game",      "kuhn",    "--plugin", "equilibrium", "--plugin",
                                          "equilibrium", "--seeds", "1-20",     "--quiet",     "--no-db"};
  std::vector<std::string> with_log = words;
  with_log.emplace_back("--log");
  CHECK(small_games::run_host(with_log).err.find("kuhn (game): showdown after ") != std::string::npos);
  CHECK(small_games::run_host(words).err.empty());
}

TEST_CASE("a log of a game is kept up to a mebibyte a match") {
  auto state = small_games::match("kuhn", 2, 1, {"JK"});
  CHECK(state->log().empty());
  host::GameHost host;
  const auto* const log = static_cast<const agon_log*>(host.raw()->extension(host.raw(), AGON_LOG));
  REQUIRE(log != nullptr);
  CHECK(host.raw()->extension(host.raw(), "agon.unheard_of/1") == nullptr);
  const std::string line(1000, 'x');
  for (int count = 0; count < 2000; ++count) log->write(host.raw(), {line.data(), line.size()});
  CHECK(host.log().size() <= host::match_log_capacity + 100);
  CHECK(host.log().size() > host::match_log_capacity - 2000);
  CHECK(host.log().ends_with("\n(the log is full)\n"));
}
