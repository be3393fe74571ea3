#include "host/plugin/settings.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace host {

namespace {

[[noreturn]] void refuse(const SettingDescription& setting, const std::string& value, const std::string& hint = "") {
  throw Failure(Exit::usage, setting.name + "=" + value + ": it takes " + setting.range() + hint);
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

}  // namespace

std::size_t end_of_part(std::string_view text, const std::string& where) {
  char before = '=';  // a quote may follow
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ',') return at;
    if (before == '=' && (text[at] == '\'' || text[at] == '"')) {
      const char quote = text[at];
      at = text.find(quote, at + 1);
      if (at == std::string_view::npos || (at + 1 < text.size() && text[at + 1] != ','))
        throw Failure(Exit::usage, where + ": a quote (" + quote + ") is not closed before a comma or the end");
    }
    before = text[at];
  }
  return std::string_view::npos;
}

std::string unquoted(std::string_view text) {
  const bool has_quotes =
      text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return std::string(has_quotes ? text.substr(1, text.size() - 2) : text);
}

std::string quoted(const std::string& text) {
  const bool plain = text.find(',') == std::string::npos && !text.starts_with('\'') && !text.starts_with('"');
  if (plain) return text;
  const char quote = text.find('"') == std::string::npos ? '"' : '\'';
  return quote + text + quote;
}

Assignments parse_assignments(const std::string& text, const std::string& where) {
  Assignments assignments;
  for (std::string_view rest = text;;) {
    const std::size_t end = end_of_part(rest, where);
    const std::string_view part = rest.substr(0, end);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Failure(Exit::usage, where + ": '" + std::string(part) +
                                     "' is not of the form name=value; a path or a value with a comma takes quotes, as "
                                     "in '\"a,b/bot.py\"'");
    }
    assignments.emplace_back(part.substr(0, equals), unquoted(part.substr(equals + 1)));
    if (end == std::string_view::npos) return assignments;
    rest.remove_prefix(end + 1);
  }
}

std::string checked_value(const SettingDescription& setting, const std::string& value) {
  const auto is_one_of = [&](const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), value) != words.end();
  };
  switch (setting.kind) {
    case AGON_INTEGER:
      return checked_integer(setting, value);
    case AGON_NUMBER:
      return checked_number(setting, value);
    case AGON_FLAG:
      if (is_one_of({"yes", "true", "1", "on"})) return "yes";
      if (is_one_of({"no", "false", "0", "off"})) return "no";
      refuse(setting, value);
    case AGON_CHOICE:
      if (!is_one_of(setting.choices)) refuse(setting, value, did_you_mean(value, setting.choices));
      return value;
    default:
      if (value.find_first_of(std::string(",\n\r\0", 4)) != std::string::npos) refuse(setting, value);
      return value;
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
