#include "candidates.hpp"

#include "../by_value.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace any {

void Candidates::fill(const agon::Model& model, const agon::State& root, std::int32_t seat, std::size_t most,
                      agon::QuickRandom& random) {
  action_size_ = model.action_size();
  actions_.clear();
  const auto add = [&](const void* action) {
    const auto* const bytes = static_cast<const std::byte*>(action);
    actions_.insert(actions_.end(), bytes, bytes + action_size_);
  };
  if (!model.lists_actions() || model.has_many_actions()) {
    std::vector<std::byte> sampled(action_size_);
    for (std::size_t draw = 0; draw < most; ++draw) {
      root.sample(random.next(), sampled.data());
      bool known = false;
      for (std::size_t index = 0; index < size() && !known; ++index)
        known = std::memcmp((*this)[index].data(), sampled.data(), action_size_) == 0;
      if (!known) add(sampled.data());
    }
    return;
  }
  const agon::Actions all = root.actions();
  if (model.has_action_values()) {
    for (const std::size_t number : ByValue(model).ranked(root, most)) add(all[number].data);
    return;
  }
  if (all.size() <= most) {
    for (std::size_t number = 0; number < all.size(); ++number) add(all[number].data);
    return;
  }
  std::vector<std::pair<double, std::size_t>> ranked;  // what an action brings at once, its number
  agon::State after = root;
  for (std::size_t number = 0; number < all.size(); ++number) {
    if (number > 0) after = root;
    after.act(all[number]);
    ranked.emplace_back(after.score(seat), number);
    std::swap(ranked[random.below(ranked.size())], ranked.back());
  }
  std::ranges::stable_sort(ranked, [](const auto& one, const auto& other) { return one.first > other.first; });
  for (std::size_t rank = 0; rank < most; ++rank) add(all[ranked[rank].second].data);
}

std::vector<agon_candidate> shares(const Candidates& candidates, const Halving& halving) {
  std::uint64_t all = 0;
  for (std::size_t each = 0; each < candidates.size(); ++each) all += halving.trials(each);
  std::vector<agon_candidate> tried;
  for (std::size_t each = 0; each < candidates.size(); ++each) {
    const auto trials = static_cast<double>(halving.trials(each));
    const std::span<const std::byte> action = candidates[each];
    if (trials > 0) tried.push_back({{action.data(), action.size()}, trials / static_cast<double>(all)});
  }
  return tried;
}

}  // namespace any
