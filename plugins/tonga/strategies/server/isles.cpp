#include "isles.hpp"

#include <cassert>
#include <stdexcept>
#include <string>

namespace tonga {

Perimeter perimeter_from(std::string_view word) {
  if (word == "squares") return Perimeter::squares;
  if (word == "edges") return Perimeter::edges;
  if (word == "outline") return Perimeter::outline;
  throw std::invalid_argument("perimeter is squares, edges or outline, not '" + std::string(word) + "'");
}

Isles::Isles(const Board& board, Perimeter perimeter) : perimeter_(perimeter), board_(board) {
  label_.fill(-1);
  for (int square = 0; square < board.cells(); ++square) colours_[at(square)] = board.at(square);
  for (int square = 0; square < board.cells(); ++square) {
    if (!empty(square) && label_[at(square)] < 0) add_isle(board, square);
  }
}

void Isles::add_isle(const Board& board, int start) {
  const auto id = static_cast<std::int16_t>(isles_.size());
  Isle isle;
  int edges = 0;
  int shared = 0;
  std::vector<int> open{start};
  label_[at(start)] = id;
  while (!open.empty()) {
    const int square = open.back();
    open.pop_back();
    ++isle.area;
    for (const int next : board.neighbours(square)) {
      if (empty(next)) {
        isle.liberties.insert(next);
        ++edges;
      } else if (colours_[at(next)] == colours_[at(start)]) {
        ++shared;
        if (label_[at(next)] >= 0) continue;
        label_[at(next)] = id;
        open.push_back(next);
      }
    }
  }
  switch (perimeter_) {
    case Perimeter::squares:
      isle.perimeter = isle.liberties.size();
      break;
    case Perimeter::edges:
      isle.perimeter = edges;
      break;
    case Perimeter::outline:
      isle.perimeter = 4 * isle.area - shared;
      break;
  }
  isles_.push_back(isle);
  joined_.push_back(id);
}

std::int16_t Isles::isle_at(int square) const {
  std::int16_t isle = label_[at(square)];
  while (joined_[at(isle)] != isle) isle = joined_[at(isle)];
  return isle;
}

Worth Isles::lead(Colour colour) const {
  std::vector<bool> counted(isles_.size());
  Worth sum = 0;
  for (int square = 0; square < board_.cells(); ++square) {
    if (empty(square)) continue;
    const std::int16_t isle = isle_at(square);
    if (counted[at(isle)]) continue;
    counted[at(isle)] = true;
    sum += (colours_[at(square)] == colour ? 1 : -1) * isles_[at(isle)].worth();
  }
  return sum;
}

Isles::Contacts Isles::contacts(int square, Colour colour) const {
  Contacts result;
  const auto count = [](std::array<Contact, 4>& list, int& size, std::int16_t isle) {
    for (int i = 0; i < size; ++i) {
      if (list[at(i)].isle != isle) continue;
      ++list[at(i)].stones;
      return;
    }
    list[at(size++)] = {isle, 1};
  };
  for (const std::int16_t next : board_.neighbours(square)) {
    if (empty(next)) {
      result.open[at(result.open_count++)] = next;
    } else if (colours_[at(next)] == colour) {
      count(result.friends, result.friend_count, isle_at(next));
    } else {
      count(result.foes, result.foe_count, isle_at(next));
    }
  }
  return result;
}

SquareSet Isles::joined_liberties(int square, const Contacts& contacts) const {
  SquareSet liberties;
  for (int i = 0; i < contacts.friend_count; ++i) liberties |= isles_[at(contacts.friends[at(i)].isle)].liberties;
  for (int i = 0; i < contacts.open_count; ++i) liberties.insert(contacts.open[at(i)]);
  liberties.erase(square);
  return liberties;
}

int Isles::joined_perimeter(int square, const Contacts& contacts) const {
  if (perimeter_ == Perimeter::squares) {
    if (contacts.friend_count > 1) return joined_liberties(square, contacts).size();
    if (contacts.friend_count == 0) return contacts.open_count;
    const Isle& isle = isles_[at(contacts.friends[0].isle)];
    int perimeter = isle.perimeter - 1;
    for (int i = 0; i < contacts.open_count; ++i) perimeter += isle.liberties.contains(contacts.open[at(i)]) ? 0 : 1;
    return perimeter;
  }
  int perimeter = 0;
  int stones = 0;
  for (int i = 0; i < contacts.friend_count; ++i) {
    perimeter += isles_[at(contacts.friends[at(i)].isle)].perimeter;
    stones += contacts.friends[at(i)].stones;
  }
  return perimeter - stones + (perimeter_ == Perimeter::edges ? contacts.open_count : 4 - stones);
}

int Isles::shrinkage(int stones) const {
  switch (perimeter_) {
    case Perimeter::squares:
      return 1;
    case Perimeter::edges:
      return stones;
    default:
      return 0;
  }
}

Worth Isles::gain(int square, Colour colour) const {
  const Contacts beside = contacts(square, colour);
  int area = 1;
  Worth gained = 0;
  for (int i = 0; i < beside.friend_count; ++i) {
    const Isle& isle = isles_[at(beside.friends[at(i)].isle)];
    area += isle.area;
    gained -= isle.worth();
  }
  for (int i = 0; i < beside.foe_count; ++i) {
    const Isle& isle = isles_[at(beside.foes[at(i)].isle)];
    gained += isle.area * isle.area * shrinkage(beside.foes[at(i)].stones);
  }
  return gained + area * area * joined_perimeter(square, beside);
}

void Isles::place(int square, Colour colour) {
  assert(empty(square));
  const auto id = static_cast<std::int16_t>(isles_.size());
  const Contacts beside = contacts(square, colour);
  Isle made;
  made.area = 1;
  made.perimeter = joined_perimeter(square, beside);
  made.liberties = joined_liberties(square, beside);
  for (int i = 0; i < beside.friend_count; ++i) {
    const std::int16_t isle = beside.friends[at(i)].isle;
    made.area += isles_[at(isle)].area;
    joined_[at(isle)] = id;
  }
  for (int i = 0; i < beside.foe_count; ++i) {
    Isle& isle = isles_[at(beside.foes[at(i)].isle)];
    isle.perimeter -= shrinkage(beside.foes[at(i)].stones);
    isle.liberties.erase(square);
  }
  isles_.push_back(made);
  joined_.push_back(id);
  label_[at(square)] = id;
  colours_[at(square)] = colour;
  trials_.push_back({square, colour, beside});
}

void Isles::undo() {
  const Trial& trial = trials_.back();
  for (int i = 0; i < trial.contacts.friend_count; ++i) {
    const std::int16_t isle = trial.contacts.friends[at(i)].isle;
    joined_[at(isle)] = isle;
  }
  for (int i = 0; i < trial.contacts.foe_count; ++i) {
    Isle& isle = isles_[at(trial.contacts.foes[at(i)].isle)];
    isle.perimeter += shrinkage(trial.contacts.foes[at(i)].stones);
    isle.liberties.insert(trial.square);
  }
  isles_.pop_back();
  joined_.pop_back();
  label_[at(trial.square)] = -1;
  colours_[at(trial.square)] = Colour::none;
  trials_.pop_back();
}

// A gain depends on the areas and liberties of adjacent friendly isles, and on the areas of adjacent enemy isles. A
// stone changes only the area of its own isle, and takes a liberty from adjacent enemy isles.
SquareSet Isles::changed(Colour colour) const {
  const Trial& trial = trials_.back();
  SquareSet squares = isles_.back().liberties;
  if (trial.colour == colour) return squares;
  for (int i = 0; i < trial.contacts.foe_count; ++i) {
    squares |= isles_[at(trial.contacts.foes[at(i)].isle)].liberties;
  }
  return squares;
}

// An enemy stone reduces the perimeter of the isle that `square` would form, and of the isles that it would join. It
// enlarges adjacent enemy isles by at least one stone, and a larger isle has more to lose.
Isles::Changes Isles::least_changes(int square, Colour colour) const {
  Changes changes{};
  if (perimeter_ == Perimeter::outline) return changes;  // no stone reduces it
  const bool distinct = perimeter_ == Perimeter::squares;
  const Contacts beside = contacts(square, colour);
  int area = 1;
  for (int i = 0; i < beside.friend_count; ++i) area += isles_[at(beside.friends[at(i)].isle)].area;
  if (distinct) {
    joined_liberties(square, beside).for_each([&](int taken) { changes[at(taken)] -= area * area; });
  } else {
    for (int i = 0; i < beside.open_count; ++i) changes[at(beside.open[at(i)])] -= area * area;
  }
  for (int i = 0; i < beside.friend_count; ++i) {
    const std::int16_t id = beside.friends[at(i)].isle;
    const Isle& isle = isles_[at(id)];
    const Worth saved = isle.area * isle.area;
    isle.liberties.for_each(
        [&](int taken) { changes[at(taken)] += distinct ? saved : (saved - area * area) * stones_beside(taken, id); });
  }
  for (int i = 0; i < beside.foe_count; ++i) {
    const Isle& isle = isles_[at(beside.foes[at(i)].isle)];
    const Worth growth = (2 * isle.area + 1) * shrinkage(beside.foes[at(i)].stones);
    isle.liberties.for_each([&](int taken) { changes[at(taken)] += growth; });
  }
  return changes;
}

int Isles::stones_beside(int square, std::int16_t isle) const {
  int count = 0;
  for (const std::int16_t next : board_.neighbours(square)) count += !empty(next) && isle_at(next) == isle ? 1 : 0;
  return count;
}

}  // namespace tonga
