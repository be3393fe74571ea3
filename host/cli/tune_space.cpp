#include "host/cli/tune_space.hpp"

#include "host/plugin/spec.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace host {

namespace {

/// The numbers of an option of kind text, and the character between them.
struct NumberList {
  std::vector<std::string> numbers;
  char separator = ' ';
};

std::optional<NumberList> list_in(const std::string& text) {
  for (const char separator : {' ', ';', ':', '/', '|'}) {
    if (separator != ' ' && text.find(separator) == std::string::npos) continue;
    NumberList list{.numbers = {}, .separator = separator};
    bool good = true;
    for (std::string& part : split(text, separator)) {
      if (part.empty() && separator == ' ') continue;
      good = good && finite_number(part);
      list.numbers.push_back(std::move(part));
    }
    if (good && !list.numbers.empty()) return list;
  }
  return std::nullopt;
}

/// One part of --tune: a name, and the text after the '='.
struct Argument {
  std::string name;
  std::optional<std::string> range{};
};

[[noreturn]] void refuse(const std::string& word, const std::string& why) {
  throw Failure(Exit::usage, "--tune " + word + ": " + why);
}

std::vector<Argument> arguments_in(const std::vector<std::string>& texts) {
  std::vector<Argument> arguments;
  for (const std::string& text : texts) {
    for (const std::string& part : split(text, ',')) {
      const std::size_t equals = part.find('=');
      Argument argument{.name = part.substr(0, equals)};
      if (equals != std::string::npos) argument.range = part.substr(equals + 1);
      if (argument.name.empty() || argument.range == "")
        refuse("'" + part + "'", "it takes names and ranges, as in depth=1:6,alpha=0.1:2");
      arguments.push_back(std::move(argument));
    }
  }
  return arguments;
}

/// Throws Failure(usage) if the option does not take the value.
void check_value(const SettingDescription& setting, const std::string& value) {
  try {
    static_cast<void>(checked_value(setting, value));
  } catch (const Failure& failure) {
    throw Failure(Exit::usage, std::string("--tune ") + failure.what());
  }
}

void set_range(Parameter& parameter, const SettingDescription& setting, const std::optional<std::string>& range) {
  parameter.low = setting.minimum;
  parameter.high = setting.maximum;
  std::vector<std::string> ends;
  if (range) ends = split(*range, ':');
  if (!ends.empty() && ends.back() == "log") {
    parameter.logarithmic = true;
    ends.pop_back();
  }
  if (!ends.empty()) {
    const auto low = finite_number(ends.front());
    const auto high = finite_number(ends.back());
    if (ends.size() != 2 || !low || !high || !(*low < *high))
      refuse(setting.name + "=" + *range, "a range is LOW:HIGH or LOW:HIGH:log, as in 0.1:2");
    parameter.low = *low;
    parameter.high = *high;
    for (const std::string& end : ends)
      if (setting.kind != AGON_TEXT) check_value(setting, end);
  }
  if (!std::isfinite(parameter.low) || !std::isfinite(parameter.high))
    refuse(setting.name, "its declaration has no finite range: write one, as in " + setting.name + "=0:10");
  if (parameter.low == parameter.high) refuse(setting.name, "it has only one value");
  if (parameter.logarithmic && parameter.low <= 0)
    refuse(setting.name, "a logarithmic range is above 0, and this one begins at " + decimal(parameter.low));
  const double start = finite_number(parameter.start).value();
  if (start < parameter.low || start > parameter.high)
    refuse(parameter.name, "its start " + parameter.start + " is outside of the range " + decimal(parameter.low) + ":" +
                               decimal(parameter.high) + "; set another start with --plugin");
}

Parameter choice_of(const SettingDescription& setting, const std::string& start,
                    const std::optional<std::string>& range) {
  const std::vector<std::string> all = setting.kind == AGON_FLAG ? std::vector<std::string>{"no", "yes"}
                                       : range                   ? split(*range, '/')
                                                                 : setting.choices;
  for (const std::string& choice : all) check_value(setting, choice);
  if (std::find(all.begin(), all.end(), start) == all.end())
    refuse(setting.name,
           "its start " + start + " is not one of " + join(all, "/") + "; set another start with --plugin");
  if (std::set(all.begin(), all.end()).size() < 2)
    refuse(setting.name, "it takes two values or more, as in " + join(setting.choices, "/"));
  return {.name = setting.name, .option = setting.name, .start = start, .choices = all};
}

/// Returns a parameter for each number of the list that is the option's start.
std::vector<Parameter> list_of(const SettingDescription& setting, const std::string& start,
                               const std::optional<std::string>& range, TextNumbers numbers) {
  const auto list = list_in(start);
  if (!list)
    refuse(setting.name, "its start '" + start + "' is not a list of numbers: set one with --plugin, as in " +
                             setting.name + "=0;0;0, or name values, as in " + setting.name + "=a/b");
  if (!range) refuse(setting.name, "write the range of its numbers, as in " + setting.name + "=-10:10");
  const auto is_whole = [](const std::string& text) { return text.find_first_of(".eE") == std::string::npos; };
  std::vector<Parameter> all;
  for (const std::string& number : list->numbers) {
    const std::string place = list->numbers.size() > 1 ? "[" + std::to_string(all.size()) + "]" : "";
    Parameter parameter{.name = setting.name + place, .option = setting.name, .start = number};
    parameter.whole = numbers == TextNumbers::as_written && is_whole(*range) && is_whole(start);
    parameter.separator = list->separator;
    set_range(parameter, setting, range);
    all.push_back(std::move(parameter));
  }
  return all;
}

std::vector<Parameter> parameters_of(const SettingDescription& setting, const std::string& start,
                                     const std::optional<std::string>& range, TextNumbers numbers) {
  if (setting.kind == AGON_FLAG && range) refuse(setting.name, "it is yes or no and takes no range");
  if (setting.kind == AGON_FLAG || setting.kind == AGON_CHOICE) return {choice_of(setting, start, range)};
  if (setting.kind == AGON_TEXT) {
    if (range && range->find('/') != std::string::npos) return {choice_of(setting, start, range)};
    return list_of(setting, start, range, numbers);
  }
  Parameter parameter{.name = setting.name, .option = setting.name, .start = start};
  parameter.whole = setting.kind == AGON_INTEGER;
  if (parameter.whole) parameter.step = std::max(setting.step, 1.0);
  set_range(parameter, setting, range);
  return {parameter};
}

/// Returns whether the declaration says what an option can be.
bool is_bounded(const SettingDescription& setting) {
  if (setting.kind == AGON_FLAG || setting.kind == AGON_CHOICE) return true;
  return setting.kind != AGON_TEXT && std::isfinite(setting.minimum) && std::isfinite(setting.maximum);
}

}  // namespace

