// Polyominoes as a plugin: the rules behind the SDK's game interface.
#include "choices.hpp"
#include "layout.hpp"
#include "placements.hpp"
#include "rules.hpp"
#include "seen.hpp"
#include "start.hpp"
#include "text.hpp"

#include <polyomino/polyomino.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace polyomino {
namespace {

static_assert(max_side == POLYOMINO_MAX_SIDE && min_size == POLYOMINO_MIN_SIZE && max_size == POLYOMINO_MAX_SIZE &&
              max_tiles == POLYOMINO_MAX_TILES);
// The bytes of the rules' shapes are copied to the protocol's.
static_assert(std::is_trivially_copyable_v<Cell> && sizeof(Cell) == sizeof(polyomino_cell) &&
              offsetof(Cell, x) == offsetof(polyomino_cell, x) && offsetof(Cell, y) == offsetof(polyomino_cell, y));

constexpr double microseconds = 1e6;    // per second
constexpr std::size_t categories = 10;  // of colours of tiles, without the stripes of later ones
constexpr std::int8_t no_colour = -1;

constexpr int multiple_of_4(int value) {
  return (value + 3) / 4 * 4;
}

polyomino_tile protocol_tile(const TileRecord& tile) {
  return {.size = tile.size,
          .width = tile.width,
          .height = tile.height,
          .first_cell = static_cast<std::int32_t>(tile.first_cell),
          .placed = tile.placed ? 1 : 0,
          .x = tile.x,
          .y = tile.y,
          .rotation = tile.rotation};
}

std::uint8_t protocol_square(std::int16_t square) {
  if (square == free_square) return POLYOMINO_FREE;
  return square == covered_square ? POLYOMINO_COVERED : POLYOMINO_TILE;
}

class PolyominoGame {
 public:
  using Action = polyomino_action;
  using Reply = polyomino_reply;
  static constexpr const agon_layout& layout = protocol_layout;
  static constexpr std::uint64_t observation_capacity =
      sizeof(polyomino_observation) + max_side * max_side +
      max_tiles * (sizeof(polyomino_tile) + max_size * sizeof(polyomino_cell));
  static constexpr std::uint64_t text_capacity = polyomino::text_capacity;
  static constexpr const char* for_people = "width=12,height=12,covered=20";
  static constexpr std::uint32_t model = AGON_MODEL_CHANCE | AGON_MODEL_MANY;

  explicit PolyominoGame(agon::Setup& setup) : PolyominoGame(setup, start_of(setup)) {}

  /// The match that the seat sees. Tiles that it asks for grow from the setup's seed.
  PolyominoGame(agon::Setup& setup, std::int32_t /*seat*/, std::span<const std::byte> seen)
      : match_(seen_match(seen)), tile_seed_(setup.seed()), penalty_(seen_penalty(seen)) {
    for (std::size_t tile = 0; tile < match_.tiles().size(); ++tile) {
      if (match_.tiles()[tile].placed) placed_.push_back(static_cast<std::int16_t>(tile));
    }
  }

  [[nodiscard]] std::int32_t to_move() const { return over_ ? AGON_OVER : 0; }

  [[nodiscard]] std::uint64_t observe(std::int32_t /*seat*/, std::span<std::byte> out) const {
    const auto tiles = match_.tiles();
    const auto cells = match_.cells();
    const auto squares = match_.squares();
    polyomino_observation header{};
    header.width = match_.width();
    header.height = match_.height();
    header.held_cost = match_.held_cost();
    header.penalty = penalty_;
    header.points = static_cast<std::int32_t>(match_.points());
    header.tile_count = static_cast<std::int32_t>(tiles.size());
    header.cell_count = static_cast<std::int32_t>(cells.size());
    header.board_offset = sizeof(header);
    header.tiles_offset = header.board_offset + multiple_of_4(static_cast<std::int32_t>(squares.size()));
    header.cells_offset = header.tiles_offset + static_cast<std::int32_t>(tiles.size() * sizeof(polyomino_tile));
    header.size = header.cells_offset + static_cast<std::int32_t>(cells.size_bytes());
    if (out.size() < static_cast<std::size_t>(header.size))
      throw agon::Failure(AGON_FAILED, "the host left too little room for an observation");
    std::memcpy(out.data(), &header, sizeof(header));
    std::byte* at = out.data() + header.board_offset;
    for (const std::int16_t square : squares) *at++ = static_cast<std::byte>(protocol_square(square));
    while (at != out.data() + header.tiles_offset) *at++ = std::byte{0};
    for (const TileRecord& tile : tiles) {
      const polyomino_tile record = protocol_tile(tile);
      std::memcpy(at, &record, sizeof(record));
      at += sizeof(record);
    }
    if (!cells.empty()) std::memcpy(at, cells.data(), cells.size_bytes());
    return static_cast<std::uint64_t>(header.size);
  }

