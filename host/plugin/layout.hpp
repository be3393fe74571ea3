// The structs of a game's protocol, as the game declares them (agon.layout/1): plain values that stay valid without the
// library. They may also come from another process.
#pragma once

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
LayoutDescription describe(const agon_layout& layout);

/// Returns the layout of a game that is loaded in this process; nothing if it declares none. Throws the same, also if a
/// message is larger than the game says.
std::optional<LayoutDescription> layout_of(const agon_game_type& game);

/// Throws Failure(plugin) if a message is larger than the game's capacity for it, or if a reply is declared and never
/// made.
void check_sizes(const LayoutDescription& layout, const agon_game_type& game);

}  // namespace host
