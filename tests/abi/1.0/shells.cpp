// The game of beach.h through the C++ glue, with all that the glue of 1.0 has for games.
#include "beach.h"

#include <agon/game.hpp>
#include <agon/random.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Shells {
 public:
  using Observation = beach_observation;
  using Action = beach_action;
  using Reply = beach_reply;
  static constexpr std::uint64_t text_capacity = 128;

  explicit Shells(agon::Setup& setup)
      : random_(setup.seed()), points_(static_cast<std::size_t>(setup.seats())), out_(points_.size()) {
    const auto drawn = static_cast<std::int64_t>(2 + random_.below(BEACH_MAX_HEAPS - 1));
    const bool alone = setup.take("heap").has_value();  // stands for heaps=1, and is not told again
    stones_.resize(static_cast<std::size_t>(setup.integer("heaps", alone ? 1 : drawn)));
    for (std::int32_t& heap : stones_) heap = 5 + static_cast<std::int32_t>(random_.below(10));
    weight_ = setup.settings().number("weight");
    gull_flies_ = setup.settings().flag("gull");
    step_ = setup.settings().text("order") == "back" ? -1 : 1;
    if (setup.text("name", "shells") == "storm") throw agon::BadSetting("name=storm: nobody plays in a storm");
  }

  [[nodiscard]] std::int32_t to_move() const { return left() == 0 ? AGON_OVER : mover_; }

  void observe(std::int32_t seat, Observation& out) const {
    out.seat = seat;
    out.heaps = static_cast<std::int32_t>(stones_.size());
    std::copy(stones_.begin(), stones_.end(), out.stones);
  }

  void act(std::int32_t seat, const Action& action, Reply& reply) {
    const auto heaps = static_cast<std::int32_t>(stones_.size());
    if (action.heap < 0 || action.heap >= heaps || action.stones < 1 || action.stones > at(action.heap))
      throw agon::Illegal("so many stones are not there");
    at(action.heap) -= action.stones;
    points_[static_cast<std::size_t>(seat)] += action.stones * weight_;
    gull_ = -1;
    if (gull_flies_ && left() > 0) {
      do gull_ = static_cast<std::int32_t>(random_.below(stones_.size()));
      while (at(gull_) == 0);
      --at(gull_);
    }
    if (action.stones != 1) pass_on();
    reply.heap = gull_;
  }

  void forfeit(std::int32_t seat, std::int32_t outcome, std::string_view /*reason*/) {
    out_[static_cast<std::size_t>(seat)] = true;
    points_[static_cast<std::size_t>(seat)] = -outcome;
    if (seat == mover_) pass_on();
  }

  [[nodiscard]] double score(std::int32_t seat) const { return points_[static_cast<std::size_t>(seat)]; }

  void report_usage(std::int32_t seat, std::int64_t cpu_us) {
    points_[static_cast<std::size_t>(seat)] += 0.5 - static_cast<double>(cpu_us / 60000000);
  }

  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text;
    for (const std::int32_t heap : stones_) text += (text.empty() ? "" : " ") + std::to_string(heap);
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) {
    return std::to_string(action.stones) + " from " + std::to_string(action.heap);
  }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    int end = -1;
    const std::string line(text);
    const int read = std::sscanf(line.c_str(), "%d from %d%n", &action.stones, &action.heap, &end);
    if (read != 2 || line.size() != static_cast<std::size_t>(end))
      throw agon::Illegal("an action is written like '2 from 0'");
    return action;
  }

  [[nodiscard]] std::string revealed() const { return gull_ < 0 ? "" : "gull " + std::to_string(gull_); }

  void draw(agon::Canvas& canvas, std::int32_t seat) const {
    std::vector<std::string> columns(stones_.size());
    for (std::size_t heap = 0; heap < columns.size(); ++heap) columns[heap] = std::to_string(heap);
    canvas.grid(1, static_cast<std::uint32_t>(stones_.size()));
    canvas.labels({"beach"}, columns);
    for (std::uint32_t heap = 0; heap < stones_.size(); ++heap) {
      canvas.cell(0, heap,
                  {.glyph = std::to_string(stones_[heap]), .role = AGON_ROLE_CATEGORY, .token = columns[heap]});
    }
    if (gull_ > 0) canvas.arrow(0, 0, 0, static_cast<std::uint32_t>(gull_), AGON_ROLE_FAINT);
    canvas.text(seat == AGON_ALL_SEATS ? "as all see it" : "as one sees it");
  }

 private:
  [[nodiscard]] std::int32_t& at(std::int32_t heap) { return stones_[static_cast<std::size_t>(heap)]; }
  [[nodiscard]] std::int32_t left() const { return std::accumulate(stones_.begin(), stones_.end(), 0); }

  void pass_on() {
    const auto seats = static_cast<std::int32_t>(out_.size());
    std::int32_t next = mover_;
    for (std::int32_t tries = 0; tries < seats; ++tries) {
      next = (next + step_ + seats) % seats;
      if (out_[static_cast<std::size_t>(next)]) continue;
      mover_ = next;
      return;
    }
    mover_ = AGON_OVER;
  }

  agon::Random random_;
  std::vector<std::int32_t> stones_;
  std::vector<double> points_;
  std::vector<bool> out_;
  double weight_ = 1;
  bool gull_flies_ = true;
  std::int32_t step_ = 1;
  std::int32_t mover_ = 0;
  std::int32_t gull_ = -1;  // the heap it took from last
};

constexpr std::array parameters = {
    agon::integer("heaps", "how many heaps there are", agon::drawn, 1, BEACH_MAX_HEAPS),
    agon::number("weight", "points for a stone", "1", 0.25, 4),
    agon::flag("gull", "whether a gull takes stones, too", "yes"),
    agon::choice("order", "of the seats", "forth", "forth|back"),
    agon::text("name", "of the beach", agon::drawn),
    agon::text("heap", "if it is set there is one heap", agon::drawn),
};

constexpr const char* seat_names[] = {"North", "East", "South", "West"};

}  // namespace

AGON_GAME(Shells, .id = "shells", .version = "1.0.0", .protocol = SHELLS_PROTOCOL, .title = "Shells",
          .summary = "two to four seats take shells from heaps, and so does a gull",
          .rules = "Take shells from one heap. A gull then takes one more.\nWho takes one acts again.",
          .opponent = "gatherer", .min_seats = 2, .max_seats = BEACH_MAX_SEATS, .seat_names = seat_names,
          .limits = {.cpu_ns = 1'000'000'000, .memory_bytes = 64 << 20}, .contest = AGON_CONTEST_RELATIVE_SUM, .parameters = parameters)
