// Kuhn poker: hidden information and chance. Each function for a seat writes what that seat knows, from one place:
// knows().
#include <kuhn/kuhn.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

constexpr const char* deals = "JQ|JK|QJ|QK|KJ|KQ";  // seat 0's card, then seat 1's
constexpr std::string_view cards = "?JQK";

std::string draw_deal(std::uint64_t seed) {
  constexpr std::size_t deal_count = 6;
  constexpr std::size_t width = 3;  // "JQ|"
  agon::Random random(seed);
  return std::string(std::string_view(deals).substr(width * random.below(deal_count), 2));
}

class Kuhn {
 public:
  using Observation = kuhn_observation;
  using Action = kuhn_action;
  static constexpr std::uint64_t text_capacity = 64;
  static constexpr std::uint32_t model = AGON_MODEL_HIDDEN | AGON_MODEL_CONSTANT_SUM;

  explicit Kuhn(agon::Setup& setup) : setup_(&setup) {
    const std::string& deal = setup.text("deal", draw_deal(setup.seed()));
    for (std::size_t seat = 0; seat < 2; ++seat) cards_[seat] = static_cast<std::int32_t>(cards.find(deal[seat]));
  }

  /// A deal that agrees with what a seat sees.
  Kuhn(agon::Setup& setup, std::int32_t seat, const Observation& seen) : setup_(&setup) {
    cards_[static_cast<std::size_t>(seat)] = seen.card;
    cards_[static_cast<std::size_t>(1 - seat)] = seen.other_card;
    for (std::int32_t at = 0; at < seen.actions; ++at) history_ += seen.done[at] == KUHN_BET ? 'b' : 'p';
    if (seen.other_card == 0) resample(seat, setup.seed());
  }

  [[nodiscard]] std::int32_t to_move() const {
    return over() ? AGON_OVER : static_cast<std::int32_t>(history_.size() % 2);
  }

  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.card = card(seat);
    out.other_card = knows(seat, 1 - seat) ? card(1 - seat) : 0;
    out.actions = static_cast<std::int32_t>(history_.size());
    for (std::size_t at = 0; at < history_.size(); ++at) out.done[at] = history_[at] == 'b' ? KUHN_BET : KUHN_PASS;
  }

  void act(std::int32_t /*seat*/, const Action& action) {
    history_ += action_text(action).front();
    if (showdown()) setup_->log("showdown after " + history_);
  }

  static void actions(agon::ActionList<Action>& list) {
    list.add({KUHN_PASS});
    list.add({KUHN_BET});
  }

  /// The other's card is one of the two that the seat does not have. Together the seats know all.
  void resample(std::int32_t seat, std::uint64_t seed) {
    if (seat == AGON_ALL_SEATS || showdown()) return;
    const std::int32_t drawn = 1 + static_cast<std::int32_t>(agon::QuickRandom(seed).below(2));
    cards_[static_cast<std::size_t>(1 - seat)] = drawn + (drawn >= card(seat) ? 1 : 0);
  }

  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t history = 1;
    for (const char action : history_) history = 2 * history + (action == 'b' ? 1 : 0);
    return agon::hashed(cards_, history);
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { out_ = seat; }

  /// What the seat has won, its ante counted; 0 while the match goes on.
  [[nodiscard]] double score(std::int32_t seat) const {
    if (!over()) return 0;
    const int stake = history_.find("bb") != std::string::npos ? 2 : 1;
    return winner() == seat ? stake : -stake;
  }

  /// The cards that `seat` knows, and what was done: "J? pb".
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text;
    for (std::int32_t of = 0; of < 2; ++of) text += cards[knows(seat, of) ? static_cast<std::size_t>(card(of)) : 0];
    return history_.empty() ? text : text + " " + history_;
  }

  [[nodiscard]] static std::string action_text(const Action& action) {
    if (action.kind != KUHN_PASS && action.kind != KUHN_BET) throw agon::Illegal("an action is 1 (pass) or 2 (bet)");
    return action.kind == KUHN_BET ? "bet" : "pass";
  }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    if (text == "bet") return {KUHN_BET};
    if (text == "pass") return {KUHN_PASS};
    throw agon::Illegal("an action is 'bet' or 'pass'");
  }

  /// The showdown shows both cards to everybody.
  [[nodiscard]] std::string revealed() const { return showdown() ? "shown " + position(AGON_SPECTATOR) : ""; }

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    canvas.grid(1, 2);
    for (std::int32_t of = 0; of < 2; ++of) {
      const bool known = knows(seat, of);
      canvas.cell(0, static_cast<std::uint32_t>(of),
                  {.glyph = std::string(1, cards[known ? static_cast<std::size_t>(card(of)) : 0]),
                   .role = AGON_ROLE_SEAT + of});
    }
    canvas.text(history_.empty() ? "nothing done yet" : history_);
  }

 private:
  [[nodiscard]] std::int32_t card(std::int32_t seat) const { return cards_[static_cast<std::size_t>(seat)]; }

  /// Whether `seat`, or AGON_ALL_SEATS or AGON_SPECTATOR, may know the card of `of`.
  [[nodiscard]] bool knows(std::int32_t seat, std::int32_t of) const {
    return seat == of || seat == AGON_ALL_SEATS || showdown();
  }

  /// Nobody has folded, and the match is over.
  [[nodiscard]] bool showdown() const { return out_ < 0 && (history_ == "pp" || history_.ends_with("bb")); }
  [[nodiscard]] bool over() const { return out_ >= 0 || showdown() || history_.ends_with("bp"); }

  [[nodiscard]] std::int32_t winner() const {
    if (out_ >= 0) return 1 - out_;
    if (showdown()) return card(0) > card(1) ? 0 : 1;
    return static_cast<std::int32_t>(history_.size() % 2);  // the last to act folded
  }

  const agon::Setup* setup_;
  std::array<std::int32_t, 2> cards_{};
  std::string history_;  // 'p' and 'b'
  std::int32_t out_ = -1;
};

constexpr std::array parameters = {agon::choice("deal", "the cards of seat 0 and seat 1", agon::drawn, deals)};

}  // namespace

AGON_GAME(Kuhn, .id = "kuhn", .protocol = KUHN_PROTOCOL, .title = "Kuhn poker",
          .summary = "two seats bet on one of three cards each",
          .rules = "Each seat antes 1 and gets one of three cards. A bet is 1. The higher card wins.",
          .opponent = "random", .min_seats = 2, .max_seats = 2, .contest = AGON_CONTEST_MEAN, .parameters = parameters)
