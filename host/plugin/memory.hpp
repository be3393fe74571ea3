// The memory to which the pointers of a plugin's tables refer: this process, or the file of a library that is not
// loaded.
//
// All tables are copied out through this interface piece by piece. No pointer of them is dereferenced directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace host {

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

  /// Returns the text up to its NUL. If it can't be read or has more than `most` bytes, throws Failure(plugin) with a
  /// sentence that begins with `what`.
  [[nodiscard]] virtual std::string text(Address from, std::size_t most, const std::string& what) const = 0;

  /// Returns entry number `index` of the table at the address `table`.
  template <class Type>
  [[nodiscard]] Type at(const Type* table, std::uint64_t index, const std::string& what) const {
    static_assert(std::is_trivially_copyable_v<Type>);
    std::remove_const_t<Type> entry{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): tables of pointers are tables, too
    copy(reinterpret_cast<Address>(table) + index * sizeof(Type), &entry, sizeof entry, what);
    return entry;
  }
};

/// The memory of this process: for types that are compiled into the program, and for libraries that it has loaded.
class OwnMemory final : public Memory {
 public:
  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;
  [[nodiscard]] std::string text(Address from, std::size_t most, const std::string& what) const override;
};

/// Throws the error that a text has more than `most` bytes.
[[noreturn]] void refuse_long_text(std::size_t most, const std::string& what);

}  // namespace host
