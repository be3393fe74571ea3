// The memory that a library would have after loading, computed from its file: its segments, with the loader's
// relocations applied to the parts that are read. None of the library's code runs, and nothing in the file is trusted.
#pragma once

#include "host/util/descriptor.hpp"

#include <elf.h>
#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace host {

class Build;

// The memory to which the pointers of a plugin's tables refer: this process, or the file of a library that is not
// loaded.
//
// All tables are copied out through this interface piece by piece. No pointer of them is dereferenced directly.

/// An address in a Memory: the value of a pointer in it.
using Address = std::uintptr_t;

class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  /// Copies `size` bytes; pointers among them are again addresses in this memory. If the bytes can't be read, throws
  /// Failure(plugin) with a sentence that begins with `what`.
  virtual void copy(Address from, void* to, std::size_t size, const std::string& what) const = 0;

  /// Returns the text up to its NUL; "" if `at` is NULL. If it can't be read or has more than `most` bytes, throws
  /// Failure(plugin) with a sentence that begins with `what`.
  [[nodiscard]] std::string text(const char* at, std::size_t most, const std::string& what) const {
    return at == nullptr ? "" : copied_text(reinterpret_cast<Address>(at), most, what);
  }

  /// Returns entry number `index` of the table at the address `table`.
  template <class Type>
  [[nodiscard]] Type at(const Type* table, std::uint64_t index, const std::string& what) const {
    static_assert(std::is_trivially_copyable_v<Type>);
    std::remove_const_t<Type> entry{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): tables of pointers are tables, too
    copy(reinterpret_cast<Address>(table) + index * sizeof(Type), &entry, sizeof entry, what);
    return entry;
  }

 private:
  [[nodiscard]] virtual std::string copied_text(Address from, std::size_t most, const std::string& what) const = 0;
};

/// The memory of this process: for types that are compiled into the program, and for libraries that it has loaded.
class OwnMemory final : public Memory {
 public:
  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;

 private:
  [[nodiscard]] std::string copied_text(Address from, std::size_t most, const std::string& what) const override;
};

constexpr std::size_t most_word = 4096;        // bytes of a name, a version or a default: far above any real one
constexpr std::size_t most_prose = 64 * 1024;  // of texts for users

// Reads the segments and symbols of a shared library's file, none of which is trusted.

/// Throws Failure(plugin) with the message "<path>: <why>".
[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& why);

/// Opens a regular file for reading. Throws Failure(plugin), naming it, if it is missing or something else.
Descriptor open_library(const std::filesystem::path& path);

/// An open shared library for this machine.
class ElfFile {
 public:
  /// Throws Failure(plugin), naming the file, if it does not exist or is no shared library for this machine.
  explicit ElfFile(const std::filesystem::path& path);

  /// Reads the copy of a file. Throws the same as the first form.
  explicit ElfFile(const Build& build);
  /// Reads an open file. Messages call it `path`. Throws the same as the first form.
  ElfFile(Descriptor file, std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

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
  std::filesystem::path path_;
  Descriptor file_;  // closed after elf_ has ended
  std::unique_ptr<Elf, End> elf_;
};

class Image final : public Memory {
 public:
  /// `file` must outlive this object. Throws Failure(plugin), without the file's name, if its segments or relocations
  /// are damaged.
  explicit Image(const ElfFile& file);

  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;

  /// Returns the address at `offset` bytes from the library's start: never 0 for an offset inside the library.
  static Address address(std::uint64_t offset);

 private:
  [[nodiscard]] std::string copied_text(Address from, std::size_t most, const std::string& what) const override;
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
