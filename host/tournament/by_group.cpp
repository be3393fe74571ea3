#include "host/tournament/by_group.hpp"

#include "host/stats/intervals.hpp"
#include "host/stats/significance.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace host {

namespace {

/// Adds the content of `more` to `group`, whose kind and values stay unchanged.
void merge(ValueGroup& group, const ValueGroup& more) {
  group.matches += more.matches;
  group.rows.resize(std::max(group.rows.size(), more.rows.size()));
  for (std::size_t row = 0; row < more.rows.size(); ++row) group.rows[row] += more.rows[row];
}

std::vector<ValueGroup> in_ranges(std::vector<ValueGroup> all) {
  std::size_t matches = 0;
  for (const ValueGroup& group : all) matches += group.matches;
  std::vector<ValueGroup> found;
  std::size_t before = 0;  // matches with smaller values
  std::size_t last = ByParameter::ranges;
  for (ValueGroup& group : all) {
    // Uses the middle of the value's matches, so that a frequent value does not shift the following ones.
    const std::size_t range = (2 * before + group.matches) * ByParameter::ranges / (2 * matches);
    before += group.matches;
    if (found.empty() || range != last) {
      found.push_back(std::move(group));
    } else {
      found.back().kind = ValueGroup::Kind::range;
      found.back().high = group.high;
      merge(found.back(), group);
    }
    last = range;
  }
  return found;
}

std::vector<ValueGroup> most_frequent(std::vector<ValueGroup> all) {
  constexpr std::size_t most_groups = ByParameter::most_groups;
  std::vector<std::size_t> counts;
  for (const ValueGroup& group : all) counts.push_back(group.matches);
  std::nth_element(counts.begin(), counts.begin() + (most_groups - 1), counts.end(), std::greater<>());
  const std::size_t least = counts[most_groups - 1];
  // Among values as frequent as the last one, the first in order are kept.
  auto left = static_cast<std::size_t>(std::count(counts.begin(), counts.begin() + most_groups, least));
  std::vector<ValueGroup> found;
  ValueGroup others{ValueGroup::Kind::others, {}, {}, 0, {}};
  for (ValueGroup& group : all) {
    if (group.matches > least || (group.matches == least && left > 0)) {
      if (group.matches == least) --left;
      found.push_back(std::move(group));
    } else {
      merge(others, group);
    }
  }
  found.push_back(std::move(others));
  return found;
}

}  // namespace

std::string ValueGroup::label() const {
  switch (kind) {
    case Kind::one:
      return low;
    case Kind::range:
      return low + " to " + high;
    case Kind::others:
      return "others";
    default:
      return "none";
  }
}

ByParameter::Key ByParameter::key_of(const std::string& value) {
  // Values that are not finite can't be ordered as numbers.
  if (const auto number = finite_number(value)) return *number;
  return value;
}

ByParameter::Bucket& ByParameter::bucket_of(const std::string& value) {
  if (value.empty()) return none_;
  const Key key = key_of(value);
  const auto found = buckets_.find(key);
  if (found != buckets_.end()) return found->second;
  if (buckets_.size() < most_values)
    return buckets_.emplace(key, Bucket{Tally(0, contest_), value, value, 0}).first->second;
  if (key.index() == text) return others_;
  // Merges it into the next smaller neighbour, or into the first.
  auto near = buckets_.upper_bound(key);
  if (near != buckets_.begin()) --near;
  if (near->first.index() == text) return others_;
  Bucket& bucket = near->second;
  if (key < key_of(bucket.low)) bucket.low = value;
  if (key > key_of(bucket.high)) bucket.high = value;
  return bucket;
}

void ByParameter::add(const Result& match, const Seating& players) {
  const auto& parameters = match.parameters();
  const auto found = std::ranges::find(parameters, name_, [](const auto& parameter) { return parameter.first; });
  Bucket& bucket = bucket_of(found == parameters.end() ? "" : found->second);
  bucket.tally.add(match, players);
  ++bucket.matches;
}

ParameterResults ByParameter::results() {
  const auto group_of = [](ValueGroup::Kind kind, Bucket& bucket) {
    return ValueGroup{kind, bucket.low, bucket.high, bucket.matches, bucket.tally.rows()};
  };
  std::vector<ValueGroup> all;
  bool numbers = true;
  for (auto& [key, bucket] : buckets_) {
    const auto kind = bucket.low == bucket.high ? ValueGroup::Kind::one : ValueGroup::Kind::range;
    all.push_back(group_of(kind, bucket));
    numbers = numbers && key.index() != text;
  }
  if (all.size() > most_groups) all = numbers ? in_ranges(std::move(all)) : most_frequent(std::move(all));
  if (others_.matches > 0) {
    const ValueGroup more = group_of(ValueGroup::Kind::others, others_);
    if (all.back().kind == ValueGroup::Kind::others) {
      merge(all.back(), more);
    } else {
      all.push_back(more);
    }
  }
  if (none_.matches > 0) all.push_back(group_of(ValueGroup::Kind::none, none_));
  return {name_, std::move(all)};
}

}  // namespace host
