// The structs of a game's protocol, as the game declares them (agon.layout/1): plain values that stay valid without the
// library. They may also come from another process.
#pragma once

#include "host/plugin/memory.hpp"

#include <agon/ext/layout.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

struct StructDescription;

/// See agon_dimension.
struct DimensionDescription {
  std::string name;
  std::optional<std::size_t> count_field;  // number of the field in its struct
  std::uint64_t count = 0;                 // 0: the value of that field
  std::uint64_t stride = 0;                // bytes; 0: no gaps
};

/// See agon_field.
struct FieldDescription {
  std::string name;
  std::string summary;
  std::int32_t kind = 0;                          // AGON_FIELD_...
  std::shared_ptr<const StructDescription> type;  // of elements that are structs; else NULL
  std::uint64_t offset = 0;                       // bytes from the start of the struct
  std::optional<std::size_t> offset_field;        // number of the field in its struct
  std::uint64_t capacity = 0;                     // elements; 0: the array is behind the struct
  std::vector<DimensionDescription> dimensions;
  double minimum = 0;
  double maximum = 0;

  /// Returns the size of an element, bytes.
  [[nodiscard]] std::uint64_t element_size() const;
  /// Returns "int32", "double", "text", or the name of the struct.
  [[nodiscard]] std::string type_name() const;
  /// Returns the range as text for users: "6 to 16", "0 or more"; "" if there is none.
  [[nodiscard]] std::string range() const;
};

/// See agon_struct.
struct StructDescription {
  std::string name;
  std::string summary;
  std::uint64_t size = 0;  // bytes
  std::vector<FieldDescription> fields;
};

/// See agon_layout.
struct LayoutDescription {
  StructDescription observation;
  StructDescription action;
  std::optional<StructDescription> reply;

  /// Returns the messages, then the structs of their elements, each once.
  [[nodiscard]] std::vector<const StructDescription*> structs() const;
};

/// Copies and checks what a game declares: each field lies inside its struct, fields don't overlap, names are valid and
/// unique, counts have a field, ranges are ordered and fit the type. Throws Failure(plugin) with a sentence for a
/// faulty layout.
LayoutDescription describe(const Memory& memory, const agon_layout& layout);

/// Returns the layout of a game that is loaded in this process; nothing if it declares none. Throws the same, also if a
/// message is larger than the game says.
std::optional<LayoutDescription> layout_of(const agon_game_type& game);

/// Throws Failure(plugin) if a message is larger than the game's capacity for it, or if a reply is declared and never
/// made.
void check_sizes(const LayoutDescription& layout, const agon_game_type& game);

// What a game's declared layout must keep to (agon.layout/1), for its reader. No I/O.

/// The greatest size of a struct, bytes: sums and products stay exact.
inline constexpr std::uint64_t most_layout_bytes = std::uint64_t{1} << 40U;

/// A kind of field.
struct FieldKind {
  const char* name;
  std::uint64_t size;  // bytes
  double minimum;      // the lowest value of an integer; 0 for others
  double maximum;
};

/// Returns the kind of a field, which must be AGON_FIELD_INT8 .. AGON_FIELD_STRUCT.
const FieldKind& kind_of(const FieldDescription& field);

/// The names by which a field refers to others of its struct.
struct FieldReferences {
  std::optional<std::string> offset_field;
  std::vector<std::optional<std::string>> count_fields;  // one per dimension
};

/// Throws Failure(plugin) with a sentence about the layout.
[[noreturn]] void unsound_layout(const std::string& what);

/// Checks that a field's range is not empty and fits its kind. `what` names the field. Throws Failure(plugin).
void check_range(const FieldDescription& field, const std::string& what);

/// Finds the fields that hold counts and offsets; `references` has an element for each field. Checks places: inside the
/// struct, in order, without overlap. Throws Failure(plugin).
void connect_fields(StructDescription& owner, const std::vector<FieldReferences>& references);

}  // namespace host
