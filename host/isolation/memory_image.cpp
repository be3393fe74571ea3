#include "host/isolation/memory_image.hpp"

#include "host/util/pages.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace host::worker {

namespace {

/// Where a loaded library keeps the addresses of functions that the dynamic linker looks up at their first call (lazy
/// binding), in writable memory. A lookup takes about a microsecond.
struct Bindings {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

/// Returns the table that an object's dynamic section describes; size 0 if it has none, or if all is bound at loading.
Bindings bindings_of(const ElfW(Dyn) * section, std::uintptr_t base) {
  constexpr std::size_t reserved_entries = 3;  // the first ones belong to the dynamic linker itself
  std::uintptr_t table = 0;
  std::size_t relocations = 0;
  std::size_t relocation = sizeof(ElfW(Rela));
  for (; section->d_tag != DT_NULL; ++section) {
    const auto value = section->d_un.d_val;
    if (section->d_tag == DT_PLTGOT) table = section->d_un.d_ptr;
    if (section->d_tag == DT_PLTRELSZ) relocations = value;
    if (section->d_tag == DT_PLTREL && value == DT_REL) relocation = sizeof(ElfW(Rel));
    if (section->d_tag == DT_BIND_NOW || (section->d_tag == DT_FLAGS && (value & DF_BIND_NOW) != 0) ||
        (section->d_tag == DT_FLAGS_1 && (value & DF_1_NOW) != 0))
      return {};
  }
  if (table == 0 || relocations == 0) return {};
  if (table < base) table += base;  // The dynamic linker of glibc has added it, others have not.
  return {table + reserved_entries * sizeof(std::uintptr_t), relocations / relocation * sizeof(std::uintptr_t)};
}

/// The tables of all loaded libraries, as many as fit.
struct AllBindings {
  std::size_t count;
  std::array<Bindings, 64> tables;
};

void find_bindings(AllBindings& found) {
  const auto add = [](dl_phdr_info* object, std::size_t /*size*/, void* to) {
    AllBindings& all = *static_cast<AllBindings*>(to);
    for (ElfW(Half) index = 0; index < object->dlpi_phnum && all.count < all.tables.size(); ++index) {
      const ElfW(Phdr)& header = object->dlpi_phdr[index];
      if (header.p_type != PT_DYNAMIC) continue;
      const auto* const section = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + header.p_vaddr);
      const Bindings bindings = bindings_of(section, object->dlpi_addr);
      if (bindings.size > 0) all.tables[all.count++] = bindings;
    }
    return 0;
  };
  dl_iterate_phdr(add, &found);
}

std::byte* memory_at(std::uintptr_t address) {
  return reinterpret_cast<std::byte*>(address);
}

/// Calls the kernel directly: the C library would cache the answer.
std::uintptr_t heap_end() {
  return static_cast<std::uintptr_t>(::syscall(SYS_brk, 0));
}

struct Region {
  std::uintptr_t begin;
  std::uintptr_t end;
  bool of_file;  // an untouched page has the file's content
};

/// Parses a line of the list of mappings. Returns false unless it is private writable memory.
bool parse(std::string_view line, Region& region, bool& is_stack, bool& is_heap) {
  const char* const end = line.data() + line.size();
  const auto begins = std::from_chars(line.data(), end, region.begin, 16);
  if (begins.ec != std::errc() || begins.ptr == end) return false;
  const auto ends = std::from_chars(begins.ptr + 1, end, region.end, 16);
  if (ends.ec != std::errc()) return false;
  const std::string_view rest(ends.ptr, static_cast<std::size_t>(end - ends.ptr));  // " rw-p 00000000 ..."
  is_stack = rest.find("[stack]") != std::string_view::npos;
  is_heap = rest.find("[heap]") != std::string_view::npos;
  region.of_file = rest.find('/') != std::string_view::npos;
  return rest.size() > 4 && rest[1] == 'r' && rest[2] == 'w' && rest[4] == 'p';
}

/// Writes zeros over the variables of functions that have returned, down to `lowest`, and not below: that would touch
/// another page.
[[gnu::noinline]] void clear_upper_stack(std::uintptr_t lowest) {
  constexpr std::size_t own = 256;  // about what this function needs
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  void* const buffer = __builtin_alloca(here - lowest - own);
  std::memset(buffer, 0, here - lowest - own);
  asm volatile("" : : "r"(buffer) : "memory");  // keeps the compiler from removing the zeros
  for (auto* word = reinterpret_cast<volatile std::uintptr_t*>(lowest); word < buffer; ++word) *word = 0;
}

/// Does the same further down, from the stack's lowest page on.
[[gnu::noinline]] void clear_stack(std::uintptr_t lowest, std::size_t page_bytes) {
  constexpr std::size_t usual = 16 << 10;  // bytes: enough for most matches
  volatile std::byte place{};
  const auto here = reinterpret_cast<std::uintptr_t>(&place);
  const std::uintptr_t top = page_of(here - usual, page_bytes);
  if (lowest < top) ::madvise(memory_at(lowest), top - lowest, MADV_DONTNEED);
  clear_upper_stack(top);
}

/// Resets memory that was untouched when the image was taken. Fills the few pages touched since then with zeros, which
/// is cheaper than getting new pages.
void clear_untouched(std::uintptr_t begin, std::size_t size, std::size_t page_bytes) {
  constexpr std::size_t few = 64;
  std::array<unsigned char, few> residency;
  const std::size_t pages = size / page_bytes;
  if (pages > few || ::mincore(memory_at(begin), size, residency.data()) != 0) {
    ::madvise(memory_at(begin), size, MADV_DONTNEED);
    return;
  }
  for (std::size_t page = 0; page < pages; ++page) {
    if ((residency[page] & 1U) != 0) std::memset(memory_at(begin + page * page_bytes), 0, page_bytes);
  }
}

}  // namespace

