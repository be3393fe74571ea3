// A shared library as a file: its segments and its symbols, none of which is trusted.
#pragma once

#include "host/descriptor.hpp"

#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host {

/// Throws Failure(plugin) with the message "<path>: <why>".
[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& why);

/// Opens a regular file for reading. Throws Failure(plugin), naming it, if it is missing or something else.
Descriptor open_library(const std::filesystem::path& path);

/// An open shared library for this machine.
class ElfFile {
 public:
  /// Throws Failure(plugin), naming the file, if there is none or it is something else.
  explicit ElfFile(const std::filesystem::path& path);

  /// Reads a file that is open. Messages call it `path`. Throws as the first form does.
  ElfFile(Descriptor file, const std::filesystem::path& path);

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
  Descriptor file_;  // closed after elf_ has ended
  std::unique_ptr<Elf, End> elf_;
};

}  // namespace host
