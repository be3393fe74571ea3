#include "rules.hpp"

#include <bit>
#include <cctype>
#include <charconv>

namespace go {

namespace {

constexpr std::string_view columns = "ABCDEFGHJKLMNOPQRST";

/// 0 marks a free place of the table, and the empty board's hash is 0.
std::uint64_t stored(std::uint64_t hash) {
  return hash == 0 ? 1 : hash;
}

}  // namespace

Game::Game(int size, double komi)
    : board_(size), komi_(komi), seen_(std::bit_ceil(2 * static_cast<std::size_t>(3 * size * size))) {
  moves_.reserve(static_cast<std::size_t>(most_moves()));
  seen_[slot_of(0)] = stored(0);
}

/// Returns where a hash is in the table, or where it would be.
std::size_t Game::slot_of(std::uint64_t hash) const {
  const std::size_t mask = seen_.size() - 1;
  std::size_t slot = hash & mask;
  while (seen_[slot] != 0 && seen_[slot] != stored(hash)) slot = (slot + 1) & mask;
  return slot;
}

void Game::play(Point move) {
  if (move == pass) {
    ++passes_;
  } else {
    passes_ = 0;
    board_.place(move, to_move());
    seen_[slot_of(board_.hash())] = stored(board_.hash());
    seen_sum_ += board_.hash() * 0x9E3779B97F4A7C15U ^ board_.hash() >> 32U;
  }
  moves_.push_back(static_cast<std::int16_t>(move));
}

double Game::lead_of_black() const {
  return board_.area(Colour::black) - board_.area(Colour::white) - komi_;
}

std::uint64_t Game::key() const {
  constexpr std::uint64_t mix = 0xD1342543DE82EF95U;
  return (board_.hash() ^ (seen_sum_ + 4 * moves_.size() + static_cast<std::uint64_t>(passes_)) * mix) * mix;
}

std::string move_name(Point move, int size) {
  if (move == pass) return "pass";
  return columns[static_cast<std::size_t>(move % size)] + std::to_string(size - move / size);
}

Point parse_move(std::string_view text, int size) {
  const auto capital = [](char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); };
  std::string name;
  for (const char letter : text.substr(0, 5)) name += capital(letter);
  if (name == "PASS") return pass;
  const std::size_t column = name.empty() ? std::string::npos : columns.find(name[0]);
  int row = 0;
  const auto [end, fault] = std::from_chars(name.data() + (name.empty() ? 0 : 1), name.data() + name.size(), row);
  if (column >= static_cast<std::size_t>(size) || fault != std::errc{} || end != name.data() + name.size() || row < 1 ||
      row > size || name[1] == '0')
    return no_move;
  return (size - row) * size + static_cast<int>(column);
}

}  // namespace go
