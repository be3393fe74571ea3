#include "host/validate/bordered_block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace host::validate {

namespace {

constexpr std::uint64_t page_size = 4096;
constexpr std::uint64_t alignment = 16;

}  // namespace

BorderedBlock::BorderedBlock(std::uint64_t capacity, bool borders)
    : capacity_(capacity), borders_(borders), size_((capacity + alignment + page_size - 1) / page_size * page_size) {
  // One extra page for the border. Without borders, it absorbs small overruns.
  void* const memory =
      ::mmap(nullptr, size_ + page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  if (borders_) ::mprotect(memory_ + size_, page_size, PROT_NONE);
}

BorderedBlock::~BorderedBlock() {
  ::munmap(memory_, size_ + page_size);
}

std::byte* BorderedBlock::place(std::uint64_t size) const {
  return borders_ ? memory_ + size_ - (size + alignment - 1) / alignment * alignment : memory_;
}

void BorderedBlock::allow_writing(bool allowed) {
  if (!borders_ || writable_ == allowed) return;
  ::mprotect(memory_, size_, allowed ? PROT_READ | PROT_WRITE : PROT_READ);
  writable_ = allowed;
}

agon_buffer BorderedBlock::buffer(std::uint64_t capacity) {
  allow_writing(true);
  fill_.reset();
  return {place(capacity), capacity, 0};
}

agon_buffer BorderedBlock::filled_buffer(std::uint64_t capacity, std::uint8_t with) {
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

void BorderedBlock::wrote(const agon_buffer& buffer) {
  written_size_ = std::min(buffer.size, written_size_);
}

void BorderedBlock::fill(std::uint8_t with) {
  constexpr std::uint64_t most = 16 << 20;
  const std::uint64_t size = std::min(size_, most);
  std::memset(memory_, with, size);
  std::memset(memory_ + size_ - size, with, size);
}

agon_bytes BorderedBlock::hold(const void* data, std::uint64_t size) {
  allow_writing(true);
  const std::uint64_t held = std::min(size, capacity_);
  std::byte* const at = place(held);
  if (held > 0) std::memmove(at, data, held);
  allow_writing(false);
  return {at, held};
}

}  // namespace host::validate
