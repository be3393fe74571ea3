// agon/layout.hpp - agon.layout/1 in C++: a game declares the structs of its protocol, checked by the compiler.
//
//     constexpr auto seen_fields = agon::fields(
//         AGON_FIELD(mygame_observation, size, "rows and columns of the board", {.minimum = 6, .maximum = 16}),
//         AGON_FIELD(mygame_observation, cells, "0: empty, 1: Black, 2: White",
//                    {.minimum = 0,
//                     .maximum = 2,
//                     .dimensions = {agon::dimension("row", "size"), agon::dimension("column", "size")}}));
//     constexpr auto done_fields = agon::fields(...);
//     constexpr agon_struct seen = agon::structure("mygame_observation", "what a seat sees", seen_fields);
//     constexpr agon_struct done = agon::structure("mygame_action", "what it does", done_fields);
//     constexpr agon_layout mygame_layout = {&seen, &done, nullptr};
//
//     class MyGame {
//       static constexpr const agon_layout& layout = mygame_layout;  // agon/game.hpp
//     };
//
// Type, offset and capacity come from the member, so that they can't be wrong. A field that does not fit its struct, or
// a count that no field has, is an error of the compiler that names a function refuse_....
//
// A one-dimensional array may be declared with several dimensions: its elements then have no gaps. The dimensions of
// `int8_t cells[16][16]` are declared one by one, and keep their distance if less than 16 are in use. The minimum of an
// unsigned integer is 0 unless it is declared.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/layout.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace agon {

/// A dimension with a fixed count, or with the count in another field of the struct.
constexpr agon_dimension dimension(const char* name, std::uint64_t count) {
  return {name, nullptr, count, 0};
}
constexpr agon_dimension dimension(const char* name, const char* count_field) {
  return {name, count_field, 0, 0};
}

/// What the compiler can't tell of a field; see agon_field.
struct FieldOptions {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::array<agon_dimension, AGON_FIELD_DIMENSIONS> dimensions{};
  const agon_struct* type = nullptr;  // of elements that are structs
};

namespace detail {

// Not constexpr: the compiler names the one that is called.
inline void refuse_array_without_dimensions() {}
inline void refuse_dimensions_that_are_not_those_of_the_array() {}
inline void refuse_count_above_the_arrays() {}
inline void refuse_struct_of_another_size() {}
inline void refuse_field_outside_its_struct_or_out_of_order() {}
inline void refuse_name_that_is_declared_twice() {}
inline void refuse_count_or_offset_that_no_integer_field_has() {}

template <class Element>
constexpr std::int32_t kind_of() {
  if constexpr (std::is_enum_v<Element>) {
    return kind_of<std::underlying_type_t<Element>>();
  } else if constexpr (std::is_same_v<Element, char>) {
    return AGON_FIELD_TEXT;
  } else if constexpr (std::is_integral_v<Element>) {
    static_assert(sizeof(Element) <= sizeof(std::uint64_t), "an integer of a protocol has at most 64 bits");
    constexpr std::int32_t power = sizeof(Element) == 1 ? 0 : sizeof(Element) == 2 ? 1 : sizeof(Element) == 4 ? 2 : 3;
    return (std::is_signed_v<Element> ? AGON_FIELD_INT8 : AGON_FIELD_UINT8) + power;
  } else if constexpr (std::is_floating_point_v<Element>) {
    static_assert(sizeof(Element) == sizeof(float) || sizeof(Element) == sizeof(double), "float or double");
    return sizeof(Element) == sizeof(float) ? AGON_FIELD_FLOAT : AGON_FIELD_DOUBLE;
  } else {
    static_assert(std::is_class_v<Element>, "a protocol's field is a number, a text, a struct, or an array of these");
    return AGON_FIELD_STRUCT;
  }
}

constexpr std::size_t rank(const agon_field& field) {
  std::size_t count = 0;
  while (count < AGON_FIELD_DIMENSIONS && field.dimensions[count].name != nullptr) ++count;
  return count;
}

constexpr bool is_count(const agon_field& field) {
  return field.kind >= AGON_FIELD_INT8 && field.kind <= AGON_FIELD_UINT64 && field.capacity == 1 && rank(field) == 0 &&
         field.minimum >= 0;
}

template <class Element>
constexpr agon_field element_field(const char* name, const char* summary, const FieldOptions& options) {
  agon_field field{};
  field.name = name;
  field.summary = summary;
  field.kind = kind_of<Element>();
  field.type = options.type;
  field.minimum = options.minimum;
  field.maximum = options.maximum;
  for (std::size_t i = 0; i < AGON_FIELD_DIMENSIONS; ++i) field.dimensions[i] = options.dimensions[i];
  if (field.kind >= AGON_FIELD_UINT8 && field.kind <= AGON_FIELD_UINT64 && field.minimum < 0) field.minimum = 0;
  if (std::is_same_v<Element, bool> && field.maximum > 1) field.maximum = 1;
  // An address is not compared with NULL: with the undefined-behaviour sanitizer, GCC takes that for no constant.
  const bool is_struct = field.kind == AGON_FIELD_STRUCT;
  if (is_struct ? field.type->size != sizeof(Element) : field.type != nullptr) refuse_struct_of_another_size();
  return field;
}

/// Checks dimension number `index` of the array type, and sets its stride.
template <class Array>
constexpr void place_dimension(agon_field& field, std::size_t index) {
  if constexpr (std::is_array_v<Array>) {
    agon_dimension& dimension = field.dimensions[index];
    if (dimension.count > std::extent_v<Array>) refuse_count_above_the_arrays();
    dimension.stride = sizeof(std::remove_extent_t<Array>);
    place_dimension<std::remove_extent_t<Array>>(field, index + 1);
  }
}

}  // namespace detail

