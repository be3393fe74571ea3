// Reads the segments and symbols of a shared library's file, none of which is trusted.
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
  /// Throws Failure(plugin), naming the file, if it does not exist or is no shared library for this machine.
  explicit ElfFile(const std::filesystem::path& path);

  /// Reads an open file. Messages call it `path`. Throws the same as the first form.
  ElfFile(Descriptor file, const std::filesystem::path& path);

  /// Calls `visit(symbol, name)` for each symbol that the library defines and exports.
  void each_export(const std::function<void(const GElf_Sym& symbol, const char* name)>& visit) const;

  /// Returns the texts of this kind in the dynamic section: DT_NEEDED, DT_RUNPATH or DT_RPATH.
  [[nodiscard]] std::vector<std::string> dynamic_texts(GElf_Sxword tag) const;

  /// Returns whether the symbol is a variable rather than a constant.
  [[nodiscard]] bool writable(const GElf_Sym& symbol) const;

  /// Returns the program headers of this type, in file order.
  [[nodiscard]] std::vector<GElf_Phdr> segments(GElf_Word type) const;

  /// Reads `size` bytes at this offset of the file. Returns false if the file is too short.
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t size) const;

 private:
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };
  Descriptor file_;  // closed after elf_ has ended
  std::unique_ptr<Elf, End> elf_;
};

}  // namespace host
