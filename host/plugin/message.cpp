#include "host/plugin/message.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace host {

namespace {

using Message = std::span<const std::byte>;

template <class Number>
Number read(Message message, std::uint64_t offset) {
  Number number{};
  std::memcpy(&number, message.data() + offset, sizeof number);
  return number;
}

/// Calls `use` with the number at `offset`, which is inside the message, in its own type: the one of that number among
/// `First` and the others.
template <class First, class... Others, class Use>
auto with_number_of(std::int32_t number, Message message, std::uint64_t offset, Use&& use) {
  if constexpr (sizeof...(Others) > 0) {
    if (number != 0) return with_number_of<Others...>(number - 1, message, offset, use);
  }
  return use(read<First>(message, offset));
}

/// Does the same for a kind of field, AGON_FIELD_INT8 to AGON_FIELD_DOUBLE.
template <class Use>
auto with_number(std::int32_t kind, Message message, std::uint64_t offset, Use&& use) {
  return with_number_of<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                        std::uint32_t, std::uint64_t, float, double>(kind - AGON_FIELD_INT8, message, offset, use);
}

[[noreturn]] void refuse(const StructDescription& owner, const FieldDescription& field, const std::string& why) {
  throw Failure(Exit::game, owner.name + "." + field.name + " " + why);
}

/// Returns the value of a field that holds a count or an offset.
std::uint64_t count_in(const StructDescription& owner, std::size_t index, Message message, std::uint64_t start) {
  const FieldDescription& field = owner.fields[index];
  const std::uint64_t offset = start + field.offset;
  if (offset + field.element_size() > message.size()) refuse(owner, field, "is beyond the end of the message");
  return with_number(field.kind, message, offset, [&](auto number) -> std::uint64_t {
    if constexpr (std::is_signed_v<decltype(number)>) {
      if (number < 0) refuse(owner, field, "counts, and is negative");
    }
    return static_cast<std::uint64_t>(number);
  });
}

/// Where the elements of a field are in one message.
struct Placed {
  std::uint64_t offset = 0;            // bytes, of the first element, from the start of the message
  std::vector<std::uint64_t> counts;   // elements in use, one per dimension; none: a single value
  std::vector<std::uint64_t> strides;  // bytes, likewise
};

/// Returns the number of bytes from the first element to the end of the last one; too many to exist become infinity.
double extent(const Placed& placed, std::uint64_t element) {
  double bytes = static_cast<double>(element);
  for (std::size_t i = 0; i < placed.counts.size(); ++i) {
    if (placed.counts[i] == 0) return 0;
    bytes += static_cast<double>(placed.counts[i] - 1) * static_cast<double>(placed.strides[i]);
  }
  return bytes;
}

/// Returns the place of the field number `index` of a struct that starts at `start` in the message. Throws
/// Failure(game) with a sentence if the message is too short for it, or if its counts exceed its room.
Placed place(const StructDescription& owner, std::size_t index, Message message, std::uint64_t start) {
  const FieldDescription& field = owner.fields[index];
  Placed placed;
  placed.offset = field.offset_field ? count_in(owner, *field.offset_field, message, start) : start + field.offset;
  std::uint64_t gapless = field.element_size();
  double elements = 1;
  for (const DimensionDescription& dimension : field.dimensions) {
    placed.counts.push_back(dimension.count_field ? count_in(owner, *dimension.count_field, message, start)
                                                  : dimension.count);
    elements *= static_cast<double>(placed.counts.back());
  }
  if (field.capacity != 0 && elements > static_cast<double>(field.capacity))
    refuse(owner, field,
           "has room for " + std::to_string(field.capacity) + " elements, and " + decimal(elements) + " are counted");
  if (elements > static_cast<double>(message.size()))
    refuse(owner, field, "has more elements than the message has bytes");
  placed.strides.resize(placed.counts.size());
  for (std::size_t i = placed.counts.size(); i-- > 0;) {
    placed.strides[i] = field.dimensions[i].stride != 0 ? field.dimensions[i].stride : gapless;
    gapless *= placed.counts[i];
  }
  if (static_cast<double>(placed.offset) + extent(placed, field.element_size()) > static_cast<double>(message.size()))
    refuse(owner, field, "goes beyond the end of the message");
  return placed;
}

/// Looks at every value of a message.
class MessageReader {
 public:
  explicit MessageReader(Message message) : message_(message) {}

  /// Returns what is wrong in a struct that starts at `start`, or "".
  std::string look_at(const StructDescription& of, std::uint64_t start, const std::string& name) {
    std::vector<std::pair<double, double>> used;  // bytes of the arrays behind the struct
    for (std::size_t index = 0; index < of.fields.size(); ++index) {
      const FieldDescription& field = of.fields[index];
      const Placed placed = place(of, index, message_, start);
      const std::string which = name + "." + field.name;
      if (field.capacity == 0) {
        const double begin = static_cast<double>(placed.offset);
        const double end = begin + extent(placed, field.element_size());
        if (end > begin && begin < static_cast<double>(start + of.size)) return which + " begins inside its struct";
        for (const auto& [other_begin, other_end] : used) {
          if (begin < other_end && other_begin < end) return which + " overlaps another array";
        }
        used.emplace_back(begin, end);
      }
      if (field.kind == AGON_FIELD_TEXT) continue;
      if (std::string fault = elements(field, placed, 0, placed.offset, which); !fault.empty()) return fault;
    }
    return {};
  }

 private:
  std::string elements(const FieldDescription& field, const Placed& placed, std::size_t dimension, std::uint64_t at,
                       const std::string& name) {
    if (dimension == placed.counts.size()) return value(field, at, name);
    if (dimension + 1 == placed.counts.size() && all_in_range(field, placed, at)) return {};
    for (std::uint64_t index = 0; index < placed.counts[dimension]; ++index) {
      std::string fault = elements(field, placed, dimension + 1, at + index * placed.strides[dimension],
                                   name + "[" + std::to_string(index) + "]");
      if (!fault.empty()) return fault;
    }
    return {};
  }

  /// A fast answer for a row of numbers; false: look at each.
  [[nodiscard]] bool all_in_range(const FieldDescription& field, const Placed& placed, std::uint64_t at) const {
    if (field.type) return false;
    for (std::uint64_t index = 0; index < placed.counts.back(); ++index) {
      if (!in_range(field, at + index * placed.strides.back())) return false;
    }
    return true;
  }

  [[nodiscard]] bool in_range(const FieldDescription& field, std::uint64_t at) const {
    return with_number(field.kind, message_, at, [&](auto number) {
      const auto compared = static_cast<double>(number);
      return compared >= field.minimum && compared <= field.maximum;
    });
  }

  std::string value(const FieldDescription& field, std::uint64_t at, const std::string& name) {
    if (field.type) return look_at(*field.type, at, name);
    if (in_range(field, at)) return {};
    const std::string number = with_number(field.kind, message_, at, [](auto found) {
      if constexpr (std::is_integral_v<decltype(found)>) return std::to_string(found);
      return decimal(static_cast<double>(found));
    });
    return name + " is " + number + ": declared is " + (field.range().empty() ? "a number" : field.range());
  }

  Message message_;
};

}  // namespace

std::string contradiction(const StructDescription& layout, Message message) {
  if (message.size() < layout.size)
    return layout.name + " has " + std::to_string(message.size()) + " bytes: declared are " +
           std::to_string(layout.size);
  try {
    return MessageReader(message).look_at(layout, 0, layout.name);
  } catch (const Failure& failure) {
    return failure.what();
  }
}

}  // namespace host
