// Sealed bids: simultaneous moves, as seats that act one after another, in the order of their numbers. A bid is stored,
// and nothing for anybody else shows it before all have bid.
#include <sealed/sealed.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::int32_t none = -1;

struct Bidder {
  std::int32_t coins = SEALED_COINS;
  std::int32_t won = 0;
  std::int32_t bid = none;    // in this round
  std::int32_t shown = none;  // in the round before
  bool out = false;
};

class Sealed {
 public:
  using Observation = sealed_observation;
  using Action = sealed_action;
  static constexpr std::uint64_t text_capacity = 256;

  explicit Sealed(agon::Setup& setup) : bidders_(static_cast<std::size_t>(setup.seats())) {
    agon::Random random(setup.seed());
    for (std::int32_t& value : values_) value = 1 + static_cast<std::int32_t>(random.below(10));
  }

  [[nodiscard]] std::int32_t to_move() const {
    if (round_ == SEALED_ROUNDS) return AGON_OVER;
    const auto next = std::find_if(bidders_.begin(), bidders_.end(), waits);
    return next == bidders_.end() ? AGON_OVER : static_cast<std::int32_t>(next - bidders_.begin());
  }

  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.seats = static_cast<std::int32_t>(bidders_.size());
    out.round = round_;
    out.value = value();
    out.own_bid = bidder(seat).bid;
    for (std::size_t at = 0; at < bidders_.size(); ++at) {
      out.coins[at] = bidders_[at].coins;
      out.won[at] = bidders_[at].won;
      out.shown[at] = bidders_[at].shown;
      if (bidders_[at].out) out.out |= 1 << at;
    }
  }

  void act(std::int32_t seat, const Action& action) {
    if (action.bid < 0 || action.bid > bidder(seat).coins)
      throw agon::Illegal("a bid is 0 to " + std::to_string(bidder(seat).coins) + " coins");
    bidders_[static_cast<std::size_t>(seat)].bid = action.bid;
    settled_ = false;
    settle();
  }

  /// A seat that is out bids no more; its bid of this round is withdrawn.
  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    bidders_[static_cast<std::size_t>(seat)].out = true;
    bidders_[static_cast<std::size_t>(seat)].bid = none;
    settled_ = false;
    settle();
  }

  [[nodiscard]] double score(std::int32_t seat) const {
    return bidder(seat).out ? 0 : bidder(seat).won + bidder(seat).coins;
  }

  /// "round 1 value 7 bids 3 ? -": this round's bids as `seat` knows them, '?' one that it does not know, '-' none.
  [[nodiscard]] std::string position(std::int32_t seat) const {
    std::string text = "round " + std::to_string(round_) + " value " + std::to_string(value()) + " bids";
    for (std::int32_t of = 0; of < static_cast<std::int32_t>(bidders_.size()); ++of) text += " " + bid_text(seat, of);
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.bid); }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), action.bid);
    if (read.ec == std::errc{} && action_text(action) == text) return action;
    throw agon::Illegal("an action is a number of coins, as in '3'");
  }

  /// The bids of a round, to everybody, when the last one is made.
  [[nodiscard]] std::string revealed() const {
    if (!settled_) return "";
    std::string text = "bids";
    for (const Bidder& each : bidders_) text += each.shown == none ? " -" : " " + std::to_string(each.shown);
    return text;
  }

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    canvas.grid(2, static_cast<std::uint32_t>(bidders_.size()));
    for (std::int32_t of = 0; of < static_cast<std::int32_t>(bidders_.size()); ++of) {
      canvas.cell(0, static_cast<std::uint32_t>(of), {.glyph = bid_text(seat, of), .role = AGON_ROLE_SEAT + of});
      canvas.cell(1, static_cast<std::uint32_t>(of), {.glyph = std::to_string(bidder(of).coins)});
    }
    canvas.text("this round's bids, and the coins left");
  }

 private:
  static bool waits(const Bidder& bidder) { return !bidder.out && bidder.bid == none; }

  [[nodiscard]] const Bidder& bidder(std::int32_t seat) const { return bidders_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::int32_t value() const {
    return round_ == SEALED_ROUNDS ? 0 : values_[static_cast<std::size_t>(round_)];
  }

  [[nodiscard]] std::string bid_text(std::int32_t seat, std::int32_t of) const {
    if (bidder(of).bid == none) return "-";
    return seat == of || seat == AGON_ALL_SEATS ? std::to_string(bidder(of).bid) : "?";
  }

  /// Ends the round if all have bid.
  void settle() {
    if (round_ == SEALED_ROUNDS || std::any_of(bidders_.begin(), bidders_.end(), waits)) return;
    std::int32_t highest = none;
    for (const Bidder& each : bidders_) highest = std::max(highest, each.bid);
    const auto highest_count =
        std::count_if(bidders_.begin(), bidders_.end(), [&](const Bidder& each) { return each.bid == highest; });
    for (Bidder& each : bidders_) {
      if (each.bid == highest && each.bid != none && highest_count == 1) {
        each.coins -= each.bid;
        each.won += value();
      }
      each.shown = each.bid;
      each.bid = none;
    }
    ++round_;
    settled_ = true;
  }

  std::array<std::int32_t, SEALED_ROUNDS> values_{};
  std::vector<Bidder> bidders_;
  std::int32_t round_ = 0;
  bool settled_ = false;  // the last action ended a round
};

}  // namespace

AGON_GAME(Sealed, .id = "sealed", .protocol = SEALED_PROTOCOL, .title = "Sealed bids",
          .summary = "two to four seats bid for items without seeing each other's bids",
          .rules = "In each of five rounds all bid for an item at once. The highest bid pays and gets it.",
          .opponent = "random", .min_seats = 2, .max_seats = SEALED_MAX_SEATS, .contest = AGON_CONTEST_SUM)
