// The memory that a library would have after loading, computed from its file: its segments, with the loader's
// relocations applied to the parts that are read. None of the library's code runs, and nothing in the file is trusted.
#pragma once

#include "host/plugin/elf_file.hpp"
#include "host/plugin/memory.hpp"

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

class Image final : public Memory {
 public:
  /// `file` must outlive this object. Throws Failure(plugin), without the file's name, if its segments or relocations
  /// are damaged.
  explicit Image(const ElfFile& file);

  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;
  [[nodiscard]] std::string text(Address from, std::size_t most, const std::string& what) const override;

  /// Returns the address at `offset` bytes from the library's start: never 0 for an offset inside the library.
  static Address address(std::uint64_t offset);

 private:
  [[nodiscard]] const GElf_Phdr* segment_of(std::uint64_t offset) const;
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t size) const;
  void read_relocations();
  void add_table(std::uint64_t table, std::uint64_t size);
  void add_packed(std::uint64_t table, std::uint64_t size);
  void add(const Elf64_Rela& relocation);
  void relocate(std::uint64_t begin, unsigned char* bytes, std::size_t size, const std::string& what) const;
  [[nodiscard]] Address symbol(std::uint64_t index, std::int64_t addend, const std::string& what) const;
  void spend(std::size_t bytes, const std::string& what) const;

  const ElfFile& file_;
  std::vector<GElf_Phdr> segments_;  // loadable ones, sorted by address, disjoint
  std::uint64_t symbols_ = 0;        // the offset of the dynamic symbols
  std::vector<Elf64_Rela> relocations_;
  mutable std::size_t spent_ = 0;
};

}  // namespace host
