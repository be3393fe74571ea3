// A game for tests, simple enough to follow by hand. It uses every feature: parameters of each kind, one of them drawn
// from the seed; chance; replies; several actions in a turn; forfeits; notation and a drawing.
//
// The seats take turns to add 1 to 9 to a total, until it reaches the target. A seat's score is the sum of what it
// added. Chance adds a bonus of 0 to 2 to each action. With "again", a seat keeps the move. A seat that forfeits scores
// -10, and the others continue.
#pragma once

#include <agon/game.hpp>
#include <agon/random.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace support {

struct CountingObservation {
  std::int32_t seat;
  std::int32_t total;
  std::int32_t target;
};

struct CountingAction {
  std::int32_t amount;
  std::int32_t again;  // 1: the same seat acts once more
};

struct CountingReply {
  std::int32_t bonus;
};

class Counting {
 public:
  using Observation = CountingObservation;
  using Action = CountingAction;
  using Reply = CountingReply;
  static constexpr std::uint64_t text_capacity = 64;

  explicit Counting(agon::Setup& setup)
      : random_(setup.seed()),
        target_(static_cast<std::int32_t>(setup.integer("target", 10 + static_cast<std::int64_t>(random_.below(11))))),
        chance_(setup.settings().flag("chance")),
        points_(static_cast<std::size_t>(setup.seats())),
        out_(static_cast<std::size_t>(setup.seats())) {
    if (target_ == 99) throw agon::BadSetting("target=99: brings bad luck");
  }

  [[nodiscard]] std::int32_t to_move() const { return over_ ? AGON_OVER : seat_; }

  void observe(std::int32_t seat, Observation& out) const { out = {seat, total_, target_}; }

  void act(std::int32_t seat, const Action& action, Reply& reply) {
    if (action.amount < 1 || action.amount > 9) throw agon::Illegal("it takes 1 to 9");
    if (action.amount == 7) throw agon::Illegal("nobody likes 7");
    bonus_ = chance_ ? static_cast<std::int32_t>(random_.below(3)) : 0;
    reply.bonus = bonus_;
    total_ += action.amount + bonus_;
    points_[static_cast<std::size_t>(seat)] += action.amount + bonus_;
    over_ = total_ >= target_;
    if (action.again == 0) pass_on();
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    out_[static_cast<std::size_t>(seat)] = true;
    points_[static_cast<std::size_t>(seat)] = -10;
    if (seat == seat_) pass_on();
  }

  [[nodiscard]] double score(std::int32_t seat) const { return points_[static_cast<std::size_t>(seat)]; }

  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    return std::to_string(total_) + " of " + std::to_string(target_);
  }
  [[nodiscard]] static std::string action_text(const Action& action) {
    std::string text = "+";
    text += std::to_string(action.amount);
    if (action.again != 0) text += "!";
    return text;
  }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{0, text.ends_with('!') ? 1 : 0};
    if (action.again == 1) text.remove_suffix(1);
    if (!text.starts_with('+')) throw agon::Illegal("an action begins with '+'");
    const auto [end, fault] = std::from_chars(text.data() + 1, text.data() + text.size(), action.amount);
    if (fault != std::errc{} || end != text.data() + text.size()) throw agon::Illegal("an action is a number");
    return action;
  }
  [[nodiscard]] std::string revealed() const { return bonus_ == 0 ? "" : "bonus " + std::to_string(bonus_); }

  void draw(agon::Canvas& canvas) const {
    canvas.grid(1, 2);
    canvas.cell(0, 0, {.glyph = std::to_string(total_)});
    canvas.cell(0, 1, {.glyph = std::to_string(target_), .role = AGON_ROLE_FAINT});
    canvas.text("total and target");
  }

 private:
  void pass_on() {
    for (std::size_t tries = 0; tries < out_.size(); ++tries) {
      seat_ = (seat_ + 1) % static_cast<std::int32_t>(out_.size());
      if (!out_[static_cast<std::size_t>(seat_)]) return;
    }
    over_ = true;
  }

  agon::Random random_;
  std::int32_t target_;
  bool chance_;
  std::vector<std::int32_t> points_;
  std::vector<bool> out_;
  std::int32_t seat_ = 0;
  std::int32_t total_ = 0;
  std::int32_t bonus_ = 0;
  bool over_ = false;
};

inline constexpr std::array counting_parameters = {
    agon::integer("target", "where the match ends", agon::drawn, 1, 100),
    agon::flag("chance", "whether there is a bonus", "no"),
    agon::number("weight", "of nothing", "0.5", -1, 1e6),
    agon::choice("mood", "of the referee", "fair", "fair|strict"),
    agon::text("note", "said by nobody", "none"),
};

inline constexpr const char* counting_seats[] = {"First", "Second", "Third"};

inline constexpr agon_game_type counting = agon::game_type<Counting>({.id = "counting",
                                                                      .protocol = "counting/1",
                                                                      .title = "Counting",
                                                                      .summary = "adds up",
                                                                      .min_seats = 1,
                                                                      .max_seats = 3,
                                                                      .seat_names = counting_seats,
                                                                      .contest = AGON_CONTEST_MEAN,
                                                                      .parameters = counting_parameters});

/// Returns an action as the bytes that cross the ABI. Borrows `action`.
inline agon_bytes bytes_of(const CountingAction& action) {
  return {&action, sizeof action};
}

}  // namespace support
