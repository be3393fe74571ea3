#include "host/tune/space.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace host {

double Parameter::nearest(double value) const {
  const double inside = std::clamp(value, low, high);
  if (kind == ParameterKind::number) {
    // Relative to the value itself in a logarithmic range, to the range's width in a linear one.
    const double size = logarithmic ? inside : high - low;
    const double grain = std::pow(10, std::floor(std::log10(size)) - 4);
    return std::clamp(std::round(inside / grain) * grain, low, high);
  }
  return std::min(low + std::round((inside - low) / step) * step, low + std::floor((high - low) / step) * step);
}

std::string Parameter::text(double value) const {
  if (kind == ParameterKind::flag) return value < 0.5 ? "no" : "yes";
  if (kind == ParameterKind::choice) return choices[static_cast<std::size_t>(std::lround(value))];
  if (kind == ParameterKind::integer) return std::to_string(std::llround(value));
  // The float nearest to the value has the digits that nearest() leaves, without those of binary rounding.
  constexpr int digits = 9;
  char buffer[64];
  const auto [end, fault] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  double same = value;
  std::from_chars(buffer, end, same);
  return fault == std::errc{} ? decimal(same) : decimal(value);
}

double Parameter::to_unit(double value) const {
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

double Parameter::from_unit(double unit) const {
  const double inside = std::clamp(unit, 0.0, 1.0);
  if (logarithmic) return low * std::pow(high / low, inside);
  return low + inside * (high - low);
}

Point Space::start() const {
  Point point;
  for (const Parameter& parameter : parameters) point.push_back(parameter.start);
  return point;
}

std::vector<std::string> Space::options_of(const Point& point) const {
  std::vector<std::string> values = options;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    std::string& value = values[parameter.option];
    if (parameter.element == 0)
      value.clear();
    else
      value += separators[parameter.option];
    value += parameter.text(point[i]);
  }
  return values;
}

std::vector<std::size_t> Space::tuned() const {
  std::vector<std::size_t> found;
  for (const Parameter& parameter : parameters) {
    if (found.empty() || found.back() != parameter.option) found.push_back(parameter.option);
  }
  return found;
}

Point Space::with_option(Point point, std::size_t option, const Point& from) const {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].option == option) point[i] = from[i];
  }
  return point;
}

Assignments Space::assignments(const Point& point) const {
  const std::vector<std::string> values = options_of(point);
  Assignments all;
  for (const std::size_t option : tuned()) all.emplace_back(names[option], values[option]);
  return all;
}

