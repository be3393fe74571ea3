#include "host/view/layout_report.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the name with what each dimension counts: "cells[rows][columns]".
std::string with_counts(const StructDescription& owner, const FieldDescription& field) {
  std::string text = field.name;
  for (const DimensionDescription& dimension : field.dimensions) {
    text += "[" +
            (dimension.count_field ? owner.fields[*dimension.count_field].name : std::to_string(dimension.count)) + "]";
  }
  return text;
}

/// Returns the type with the capacity for elements: "int32", "int8[256]", "uint8[]".
std::string with_room(const FieldDescription& field) {
  if (field.dimensions.empty()) return field.type_name();
  return field.type_name() + "[" + (field.capacity == 0 ? "" : std::to_string(field.capacity)) + "]";
}

std::string place_of(const StructDescription& owner, const FieldDescription& field) {
  return field.offset_field ? "at " + owner.fields[*field.offset_field].name : std::to_string(field.offset);
}

Json bound(double number) {
  if (std::isinf(number)) return nullptr;
  constexpr double exact = 0x1p53;
  if (number == std::floor(number) && std::abs(number) <= exact) return static_cast<std::int64_t>(number);
  return number;
}

Json field_json(const StructDescription& owner, const FieldDescription& field) {
  Json made = {{"name", field.name}, {"type", field.type_name()}};
  if (field.offset_field) {
    made["offset_field"] = owner.fields[*field.offset_field].name;
  } else {
    made["offset"] = field.offset;
  }
  made["capacity"] = field.capacity;
  made["dimensions"] = Json::array();
  for (const DimensionDescription& dimension : field.dimensions) {
    Json each = {{"name", dimension.name}};
    if (dimension.count_field) {
      each["count_field"] = owner.fields[*dimension.count_field].name;
    } else {
      each["count"] = dimension.count;
    }
    if (dimension.stride != 0) each["stride"] = dimension.stride;
    made["dimensions"].push_back(std::move(each));
  }
  made["minimum"] = bound(field.minimum);
  made["maximum"] = bound(field.maximum);
  made["summary"] = field.summary;
  return made;
}

}  // namespace

Report layout_report(const GameDescription& game, const LayoutDescription& layout) {
  Report report;
  Json structs = Json::array();
  for (const StructDescription* const shown : layout.structs()) {
    Section section{.title = shown->name + ", " + std::to_string(shown->size) + " bytes: " + shown->summary,
                    .columns = {"byte", "type", "field", "range", "meaning"},
                    .indented = true};
    Json fields = Json::array();
    for (const FieldDescription& field : shown->fields) {
      fields.push_back(field_json(*shown, field));
      section.rows.push_back({{"byte", place_of(*shown, field)},
                              {"type", with_room(field)},
                              {"field", with_counts(*shown, field)},
                              {"range", field.range()},
                              {"meaning", field.summary}});
    }
    structs.push_back(
        {{"name", shown->name}, {"summary", shown->summary}, {"size", shown->size}, {"fields", std::move(fields)}});
    report.sections.push_back(std::move(section));
  }
  report.json = {{"game", game.id},
                 {"version", game.version},
                 {"protocol", game.protocol},
                 {"observation", layout.observation.name},
                 {"action", layout.action.name},
                 {"reply", layout.reply ? Json(layout.reply->name) : Json(nullptr)},
                 {"structs", std::move(structs)}};
  return report;
}

}  // namespace host
