#include "host/plugin/layout.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/library.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/game.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

namespace host {

namespace {

constexpr std::size_t most_fields = 1000;  // of all structs together
constexpr std::size_t most_depth = 8;      // of structs in structs; a cycle exceeds it

/// The greatest size of a struct, bytes: sums and products stay exact.
constexpr std::uint64_t most_layout_bytes = std::uint64_t{1} << 40U;

/// A kind of field.
struct FieldKind {
  const char* name;
  std::uint64_t size;  // bytes
  double minimum;      // the lowest value of an integer; 0 for others
  double maximum;
};

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

const FieldKind& kind_of(const FieldDescription& field) {
  return kinds[static_cast<std::size_t>(field.kind)];
}

[[noreturn]] void unsound_layout(const std::string& what) {
  throw Failure(Exit::plugin, "its layout: " + what);
}

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

/// Checks that a field's range is not empty and fits its kind. `what` names the field.
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

std::string layout_name(const char* text, const std::string& what) {
  const std::string name = OwnMemory().text(text, most_word, what);
  if (!is_identifier(name)) unsound_layout(what + " is '" + name + "': it " + identifier_rule);
  return name;
}

std::string layout_summary(const char* text, const std::string& what) {
  return OwnMemory().text(text, most_prose, what + ": its summary");
}

/// Reads the tables, and checks them.
class LayoutReader {
 public:
  [[nodiscard]] StructDescription structure(const agon_struct& raw, const std::string& what, std::size_t depth) {
    if (depth > most_depth) unsound_layout(what + " is nested too deeply, or in itself");
    StructDescription made;
    made.name = layout_name(raw.name, what + ": its name");
    made.summary = layout_summary(raw.summary, made.name);
    made.size = raw.size;
    if (raw.reserved != 0) unsound_layout(made.name + " has a reserved field that is not 0");
    if (raw.size == 0 || raw.size > most_layout_bytes)
      unsound_layout(made.name + " has " + std::to_string(raw.size) + " bytes");
    if (raw.field_count == 0 || raw.fields == nullptr) unsound_layout(made.name + " has no field");
    std::set<std::string> known;
    for (std::uint32_t index = 0; index < raw.field_count; ++index) {
      made.fields.push_back(field(raw.fields[index], made.name, depth));
      if (!known.insert(made.fields.back().name).second)
        unsound_layout(made.name + "." + made.fields.back().name + " is declared twice");
    }
    connect(made, raw.fields);
    return made;
  }

 private:
  static void read_dimensions(const agon_field& raw, const std::string& what, FieldDescription& field) {
    for (const agon_dimension& each : raw.dimensions) {
      if (each.name == nullptr) break;
      DimensionDescription dimension{
          layout_name(each.name, what + ": the name of a dimension"), {}, each.count, each.stride};
      const std::string which = what + ": its dimension '" + dimension.name + "'";
      for (const DimensionDescription& other : field.dimensions) {
        if (other.name == dimension.name) unsound_layout(which + " is declared twice");
      }
      if ((each.count == 0) == (each.count_field == nullptr))
        unsound_layout(which + " needs either a count or a field with the count");
      if (each.count > most_layout_bytes || each.stride > most_layout_bytes) unsound_layout(which + " is too large");
      field.dimensions.push_back(std::move(dimension));
    }
  }

  /// Reads a field, without the numbers of those that hold its counts and its offset.
  [[nodiscard]] FieldDescription field(const agon_field& raw, const std::string& owner, std::size_t depth) {
    if (++fields_ > most_fields) unsound_layout("it has more than " + std::to_string(most_fields) + " fields");
    FieldDescription field;
    field.name = layout_name(raw.name, owner + ": the name of a field");
    const std::string what = owner + "." + field.name;
    field.summary = layout_summary(raw.summary, what);
    field.kind = raw.kind;
    field.offset = raw.offset;
    field.capacity = raw.capacity;
    field.minimum = raw.minimum;
    field.maximum = raw.maximum;
    if (raw.kind < AGON_FIELD_INT8 || raw.kind > AGON_FIELD_STRUCT)
      unsound_layout(what + " is of a kind this host does not know");
    if (raw.reserved != 0) unsound_layout(what + " has a reserved field that is not 0");
    if ((raw.kind == AGON_FIELD_STRUCT) != (raw.type != nullptr))
      unsound_layout(what +
                     (raw.type == nullptr ? " is a struct, and lacks its type" : " is no struct, and has a type"));
    if (raw.type != nullptr)
      field.type = std::make_shared<const StructDescription>(structure(*raw.type, "the struct of " + what, depth + 1));
    check_range(field, what);
    read_dimensions(raw, what, field);
    if (field.capacity > most_layout_bytes || field.offset > most_layout_bytes) unsound_layout(what + " is too large");
    if (field.capacity != 1 && field.dimensions.empty()) unsound_layout(what + " is an array without a dimension");
    if (field.capacity == 0 && depth > 0)
      unsound_layout(what + " varies in size: only a field of a message's own struct can");
    if (raw.offset_field != nullptr && (field.capacity != 0 || field.offset != 0))
      unsound_layout(what + " has an offset of its own, and a field with the offset");
    return field;
  }

