#include "host/worker/memory_image.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace host::worker {

namespace {

constexpr std::size_t page_size = 4096;

constexpr std::uintptr_t page_of(std::uintptr_t address) {
  return address / page_size * page_size;
}

std::byte* memory_at(std::uintptr_t address) {
  return reinterpret_cast<std::byte*>(address);
}

/// Not by the C library, which remembers the answer.
std::uintptr_t heap_end() {
  return static_cast<std::uintptr_t>(::syscall(SYS_brk, 0));
}

struct Region {
  std::uintptr_t begin;
  std::uintptr_t end;
};

/// Private memory that can be written, from a line of the list of mappings.
/// Returns false for a line about other memory.
bool parse(std::string_view line, Region& region, bool& is_stack, bool& is_heap) {
  const char* const end = line.data() + line.size();
  const auto begins = std::from_chars(line.data(), end, region.begin, 16);
  if (begins.ec != std::errc() || begins.ptr == end) return false;
  const auto ends = std::from_chars(begins.ptr + 1, end, region.end, 16);
  if (ends.ec != std::errc()) return false;
  const std::string_view rest(ends.ptr, static_cast<std::size_t>(end - ends.ptr));  // " rw-p 00000000 ..."
  is_stack = rest.find("[stack]") != std::string_view::npos;
  is_heap = rest.find("[heap]") != std::string_view::npos;
  return rest.size() > 4 && rest[1] == 'r' && rest[2] == 'w' && rest[4] == 'p';
}

/// Leaves zeros where functions that have returned had their variables.
[[gnu::noinline]] void clear_upper_stack() {
  std::array<std::byte, 4 * page_size> room;
  std::memset(room.data(), 0, room.size());
  asm volatile("" : : "r"(room.data()) : "memory");  // or nobody would need the zeros
}

/// Likewise further down, from the stack's lowest page on.
[[gnu::noinline]] void clear_lower_stack(std::uintptr_t lowest) {
  volatile std::byte here{};
  const std::uintptr_t top = page_of(reinterpret_cast<std::uintptr_t>(&here)) - page_size;
  if (lowest < top) ::madvise(memory_at(lowest), top - lowest, MADV_DONTNEED);
  clear_upper_stack();
}

}  // namespace

/// In memory that is no part of the image, with the copies of pages behind it.
struct MemoryImage::Store {
  static constexpr std::size_t most_regions = 256;
  static constexpr std::size_t most_runs = 512;

  /// Pages next to each other. `copy` is an offset in the store's pages; of untouched pages there is none.
  struct Run {
    std::uintptr_t begin;
    std::size_t size;
    std::size_t copy;
    bool touched;
  };

  std::size_t region_count;
  std::size_t run_count;
  std::size_t used;  // bytes of copies
  bool complete;     // whether the list of regions is
  bool taken;
  std::uintptr_t stack;  // its lowest address
  std::uintptr_t heap;   // where it begins; 0: none
  std::uintptr_t heap_end;
  sigset_t signals;
  std::fenv_t arithmetic;
  std::array<Region, most_regions> regions;
  std::array<Run, most_runs> runs;
  std::array<unsigned char, 1 << 16> residency;  // of one region's pages, as many as an image can hold
  alignas(page_size) std::byte pages[1];

  bool add(std::uintptr_t begin, std::size_t size, bool touched, std::size_t capacity);
  bool add(const Region& region, std::size_t capacity);
};

bool MemoryImage::Store::add(std::uintptr_t begin, std::size_t size, bool touched, std::size_t capacity) {
  if (run_count == most_runs || (touched && size > capacity - used)) return false;
  runs[run_count++] = {begin, size, used, touched};
  if (touched) used += size;
  return true;
}

