#include "weights.hpp"

#include "features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace linez::champion {

namespace {

constexpr std::array<std::uint8_t, 4> magic = {'L', 'Z', 'W', '2'};

void put(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  [[nodiscard]] bool done() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (rest_.empty()) throw std::runtime_error("the weights end too soon");
    const std::uint8_t next = rest_.front();
    rest_ = rest_.subspan(1);
    return next;
  }
  std::uint64_t number() {
    std::uint64_t result = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const std::uint8_t next = byte();
      result |= std::uint64_t{next & 127U} << shift;
      if (next < 128) return result;
    }
    throw std::runtime_error("the weights hold a number that is too large");
  }

 private:
  std::span<const std::uint8_t> rest_;
};

/// Calls `use` with the places of the weights of each two codes that are mirror images, the smaller one first.
template <class Use>
void for_each_mirror(Use use) {
  const auto codes_of = [&](int from, int size) {
    for (int code = 0; code < power[size]; ++code) {
      const int mirror = codes().reversed[size][static_cast<std::size_t>(code)];
      if (code < mirror) use(static_cast<std::size_t>(from + code), static_cast<std::size_t>(from + mirror));
    }
  };
  for (int stage = 0; stage < stages; ++stage) {
    const int base = stage * stage_size;
    for (int size = line_length; size <= side; ++size) codes_of(base + line_base[size], size);
    for (const int falls : {0, 1}) codes_of(base + window_at(falls), line_length);
    codes_of(base + long_window_base, long_window);
  }
}

}  // namespace

std::vector<std::uint8_t> pack(std::vector<float> weights) {
  for_each_mirror([&](std::size_t, std::size_t mirror) { weights[mirror] = 0; });
  std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
  put(bytes, weights.size());
  std::uint64_t zeros = 0;
  for (const float value : weights) {
    const long steps = std::lround(value * static_cast<float>(steps_a_point));
    if (steps == 0) {
      ++zeros;
      continue;
    }
    put(bytes, zeros);
    put(bytes, static_cast<std::uint64_t>(std::labs(steps)) << 1 | (steps < 0 ? 1 : 0));
    zeros = 0;
  }
  return bytes;
}

std::vector<float> unpack(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  for (const std::uint8_t letter : magic)
    if (reader.byte() != letter) throw std::runtime_error("these are no weights");
  if (reader.number() != std::size_t{weight_count}) throw std::runtime_error("the weights belong to other features");
  std::vector<float> weights(std::size_t{weight_count});
  for (std::uint64_t at = 0; !reader.done(); ++at) {
    at += reader.number();
    const std::uint64_t steps = reader.number();
    if (at >= weights.size()) throw std::runtime_error("there are more weights than announced");
    const float value = static_cast<float>(steps >> 1) / static_cast<float>(steps_a_point);
    weights[at] = (steps & 1) != 0 ? -value : value;
  }
  for_each_mirror([&](std::size_t code, std::size_t mirror) { weights[mirror] = weights[code]; });
  return weights;
}

}  // namespace linez::champion
