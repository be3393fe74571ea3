// Connect Four: no chance, nothing hidden, and cheap to take back. Each seat's stones are the bits of one word.
#include <four/four.h>

#include <agon/game.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

constexpr int height = FOUR_ROWS + 1;  // one bit above each column stays 0, so that no line runs into the next column

constexpr std::uint64_t bit(int column, int row) {
  return std::uint64_t{1} << static_cast<unsigned>(column * height + row);
}

/// Whether four of these stones are in line.
bool has_four(std::uint64_t stones) {
  for (const unsigned step : {1U, 6U, 7U, 8U}) {  // up, and to the next column down, straight and up
    const std::uint64_t pairs = stones & stones >> step;
    if ((pairs & pairs >> 2 * step) != 0) return true;
  }
  return false;
}

class Four {
 public:
  using Observation = four_observation;
  using Action = four_action;
  static constexpr std::uint64_t text_capacity = 64;
  static constexpr std::uint32_t model = AGON_MODEL_CONSTANT_SUM;

  explicit Four(agon::Setup& setup) {
    for (const char column : setup.text("moves", "")) {
      const Action action = {column - '1'};
      if (to_move() == AGON_OVER || !fits(action.column))
        throw agon::BadSetting("moves=: write the columns so far, 1 to 7, as in 4453");
      act(to_move(), action);
    }
  }

  Four(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen) {
    for (int column = 0; column < FOUR_COLUMNS; ++column) {
      for (int row = 0; row < FOUR_ROWS; ++row) {
        const int stone = seen.cells[column * FOUR_ROWS + row];
        if (stone == FOUR_EMPTY) continue;
        stones_[static_cast<std::size_t>(stone - 1)] |= bit(column, row);
        ++heights_[static_cast<std::size_t>(column)];
        ++count_;
      }
    }
    for (int seat = 0; seat < 2; ++seat) {
      if (has_four(stones_[static_cast<std::size_t>(seat)])) winner_ = seat;
    }
  }

  [[nodiscard]] std::int32_t to_move() const { return over() ? AGON_OVER : mover(); }

  void observe(std::int32_t /*seat*/, Observation& out) const {
    out.seat = static_cast<std::int8_t>(mover());
    for (int column = 0; column < FOUR_COLUMNS; ++column) {
      for (int row = 0; row < FOUR_ROWS; ++row)
        out.cells[column * FOUR_ROWS + row] = static_cast<std::int8_t>(at(column, row));
    }
  }

  void act(std::int32_t seat, const Action& action) {
    if (!fits(action.column)) throw agon::Illegal("a stone goes to a column, 0 to 6, that is not full");
    std::int8_t& row = heights_[static_cast<std::size_t>(action.column)];
    std::uint64_t& own = stones_[static_cast<std::size_t>(seat)];
    own |= bit(action.column, row++);
    played_[static_cast<std::size_t>(count_++)] = static_cast<std::int8_t>(action.column);
    if (has_four(own)) winner_ = seat;
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { winner_ = 1 - seat; }

  /// 1: won; 0: drawn, or not over; -1: lost.
  [[nodiscard]] double score(std::int32_t seat) const { return winner_ < 0 ? 0 : winner_ == seat ? 1 : -1; }

  void actions(agon::ActionList<Action>& list) const {
    for (std::int32_t column = 0; column < FOUR_COLUMNS; ++column) {
      if (fits(column)) list.add({column});
    }
  }
  void undo() {
    const std::int32_t column = played_[static_cast<std::size_t>(--count_)];
    const int row = --heights_[static_cast<std::size_t>(column)];
    stones_[static_cast<std::size_t>(mover())] &= ~bit(column, row);
    winner_ = -1;
  }
  // The stones tell whose move it is, too.
  [[nodiscard]] std::uint64_t key() const { return agon::hashed(stones_); }
  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    if (over()) return {score(seat), score(seat)};
    return {-1, 1};
  }

  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text;
    for (int row = FOUR_ROWS - 1; row >= 0; --row) {
      for (int column = 0; column < FOUR_COLUMNS; ++column) text += ".xo"[at(column, row)];
      if (row > 0) text += '/';
    }
    return text;
  }
  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.column + 1); }
  [[nodiscard]] static Action parse_action(std::string_view text) {
    if (text.size() == 1 && text[0] >= '1' && text[0] <= '7') return {text[0] - '1'};
    throw agon::Illegal("an action is a column, from 1 to 7");
  }
  [[nodiscard]] static std::string revealed() { return {}; }

 private:
  [[nodiscard]] bool over() const { return winner_ >= 0 || count_ == FOUR_COLUMNS * FOUR_ROWS; }
  [[nodiscard]] std::int32_t mover() const { return count_ % 2; }
  [[nodiscard]] bool fits(std::int32_t column) const {
    return column >= 0 && column < FOUR_COLUMNS && heights_[static_cast<std::size_t>(column)] < FOUR_ROWS;
  }
  [[nodiscard]] std::size_t at(int column, int row) const {
    if ((stones_[0] & bit(column, row)) != 0) return FOUR_FIRST;
    return (stones_[1] & bit(column, row)) != 0 ? FOUR_SECOND : FOUR_EMPTY;
  }

  std::array<std::uint64_t, 2> stones_{};
  std::array<std::int8_t, FOUR_COLUMNS> heights_{};
  std::array<std::int8_t, FOUR_COLUMNS * FOUR_ROWS> played_{};  // columns; for undo()
  std::int32_t count_ = 0;
  std::int32_t winner_ = -1;
};

constexpr std::array parameters = {agon::text("moves", "columns that were played before the match begins", "")};

}  // namespace

AGON_GAME(Four, .id = "four", .protocol = FOUR_PROTOCOL, .title = "Connect Four",
          .summary = "two seats drop stones into columns; four in line win",
          .rules = "Seats drop a stone into one of seven columns in turn. Four in line win.", .opponent = "random",
          .min_seats = 2, .max_seats = 2, .contest = AGON_CONTEST_MEAN, .parameters = parameters)
