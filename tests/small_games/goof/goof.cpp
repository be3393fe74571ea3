// Goofspiel: simultaneous moves, hidden information and chance, with a model and a layout. A chosen card is stored, and
// nothing for another seat shows it before all have chosen.
#include <goof/goof.h>

#include <agon/game.hpp>
#include <agon/layout.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr auto observation_fields = agon::fields(
    AGON_FIELD(goof_observation, seat, "whose observation it is", {.minimum = 0, .maximum = GOOF_MAX_SEATS - 1}),
    AGON_FIELD(goof_observation, seats, "number of seats", {.minimum = 2, .maximum = GOOF_MAX_SEATS}),
    AGON_FIELD(goof_observation, round, "rounds played", {.minimum = 0, .maximum = GOOF_CARDS}),
    AGON_FIELD(goof_observation, chosen, "this seat's card of this round; 0: none yet",
               {.minimum = 0, .maximum = GOOF_CARDS}),
    AGON_FIELD(goof_observation, prizes, "the prizes shown so far, in order; then 0",
               {.minimum = 0, .maximum = GOOF_CARDS, .dimensions = {agon::dimension("round", GOOF_CARDS)}}),
    AGON_FIELD(goof_observation, won, "points of each seat",
               {.minimum = 0, .maximum = 36, .dimensions = {agon::dimension("seat", GOOF_MAX_SEATS)}}),
    AGON_FIELD(goof_observation, out, "bit s: seat s is out of the match", {.minimum = 0, .maximum = 7}),
    AGON_FIELD(goof_observation, last, "the cards of the round before; 0: none",
               {.minimum = 0, .maximum = GOOF_CARDS, .dimensions = {agon::dimension("seat", GOOF_MAX_SEATS)}}),
    AGON_FIELD(goof_observation, to_move, "the seats before it have chosen; -1: the match is over",
               {.minimum = -1, .maximum = GOOF_MAX_SEATS - 1}),
    AGON_FIELD(goof_observation, held, "1: the seat held the card when this round began",
               {.minimum = 0,
                .maximum = 1,
                .dimensions = {agon::dimension("seat", GOOF_MAX_SEATS), agon::dimension("card", GOOF_CARDS)}}));
constexpr auto action_fields =
    agon::fields(AGON_FIELD(goof_action, card, "a card that the seat holds", {.minimum = 1, .maximum = GOOF_CARDS}));
constexpr agon_struct observation_struct =
    agon::structure("goof_observation", "what a seat sees, to move or not", observation_fields);
constexpr agon_struct action_struct = agon::structure("goof_action", "the card that a seat chooses", action_fields);
constexpr agon_layout goof_layout = {&observation_struct, &action_struct, nullptr};

constexpr std::uint32_t all_cards = (1U << GOOF_CARDS) - 1;  // bit c: card c + 1

class Goof {
 public:
  using Observation = goof_observation;
  using Action = goof_action;
  static constexpr const agon_layout& layout = goof_layout;
  static constexpr std::uint64_t text_capacity = 256;
  static constexpr std::uint32_t model = AGON_MODEL_CHANCE | AGON_MODEL_HIDDEN | AGON_MODEL_CONSTANT_SUM;

  explicit Goof(agon::Setup& setup) : Goof(setup.seats()) { draw_prizes(0, setup.seed()); }

  /// A match that agrees with what a seat sees.
  Goof(agon::Setup& setup, std::int32_t seat, const Observation& seen) : Goof(seen.seats) {
    round_ = seen.round;
    const std::span shown(seen.prizes);
    for (std::size_t at = 0; at < shown.size() && shown[at] != 0; ++at)
      std::iter_swap(prizes_.begin() + static_cast<std::ptrdiff_t>(at), std::ranges::find(prizes_, shown[at]));
    for (std::size_t of = 0; of < players_.size(); ++of) {
      Player& player = players_[of];
      player.won = seen.won[of];
      player.last = seen.last[of];
      player.out = (seen.out >> of & 1) != 0;
      player.held = 0;
      for (std::size_t card = 0; card < GOOF_CARDS; ++card)
        player.held |= static_cast<std::uint32_t>(seen.held[of * GOOF_CARDS + card]) << card;
    }
    for (std::int32_t of = 0; of < seen.to_move; ++of) {
      if (!player(of).out) player(of).chosen = of == seat ? seen.chosen : lowest(player(of).held);
    }
    resample(seat, setup.seed());
  }