/// In memory that is not part of the image. The copies of pages follow it.
struct MemoryImage::Store {
  static constexpr std::size_t most_regions = 256;
  static constexpr std::size_t most_runs = 512;

  /// Adjacent pages. `copy` is an offset in the store's pages; untouched pages have no copy.
  struct Run {
    std::uintptr_t begin;
    std::size_t size;
    std::size_t copy;
    bool touched;
  };

  /// Addresses of functions that were looked up in a match are kept, or each match would look them up again.
  struct Kept {
    Bindings at;
    std::size_t copy;
  };

  std::size_t page_bytes;
  std::size_t capacity;  // bytes of copies
  std::byte* pages;      // the copies
  std::size_t region_count;
  std::size_t run_count;
  std::size_t used;  // bytes of copies
  bool complete;     // whether the list of regions is complete
  bool taken;
  std::uintptr_t stack;  // its lowest address
  std::uintptr_t heap;   // its start; 0: none
  std::uintptr_t heap_end;
  sigset_t signals;
  std::fenv_t arithmetic;
  std::array<Region, most_regions> regions;
  std::array<Run, most_runs> runs;
  AllBindings bindings;
  std::size_t kept_count;
  std::array<Kept, 64> kept;                     // the bindings in the image
  std::array<unsigned char, 1 << 16> residency;  // of the pages of one region, as many as an image can hold

  bool add(std::uintptr_t begin, std::size_t size, bool touched);
  bool add(const Region& region);
  void keep_bindings();
};

bool MemoryImage::Store::add(std::uintptr_t begin, std::size_t size, bool touched) {
  // To compare a few pages with zeros is cheaper than to ask the kernel whether they have been touched.
  constexpr std::size_t few = 4;
  touched = touched || size <= few * page_bytes;
  if (run_count == most_runs || (touched && size > capacity - used)) return false;
  runs[run_count++] = {begin, size, used, touched};
  if (touched) used += size;
  return true;
}

bool MemoryImage::Store::add(const Region& region) {
  if (region.of_file) return add(region.begin, region.end - region.begin, true);
  for (std::uintptr_t at = region.begin; at < region.end;) {
    const std::size_t pages_here = std::min((region.end - at) / page_bytes, residency.size());
    if (::mincore(memory_at(at), pages_here * page_bytes, residency.data()) != 0) return false;
    const auto add_run = [this](std::uintptr_t begin, std::size_t size, bool touched) {
      return add(begin, size, touched);
    };
    if (!add_runs(at, std::span(residency).first(pages_here), page_bytes, add_run)) return false;
    at += pages_here * page_bytes;
  }
  return true;
}