  /// Finds the fields that hold the counts and the offset of one.
  static void find_counts(const StructDescription& owner, const agon_field& raw, FieldDescription& field,
                          const std::string& what) {
    if (raw.offset_field != nullptr)
      field.offset_field =
          find_count(owner, layout_name(raw.offset_field, what + ": the field of its offset"), what + ": its offset");
    for (std::size_t i = 0; i < field.dimensions.size(); ++i) {
      const char* const count = raw.dimensions[i].count_field;
      const std::string which = what + ": its dimension '" + field.dimensions[i].name + "'";
      if (count != nullptr)
        field.dimensions[i].count_field = find_count(owner, layout_name(count, which + ": its field"), which);
    }
  }

  /// Connects the fields with those that hold their counts and offsets. Checks places: inside the struct, in order,
  /// without overlap.
  static void connect(StructDescription& owner, const agon_field* raw) {
    std::uint64_t end = 0;
    const FieldDescription* before = nullptr;
    for (std::size_t index = 0; index < owner.fields.size(); ++index) {
      FieldDescription& field = owner.fields[index];
      const std::string what = owner.name + "." + field.name;
      find_counts(owner, raw[index], field, what);
      if (before != nullptr && before->capacity == 0 && field.capacity != 0)
        unsound_layout(what + " comes after '" + before->name + "', which is behind the struct: declare it before");
      if (!field.offset_field && field.offset < end)
        unsound_layout(what + " begins at byte " + std::to_string(field.offset) + ", before the end of '" +
                       before->name + "' at byte " + std::to_string(end));
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

  std::size_t fields_ = 0;  // of all structs so far
};

void add_elements(const StructDescription& of, std::vector<const StructDescription*>& all) {
  for (const FieldDescription& field : of.fields) {
    if (!field.type) continue;
    const auto same = [&](const StructDescription* other) { return other->name == field.type->name; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(field.type.get());
    add_elements(*field.type, all);
  }
}

}  // namespace

std::uint64_t FieldDescription::element_size() const {
  return type ? type->size : kind_of(*this).size;
}

std::string FieldDescription::type_name() const {
  return type ? type->name : kind_of(*this).name;
}

std::string FieldDescription::range() const {
  if (kind == AGON_FIELD_TEXT || kind == AGON_FIELD_STRUCT) return "";
  const bool from = !std::isinf(minimum);
  const bool to = !std::isinf(maximum);
  if (from && to) return minimum == maximum ? decimal(minimum) : decimal(minimum) + " to " + decimal(maximum);
  if (from) return decimal(minimum) + " or more";
  return to ? decimal(maximum) + " or less" : "";
}

std::vector<const StructDescription*> LayoutDescription::structs() const {
  std::vector<const StructDescription*> all = {&observation, &action};
  if (reply) all.push_back(&*reply);
  for (const StructDescription* const message : std::vector(all)) add_elements(*message, all);
  return all;
}

LayoutDescription describe(const agon_layout& layout) {
  LayoutReader reader;
  if (layout.observation == nullptr) unsound_layout("it lacks the observation");
  if (layout.action == nullptr) unsound_layout("it lacks the action");
  LayoutDescription made{reader.structure(*layout.observation, "the observation", 0),
                         reader.structure(*layout.action, "the action", 0),
                         {}};
  if (layout.reply != nullptr) made.reply = reader.structure(*layout.reply, "the reply", 0);
  return made;
}

void check_sizes(const LayoutDescription& layout, const agon_game_type& game) {
  const auto check = [](const StructDescription& message, std::uint64_t capacity, const char* name) {
    if (message.size > capacity)
      unsound_layout(message.name + " has " + std::to_string(message.size) + " bytes: the game's " + name + " is " +
                     std::to_string(capacity));
  };
  check(layout.observation, game.observation_capacity, "observation_capacity");
  check(layout.action, game.action_capacity, "action_capacity");
  if (layout.reply) check(*layout.reply, game.reply_capacity, "reply_capacity");
  if (!layout.reply && game.reply_capacity > 0) unsound_layout("it lacks the reply");
}

std::optional<LayoutDescription> layout_of(const agon_game_type& game) {
  const auto* const layout = static_cast<const agon_layout*>(game.extension(AGON_LAYOUT));
  if (layout == nullptr) return std::nullopt;
  LayoutDescription made = describe(*layout);
  check_sizes(made, game);
  return made;
}

}  // namespace host