  void act(std::int32_t /*seat*/, const Action& action, Reply& reply) {
    switch (action.kind) {
      case POLYOMINO_GET:
        get(action.value, reply);
        break;
      case POLYOMINO_PLACE:
        place(action, reply);
        break;
      case POLYOMINO_DONE:
        over_ = true;
        break;
      default:
        throw agon::Illegal(no_such_kind(action.kind));
    }
    last_ = action;
    reply.points = static_cast<std::int32_t>(match_.points());
  }

  /// A tile of each size, each way to place a tile that is held, and the end.
  void actions(agon::ActionList<Action>& list) const {
    for (int number = 0; number < requests(); ++number) list.add(request_action(number));
    placements().each(match_, [&](const Placement& placement) { list.add(place_action(placement)); });
    list.add({POLYOMINO_DONE, 0, 0, 0, 0});
  }

  /// Returns an action that is worth considering: a corner for a tile that is held and fits; if there is none, a
  /// request of a large tile; if none fits surely, the end.
  [[nodiscard]] Action sample(std::uint64_t bits) const {
    const Placements& places = placements();
    if (places.corners() > 0) return place_action(places.corner(match_, agon::scaled(bits, places.corners())));
    const int largest = requests() > 0 ? places.largest_size(match_) : 0;
    if (largest < min_size) return {POLYOMINO_DONE, 0, 0, 0, 0};
    const int least = std::max(min_size, (largest + 1) / 2);
    const auto choice = agon::scaled(bits, static_cast<std::uint64_t>(largest - least + 1));
    return request_action(least - min_size + static_cast<int>(choice));
  }

  void resample(std::int32_t /*seat*/, std::uint64_t seed) { tile_seed_ = seed; }

  [[nodiscard]] static bool leads_to_chance(const Action& action) { return action.kind == POLYOMINO_GET; }

  [[nodiscard]] std::uint64_t key() const {
    const std::array counts = {match_.points(), match_.held_cost(), static_cast<std::int64_t>(match_.width()),
                               static_cast<std::int64_t>(match_.tiles().size()), std::int64_t{over_ ? 1 : 0}};
    std::uint64_t key = agon::hashed(match_.squares(), agon::hashed(std::span(counts)));
    for (std::size_t index = 0; index < match_.tiles().size(); ++index) {
      const TileRecord& tile = match_.tiles()[index];
      if (!tile.placed) key = agon::hashed(match_.cells(tile), key + index);
    }
    return key;
  }

  /// As if one tile covered all free squares, or as many as are possible did.
  [[nodiscard]] agon::ScoreRange score_range(std::int32_t seat) const {
    if (over_) return {score(seat), score(seat)};
    const std::int64_t free = match_.free_squares();
    return {0, static_cast<double>(match_.points() + free * std::min<std::int64_t>(free, max_size))};
  }

  /// A seat that fails scores nothing.
  void forfeit(std::int32_t /*seat*/, std::int32_t /*outcome*/, std::string_view /*reason*/) {
    over_ = true;
    forfeited_ = true;
  }

  void report_usage(std::int32_t /*seat*/, std::int64_t cpu_us) { cpu_us_ = cpu_us; }

  [[nodiscard]] double score(std::int32_t /*seat*/) const {
    if (forfeited_) return 0;
    const double kept = std::max(0.0, 1 - penalty_ * static_cast<double>(cpu_us_) / microseconds);
    return static_cast<double>(match_.score()) * kept;
  }

  [[nodiscard]] std::string position(std::int32_t /*seat*/) const { return position_text(match_); }
  [[nodiscard]] static std::string action_text(const Action& action) { return polyomino::action_text(action); }
  [[nodiscard]] static Action parse_action(std::string_view text) { return polyomino::parse_action(text); }
  [[nodiscard]] std::string revealed() const {
    return last_.kind == POLYOMINO_GET ? shape_text(match_, match_.tiles().back()) : std::string();
  }