/// Finds the bindings that are in touched memory.
void MemoryImage::Store::keep_bindings() {
  for (const Bindings& one : std::span(bindings.tables).first(bindings.count)) {
    for (const Run& run : std::span(runs).first(run_count)) {
      if (run.touched && one.begin >= run.begin && one.begin + one.size <= run.begin + run.size)
        kept[kept_count++] = {one, run.copy + (one.begin - run.begin)};
    }
  }
}

std::size_t MemoryImage::capacity() {
  constexpr std::size_t pages = 1024;  // with pages of 4 KiB, 4 MiB
  return pages * system_page_bytes();
}

MemoryImage::MemoryImage(bool wanted) {
  if (!wanted) return;
  void* const memory = ::mmap(nullptr, capacity(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  store_ = static_cast<Store*>(memory);  // zero when mapped
  store_->page_bytes = system_page_bytes();
  const std::size_t used = page_of(sizeof(Store) + store_->page_bytes - 1, store_->page_bytes);
  store_->pages = static_cast<std::byte*>(memory) + used;
  store_->capacity = capacity() - used;
  maps_ = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
}

void MemoryImage::look() {
  if (maps_ < 0) return;
  find_bindings(store_->bindings);
  constexpr std::size_t room = 4096;
  std::array<char, room> text;  // a line is only a little longer than the longest path
  std::size_t held = 0;
  store_->complete = true;
  for (;;) {
    const ssize_t size = ::read(maps_, text.data() + held, text.size() - held);
    if (size <= 0) {
      store_->complete = store_->complete && size == 0 && held == 0;
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
      if (is_stack) store_->stack = region.begin;
      if (is_heap && store_->heap == 0) store_->heap = region.begin;
      if (!writable || is_stack || is_heap) continue;
      store_->complete = store_->complete && store_->region_count < Store::most_regions;
      if (store_->complete) store_->regions[store_->region_count++] = region;
    }
    held = left.size();
    std::memmove(text.data(), left.data(), held);
    if (held == text.size()) {
      store_->complete = false;
      break;
    }
  }
  ::close(maps_);
  maps_ = -1;
}

bool MemoryImage::take() {
  if (store_ == nullptr || !store_->complete || store_->stack == 0) return false;
  store_->heap_end = heap_end();
  std::fegetenv(&store_->arithmetic);
  ::sigprocmask(SIG_SETMASK, nullptr, &store_->signals);
  for (std::size_t index = 0; index < store_->region_count; ++index) {
    if (!store_->add(store_->regions[index])) return false;
  }
  const std::uintptr_t heap_pages_end = page_of(store_->heap_end + store_->page_bytes - 1, store_->page_bytes);
  if (store_->heap != 0 && !store_->add(Region{store_->heap, heap_pages_end, false})) return false;
  store_->keep_bindings();
  store_->taken = true;
  // Copies last, so that the image contains what this function itself has changed. From here on, only the stack
  // changes.
  for (std::size_t index = 0; index < store_->run_count; ++index) {
    const Store::Run& run = store_->runs[index];
    if (run.touched) std::memcpy(store_->pages + run.copy, memory_at(run.begin), run.size);
  }
  clear_stack(store_->stack, store_->page_bytes);
  return true;
}

void MemoryImage::restore() {
  if (store_ == nullptr || !store_->taken) return;
  Store& store = *store_;  // on the stack, like everything used below
  for (const Store::Kept& kept : std::span(store.kept).first(store.kept_count))
    std::memcpy(store.pages + kept.copy, memory_at(kept.at.begin), kept.at.size);
  if (heap_end() != store.heap_end) ::syscall(SYS_brk, store.heap_end);
  for (std::size_t index = 0; index < store.run_count; ++index) {
    const Store::Run& run = store.runs[index];
    if (!run.touched) {
      clear_untouched(run.begin, run.size, store.page_bytes);
      continue;
    }
    for (std::size_t page = 0; page < run.size; page += store.page_bytes) {
      const std::byte* const copy = store.pages + run.copy + page;
      std::byte* const original = memory_at(run.begin + page);
      if (std::memcmp(original, copy, store.page_bytes) != 0) std::memcpy(original, copy, store.page_bytes);
    }
  }
  std::fesetenv(&store.arithmetic);
  ::sigprocmask(SIG_SETMASK, &store.signals, nullptr);
  clear_stack(store.stack, store.page_bytes);
}

}  // namespace host::worker
