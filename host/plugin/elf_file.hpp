// A shared library as a file: its segments and its symbols, none of which is trusted.
#pragma once

#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host {

/// An open shared library for this machine.
class ElfFile {
 public:
  /// Throws Failure(plugin), naming the file, if there is none or it is something else.
  explicit ElfFile(const std::filesystem::path& path);
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  ~ElfFile();

  /// Calls `visit(symbol, name)` for each symbol that the library defines and shows to others.
  void each_export(const std::function<void(const GElf_Sym& symbol, const char* name)>& visit) const;

  /// Whether the symbol stands for a variable, and not for a constant.
  [[nodiscard]] bool writable(const GElf_Sym& symbol) const;

  /// The program headers of this type, in their order.
  [[nodiscard]] std::vector<GElf_Phdr> segments(GElf_Word type) const;

  /// Reads `size` bytes at this place of the file. False: it has not so many there.
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t size) const;

 private:
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };
  struct Descriptor {
    Descriptor() = default;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();
    int number = -1;
  };

  Descriptor file_;  // closed after elf_ has ended
  std::unique_ptr<Elf, End> elf_;
};

}  // namespace host
