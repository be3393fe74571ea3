// A transposition table: what a search has found out of positions that it may meet again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace any {

/// What a value says of the true one.
enum class Bound : std::uint8_t { exact, least, most };  // least: the true value is at least this

class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    double value = 0;
    std::uint32_t action = 0;  // the number of the best one
    std::uint16_t depth = 0;   // of the search that found the value; UINT16_MAX: to the end of the match
    Bound bound = Bound::exact;
    std::uint8_t age = 0;  // the table's own: that of the search that put it there; 0: nothing is here
  };

  /// As many entries as fit in so many bytes: a power of two, at least one.
  explicit TranspositionTable(std::size_t bytes) {
    std::size_t count = 1;
    while (count * 2 * sizeof(Entry) <= bytes) count *= 2;
    entries_.resize(count);
  }

  /// Forgets everything.
  void forget() {
    if (++age_ == 0) {
      age_ = 1;
      entries_.assign(entries_.size(), Entry{});
    }
  }

  /// NULL if nothing is known.
  [[nodiscard]] const Entry* find(std::uint64_t key) const {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.age == age_ && entry.key == key ? &entry : nullptr;
  }

  /// Keeps the deeper one of two entries for the same place.
  void put(Entry entry) {
    Entry& place = entries_[entry.key & (entries_.size() - 1)];
    if (place.age == age_ && place.key != entry.key && place.depth > entry.depth) return;
    entry.age = age_;
    place = entry;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  std::vector<Entry> entries_;
  std::uint8_t age_ = 1;
};

}  // namespace any
