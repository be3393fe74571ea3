#include "host/validate/memory.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace host::validate {

namespace {

constexpr std::uint64_t alignment = 16;

void protect(std::byte* memory, std::uint64_t size, int rights) {
  if (::mprotect(memory, size, rights) != 0) throw std::bad_alloc();  // a check without its guard page would pass
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::uint64_t capacity, bool guard_pages, std::size_t page_bytes)
    : capacity_(capacity),
      guarded_(guard_pages),
      page_bytes_(page_bytes),
      size_(page_of(capacity + alignment + page_bytes - 1, page_bytes)) {
  // One extra page as the guard page. Without that, it absorbs small overruns.
  void* const memory =
      ::mmap(nullptr, size_ + page_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  if (guarded_) protect(memory_ + size_, page_bytes_, PROT_NONE);
}

GuardedBuffer::~GuardedBuffer() {
  ::munmap(memory_, size_ + page_bytes_);
}

std::byte* GuardedBuffer::place(std::uint64_t size) const {
  return guarded_ ? memory_ + size_ - (size + alignment - 1) / alignment * alignment : memory_;
}

void GuardedBuffer::allow_writing(bool allowed) {
  if (!guarded_ || writable_ == allowed) return;
  protect(memory_, size_, allowed ? PROT_READ | PROT_WRITE : PROT_READ);
  writable_ = allowed;
}

agon_buffer GuardedBuffer::buffer(std::uint64_t capacity) {
  allow_writing(true);
  fill_.reset();
  return {place(capacity), capacity, 0};
}

agon_buffer GuardedBuffer::filled_buffer(std::uint64_t capacity, std::uint8_t with) {
  const bool filled = fill_ == with;
  const agon_buffer out = buffer(capacity);
  if (filled) {
    std::memset(written_, with, written_size_);
  } else {
    fill(with);
  }
  fill_ = with;
  written_ = static_cast<std::byte*>(out.data);
  written_size_ = capacity;  // an upper bound until wrote() is called
  return out;
}

void GuardedBuffer::wrote(const agon_buffer& buffer) {
  written_size_ = std::min(buffer.size, written_size_);
}

void GuardedBuffer::fill(std::uint8_t with) {
  constexpr std::uint64_t most = 16 << 20;
  const std::uint64_t size = std::min(size_, most);
  std::memset(memory_, with, size);
  std::memset(memory_ + size_ - size, with, size);
}

agon_bytes GuardedBuffer::hold(const void* data, std::uint64_t size) {
  allow_writing(true);
  const std::uint64_t held = std::min(size, capacity_);
  std::byte* const at = place(held);
  if (held > 0) std::memmove(at, data, held);
  allow_writing(false);
  return {at, held};
}

namespace {

/// Takes as many blocks as a cache keeps, for each size, fills them with `with`, and frees them.
void refill_caches(std::uint8_t with) {
  constexpr std::size_t largest = 1032;
  constexpr std::size_t step = 16;
  constexpr std::size_t kept = 7;
  for (std::size_t size = 24; size <= largest; size += step) {
    void* blocks[kept];
    for (void*& block : blocks) {
      block = std::malloc(size);
      auto* const bytes = static_cast<volatile std::uint8_t*>(block);  // volatile: keeps the writes
      if (bytes != nullptr) std::fill(bytes, bytes + size, with);
    }
    for (void* const block : blocks) std::free(block);
  }
}

/// The allocator caches some freed blocks of each small size and returns them unchanged. This fills the caches with
/// blocks whose bytes are `with`. A cache that runs empty meanwhile takes other free blocks, and keeps them: then it is
/// full after the first time, and they are filled the second time.
void fill_caches(std::uint8_t with) {
  refill_caches(with);
  refill_caches(with);
}

/// Returns the number of allocated bytes. Fills the caches first, so that they count the same each time.
std::size_t memory_in_use() {
  fill_caches(0);
  const struct mallinfo2 memory = ::mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

}  // namespace

void fill_free_memory(std::uint8_t with) {
  ::mallopt(M_PERTURB, static_cast<unsigned char>(~with));  // makes the allocator fill all other blocks itself
  fill_caches(with);
}

[[gnu::noinline]] void fill_stack(std::uint8_t with) {
  volatile std::uint8_t unused[1 << 15];
  for (volatile std::uint8_t& each : unused) each = with;
}

std::size_t kept_by_each(const std::function<void()>& round) {
  constexpr std::size_t warm_up = 3;
  constexpr std::size_t windows = 4;
  constexpr std::size_t rounds = 8;
  for (std::size_t index = 0; index < warm_up; ++index) round();
  // The minimum over several windows: a one-time allocation affects only one of them.
  std::size_t least = SIZE_MAX;
  for (std::size_t window = 0; window < windows; ++window) {
    const std::size_t before = memory_in_use();
    for (std::size_t index = 0; index < rounds; ++index) round();
    const std::size_t after = memory_in_use();
    least = std::min(least, after <= before ? 0 : after - before);
  }
  constexpr std::size_t little = 16;  // bytes: less than any block has
  return least < little * rounds ? 0 : least / rounds;
}

}  // namespace host::validate
