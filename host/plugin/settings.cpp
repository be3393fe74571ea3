#include "host/plugin/settings.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace host {

namespace {

[[noreturn]] void refuse(const SettingDescription& setting, const std::string& value) {
  throw Failure(Exit::usage, setting.name + "=" + value + ": it takes " + setting.range());
}

std::optional<std::int64_t> integer_in(const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string checked_integer(const SettingDescription& setting, const std::string& value) {
  const auto number = integer_in(value);
  if (!number) refuse(setting, value);
  constexpr std::int64_t largest = std::int64_t{1} << 53;  // up to here, a double, which stores the range, is exact
  if (*number < -largest || *number > largest) refuse(setting, value);
  const auto exact = static_cast<double>(*number);
  if (exact < setting.minimum || exact > setting.maximum) refuse(setting, value);
  if (setting.step > 1 && std::fmod(exact - setting.minimum, setting.step) != 0) refuse(setting, value);
  return std::to_string(*number);
}

std::string checked_number(const SettingDescription& setting, const std::string& value) {
  const auto number = finite_number(value);
  if (!number || *number < setting.minimum || *number > setting.maximum) refuse(setting, value);
  return decimal(*number);
}

std::string checked_flag(const SettingDescription& setting, const std::string& value) {
  if (value == "yes" || value == "true" || value == "1" || value == "on") return "yes";
  if (value == "no" || value == "false" || value == "0" || value == "off") return "no";
  refuse(setting, value);
}

std::string checked_choice(const SettingDescription& setting, const std::string& value) {
  if (std::find(setting.choices.begin(), setting.choices.end(), value) != setting.choices.end()) return value;
  throw Failure(Exit::usage,
                setting.name + "=" + value + ": it takes " + setting.range() + did_you_mean(value, setting.choices));
}

std::string checked_text(const SettingDescription& setting, const std::string& value) {
  if (value.find_first_of(std::string(",\n\r\0", 4)) != std::string::npos) refuse(setting, value);
  return value;
}

}  // namespace

Assignments parse_assignments(const std::string& text, const std::string& where) {
  Assignments assignments;
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Failure(Exit::usage, where + ": '" + part + "' is not of the form name=value");
    }
    assignments.emplace_back(part.substr(0, equals), part.substr(equals + 1));
  }
  return assignments;
}

std::string checked_value(const SettingDescription& setting, const std::string& value) {
  switch (setting.kind) {
    case AGON_INTEGER:
      return checked_integer(setting, value);
    case AGON_NUMBER:
      return checked_number(setting, value);
    case AGON_FLAG:
      return checked_flag(setting, value);
    case AGON_CHOICE:
      return checked_choice(setting, value);
    default:
      return checked_text(setting, value);
  }
}

std::vector<std::optional<std::string>> resolve(const std::vector<SettingDescription>& declared,
                                                const Assignments& given, const std::string& owner,
                                                const std::string& word) {
  std::vector<std::optional<std::string>> values;
  std::vector<std::string> names;
  for (const SettingDescription& setting : declared) {
    values.push_back(setting.fallback);
    names.push_back(setting.name);
  }
  std::vector<bool> given_before(names.size());
  for (const auto& [name, value] : given) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const std::string known = names.empty() ? "it has none" : "it has " + join(names);
      throw Failure(Exit::usage,
                    owner + " has no " + word + " '" + name + "'" + did_you_mean(name, names) + "; " + known);
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (given_before[index]) throw Failure(Exit::usage, owner + ": the " + word + " " + name + " is given twice");
    given_before[index] = true;
    try {
      values[index] = checked_value(declared[index], value);
    } catch (const Failure& failure) {
      throw Failure(failure.code(), owner + ": the " + word + " " + failure.what());
    }
  }
  return values;
}

}  // namespace host
