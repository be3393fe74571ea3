// A strategy of Linez that tries to learn the match's seed, and with it where numbers will fall.
//
// It knows what an attacker can read: the game's sources, and how SplitMix64 gave strategies their seeds in earlier
// versions of the host, which can be undone. It fails its match with "the attack succeeded" when it has foretold some
// drops, and plays on otherwise.
#include <linez/linez.hpp>
#include <linez/rules.hpp>

#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t first_seat = 2;  // the output of SplitMix64 that the strategy on seat 0 was given

std::uint64_t old_session_seed(std::uint64_t match_seed) {
  std::uint64_t z = match_seed + first_seat * golden;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// The match's seed for which old_session_seed() gives `z`. The factors are the inverses modulo 2^64.
std::uint64_t old_match_seed(std::uint64_t z) {
  z = (z ^ (z >> 31U) ^ (z >> 62U)) * 0x319642B2D24D8EC3U;
  z = (z ^ (z >> 27U) ^ (z >> 54U)) * 0x96DE1B173F119089U;
  z = z ^ (z >> 30U) ^ (z >> 60U);
  return z - first_seat * golden;
}

/// A match of which the strategy believes that it is the one that is played.
struct Model {
  explicit Model(std::uint64_t seed, const linez::Variant& variant)
      : random(seed),
        match{variant, linez::Match::draw_start(variant, below()), linez::Match::draw_numbers(variant, below())} {}

  linez::Below below() {
    return [this](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
  }

  [[nodiscard]] bool shows(const linez::Position& position) const {
    for (int row = 0; row < position.rows(); ++row) {
      for (int column = 0; column < position.columns(); ++column) {
        if (match.board().at(linez::cell_at(row, column)) != position.at({row, column})) return false;
      }
    }
    const auto next = position.next();
    return std::equal(next.begin(), next.end(), match.next().begin());
  }

  agon::Random random;
  linez::Match match;
};

class Foretell : public linez::Strategy {
 public:
  explicit Foretell(const agon::Session& session) : options_(session.options()), seed_(session.seed()) {
    // So that a test sees the attack succeed where the host's seed can be undone.
    if (const std::string old(options_.text("match_seed")); !old.empty()) seed_ = old_session_seed(std::stoull(old));
  }

 private:
  linez::Move move(const linez::Position& position) override {
    if (first_) choose(position);
    first_ = false;
    if (model_ && !model_->shows(position)) model_.reset();
    if (model_ && foretold_ >= enough) throw std::runtime_error("the attack succeeded: it foretold every drop");
    const linez::Move move = position.moves().front();
    if (model_) {
      model_->match.move({linez::cell_at(move.from.row, move.from.column), linez::cell_at(move.to.row, move.to.column)},
                         model_->below());
      foretold_ += model_->match.drops().size();
    }
    return move;
  }

  /// Takes the first of the seeds that it can think of which gives this start position.
  void choose(const linez::Position& position) {
    const linez::Variant variant = {.rows = position.rows(),
                                    .columns = position.columns(),
                                    .colours = position.colours(),
                                    .line = position.line(),
                                    .drop = static_cast<int>(position.next().size())};
    for (const std::uint64_t seed : candidates()) {
      model_.emplace(seed, variant);
      if (model_->shows(position)) return;
    }
    model_.reset();
  }

  [[nodiscard]] std::vector<std::uint64_t> candidates() const {
    constexpr std::uint64_t small = 1U << 20U;
    std::vector<std::uint64_t> seeds = {seed_, old_match_seed(seed_)};
    for (std::uint64_t seed = 0; seed < small; ++seed) {
      if (old_session_seed(seed) == seed_) seeds.push_back(seed);
    }
    // What the start position alone gives away: far fewer, since each takes a start to be drawn.
    const auto tried = static_cast<std::uint64_t>(options_.integer("try_starts"));
    for (std::uint64_t seed = 0; seed < tried; ++seed) seeds.push_back(seed);
    return seeds;
  }

  static constexpr std::size_t enough = 3;  // drops, each of three numbers on one of about 75 cells

  agon::Settings options_;
  std::uint64_t seed_;
  std::optional<Model> model_;
  bool first_ = true;
  std::size_t foretold_ = 0;
};

constexpr agon_setting_type options[] = {
    agon::text("match_seed", "the match's seed, as if the host had told it by the old formula", ""),
    agon::integer("try_starts", "so many seeds, from 0, are tried against the start position", "0", 0, 1 << 20),
};

}  // namespace

AGON_STRATEGY(Foretell, .id = "foretell", .version = "1.0.0", .summary = "tries to learn the match's seed",
              .options = options)