  void choices(std::string_view begun, std::int32_t row, std::int32_t column, agon::Choices& list) const {
    add_choices(match_, begun, row, column, list);
  }

  void draw(agon::Canvas& canvas) const {
    const auto numbers = [](int count) {
      std::vector<std::string> labels;
      labels.reserve(static_cast<std::size_t>(count));
      for (int label = 0; label < count; ++label) labels.push_back(std::to_string(label));
      return labels;
    };
    canvas.grid(static_cast<std::uint32_t>(match_.height()), static_cast<std::uint32_t>(match_.width()));
    canvas.labels(numbers(match_.height()), numbers(match_.width()));
    choose_colours();
    for (int y = 0; y < match_.height(); ++y) {
      for (int x = 0; x < match_.width(); ++x) {
        canvas.cell(static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x), scene_cell(x, y));
      }
    }
    for (const std::string& line : caption(match_)) canvas.text(line);
    if (last_.kind != 0) canvas.text("last: " + action_text(last_));
  }

 private:
  [[nodiscard]] int requests() const {
    return match_.check_request(min_size) == Verdict::legal ? max_size - min_size + 1 : 0;
  }
  static Action request_action(int number) { return {POLYOMINO_GET, min_size + number, 0, 0, 0}; }
  static Action place_action(const Placement& placement) {
    return {POLYOMINO_PLACE, placement.index, placement.x, placement.y, placement.rotation};
  }

  /// Those of the match as it is now: only a search needs them.
  [[nodiscard]] const Placements& placements() const {
    if (placements_) {
      placements_->follow(match_);
    } else {
      placements_.emplace(match_);
    }
    return *placements_;
  }

  PolyominoGame(agon::Setup& setup, const Start& start)
      : match_(start.board.width, start.board.height, start.board.covered),
        tile_seed_(start.tile_seed),
        penalty_(setup.settings().number("penalty")) {}

  void get(std::int32_t size, Reply& reply) {
    if (const Verdict verdict = match_.check_request(size); verdict != Verdict::legal)
      throw agon::Illegal(refusal_of_request(verdict, size));
    const auto index = static_cast<int>(match_.tiles().size());
    agon::Random random(tile_seed_of(tile_seed_, index));
    const Shape shape = boxed(grower_.grow(size, [&](std::uint64_t bound) { return random.below(bound); }));
    match_.request(shape);
    reply.index = index;
    reply.size = size;
    reply.width = shape.width;
    reply.height = shape.height;
    std::memcpy(reply.cells, shape.cells.data(), shape.cells.size() * sizeof(Cell));
  }

  void place(const Action& action, Reply& reply) {
    const Verdict verdict = match_.place(action.value, action.x, action.y, action.rotation);
    if (verdict != Verdict::legal) throw agon::Illegal(refusal_of_placement(verdict, match_, action));
    reply.index = action.value;
    placed_.push_back(static_cast<std::int16_t>(action.value));
  }

  /// Gives each tile a colour, in the order in which they were placed: one that no adjacent tile has, if there is one.
  void choose_colours() const {
    colours_.resize(match_.tiles().size(), no_colour);
    for (; coloured_ < placed_.size(); ++coloured_) {
      const std::int16_t tile = placed_[coloured_];
      std::array<bool, categories> taken{};
      const TileRecord& record = match_.tiles()[static_cast<std::size_t>(tile)];
      const bool upright = record.rotation % 2 == 0;
      for (int y = record.y; y < record.y + (upright ? record.height : record.width); ++y) {
        for (int x = record.x; x < record.x + (upright ? record.width : record.height); ++x) {
          if (match_.at(x, y) == tile) take_colours_beside(x, y, taken);
        }
      }
      const auto first = static_cast<std::size_t>(tile) % categories;
      for (std::size_t i = 0; i < categories; ++i) {
        const std::size_t colour = (first + i) % categories;
        if (!taken[colour] || i + 1 == categories) {
          colours_[static_cast<std::size_t>(tile)] = static_cast<std::int8_t>(colour);
          break;
        }
      }
    }
  }

