// The steps of a match as a page contains them: what Steps::block() tells, in few bytes. docs/match-view.md describes
// the format.
#pragma once

#include "host/report/steps.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace host {

// Codes numbers in few bits, most of them by less than a bit: an arithmetic coder with adaptive contexts. The client's
// packed.js reads them. All arithmetic is in integers, so that both do the same.

/// Contexts of a number: what is likely after what is known. Each is a hash of its own.
using Contexts = std::array<std::uint32_t, 3>;

/// Returns a hash of a context and one more value.
constexpr std::uint32_t mixed(std::uint32_t context, std::uint32_t value) {
  context = (context * 0x85EBCA6BU + value) * 0x9E3779B1U;
  return context ^ context >> 15U;
}

class NumberCoder {
 public:
  /// For about as many numbers as `steps` have.
  explicit NumberCoder(std::size_t steps);

  /// Adds a number less than 2^31. `kind`, less than 16: numbers of one kind weigh their contexts alike.
  void add(std::uint32_t kind, std::uint32_t number, Contexts contexts);
  /// Likewise a number of either sign.
  void add_signed(std::uint32_t kind, std::int64_t number, const Contexts& contexts);
  /// Returns all that was added.
  std::vector<std::uint8_t> finish();

 private:
  void add_bit(std::uint32_t kind, std::uint32_t node, const Contexts& contexts, bool bit);
  void encode(bool bit, std::uint32_t probability);

  std::uint32_t shift_;                // a hash is an index of these after it
  std::vector<std::uint32_t> states_;  // the probability of a one in 2^-16, and in the lowest byte a count
  std::array<std::array<std::int32_t, std::tuple_size_v<Contexts>>, 16> weights_{};  // in 2^-16
  std::uint32_t low_ = 0;
  std::uint32_t high_ = ~0U;
  std::vector<std::uint8_t> bytes_;
};

struct PackedSteps {
  std::string texts;                  // JSON
  std::vector<std::uint8_t> numbers;  // of a NumberCoder
};

/// How much is told of the CPU times, logs and reports of steps.
struct UseDetail {
  std::size_t every = 1;  // tells those of each step whose number is a multiple of this; 0: of none
  bool rounded = false;   // times and numbers of positions have two digits
};

/// Returns `most` blocks, or those that are left, from block `first` on, as one. Texts of turns are patterns with
/// numbers and cells in them; what is likely of these, and of the cells of the board, costs next to nothing.
PackedSteps packed_steps(const Steps& steps, std::size_t first, std::size_t most, const UseDetail& uses);

}  // namespace host
