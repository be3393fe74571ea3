// Where the pointers of a plugin's tables lead: into this process, or into a library's file that nobody has loaded.
//
// Whoever reads a table through this copies it out piece by piece and never follows a pointer himself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace host {

/// A place in a Memory: what a pointer in it holds.
using Address = std::uintptr_t;

class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  /// Copies `size` bytes; pointers among them are addresses of this memory again. Throws Failure(plugin), a sentence
  /// that begins with `what`, if they can't be read.
  virtual void copy(Address from, void* to, std::size_t size, const std::string& what) const = 0;

  /// The text up to its NUL. Throws Failure(plugin), a sentence that begins with `what`, if it can't be read or has
  /// more than `most` bytes.
  [[nodiscard]] virtual std::string text(Address from, std::size_t most, const std::string& what) const = 0;

  /// Entry number `index` of the table that begins where `table`, a pointer of this memory, leads.
  template <class Type>
  [[nodiscard]] Type at(const Type* table, std::uint64_t index, const std::string& what) const {
    static_assert(std::is_trivially_copyable_v<Type>);
    std::remove_const_t<Type> entry{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): tables of pointers are tables, too
    copy(reinterpret_cast<Address>(table) + index * sizeof(Type), &entry, sizeof entry, what);
    return entry;
  }
};

/// This process's memory: for types that are compiled into the program, and for libraries that it has loaded.
class OwnMemory final : public Memory {
 public:
  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;
  [[nodiscard]] std::string text(Address from, std::size_t most, const std::string& what) const override;
};

/// Says that a text has more than `most` bytes.
[[noreturn]] void refuse_long_text(std::size_t most, const std::string& what);

}  // namespace host