namespace {

/// The numbers of an option of kind text, and the character between them.
struct NumberList {
  std::vector<double> numbers;
  char separator = ' ';
};

std::optional<NumberList> list_in(const std::string& text) {
  for (const char separator : {' ', ';', ':', '/', '|'}) {
    if (separator != ' ' && text.find(separator) == std::string::npos) continue;
    NumberList list{.numbers = {}, .separator = separator};
    bool good = true;
    for (const std::string& part : split(text, separator)) {
      if (part.empty() && separator == ' ') continue;
      const auto number = finite_number(part);
      good = good && number;
      list.numbers.push_back(number.value_or(0));
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

class Reader {
 public:
  Reader(const std::vector<SettingDescription>& declared, const std::vector<std::string>& start, std::string owner,
         TextNumbers numbers)
      : declared_(declared), owner_(std::move(owner)), numbers_(numbers) {
    space_.options = start;
    space_.separators.assign(declared.size(), 0);
    for (const SettingDescription& setting : declared) space_.names.push_back(setting.name);
  }

  void add_all() {
    for (std::size_t option = 0; option < declared_.size(); ++option) {
      const SettingDescription& setting = declared_[option];
      const bool bounded = std::isfinite(setting.minimum) && std::isfinite(setting.maximum);
      if (setting.kind == AGON_TEXT || ((setting.kind == AGON_INTEGER || setting.kind == AGON_NUMBER) && !bounded))
        continue;
      add(option, std::nullopt);
    }
    if (space_.parameters.empty())
      throw Failure(Exit::usage,
                    owner_ + " declares no option with a finite range: name options and ranges with --tune");
  }

  void add(const Argument& argument) {
    const bool many = argument.name.ends_with('*');
    const std::string begin = many ? argument.name.substr(0, argument.name.size() - 1) : argument.name;
    bool found = false;
    for (std::size_t option = 0; option < declared_.size(); ++option) {
      if (many ? !declared_[option].name.starts_with(begin) : declared_[option].name != begin) continue;
      found = true;
      add(option, argument.range);
    }
    if (!found) {
      refuse(argument.name, owner_ + " has no option of this name" + did_you_mean(argument.name, space_.names) +
                                "; it has " + (space_.names.empty() ? "none" : join(space_.names)));
    }
  }

  Space finish() { return std::move(space_); }

 private:
  void add(std::size_t option, const std::optional<std::string>& range) {
    const SettingDescription& setting = declared_[option];
    const std::vector<std::size_t> before = space_.tuned();
    if (std::find(before.begin(), before.end(), option) != before.end()) refuse(setting.name, "it is named twice");
    Parameter parameter{.name = setting.name, .option = option};
    const std::string& start = space_.options[option];
    switch (setting.kind) {
      case AGON_INTEGER:
      case AGON_NUMBER:
        parameter.kind = setting.kind == AGON_INTEGER ? ParameterKind::integer : ParameterKind::number;
        if (setting.kind == AGON_INTEGER) parameter.step = std::max(setting.step, 1.0);
        set_range(parameter, setting, range);
        parameter.start = finite_number(start).value();
        break;
      case AGON_FLAG:
        if (range) refuse(setting.name, "it is yes or no and takes no range");
        parameter.kind = ParameterKind::flag;
        parameter.start = start == "yes" ? 1 : 0;
        break;
      case AGON_CHOICE:
        set_choices(parameter, setting, range);
        break;
      default:
        if (!range || range->find('/') == std::string::npos) return add_list(parameter, setting, range);
        set_choices(parameter, setting, range);
    }
    add(parameter);
  }

  void add(Parameter parameter) {
    if (parameter.start < parameter.low || parameter.start > parameter.high) {
      refuse(parameter.name, "its start " + parameter.text(parameter.start) + " is outside of the range " +
                                 decimal(parameter.low) + ":" + decimal(parameter.high) +
                                 "; set another start with --plugin");
    }
    space_.parameters.push_back(std::move(parameter));
  }

  void set_range(Parameter& parameter, const SettingDescription& setting,
                 const std::optional<std::string>& range) const {
    parameter.low = setting.minimum;
    parameter.high = setting.maximum;
    std::vector<std::string> parts;
    if (range) parts = split(*range, ':');
    if (!parts.empty() && parts.back() == "log") {
      parameter.logarithmic = true;
      parts.pop_back();
    }
    if (!parts.empty()) {
      const auto low = finite_number(parts.front());
      const auto high = finite_number(parts.back());
      if (parts.size() != 2 || !low || !high || !(*low < *high))
        refuse(setting.name + "=" + *range, "a range is LOW:HIGH or LOW:HIGH:log, as in 0.1:2");
      parameter.low = *low;
      parameter.high = *high;
      for (const std::string& end : {parts.front(), parts.back()}) {
        if (setting.kind != AGON_TEXT) check_value(setting, end);
      }
    }
    if (!std::isfinite(parameter.low) || !std::isfinite(parameter.high))
      refuse(setting.name, "its declaration has no finite range: write one, as in " + setting.name + "=0:10");
    if (parameter.low == parameter.high) refuse(setting.name, "it has only one value");
    if (parameter.logarithmic && parameter.low <= 0)
      refuse(setting.name, "a logarithmic range is above 0, and this one begins at " + decimal(parameter.low));
  }

  void set_choices(Parameter& parameter, const SettingDescription& setting,
                   const std::optional<std::string>& range) const {
    parameter.kind = ParameterKind::choice;
    parameter.choices = range ? split(*range, '/') : setting.choices;
    for (const std::string& choice : parameter.choices) check_value(setting, choice);
    const std::string& start = space_.options[parameter.option];
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), start);
    if (found == parameter.choices.end())
      refuse(setting.name, "its start " + start + " is not one of " + join(parameter.choices, "/") +
                               "; set another start with --plugin");
    if (parameter.choices.size() < 2)
      refuse(setting.name, "it takes two values or more, as in " + join(setting.choices, "/"));
    parameter.high = static_cast<double>(parameter.choices.size()) - 1;
    parameter.start = static_cast<double>(found - parameter.choices.begin());
  }

  void add_list(const Parameter& option, const SettingDescription& setting, const std::optional<std::string>& range) {
    const auto list = list_in(space_.options[option.option]);
    if (!list)
      refuse(setting.name, "its start '" + space_.options[option.option] +
                               "' is not a list of numbers: set one with --plugin, as in " + setting.name +
                               "=0;0;0, or name values, as in " + setting.name + "=a/b");
    if (!range) refuse(setting.name, "write the range of its numbers, as in " + setting.name + "=-10:10");
    space_.separators[option.option] = list->separator;
    const auto is_whole = [](const std::string& text) { return text.find_first_of(".eE") == std::string::npos; };
    const bool whole =
        numbers_ == TextNumbers::as_written && is_whole(*range) && is_whole(space_.options[option.option]);
    for (std::size_t element = 0; element < list->numbers.size(); ++element) {
      Parameter parameter = option;
      if (list->numbers.size() > 1) parameter.name += "[" + std::to_string(element) + "]";
      parameter.element = element;
      if (whole) parameter.kind = ParameterKind::integer;
      set_range(parameter, setting, range);
      parameter.start = list->numbers[element];
      add(parameter);
    }
  }

  const std::vector<SettingDescription>& declared_;
  std::string owner_;
  TextNumbers numbers_;
  Space space_;
};

}  // namespace

Space read_space(const std::vector<SettingDescription>& declared, const std::vector<std::string>& start,
                 const std::vector<std::string>& texts, const std::string& owner, TextNumbers numbers) {
  Reader reader(declared, start, owner, numbers);
  for (const Argument& argument : arguments_in(texts)) reader.add(argument);
  if (texts.empty()) reader.add_all();
  return reader.finish();
}

}  // namespace host