/// A field that belongs to `Struct`.
template <class Struct>
struct FieldOf {
  agon_field field;
};

/// All fields of `Struct`.
template <class Struct, std::size_t count>
struct Fields {
  std::array<agon_field, count> all;
};

/// Declares a member of the struct: use AGON_FIELD.
template <class Struct, class Member>
constexpr FieldOf<Struct> field(const char* name, std::size_t offset, const char* summary,
                                const FieldOptions& options = {}) {
  using Element = std::remove_all_extents_t<Member>;
  agon_field made = detail::element_field<Element>(name, summary, options);
  made.offset = offset;
  made.capacity = sizeof(Member) / sizeof(Element);
  constexpr std::size_t extents = std::rank_v<Member>;
  if (detail::rank(made) == 0 && extents == 1 && made.kind == AGON_FIELD_TEXT)
    made.dimensions[0] = dimension("character", made.capacity);
  const std::size_t rank = detail::rank(made);
  if (extents > 0 && rank == 0) detail::refuse_array_without_dimensions();
  if (rank != extents && (extents != 1 || rank < 1)) detail::refuse_dimensions_that_are_not_those_of_the_array();
  if (extents > 1) detail::place_dimension<Member>(made, 0);
  std::uint64_t least = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    if (made.dimensions[i].count_field == nullptr) least *= made.dimensions[i].count;
  }
  if (least > made.capacity) detail::refuse_count_above_the_arrays();
  return {made};
}

/// Declares an array of `Element` behind the struct, in a message that varies in size. The field `offset_field` of the
/// struct has its offset from the start of the message.
template <class Struct, class Element>
constexpr FieldOf<Struct> field_behind(const char* name, const char* offset_field, const char* summary,
                                       const FieldOptions& options) {
  agon_field made = detail::element_field<Element>(name, summary, options);
  made.offset_field = offset_field;
  if (detail::rank(made) == 0) detail::refuse_array_without_dimensions();
  return {made};
}

/// Likewise for an array that always starts at this offset, as a flexible array member does.
template <class Struct, class Element>
constexpr FieldOf<Struct> field_behind(const char* name, std::size_t offset, const char* summary,
                                       const FieldOptions& options) {
  agon_field made = detail::element_field<Element>(name, summary, options);
  made.offset = offset;
  if (detail::rank(made) == 0) detail::refuse_array_without_dimensions();
  return {made};
}

template <class Struct, class... More>
constexpr Fields<Struct, sizeof...(More) + 1> fields(const FieldOf<Struct>& first, const More&... more) {
  static_assert((std::is_same_v<More, FieldOf<Struct>> && ...), "all fields must be those of one struct");
  return {{first.field, more.field...}};
}

/// Declares a struct. `fields` is a constant with static storage.
template <class Struct, std::size_t count>
constexpr agon_struct structure(const char* name, const char* summary, const Fields<Struct, count>& fields) {
  static_assert(std::is_standard_layout_v<Struct> && std::is_trivially_copyable_v<Struct>);
  const auto counts = [&](const char* of) {
    if (of == nullptr) return true;
    for (const agon_field& field : fields.all) {
      if (std::string_view(field.name) == of) return detail::is_count(field);
    }
    return false;
  };
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const agon_field& field = fields.all[i];
    for (std::size_t j = 0; j < i; ++j) {
      if (std::string_view(fields.all[j].name) == field.name) detail::refuse_name_that_is_declared_twice();
    }
    bool counted = counts(field.offset_field);
    for (const agon_dimension& dimension : field.dimensions) counted = counted && counts(dimension.count_field);
    if (!counted) detail::refuse_count_or_offset_that_no_integer_field_has();
    if (field.capacity == 0) continue;
    constexpr std::uint64_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1};
    const std::uint64_t size = field.kind == AGON_FIELD_STRUCT ? field.type->size : sizes[field.kind];
    if (field.offset < end || field.offset + field.capacity * size > sizeof(Struct))
      detail::refuse_field_outside_its_struct_or_out_of_order();
    end = field.offset + field.capacity * size;
  }
  return {name, summary, sizeof(Struct), count, 0, fields.all.data()};
}

}  // namespace agon

/// Declares the member of a struct: AGON_FIELD(Struct, member, "summary") or AGON_FIELD(Struct, member, "summary",
/// {.minimum = ..., .maximum = ..., .dimensions = {...}, .type = ...}), as agon::FieldOptions says.
#define AGON_FIELD(Struct, member, ...) \
  ::agon::field<Struct, decltype(Struct::member)>(#member, offsetof(Struct, member), __VA_ARGS__)
