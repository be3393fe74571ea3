// MyGame as a plugin: the rules behind the SDK's game interface. agon/game.hpp says what each function is for. The
// seats act one after another, and no function for a seat tells the other bids of the round: see knows().
#include "layout.hpp"
#include "rules.hpp"

#include <mygame/mygame.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mygame {
namespace {

/// Chance comes from the match's seed alone: one seed is one match, on every machine.
Values draw_values(std::uint64_t seed) {
  agon::Random random(seed);
  Values values{};
  for (int& value : values) value = 1 + static_cast<int>(random.below(max_value));
  return values;
}

std::vector<Bidder> bidders_of(const mygame_observation& seen) {
  std::vector<Bidder> bidders(static_cast<std::size_t>(seen.seats));
  for (std::size_t at = 0; at < bidders.size(); ++at) {
    bidders[at] = {.coins = seen.coins[at],
                   .won = seen.won[at],
                   .bid = (seen.made >> at & 1) != 0 ? 0 : no_bid,
                   .shown = seen.shown[at],
                   .out = (seen.out >> at & 1) != 0};
  }
  bidders[static_cast<std::size_t>(seen.seat)].bid = seen.own_bid;
  return bidders;
}

class Game {
 public:
  using Observation = mygame_observation;
  using Action = mygame_action;
  static constexpr const agon_layout& layout = protocol_layout;  // for programs in other languages: layout.hpp

  explicit Game(agon::Setup& setup)
      : auction_(draw_values(setup.seed()), std::vector<Bidder>(static_cast<std::size_t>(setup.seats()))) {}

  [[nodiscard]] std::int32_t to_move() const { return auction_.to_move() < 0 ? AGON_OVER : auction_.to_move(); }

  /// All that a seat may know, and nothing else: a strategy reads every byte. It is called at any time, also for the
  /// seat that is not to move, and when the match is over.
  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.seats = auction_.seats();
    out.round = auction_.round();
    out.value = auction_.value();
    out.own_bid = auction_.bidder(seat).bid;
    for (int of = 0; of < auction_.seats(); ++of) {
      const Bidder& bidder = auction_.bidder(of);
      out.coins[of] = bidder.coins;
      out.won[of] = bidder.won;
      out.shown[of] = bidder.shown;
      if (bidder.out) out.out |= 1 << of;
      if (bidder.bid != no_bid) out.made |= 1 << of;
    }
  }

