#include "host/report/game_report.hpp"

#include "host/match/contest.hpp"
#include "host/report/numbers.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns "integer" for AGON_INTEGER, and so on.
const char* kind_name(std::int32_t kind) {
  constexpr std::array names = {"integer", "number", "flag", "choice"};
  return kind >= AGON_INTEGER && kind <= AGON_CHOICE ? names[static_cast<std::size_t>(kind - AGON_INTEGER)] : "text";
}

Json settings_json(const std::vector<SettingDescription>& settings) {
  Json all = Json::array();
  for (const SettingDescription& each : settings) {
    Json json = {
        {"name", each.name}, {"summary", each.summary}, {"kind", kind_name(each.kind)}, {"range", each.range()}};
    json["default"] = each.fallback ? Json(*each.fallback) : Json(nullptr);
    if (each.kind == AGON_CHOICE) json["choices"] = each.choices;
    all.push_back(std::move(json));
  }
  return all;
}

/// Returns a seat's limits for a match: always those of CPU time and memory, the others only if they are set.
std::string limits_text(const agon_limits& limits) {
  const auto text = [](std::int64_t ns) { return decimal(seconds(ns)) + " s"; };
  std::vector<std::string> all = {limits.cpu_ns == 0 ? "no limit of CPU time" : text(limits.cpu_ns) + " CPU time"};
  if (limits.increment_ns > 0) all.back() += " and " + text(limits.increment_ns) + " more for each turn";
  if (limits.turn_cpu_ns > 0) all.push_back(text(limits.turn_cpu_ns) + " CPU time a turn");
  if (limits.wall_ns > 0) all.push_back(text(limits.wall_ns) + " wall-clock time");
  all.push_back(limits.memory_bytes == 0 ? "no limit of memory" : in_mebibytes(limits.memory_bytes));
  if (limits.threads > 1) all.push_back(counted(limits.threads, "thread"));
  return join(all) + " a seat and match";
}

Json limits_json(const agon_limits& limits) {
  return {{"cpu_s", seconds(limits.cpu_ns)},           {"increment_s", seconds(limits.increment_ns)},
          {"turn_cpu_s", seconds(limits.turn_cpu_ns)}, {"wall_s", seconds(limits.wall_ns)},
          {"memory_bytes", limits.memory_bytes},       {"threads", limits.threads}};
}

std::string seats(const GameDescription& game) {
  const std::string count = game.min_seats == game.max_seats
                                ? std::to_string(game.max_seats)
                                : std::to_string(game.min_seats) + " to " + std::to_string(game.max_seats);
  return count + " (" + join(game.seat_names) + ")";
}

/// Returns a parameter's value if it is not assigned. A text may have none.
std::string default_of(const Json& parameter) {
  if (parameter["default"].is_string()) return parameter["default"].get<std::string>();
  return parameter["kind"] == "text" ? "from the seed, or none" : "from the seed";
}

std::string strategy_lines(const StrategyDescription& strategy) {
  const std::string any = plays_any_game(strategy) ? " (plays any game)" : "";
  std::string text = "  " + printable(strategy.id + " " + strategy.version + ": " + strategy.summary + any) + "\n";
  for (const SettingDescription& option : strategy.options)
    text += "    " +
            printable(option.name + "=" + *option.fallback + "  " + option.summary + " (" + option.range() + ")") +
            "\n";
  return text;
}

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
  made["minimum"] = number_json(field.minimum);
  made["maximum"] = number_json(field.maximum);
  made["summary"] = field.summary;
  return made;
}

}  // namespace

Json strategy_json(const StrategyDescription& strategy) {
  return {{"id", strategy.id},
          {"version", strategy.version},
          {"summary", strategy.summary},
          {"any", plays_any_game(strategy)},
          {"options", settings_json(strategy.options)}};
}

