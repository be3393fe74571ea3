// A game that counts in the buffer for its observation, as C code likes to, reads its action twice, and takes its time:
// whoever else can write there has all the time to do it. It is played with the observations and actions of Tonga.
#include <tonga/tonga.h>
#include <unistd.h>

#include <agon/game.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

class Counting {
 public:
  using Observation = tonga_observation;
  using Action = tonga_action;
  static constexpr std::uint64_t text_capacity = 256;

  explicit Counting(agon::Setup& setup) : size_(static_cast<std::int32_t>(setup.settings().integer("n"))) {}

  [[nodiscard]] std::int32_t to_move() const { return stones_ < size_ * size_ ? stones_ % 2 : AGON_OVER; }

  void observe(std::int32_t seat, Observation& out) const {
    out.size = size_;
    out.seat = seat;
    out.last_row = -1;
    volatile std::int32_t& count = out.last_column;
    count = 0;
    for (std::size_t square = 0; square < cells_.size(); ++square) {
      out.cells[square] = cells_[square];
      if (cells_[square] == TONGA_EMPTY) continue;
      count = count + 1;
      ::usleep(moment);
    }
    if (count != stones_) throw std::runtime_error("somebody wrote " + std::to_string(count) + " into its buffer");
  }

  void act(std::int32_t seat, const Action& given) {
    const volatile Action& there = given;
    const Action action = {there.row, there.column};
    ::usleep(10 * moment);
    if (there.row != action.row || there.column != action.column)
      throw std::runtime_error("somebody wrote over the action");
    const bool on_board = action.row >= 0 && action.column >= 0 && action.row < size_ && action.column < size_;
    const auto square = on_board ? static_cast<std::size_t>(action.row * size_ + action.column) : cells_.size() - 1;
    if (!on_board || cells_[square] != TONGA_EMPTY) throw agon::Illegal("taken, or off the board");
    cells_[square] = static_cast<std::int8_t>(seat + 1);
    ++stones_;
  }

  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    stones_ = size_ * size_;
  }
  [[nodiscard]] double score(std::int32_t /*seat*/) const { return 0; }
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const { return std::to_string(stones_); }
  [[nodiscard]] std::string action_text(const Action& action) const {
    return std::to_string(action.row) + " " + std::to_string(action.column);
  }
  [[nodiscard]] Action parse_action(std::string_view text) const {
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) throw agon::Illegal("no blank");
    return {std::stoi(std::string(text.substr(0, blank))), std::stoi(std::string(text.substr(blank + 1)))};
  }
  [[nodiscard]] std::string revealed() const { return {}; }

 private:
  static constexpr useconds_t moment = 20;
  std::int32_t size_;
  std::int32_t stones_ = 0;
  std::array<std::int8_t, TONGA_MAX_CELLS> cells_{};
};

constexpr agon_setting_type parameters[] = {agon::integer("n", "rows and columns", "6", 4, 14)};

}  // namespace

AGON_GAME(Counting, .id = "tonga", .version = "1.0.0", .protocol = TONGA_PROTOCOL,
          .summary = "counts in the buffer for its observation", .opponent = "random", .min_seats = 2, .max_seats = 2,
          .parameters = parameters)