std::vector<Parameter> read_space(const std::vector<SettingDescription>& declared,
                                  const std::vector<std::string>& start, const std::vector<std::string>& texts,
                                  const std::string& owner, TextNumbers numbers) {
  std::vector<Parameter> space;
  std::set<std::size_t> named;
  const auto add = [&](std::size_t option, const std::optional<std::string>& range) {
    if (!named.insert(option).second) refuse(declared[option].name, "it is named twice");
    for (Parameter& each : parameters_of(declared[option], start[option], range, numbers))
      space.push_back(std::move(each));
  };
  for (const auto& [name, range] : arguments_in(texts)) {
    const bool many = name.ends_with('*');
    const std::string begin = many ? name.substr(0, name.size() - 1) : name;
    const std::size_t before = named.size();
    std::vector<std::string> names;
    for (std::size_t option = 0; option < declared.size(); ++option) {
      names.push_back(declared[option].name);
      if (many ? names.back().starts_with(begin) : names.back() == begin) add(option, range);
    }
    if (named.size() == before)
      refuse(name, owner + " has no option of this name" + did_you_mean(name, names) + "; it has " +
                       (names.empty() ? "none" : join(names)));
  }
  if (!texts.empty()) return space;
  for (std::size_t option = 0; option < declared.size(); ++option)
    if (is_bounded(declared[option])) add(option, std::nullopt);
  if (space.empty())
    throw Failure(Exit::usage, owner + " declares no option with a finite range: name options and ranges with --tune");
  return space;
}

}  // namespace host