  void take_colours_beside(int x, int y, std::array<bool, categories>& taken) const {
    const std::array<std::array<int, 2>, 4> beside = {{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}}};
    for (const auto& [column, row] : beside) {
      if (column < 0 || row < 0 || column >= match_.width() || row >= match_.height()) continue;
      const std::int16_t other = match_.at(column, row);
      if (other < 0 || colours_[static_cast<std::size_t>(other)] == no_colour) continue;
      taken[static_cast<std::size_t>(colours_[static_cast<std::size_t>(other)])] = true;
    }
  }

  [[nodiscard]] bool has(int x, int y, std::int16_t tile) const {
    return x >= 0 && y >= 0 && x < match_.width() && y < match_.height() && match_.at(x, y) == tile;
  }

  [[nodiscard]] agon::SceneCell scene_cell(int x, int y) const {
    const std::int16_t square = match_.at(x, y);
    if (square == free_square) return {.glyph = ".", .role = AGON_ROLE_FAINT};
    if (square == covered_square) return {.glyph = "X", .role = AGON_ROLE_BLOCKED};
    constexpr std::string_view glyphs = "abcdefghijklmnopqrstuvwxyz0123456789";  // adjacent tiles should differ
    agon::SceneCell cell{.glyph = std::string(1, glyphs[static_cast<std::size_t>(square) % glyphs.size()]),
                         .role = AGON_ROLE_CATEGORY + colours_[static_cast<std::size_t>(square)]};
    if (has(x, y - 1, square)) cell.marks |= AGON_MARK_JOINS_UP;
    if (has(x + 1, y, square)) cell.marks |= AGON_MARK_JOINS_RIGHT;
    if (has(x, y + 1, square)) cell.marks |= AGON_MARK_JOINS_DOWN;
    if (has(x - 1, y, square)) cell.marks |= AGON_MARK_JOINS_LEFT;
    if (last_.kind == POLYOMINO_PLACE && last_.value == square) cell.marks |= AGON_MARK_LAST;
    return cell;
  }

  Match match_;
  std::uint64_t tile_seed_;
  double penalty_;
  Grower grower_;
  mutable std::optional<Placements> placements_;
  Action last_{};                             // kind 0: there is none
  std::vector<std::int16_t> placed_;          // the tiles, in the order in which they were placed
  mutable std::vector<std::int8_t> colours_;  // of the tiles in a drawing
  mutable std::size_t coloured_ = 0;          // so many of placed_ have their colour
  std::int64_t cpu_us_ = 0;
  bool over_ = false;
  bool forfeited_ = false;
};

constexpr std::array parameters = {
    agon::integer("width", "columns of the board (drawn: 20 to 200)", agon::drawn, 1, max_side),
    agon::integer("height", "rows of the board (drawn: 20 to 200)", agon::drawn, 1, max_side),
    agon::integer("covered", "squares covered from the start (drawn: 0.1 to 0.7 of the board)", agon::drawn, 0,
                  max_side* max_side),
    agon::text("board", "the board itself: rows joined by '/', 'X' covered, '.' free", agon::drawn),
    agon::text("file", "a file that holds the board, a row a line; becomes board=", agon::drawn),
    agon::number("penalty", "part of the score lost per second of the strategy's CPU time", "0.01", 0, 1),
};

}  // namespace
}  // namespace polyomino

AGON_GAME(polyomino::PolyominoGame, .id = "polyomino", .version = "1.0.0", .protocol = POLYOMINO_PROTOCOL,
          .title = "Polyominoes", .summary = "one seat asks for random tiles and packs them on a board in little time",
          .rules =
              "The seat asks for tiles of any size from 3 to 1000, at most 10,000 of them, and places them on\n"
              "the free squares of the board, turned as it likes, in any order, until it is done. A tile grows\n"
              "at random from one square. Placing a tile of s squares scores s * s; each tile that was asked\n"
              "for and not placed costs s * s at the end. The score is multiplied by 1 - 0.01 x seconds of CPU\n"
              "time, of all threads together; a strategy has one unless --threads says more. A seat that\n"
              "breaks a rule or fails scores 0.",
          .limits = {.cpu_ns = 30'000'000'000, .memory_bytes = 256 << 20}, .contest = AGON_CONTEST_RELATIVE_SUM,
          .parameters = polyomino::parameters)