  /// An illegal action is refused before anything changes.
  void act(std::int32_t seat, const Action& action) {
    if (!auction_.allows(seat, action.bid)) {
      throw agon::Illegal(
          std::string("a bid is 0 to ").append(std::to_string(auction_.bidder(seat).coins)).append(" coins"));
    }
    auction_.bid(seat, action.bid);
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { auction_.give_up(seat); }

  /// Higher is better.
  [[nodiscard]] double score(std::int32_t seat) const { return auction_.score(seat); }

  // For search: strategies for any game play with this. agon/game_model.hpp says more.

  static constexpr std::uint32_t model = AGON_MODEL_HIDDEN | AGON_MODEL_CHANCE;

  /// An auction that agrees with what a seat sees; what it does not see is drawn.
  Game(agon::Setup& setup, std::int32_t seat, const Observation& seen) : auction_({}, bidders_of(seen), seen.round) {
    if (seen.round < rounds) auction_.set_value(seen.round, seen.value);
    resample(seat, setup.seed());
  }

  /// All that is legal now, each once.
  void actions(agon::ActionList<Action>& list) const {
    for (int bid = 0; auction_.allows(auction_.to_move(), bid); ++bid) list.add({bid});
  }

  /// Draws anew what `seat` does not know: the others' bids of this round, which all seats together know, and the
  /// values of the next items.
  void resample(std::int32_t seat, std::uint64_t seed) {
    agon::QuickRandom random(seed);
    const auto drawn = [&](int count) { return static_cast<int>(random.below(static_cast<std::uint64_t>(count))); };
    for (int round = auction_.round() + 1; round < rounds; ++round) auction_.set_value(round, 1 + drawn(max_value));
    for (int of = 0; of < auction_.seats(); ++of) {
      const Bidder& bidder = auction_.bidder(of);
      if (bidder.bid != no_bid && !knows(seat, of)) auction_.set_bid(of, drawn(bidder.coins + 1));
    }
  }

  // As text, for records, replays, programs on a pipe and people: positions and actions in one line each.

  static constexpr std::uint64_t text_capacity = 256;

  /// "round 1 value 7 coins 20 17 20 won 0 4 0 shown 0 3 1 bids 3 ? -". A bid of this round that `seat` does not know
  /// is '?', none is '-', and the coins of a seat that failed are "out".
  /// `seat` can also be AGON_ALL_SEATS or AGON_SPECTATOR.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text = "round ";
    text.append(std::to_string(auction_.round())).append(" value ").append(std::to_string(auction_.value()));
    add_row(text, "coins", [](const Bidder& each) { return each.out ? "out" : std::to_string(each.coins); });
    add_row(text, "won", [](const Bidder& each) { return std::to_string(each.won); });
    add_row(text, "shown", [](const Bidder& each) { return bid_text(each.shown); });
    text.append(" bids");
    for (int of = 0; of < auction_.seats(); ++of) text.append(" ").append(bid_text(seat, of));
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.bid); }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), action.bid);
    if (read.ec == std::errc{} && action_text(action) == text) return action;
    throw agon::Illegal("an action is a number of coins, as in '3'");
  }

  /// What the last action made known: all bids of the round, to everybody, when the last one is made.
  [[nodiscard]] std::string revealed() const {
    std::string text;
    if (auction_.settled()) add_row(text, "bids", [](const Bidder& each) { return bid_text(each.shown); });
    return text.empty() ? text : text.substr(1);
  }

  // As a picture: a grid of cells, and lines of text below it.

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    canvas.grid(2, static_cast<std::uint32_t>(auction_.seats()));
    for (std::int32_t of = 0; of < auction_.seats(); ++of) {
      canvas.cell(0, static_cast<std::uint32_t>(of), {.glyph = bid_text(seat, of), .role = AGON_ROLE_SEAT + of});
      canvas.cell(1, static_cast<std::uint32_t>(of), {.glyph = std::to_string(auction_.bidder(of).coins)});
    }
    canvas.text("this round's bids, and the coins left");
  }

 private:
  /// Whether `seat`, or AGON_ALL_SEATS or AGON_SPECTATOR, may know the bid of `of` in this round.
  static bool knows(std::int32_t seat, std::int32_t of) { return seat == of || seat == AGON_ALL_SEATS; }

  static std::string bid_text(int bid) { return bid == no_bid ? "-" : std::to_string(bid); }

  [[nodiscard]] std::string bid_text(std::int32_t seat, std::int32_t of) const {
    const int bid = auction_.bidder(of).bid;
    return bid == no_bid || knows(seat, of) ? bid_text(bid) : "?";
  }

  /// Adds " name", and a word for each seat.
  template <class Text>
  void add_row(std::string& text, const char* name, Text text_of) const {
    text.append(" ").append(name);
    for (int of = 0; of < auction_.seats(); ++of) text.append(" ").append(text_of(auction_.bidder(of)));
  }

  Auction auction_;
};

}  // namespace
}  // namespace mygame

// `opponent` takes the seats that nobody asked for. "mcts" would be stronger: it plays any game that has a model, but
// takes all the time that it has. The limits are those of a seat for a whole match: nanoseconds of CPU time, and bytes;
// agon/limits.hpp has more.
AGON_GAME(mygame::Game, .id = "mygame", .version = mygame::version, .protocol = MYGAME_PROTOCOL, .title = "MyGame",
          .summary = mygame::summary, .rules = mygame::rules_text, .opponent = "random", .min_seats = 2,
          .max_seats = mygame::max_seats, .limits = {.cpu_ns = 10'000'000'000, .memory_bytes = 64 << 20},
          .contest = AGON_CONTEST_SUM)
