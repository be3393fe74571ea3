#include "host/plugin/evaluation.hpp"

#include <algorithm>
#include <cstring>

namespace host {

namespace {

bool is_candidate(double share, std::uint64_t size) {
  return share >= 0 && share <= 1 && size <= CandidateSlot::action_capacity;  // not a NaN, either
}

}  // namespace

void CandidateSlot::store(const agon_candidate* candidates, std::uint64_t all) {
  const auto smallest_first = [](const Entry& a, const Entry& b) { return a.share > b.share; };
  std::uint32_t kept = 0;
  for (std::uint64_t each = 0; each < all; ++each) {
    const auto& [action, share] = candidates[each];
    if (!is_candidate(share, action.size)) continue;
    if (kept == most) {  // a heap, whose first entry is the smallest one
      if (share <= entries[0].share) continue;
      std::pop_heap(entries, entries + kept--, smallest_first);
    }
    Entry& entry = entries[kept];
    entry.share = share;
    entry.size = action.size;
    if (action.size > 0) std::memcpy(entry.action, action.data, action.size);
    std::push_heap(entries, entries + ++kept, smallest_first);
  }
  count = kept;
}

std::vector<Candidate> CandidateSlot::read() const {
  const CandidateSlot copy = copied_once(*this);
  std::vector<Candidate> read;
  for (std::uint32_t each = 0; each < std::min(copy.count, most); ++each) {
    const Entry& entry = copy.entries[each];
    if (is_candidate(entry.share, entry.size)) read.push_back({{entry.action, entry.action + entry.size}, entry.share});
  }
  std::ranges::stable_sort(read, [](const Candidate& a, const Candidate& b) { return a.share > b.share; });
  return read;
}

}  // namespace host
