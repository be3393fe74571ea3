// What a game's declared layout must keep to (agon.layout/1), for its reader. No I/O.
#pragma once

#include "host/plugin/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host {

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
