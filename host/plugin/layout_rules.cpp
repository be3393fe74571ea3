#include "host/plugin/layout_rules.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

constexpr std::array<FieldKind, AGON_FIELD_STRUCT + 1> kinds = {{{"", 0, 0, 0},
                                                                 {"int8", 1, -0x1p7, 0x1p7 - 1},
                                                                 {"int16", 2, -0x1p15, 0x1p15 - 1},
                                                                 {"int32", 4, -0x1p31, 0x1p31 - 1},
                                                                 {"int64", 8, -0x1p63, 0x1p63},
                                                                 {"uint8", 1, 0, 0x1p8 - 1},
                                                                 {"uint16", 2, 0, 0x1p16 - 1},
                                                                 {"uint32", 4, 0, 0x1p32 - 1},
                                                                 {"uint64", 8, 0, 0x1p64},
                                                                 {"float", 4, 0, 0},
                                                                 {"double", 8, 0, 0},
                                                                 {"text", 1, 0, 0},
                                                                 {"struct", 0, 0, 0}}};

bool is_integer(const FieldDescription& field) {
  return field.kind >= AGON_FIELD_INT8 && field.kind <= AGON_FIELD_UINT64;
}

/// Returns the number of the field of that name, which holds a count or an offset.
std::size_t find_count(const StructDescription& owner, const std::string& name, const std::string& what) {
  for (std::size_t index = 0; index < owner.fields.size(); ++index) {
    const FieldDescription& field = owner.fields[index];
    if (field.name != name) continue;
    if (!is_integer(field) || !field.dimensions.empty() || field.capacity != 1)
      unsound_layout(what + " is given by '" + name + "', which is no single integer");
    if (!(field.minimum >= 0)) unsound_layout(what + " is given by '" + name + "', whose range must not go below 0");
    return index;
  }
  unsound_layout(what + " is given by '" + name + "': there is no such field");
}

/// Returns the most that a dimension counts.
double most_of(const StructDescription& owner, const DimensionDescription& dimension) {
  return dimension.count_field ? owner.fields[*dimension.count_field].maximum : static_cast<double>(dimension.count);
}

/// Checks the strides of an array: each dimension fits between two elements of the one around it.
void check_strides(const StructDescription& owner, const FieldDescription& field, const std::string& what) {
  const bool alone = field.dimensions.size() == 1;
  const bool has_gaps = field.dimensions.front().stride != 0;
  std::uint64_t space = field.capacity * field.element_size();  // bytes for all elements of a dimension
  for (const DimensionDescription& dimension : field.dimensions) {
    if ((dimension.stride != 0) != has_gaps)
      unsound_layout(what + " has a stride in one dimension and none in another");
    if (!alone && !has_gaps) continue;
    const std::uint64_t stride = has_gaps ? dimension.stride : field.element_size();
    if (stride < field.element_size()) unsound_layout(what + " has a stride that is shorter than an element");
    const double most = most_of(owner, dimension);
    if (field.capacity != 0 && most * static_cast<double>(stride) > static_cast<double>(space))
      unsound_layout(what + " has room for " + std::to_string(space / stride) + " in its dimension '" + dimension.name +
                     "', which counts up to " + (std::isinf(most) ? "any number" : decimal(most)));
    space = stride;
  }
}

/// Checks that an array inside its struct has room for the fewest elements that its dimensions count.
void check_room(const StructDescription& owner, const FieldDescription& field, const std::string& what) {
  double elements = 1;
  for (const DimensionDescription& dimension : field.dimensions)
    elements *= dimension.count_field ? std::max(owner.fields[*dimension.count_field].minimum, 1.0)
                                      : static_cast<double>(dimension.count);
  if (elements > static_cast<double>(field.capacity))
    unsound_layout(what + " has room for " + std::to_string(field.capacity) + " elements, and its dimensions count " +
                   decimal(elements));
}

}  // namespace

const FieldKind& kind_of(const FieldDescription& field) {
  return kinds[static_cast<std::size_t>(field.kind)];
}

void unsound_layout(const std::string& what) {
  throw Failure(Exit::plugin, "its layout: " + what);
}

void check_range(const FieldDescription& field, const std::string& what) {
  if (field.kind == AGON_FIELD_TEXT || field.kind == AGON_FIELD_STRUCT) return;
  if (!(field.minimum <= field.maximum)) unsound_layout(what + " has an empty range");
  if (!is_integer(field)) return;
  for (const double bound : {field.minimum, field.maximum}) {
    if (std::isinf(bound)) continue;
    if (bound < kind_of(field).minimum || bound > kind_of(field).maximum)
      unsound_layout(what + " has a range that goes to " + decimal(bound) + ": " + kind_of(field).name + " does not");
    if (bound != std::floor(bound))
      unsound_layout(what + " is an integer and has a range that goes to " + decimal(bound));
  }
}

void connect_fields(StructDescription& owner, const std::vector<FieldReferences>& references) {
  std::uint64_t end = 0;
  const FieldDescription* before = nullptr;
  for (std::size_t index = 0; index < owner.fields.size(); ++index) {
    FieldDescription& field = owner.fields[index];
    const std::string what = owner.name + "." + field.name;
    const auto& [offset_field, count_fields] = references[index];
    if (offset_field) field.offset_field = find_count(owner, *offset_field, what + ": its offset");
    for (std::size_t i = 0; i < count_fields.size(); ++i) {
      if (!count_fields[i]) continue;
      field.dimensions[i].count_field =
          find_count(owner, *count_fields[i], what + ": its dimension '" + field.dimensions[i].name + "'");
    }
    if (before != nullptr && before->capacity == 0 && field.capacity != 0)
      unsound_layout(what + " comes after '" + before->name + "', which is behind the struct: declare it before");
    if (!field.offset_field && field.offset < end)
      unsound_layout(what + " begins at byte " + std::to_string(field.offset) + ", before the end of '" + before->name +
                     "' at byte " + std::to_string(end));
    if (field.capacity != 0) {
      const double last = static_cast<double>(field.offset) +
                          static_cast<double>(field.capacity) * static_cast<double>(field.element_size());
      if (last > static_cast<double>(owner.size))
        unsound_layout(what + " ends at byte " + decimal(last) + ": the struct has " + std::to_string(owner.size));
      end = field.offset + field.capacity * field.element_size();
      check_room(owner, field, what);
    } else if (!field.offset_field) {
      end = field.offset;
    }
    if (!field.dimensions.empty()) check_strides(owner, field, what);
    before = &field;
  }
}

}  // namespace host
