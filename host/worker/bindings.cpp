#include "host/worker/bindings.hpp"

#include <elf.h>
#include <link.h>

namespace host::worker {

namespace {

// The first entries of a table belong to the dynamic linker itself.
constexpr std::size_t reserved_entries = 3;

struct Search {
  std::span<Bindings> found;
  std::size_t count = 0;
};

/// Returns the table that an object's dynamic section describes; size 0 if it has none, or if all is bound at loading.
Bindings bindings_of(const ElfW(Dyn) * section, std::uintptr_t base) {
  std::uintptr_t table = 0;
  std::size_t relocations = 0;
  std::size_t relocation = sizeof(ElfW(Rela));
  for (; section->d_tag != DT_NULL; ++section) {
    switch (section->d_tag) {
      case DT_PLTGOT:
        table = section->d_un.d_ptr;
        break;
      case DT_PLTRELSZ:
        relocations = section->d_un.d_val;
        break;
      case DT_PLTREL:
        if (section->d_un.d_val == DT_REL) relocation = sizeof(ElfW(Rel));
        break;
      case DT_BIND_NOW:
        return {};
      case DT_FLAGS:
        if ((section->d_un.d_val & DF_BIND_NOW) != 0) return {};
        break;
      case DT_FLAGS_1:
        if ((section->d_un.d_val & DF_1_NOW) != 0) return {};
        break;
      default:
        break;
    }
  }
  if (table == 0 || relocations == 0) return {};
  if (table < base) table += base;  // The dynamic linker of glibc has added it, others have not.
  return {table + reserved_entries * sizeof(std::uintptr_t), relocations / relocation * sizeof(std::uintptr_t)};
}

int add(dl_phdr_info* object, std::size_t /*size*/, void* to) {
  Search& search = *static_cast<Search*>(to);
  for (ElfW(Half) index = 0; index < object->dlpi_phnum && search.count < search.found.size(); ++index) {
    const ElfW(Phdr)& header = object->dlpi_phdr[index];
    if (header.p_type != PT_DYNAMIC) continue;
    const auto* const section = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + header.p_vaddr);
    const Bindings bindings = bindings_of(section, object->dlpi_addr);
    if (bindings.size > 0) search.found[search.count++] = bindings;
  }
  return 0;
}

}  // namespace

std::size_t find_bindings(std::span<Bindings> found) {
  Search search{found};
  dl_iterate_phdr(add, &search);
  return search.count;
}

}  // namespace host::worker
