// MyGame as a plugin: the rules behind the SDK's game interface. agon/game.hpp says what each function is for. Each
// function for a seat writes what that seat knows, and asks knows().
#include "layout.hpp"
#include "rules.hpp"

#include <mygame/mygame.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mygame {
namespace {

constexpr const char* deals = "JQ|JK|QJ|QK|KJ|KQ";  // seat 0's card, then seat 1's
constexpr std::string_view cards = "?JQK";

/// Chance comes from the match's seed alone: one seed is one match, on every machine.
std::string draw_deal(std::uint64_t seed) {
  constexpr std::size_t deal_count = 6;
  constexpr std::size_t width = 3;  // "JQ|"
  agon::Random random(seed);
  return std::string(std::string_view(deals).substr(width * random.below(deal_count), 2));
}

int card_of(char letter) {
  return static_cast<int>(cards.find(letter));
}

Hand dealt(const std::string& deal) {
  return {card_of(deal[0]), card_of(deal[1])};
}

class Game {
 public:
  using Observation = mygame_observation;
  using Action = mygame_action;
  static constexpr const agon_layout& layout = protocol_layout;  // for programs in other languages: layout.hpp

  explicit Game(agon::Setup& setup) : setup_(&setup), hand_(dealt(setup.text("deal", draw_deal(setup.seed())))) {}

  [[nodiscard]] std::int32_t to_move() const { return hand_.over() ? AGON_OVER : hand_.to_move(); }

  /// All that a seat may know, and nothing else: a strategy reads every byte. It is called at any time, also for the
  /// seat that is not to move, and when the match is over.
  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.card = hand_.card(seat);
    out.other_card = knows(seat, 1 - seat) ? hand_.card(1 - seat) : 0;
    std::int32_t actions = 0;
    for (const char action : hand_.history()) out.done[actions++] = action == 'b' ? MYGAME_BET : MYGAME_PASS;
    out.actions = actions;
  }

  /// An illegal action is refused before anything changes.
  void act(std::int32_t /*seat*/, const Action& action) {
    hand_.act(is_bet(action));
    if (hand_.showdown()) setup_->log("showdown after " + hand_.history());
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { hand_.give_up(seat); }

  /// Higher is better.
  [[nodiscard]] double score(std::int32_t seat) const { return hand_.score(seat); }

  // For search: strategies for any game play with this. agon/game_model.hpp has more, for games with chance.

  static constexpr std::uint32_t model = AGON_MODEL_HIDDEN | AGON_MODEL_CONSTANT_SUM;

  /// A hand that agrees with what a seat sees; what it does not see is drawn.
  Game(agon::Setup& setup, std::int32_t seat, const Observation& seen)
      : setup_(&setup), hand_(seat == 0 ? seen.card : seen.other_card, seat == 0 ? seen.other_card : seen.card) {
    for (std::int32_t at = 0; at < seen.actions; ++at) hand_.act(seen.done[at] == MYGAME_BET);
    if (seen.other_card == 0) resample(seat, setup.seed());
  }

  /// All that is legal now, each once.
  static void actions(agon::ActionList<Action>& list) {
    list.add({MYGAME_PASS});
    list.add({MYGAME_BET});
  }

  /// Draws anew what `seat` does not know: the other's card is one of the two that the seat does not have. All seats
  /// together know both.
  void resample(std::int32_t seat, std::uint64_t seed) {
    if (seat == AGON_ALL_SEATS || hand_.showdown()) return;
    const int drawn = 1 + static_cast<int>(agon::QuickRandom(seed).below(2));
    hand_.deal(1 - seat, drawn + (drawn >= hand_.card(seat) ? 1 : 0));
  }

  /// Positions that go on alike have the same key, so that a search need not look at both.
  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t history = 1;
    for (const char action : hand_.history()) history = 2 * history + (action == 'b' ? 1 : 0);
    return agon::hashed(std::array{hand_.card(0), hand_.card(1)}, history);
  }

  // As text, for records, replays, programs on a pipe and people: positions and actions in one line each.

  static constexpr std::uint64_t text_capacity = 64;

  /// The cards that `seat` knows, and what was done: "J? pb". `seat` can also be AGON_ALL_SEATS or AGON_SPECTATOR.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text = {card_text(seat, 0), card_text(seat, 1)};
    if (!hand_.history().empty()) text.append(" ").append(hand_.history());
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) { return is_bet(action) ? "bet" : "pass"; }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    if (text == "bet") return {MYGAME_BET};
    if (text == "pass") return {MYGAME_PASS};
    throw agon::Illegal("an action is 'bet' or 'pass'");
  }

  /// What the last action made known: the showdown shows both cards to everybody.
  [[nodiscard]] std::string revealed() const {
    return hand_.showdown() ? std::string("shown ").append(position(AGON_SPECTATOR)) : "";
  }

  // As a picture: a grid of cells, and lines of text below it.

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    canvas.grid(1, 2);
    for (std::int32_t of = 0; of < 2; ++of) {
      canvas.cell(0, static_cast<std::uint32_t>(of),
                  {.glyph = std::string(1, card_text(seat, of)), .role = AGON_ROLE_SEAT + of});
    }
    canvas.text(hand_.history().empty() ? "nothing done yet" : hand_.history());
  }

 private:
  /// Whether `seat`, or AGON_ALL_SEATS or AGON_SPECTATOR, may know the card of `of`.
  [[nodiscard]] bool knows(std::int32_t seat, std::int32_t of) const {
    return seat == AGON_ALL_SEATS || hand_.knows(seat, of);
  }

  [[nodiscard]] char card_text(std::int32_t seat, std::int32_t of) const {
    return cards[knows(seat, of) ? static_cast<std::size_t>(hand_.card(of)) : 0];
  }

  static bool is_bet(const Action& action) {
    if (action.kind != MYGAME_PASS && action.kind != MYGAME_BET)
      throw agon::Illegal("an action is 1 (pass) or 2 (bet)");
    return action.kind == MYGAME_BET;
  }

  const agon::Setup* setup_;
  Hand hand_;
};

constexpr std::array parameters = {agon::choice("deal", "the cards of seat 0 and seat 1", agon::drawn, deals)};

}  // namespace
}  // namespace mygame

// `opponent` takes the seats that nobody asked for. "mcts" would be stronger: it plays any game that has a model, but
// takes all the time that it has. The limits are those of a seat for a whole match: nanoseconds of CPU time, and bytes;
// agon/limits.hpp has more.
AGON_GAME(mygame::Game, .id = "mygame", .version = mygame::version, .protocol = MYGAME_PROTOCOL, .title = "MyGame",
          .summary = mygame::summary, .rules = mygame::rules_text, .opponent = "random", .min_seats = 2, .max_seats = 2,
          .limits = {.cpu_ns = 10'000'000'000, .memory_bytes = 64 << 20}, .contest = AGON_CONTEST_MEAN,
          .parameters = mygame::parameters)