  [[nodiscard]] std::int32_t to_move() const {
    if (round_ == GOOF_CARDS) return AGON_OVER;
    const auto next = std::ranges::find_if(players_, waits);
    return next == players_.end() ? AGON_OVER : static_cast<std::int32_t>(next - players_.begin());
  }

  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.seats = static_cast<std::int32_t>(players_.size());
    out.round = round_;
    out.chosen = player(seat).chosen;
    out.to_move = to_move() == AGON_OVER ? -1 : to_move();
    for (std::size_t at = 0; at < GOOF_CARDS && at <= static_cast<std::size_t>(round_); ++at)
      out.prizes[at] = prizes_[at];
    for (std::size_t of = 0; of < players_.size(); ++of) {
      out.won[of] = players_[of].won;
      out.last[of] = players_[of].last;
      if (players_[of].out) out.out |= 1 << of;
      for (std::size_t card = 0; card < GOOF_CARDS; ++card)
        out.held[of * GOOF_CARDS + card] = static_cast<std::uint8_t>(players_[of].held >> card & 1U);
    }
  }

  void act(std::int32_t seat, const Action& action) {
    if (action.card < 1 || action.card > GOOF_CARDS || (player(seat).held >> (action.card - 1) & 1U) == 0)
      throw agon::Illegal("the seat holds no card " + std::to_string(action.card));
    player(seat).chosen = action.card;
    settled_ = false;
    settle();
  }

  void actions(agon::ActionList<Action>& list) const {
    const std::uint32_t held = player(to_move()).held;
    for (std::int32_t card = 1; card <= GOOF_CARDS; ++card) {
      if ((held >> (card - 1) & 1U) != 0) list.add({card});
    }
  }

  /// The prizes to come are in random order, and another's choice is any card that it holds.
  void resample(std::int32_t seat, std::uint64_t seed) {
    draw_prizes(round_ + 1, seed);
    if (seat == AGON_ALL_SEATS) return;
    agon::QuickRandom random(agon::hashed(std::span(&seed, 1)));
    for (std::int32_t of = 0; of < static_cast<std::int32_t>(players_.size()); ++of) {
      if (of == seat || player(of).chosen == 0) continue;
      std::vector<std::int32_t> held;
      for (std::int32_t card = 1; card <= GOOF_CARDS; ++card) {
        if ((player(of).held >> (card - 1) & 1U) != 0) held.push_back(card);
      }
      player(of).chosen = held[random.below(held.size())];
    }
  }

  /// The last card of a round shows the next prize.
  [[nodiscard]] bool leads_to_chance(const Action& /*action*/) const {
    return round_ + 1 < GOOF_CARDS && std::ranges::count_if(players_, waits) == 1;
  }

  /// A seat that is out chooses no more; its card of this round is withdrawn.
  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    player(seat).out = true;
    player(seat).chosen = 0;
    settled_ = false;
    settle();
  }

  /// Its points, less the mean of all; for two seats half the difference.
  [[nodiscard]] double score(std::int32_t seat) const {
    double sum = 0;
    for (const Player& each : players_) sum += each.won;
    return player(seat).won - sum / static_cast<double>(players_.size());
  }

  /// "round 1 prize 7 cards 3 ?": this round's cards as `seat` knows them, '-': none yet.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text = "round " + std::to_string(round_) + " prize " + std::to_string(prize()) + " cards";
    for (std::int32_t of = 0; of < static_cast<std::int32_t>(players_.size()); ++of) text += " " + card_text(seat, of);
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.card); }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), action.card);
    if (read.ec == std::errc{} && action_text(action) == text) return action;
    throw agon::Illegal("an action is a card, as in '3'");
  }

  /// The cards of a round, to everybody, when the last one is chosen.
  [[nodiscard]] std::string revealed() const {
    if (!settled_) return "";
    std::string text = "cards";
    for (const Player& each : players_) text += each.last == 0 ? " -" : " " + std::to_string(each.last);
    return text;
  }

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    canvas.grid(1, static_cast<std::uint32_t>(players_.size()));
    for (std::int32_t of = 0; of < static_cast<std::int32_t>(players_.size()); ++of)
      canvas.cell(0, static_cast<std::uint32_t>(of), {.glyph = card_text(seat, of), .role = AGON_ROLE_SEAT + of});
    canvas.text("this round's cards; the prize is " + std::to_string(prize()));
  }

 private:
  struct Player {
    std::uint32_t held = all_cards;  // when the round began
    std::int32_t chosen = 0;
    std::int32_t last = 0;
    std::int32_t won = 0;
    bool out = false;
  };

  explicit Goof(std::int32_t seats) : players_(static_cast<std::size_t>(seats)) {
    for (std::size_t at = 0; at < prizes_.size(); ++at) prizes_[at] = static_cast<std::int32_t>(at) + 1;
  }

  static bool waits(const Player& player) { return !player.out && player.chosen == 0; }
  static std::int32_t lowest(std::uint32_t held) { return std::countr_zero(held) + 1; }

  [[nodiscard]] const Player& player(std::int32_t seat) const { return players_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Player& player(std::int32_t seat) { return players_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::int32_t prize() const {
    return round_ == GOOF_CARDS ? 0 : prizes_[static_cast<std::size_t>(round_)];
  }

  [[nodiscard]] std::string card_text(std::int32_t seat, std::int32_t of) const {
    if (player(of).chosen == 0) return "-";
    return seat == of || seat == AGON_ALL_SEATS ? std::to_string(player(of).chosen) : "?";
  }

  /// Shuffles the prizes from number `first` on, whatever their order was.
  void draw_prizes(std::int32_t first, std::uint64_t seed) {
    agon::QuickRandom random(seed);
    const auto from = static_cast<std::size_t>(std::min<std::int32_t>(first, GOOF_CARDS));
    std::sort(prizes_.begin() + static_cast<std::ptrdiff_t>(from), prizes_.end());
    for (std::size_t at = prizes_.size(); at > from + 1; --at)
      std::swap(prizes_[at - 1], prizes_[from + random.below(at - from)]);
  }

  /// Ends the round if all have chosen.
  void settle() {
    if (round_ == GOOF_CARDS || std::ranges::any_of(players_, waits)) return;
    std::int32_t highest = 0;
    for (const Player& each : players_) highest = std::max(highest, each.chosen);
    const auto count = std::ranges::count_if(players_, [&](const Player& each) { return each.chosen == highest; });
    const std::int32_t points = prize();
    for (Player& each : players_) {
      if (each.chosen == highest && highest > 0 && count == 1) each.won += points;
      if (each.chosen > 0) each.held &= ~(1U << (each.chosen - 1));
      each.last = std::exchange(each.chosen, 0);
    }
    ++round_;
    settled_ = true;
  }

  std::array<std::int32_t, GOOF_CARDS> prizes_{};
  std::vector<Player> players_;
  std::int32_t round_ = 0;
  bool settled_ = false;  // the last action ended a round
};

}  // namespace

AGON_GAME(Goof, .id = "goof", .protocol = GOOF_PROTOCOL, .title = "Goofspiel",
          .summary = "two or three seats choose a card at once for each prize",
          .rules =
              "Each seat holds the cards 1 to 8. In each of eight rounds all choose one for the prize shown. The\n"
              "highest card alone takes it.",
          .min_seats = 2, .max_seats = GOOF_MAX_SEATS, .contest = AGON_CONTEST_MEAN)