bool MemoryImage::Store::add(const Region& region, std::size_t capacity) {
  for (std::uintptr_t at = region.begin; at < region.end;) {
    const std::size_t pages_here = std::min((region.end - at) / page_size, residency.size());
    if (::mincore(memory_at(at), pages_here * page_size, residency.data()) != 0) return false;
    for (std::size_t first = 0; first < pages_here;) {
      const bool touched = (residency[first] & 1U) != 0;
      std::size_t last = first + 1;
      while (last < pages_here && ((residency[last] & 1U) != 0) == touched) ++last;
      if (!add(at + first * page_size, (last - first) * page_size, touched, capacity)) return false;
      first = last;
    }
    at += pages_here * page_size;
  }
  return true;
}

MemoryImage::MemoryImage(std::span<std::byte> store)
    : store_(*reinterpret_cast<Store*>(store.data())),
      capacity_(store.size() > sizeof(Store) ? store.size() - sizeof(Store) : 0),
      maps_(capacity_ == 0 ? -1 : ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}

void MemoryImage::look() {
  if (maps_ < 0) return;
  std::array<char, page_size> text;  // a line is at most a little longer than a path
  std::size_t held = 0;
  store_.complete = true;
  for (;;) {
    const ssize_t size = ::read(maps_, text.data() + held, text.size() - held);
    if (size <= 0) {
      store_.complete = store_.complete && size == 0 && held == 0;
      break;
    }
    held += static_cast<std::size_t>(size);
    std::string_view left(text.data(), held);
    for (std::size_t end = left.find('\n'); end != std::string_view::npos; end = left.find('\n')) {
      Region region{};
      bool is_stack = false;
      bool is_heap = false;
      const bool writable = parse(left.substr(0, end), region, is_stack, is_heap);
      left.remove_prefix(end + 1);
      if (is_stack) store_.stack = region.begin;
      if (is_heap && store_.heap == 0) store_.heap = region.begin;
      if (!writable || is_stack || is_heap) continue;
      store_.complete = store_.complete && store_.region_count < Store::most_regions;
      if (store_.complete) store_.regions[store_.region_count++] = region;
    }
    held = left.size();
    std::memmove(text.data(), left.data(), held);
    if (held == text.size()) {
      store_.complete = false;
      break;
    }
  }
  ::close(maps_);
  maps_ = -1;
}

bool MemoryImage::take() {
  if (capacity_ == 0 || !store_.complete || store_.stack == 0) return false;
  store_.heap_end = heap_end();
  std::fegetenv(&store_.arithmetic);
  ::sigprocmask(SIG_SETMASK, nullptr, &store_.signals);
  for (std::size_t index = 0; index < store_.region_count; ++index) {
    if (!store_.add(store_.regions[index], capacity_)) return false;
  }
  const std::uintptr_t heap_pages_end = page_of(store_.heap_end + page_size - 1);
  if (store_.heap != 0 && !store_.add(Region{store_.heap, heap_pages_end}, capacity_)) return false;
  store_.taken = true;
  // Last, so that the image holds what this function itself has changed. From here on it changes the stack alone.
  for (std::size_t index = 0; index < store_.run_count; ++index) {
    const Store::Run& run = store_.runs[index];
    if (run.touched) std::memcpy(store_.pages + run.copy, memory_at(run.begin), run.size);
  }
  clear_lower_stack(store_.stack);
  return true;
}

void MemoryImage::restore() {
  const Store& store = store_;  // on the stack, as all that is used from here on
  if (!store.taken) return;
  for (std::size_t index = 0; index < store.run_count; ++index) {
    const Store::Run& run = store.runs[index];
    if (!run.touched) {
      ::madvise(memory_at(run.begin), run.size, MADV_DONTNEED);
      continue;
    }
    for (std::size_t page = 0; page < run.size; page += page_size) {
      const std::byte* const copy = store.pages + run.copy + page;
      std::byte* const original = memory_at(run.begin + page);
      if (std::memcmp(original, copy, page_size) != 0) std::memcpy(original, copy, page_size);
    }
  }
  if (heap_end() != store.heap_end) ::syscall(SYS_brk, store.heap_end);
  std::fesetenv(&store.arithmetic);
  ::sigprocmask(SIG_SETMASK, &store.signals, nullptr);
  clear_lower_stack(store.stack);
}

}  // namespace host::worker
