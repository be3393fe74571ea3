#include "host/tournament/seeds.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"
#include "host/whole_number.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace host {

namespace {

constexpr std::size_t key_digits = 32;
constexpr std::size_t secret_bytes = 16;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Failure(Exit::usage, "the seeds '" + text + "': " + why);
}

std::vector<std::uint64_t> listed(const std::string& text) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = whole_number<std::uint64_t>(std::string_view(part).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : whole_number<std::uint64_t>(std::string_view(part).substr(dash + 1));
    if (!first || !last) refuse(text, "write whole numbers and ranges, as in 7 or 1-20 or 1,3,5-7, or random:20");
    if (*last < *first) refuse(text, "the range " + part + " runs backwards");
    if (*last - *first >= most_seeds || seeds.size() + (*last - *first) >= most_seeds)
      refuse(text, "more than ten million");
    for (std::uint64_t seed = *first;; ++seed) {
      seeds.push_back(seed);
      if (seed == *last) break;
    }
  }
  return seeds;
}

Seeds random_seeds(const std::string& text, const std::function<std::string()>& draw_key) {
  const std::vector<std::string> parts = split(text, ':');
  const std::uint64_t count = parts.size() < 2 ? 0 : whole_number<std::uint64_t>(parts[1]).value_or(0);
  if (parts.front() != "random" || count == 0 || parts.size() > 3)
    refuse(text, "write random:N for N seeds, as in random:20");
  if (count > most_seeds) refuse(text, "more than ten million");
  Seeds seeds{.list = {}, .text = {}, .secret = {}, .drawn = parts.size() == 2};
  const std::string key = seeds.drawn ? draw_key() : parts[2];
  if (key.size() != key_digits || key.find_first_not_of("0123456789abcdef") != std::string::npos)
    refuse(text, "the key behind random:N: takes 32 hexadecimal digits, as a run with random:N prints it");
  for (std::uint64_t index = 0; index < count; ++index) seeds.list.push_back(random_seed(key, index));
  seeds.text = "random:" + parts[1] + ":" + key;
  seeds.secret = hexadecimal(sha256_of("agon secret\n" + key + "\n"), secret_bytes);
  return seeds;
}

}  // namespace

std::uint64_t random_seed(const std::string& key, std::uint64_t index) {
  return first_number(sha256_of("agon seed\n" + key + "\n" + std::to_string(index) + "\n"));
}

Seeds parse_seeds(const std::string& text, const std::function<std::string()>& draw_key) {
  Seeds seeds;
  if (text.starts_with("random")) {
    seeds = random_seeds(text, draw_key);
  } else {
    seeds.list = listed(text);
    seeds.text = text;
  }
  std::vector<std::uint64_t> sorted = seeds.list;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse(text, std::to_string(*twice) + " is named twice");
  return seeds;
}

}  // namespace host
