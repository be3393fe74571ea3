// Takes memory.
#include "tests/hostile/attacks/attack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace hostile {

namespace {

constexpr std::size_t mebibyte = 1 << 20;

/// Writes what the compiler must not leave out, though nobody reads it.
void touch(void* memory, std::size_t size) {
  std::memset(memory, 1, size);
  asm volatile("" : : "r"(memory) : "memory");
}

void small_blocks(Moment&) {
  std::vector<std::unique_ptr<char[]>> blocks;
  while (hidden(true)) {
    constexpr std::size_t size = 1000;
    touch(blocks.emplace_back(new char[size]).get(), size);
  }
}

void large_block(Moment&) {
  std::vector<char> block(hidden(std::size_t{1} << 40U));
  touch(block.data(), 1);
}

/// malloc() of a program that does not look at what it returns.
void unchecked_malloc(Moment&) {
  while (hidden(true)) touch(std::malloc(mebibyte), mebibyte);
}

void unchecked_large_malloc(Moment&) {
  touch(std::malloc(hidden(std::size_t{1} << 40U)), mebibyte);
}

void pages(Moment&) {
  while (hidden(true))
    touch(::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), mebibyte);
}

/// A program that can do without.
void caught(Moment&) {
  bool refused = false;
  try {
    large_block(*std::make_unique<Moment>());
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  must_fail(!refused, "there was room for a tebibyte");
}

void checked_malloc(Moment&) {
  must_fail(hidden(std::malloc(hidden(std::size_t{1} << 40U))) != nullptr, "there was room for a tebibyte");
}

/// Half of what it may have, and gives it back.
void much_for_a_while(Moment&) {
  const auto block = std::make_unique<std::array<char, 32 * mebibyte>>();
  touch(block->data(), block->size());
}

/// Never gives back a mebibyte.
void leak(Moment&) {
  touch(std::malloc(mebibyte), mebibyte);
}

/// Twice as much as a match may have, in four matches of one process.
void leak_much(Moment&) {
  touch(std::malloc(30 * mebibyte), 30 * mebibyte);
}

void grow_a_mapping(Moment&) {
  void* const page = ::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  must_fail(::mremap(page, mebibyte, std::size_t{1} << 34U, MREMAP_MAYMOVE) != MAP_FAILED, "there was room for 16 GiB");
}

/// Shared memory is not counted as data.
void shared_memory(Moment&) {
  constexpr std::size_t size = std::size_t{1} << 30U;
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  must_fail(memory != MAP_FAILED, "it has shared memory");
}

}  // namespace

std::span<const Attack> greed() {
  static constexpr Attack all[] = {
      {"small_blocks", small_blocks},
      {"large_block", large_block},
      {"unchecked_malloc", unchecked_malloc},
      {"unchecked_large_malloc", unchecked_large_malloc},
      {"pages", pages},
      {"caught", caught},
      {"checked_malloc", checked_malloc},
      {"much_for_a_while", much_for_a_while},
      {"leak", leak},
      {"leak_much", leak_much},
      {"grow_a_mapping", grow_a_mapping},
      {"shared_memory", shared_memory},
  };
  return all;
}

}  // namespace hostile
