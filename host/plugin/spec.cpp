#include "host/plugin/spec.hpp"

#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>

namespace host {

namespace {

[[noreturn]] void refuse(const SettingDescription& setting, const std::string& value, const std::string& hint = "") {
  throw Failure(Exit::usage, setting.name + "=" + value + ": it takes " + setting.range() + hint);
}

std::string checked_integer(const SettingDescription& setting, const std::string& value) {
  const auto number = whole_number<std::int64_t>(value);
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

namespace fs = std::filesystem;

namespace {

using Parts = std::vector<std::string>;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_kept(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || is_letter(c) || (c >= '0' && c <= '9') ||
         std::string_view("_-.+").find(c) != std::string_view::npos;
}

/// Returns the names of the folders, outermost first, and that of the file without its ending.
Parts parts_of(const fs::path& file) {
  Parts parts;
  for (const fs::path& folder : file.parent_path().relative_path()) parts.push_back(name_from(folder.string()));
  parts.push_back(name_of_file(file));
  return parts;
}

/// Returns the last `count` parts, without the common ones at the end.
std::string last(const Parts& parts, std::size_t count, std::size_t common) {
  const auto end = parts.end() - static_cast<std::ptrdiff_t>(common);
  const auto first = end - static_cast<std::ptrdiff_t>(std::min(count, parts.size() - common));
  return join({first, end}, "/");
}

}  // namespace

std::string name_from(std::string_view text) {
  std::string name = printable(text);  // what is invisible, or no UTF-8, has escapes now
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_kept(c); }, '_');
  return name.empty() ? "program" : name;
}

std::string name_of_file(const fs::path& file) {
  const std::string ending = file.extension().string();
  const bool is_ending = ending.size() > 1 && std::all_of(ending.begin() + 1, ending.end(), is_letter);
  return name_from((is_ending ? file.stem() : file.filename()).string());
}

std::vector<std::string> names_by_place(const std::vector<fs::path>& files, const std::string& id) {
  std::vector<Parts> all;
  for (const fs::path& file : files) all.push_back(parts_of(file));
  const std::set<Parts> different(all.begin(), all.end());
  std::vector<std::string> names(files.size(), id);
  if (different.size() < 2) return names;
  const std::size_t shortest = std::min_element(all.begin(), all.end(), [](const Parts& a, const Parts& b) {
                                 return a.size() < b.size();
                               })->size();
  std::size_t common = 0;
  const auto shared = [&](const Parts& each) {
    return each.end()[-1 - static_cast<std::ptrdiff_t>(common)] ==
           all.front().end()[-1 - static_cast<std::ptrdiff_t>(common)];
  };
  while (common + 1 < shortest && std::all_of(all.begin(), all.end(), shared)) ++common;
  std::size_t count = 1;
  const auto distinct = [&] {
    std::set<std::string> seen;
    return std::all_of(different.begin(), different.end(),
                       [&](const Parts& each) { return seen.insert(last(each, count, common)).second; });
  };
  while (!distinct()) ++count;
  for (std::size_t index = 0; index < files.size(); ++index)
    names[index] = last(all[index], count, common) + (common == 0 ? "" : "/" + id);
  return names;
}

namespace {

/// Returns where the options of a command line begin: at the first comma that is not in quotes, wherever these are.
std::size_t end_of_command(const std::string& text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote == 0 && letter == ',') return at;
    if (quote != 0 ? letter == quote : letter == '\'' || letter == '"') quote = quote != 0 ? '\0' : letter;
  }
  return std::string::npos;
}

}  // namespace

EngineProtocol engine_protocol(std::string_view plugin) {
  const std::size_t colon = plugin.find(':');
  if (colon == std::string_view::npos) return EngineProtocol::none;
  const auto* const word = std::ranges::find(engine_words, plugin.substr(0, colon));
  return word == engine_words.end() ? EngineProtocol::none : static_cast<EngineProtocol>(word - engine_words.begin());
}

bool is_command_line(std::string_view plugin) {
  return plugin.starts_with("run:") || engine_protocol(plugin) != EngineProtocol::none;
}

std::string spec_text(const std::string& plugin, const Assignments& options) {
  std::string text = is_command_line(plugin) ? plugin : quoted(plugin);
  for (const auto& [name, value] : options) text.append(",").append(name).append("=").append(quoted(value));
  // A text with a comma and both kinds of quotes can't be written: it would be read as other options.
  const PluginSpec read = PluginSpec::parse(text);
  Assignments wanted = options;
  std::erase_if(wanted, [](const auto& option) { return option.first == "name"; });
  if (read.plugin != plugin || read.options != wanted)
    throw Failure(Exit::usage, printable(plugin) + ": a path or a value with a comma can't have both kinds of quotes");
  return text;
}

PluginSpec PluginSpec::parse(const std::string& text, const std::string& option) {
  const bool is_command = is_command_line(text);
  const std::size_t comma = is_command ? end_of_command(text) : end_of_part(text, option + " " + text);
  const std::string plugin = text.substr(0, comma);
  PluginSpec spec{.plugin = is_command ? plugin : unquoted(plugin), .options = {}, .name = {}, .given = text};
  if (spec.plugin.empty()) {
    throw Failure(Exit::usage, option + " '" + text + "': it takes a name or a path, then options: mybot.so,depth=3");
  }
  if (comma == std::string::npos) return spec;
  for (auto& [name, value] : parse_assignments(text.substr(comma + 1), option + " " + spec.plugin)) {
    if (name == "name") {
      if (value.empty() || !spec.name.empty())
        throw Failure(Exit::usage, option + " " + text + ": it takes one name, as in " + spec.plugin + ",name=deep");
      spec.name = value;
    } else {
      spec.options.emplace_back(name, value);
    }
  }
  return spec;
}

}  // namespace host