Json game_json(const GameDescription& game) {
  return {{"id", game.id},
          {"title", game.title.empty() ? game.id : game.title},
          {"summary", game.summary},
          {"rules", game.rules},
          {"version", game.version},
          {"protocol", game.protocol},
          {"min_seats", game.min_seats},
          {"max_seats", game.max_seats},
          {"seat_names", game.seat_names},
          {"contest", contest_name(game.contest)},
          {"limits", limits_json(game.limits)},
          {"opponent", game.opponent ? Json(*game.opponent) : Json(nullptr)},
          {"parameters", settings_json(game.parameters)}};
}

Report game_report(const GameDescription& game, const std::filesystem::path& file,
                   const std::vector<StrategyDescription>& strategies) {
  Report report = {game_json(game)};
  report.json["file"] = file.string();
  std::string rules;
  for (const std::string& line : split(game.rules, '\n')) rules += (line.empty() ? "" : "  " + printable(line)) + "\n";
  const std::string head = game.title + " (" + game.id + " " + game.version + "): " + game.summary;
  const Json properties = {{{"name", "seats"}, {"value", seats(game)}},
                           {{"name", "contest score"}, {"value", contest_name(game.contest)}},
                           {{"name", "limits"}, {"value", limits_text(game.limits)}},
                           {{"name", "protocol"}, {"value", game.protocol}},
                           {{"name", "default opponent"}, {"value", game.opponent.value_or("none")}},
                           {{"name", "file"}, {"value", file.string()}}};
  Section parameters{.title = "Parameters (--set)", .indented = true, .rows = report.json["parameters"]};
  if (game.parameters.empty()) {
    parameters.notes = "  none\n";
  } else {
    parameters.columns = {"name", "values=range", {"default=", default_of}, "meaning=summary"};
  }
  Section players{.title = "Strategies (--plugin)", .notes = strategies.empty() ? "  none was found\n" : ""};
  report.json["strategies"] = Json::array();
  for (const StrategyDescription& strategy : strategies) {
    report.json["strategies"].push_back(strategy_json(strategy));
    players.notes += strategy_lines(strategy);
  }
  report.sections = {{.title = printable(head), .notes = "\n" + rules},
                     {.columns = {"name", "value"}, .headings = false, .rows = properties},
                     std::move(parameters),
                     std::move(players)};
  return report;
}

Report folders_report(const PluginFolders& folders, const std::vector<PluginEntry>& entries, const char* skipped) {
  Json all = Json::array();
  Json refused = Json::array();
  std::string lines;
  for (const PluginFolder& folder : folders.all()) {
    all.push_back({{"path", folder.path.string()}, {"games", folder.games}});
    lines += "  " + printable(folder.path.string()) + (folder.games ? "\n" : " (strategies alone)\n");
  }
  for (const SkippedPlugin& each : folders.skipped(entries)) {
    refused.push_back({{"file", each.path.string()}, {"reason", each.reason}});
    lines += skipped + (": " + printable(each.reason)) + "\n";
  }
  return {.json = {{"folders", std::move(all)}, {"refused", std::move(refused)}}, .sections = {{.notes = lines}}};
}

Report engine_report(const std::string& name, const std::string& author,
                     const std::vector<SettingDescription>& options) {
  Report report = {{{"name", name}, {"author", author}, {"options", settings_json(options)}}};
  const auto set_to = [](const Json& option) {
    return option["default"].is_string() ? option["default"].get<std::string>() : "not set";
  };
  report.sections = {{.title = printable(name + (author.empty() ? "" : " by " + author))},
                     {.title = "Options (NAME=VALUE behind the engine)",
                      .columns = {"name", "values=range", {"default=", set_to}, "meaning=summary"},
                      .indented = true,
                      .rows = report.json["options"]}};
  return report;
}

Report layout_report(const GameDescription& game, const LayoutDescription& layout) {
  Report report{.sections = {{.title = printable("Protocol " + game.protocol)}}};
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
