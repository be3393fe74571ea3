// Takes memory.
#include "tests/hostile/attacks/attack.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace hostile {

namespace {

constexpr std::size_t mebibyte = 1 << 20;

/// Writes what the compiler must not leave out, though nobody reads it.
void touch(void* memory, std::size_t size) {
  std::memset(memory, 1, size);
  asm volatile("" : : "r"(memory) : "memory");
}

ATTACK(small_blocks) {
  std::vector<std::unique_ptr<char[]>> blocks;
  while (hidden(true)) {
    constexpr std::size_t size = 1000;
    touch(blocks.emplace_back(new char[size]).get(), size);
  }
}

ATTACK(large_block) {
  std::vector<char> block(hidden(std::size_t{1} << 40U));
  touch(block.data(), 1);
}

/// malloc() of a program that does not look at what it returns.
ATTACK(unchecked_malloc) {
  while (hidden(true)) touch(std::malloc(mebibyte), mebibyte);
}

ATTACK(pages) {
  while (hidden(true))
    touch(::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), mebibyte);
}

/// A program that can do without.
ATTACK(caught) {
  bool refused = false;
  try {
    attack_large_block(*std::make_unique<Moment>());
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  must_fail(!refused, "there was room for a tebibyte");
}

ATTACK(checked_malloc) {
  must_fail(hidden(std::malloc(hidden(std::size_t{1} << 40U))) != nullptr, "there was room for a tebibyte");
}

/// Half of what it may have, and gives it back.
ATTACK(much_for_a_while) {
  const auto block = std::make_unique<std::array<char, 32 * mebibyte>>();
  touch(block->data(), block->size());
}

ATTACK(grow_a_mapping) {
  void* const page = ::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  must_reach(page != MAP_FAILED, "there is nothing to grow");
  must_fail(::mremap(page, mebibyte, std::size_t{1} << 34U, MREMAP_MAYMOVE) != MAP_FAILED, "there was room for 16 GiB");
}

/// Shared memory is not counted as data.
ATTACK(shared_memory) {
  constexpr std::size_t size = std::size_t{1} << 30U;
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  must_fail(memory != MAP_FAILED, "it has shared memory");
}

/// Holds so much until the host has had time to see it. What is ended meanwhile has not got away with it.
constexpr std::size_t too_much = 120 * mebibyte;
void hold(std::size_t held) {
  if (held < too_much) return;
  timespec began{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
  for (timespec now = began; (now.tv_sec - began.tv_sec) * 1000 + (now.tv_nsec - began.tv_nsec) / 1'000'000 < 200;)
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  throw std::runtime_error("the attack succeeded: it holds far more than it may");
}

/// Maps and fills a mebibyte at a time, hands it to `done`, and stops where there is no more.
template <class Done>
void fill_mappings(int flags, Done&& done) {
  std::size_t held = 0;
  for (; held < too_much; held += mebibyte) {
    void* const memory = ::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    if (memory == MAP_FAILED) break;
    touch(memory, mebibyte);
    done(memory);
  }
  must_reach(held > 0 || errno == ENOMEM, "there are no such mappings here");
  hold(held);
}

/// So do pages that can't be written any more count as no data.
ATTACK(write_protect) {
  fill_mappings(0, [](void* memory) { ::mprotect(memory, mebibyte, PROT_READ); });
}

ATTACK(protect) {
  fill_mappings(0, [](void* memory) { ::mprotect(memory, mebibyte, PROT_NONE); });
}

/// A page that is far from all others has tables of its own: one for its 2 MiB, and one for its GiB.
ATTACK(page_tables) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t apart = std::size_t{1} << 30U;
  constexpr std::size_t free_addresses = std::size_t{1} << 41U;
  std::size_t held = 0;
  for (std::size_t at = free_addresses; held < too_much; at += apart, held += 2 * page) {
    void* const memory =
        ::mmap(reinterpret_cast<void*>(at), page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == MAP_FAILED) break;
    asm volatile("" : : "r"(*static_cast<char volatile*>(memory)) : "memory");
  }
  must_reach(held > 0, "these addresses can't be had");
  hold(held);
}

/// Of a process whose first thread has left, the kernel's files say nothing.
ATTACK(memory_without_first_thread) {
  std::thread([first = ::pthread_self()] {
    must_reach(::pthread_join(first, nullptr) == 0, "the first thread is still there");
    fill_mappings(0, [](void* memory) { ::mprotect(memory, mebibyte, PROT_READ); });
  }).detach();
  ::syscall(SYS_exit, 0);
}

/// The stack has a limit of its own.
[[gnu::noinline]] std::size_t recurse(std::size_t depth) {
  std::array<char, mebibyte> room;
  touch(room.data(), room.size());
  const std::size_t held = depth > 1 ? recurse(depth - 1) : 60 * mebibyte;
  touch(room.data(), 1);
  if (depth == 1) hold(too_much);
  return held;
}

ATTACK(data_and_stack) {
  touch(::mmap(nullptr, 60 * mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 60 * mebibyte);
  must_fail(hidden(recurse(60)) == 0, "it holds far more than it may");
}

/// Copies of a file's pages, where there is a file to map: while a library is loaded, the C library's.
ATTACK(private_file) {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&::getenv), &info);
  const int file = ::open(info.dli_fname, O_RDONLY | O_CLOEXEC);
  must_reach(file >= 0, "there is no file to map");
  std::size_t held = 0;
  for (constexpr std::size_t size = 64 << 10; held < too_much; held += size) {
    void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) break;
    touch(memory, size);
  }
  must_reach(held > 0, "the file can't be mapped");
  hold(held);
}

ATTACK(move_mappings) {
  std::size_t held = 0;
  for (; held < too_much; held += mebibyte) {
    void* const memory = ::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) break;
    touch(memory, mebibyte);
    must_reach(::mremap(memory, mebibyte, mebibyte, MREMAP_MAYMOVE | MREMAP_DONTUNMAP) != MAP_FAILED || held > 0 ||
                   errno == EINVAL,
               "mappings can't be moved here");
  }
  hold(held);
}

ATTACK(program_break) {
  std::size_t held = 0;
  for (; held < too_much; held += mebibyte) {
    void* const memory = ::sbrk(mebibyte);
    if (reinterpret_cast<std::intptr_t>(memory) == -1) break;
    touch(memory, mebibyte);
  }
  must_reach(held > 0, "there is no program break");
  hold(held);
}

/// Out of memory, and out of sight of whoever counts what is in it.
ATTACK(swap_out) {
  fill_mappings(0, [](void* memory) {
    must_be_refused(::madvise(memory, mebibyte, MADV_PAGEOUT) == 0, "it hides memory from whoever counts it", EINVAL);
  });
}

ATTACKS(greed) = {
    {"unchecked_large_malloc", [](Moment&) { touch(std::malloc(hidden(std::size_t{1} << 40U)), mebibyte); }},
    // Never gives back a mebibyte.
    {"leak", [](Moment&) { touch(std::malloc(mebibyte), mebibyte); }},
    // Twice as much as a match may have, in four matches of one process.
    {"leak_much", [](Moment&) { touch(std::malloc(30 * mebibyte), 30 * mebibyte); }},
    // Memory of this kind counts as stack, not as data.
    {"grow_down", [](Moment&) { fill_mappings(MAP_GROWSDOWN, [](void*) {}); }},
    {"huge_pages", [](Moment&) { fill_mappings(MAP_HUGETLB, [](void*) {}); }},
};

}  // namespace

}  // namespace hostile
