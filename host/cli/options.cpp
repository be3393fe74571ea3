#include "host/cli/options.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace host {

namespace po = boost::program_options;

namespace {

std::string range_of(const Takes& takes) {
  if (takes.or_none) return LimitRange{takes.least, takes.most, ""}.text();
  if (std::isfinite(takes.most)) return ", from " + decimal(takes.least) + " to " + decimal(takes.most);
  return std::isfinite(takes.least) ? ", from " + decimal(takes.least) + " on" : "";
}

/// Throws Failure(usage) if the option does not take the value.
void check(const Option& option, const std::string& value) {
  const Takes& takes = option.takes;
  const std::string wrong = "--" + option.long_name() + " " + value + ": it takes ";
  if (takes.offer == Offer::files && value.empty())
    throw Failure(Exit::usage, "--" + option.long_name() + " takes the name of a " +
                                   (std::string_view(option.value) == "FOLDER" ? "folder" : "file") +
                                   ", and this one is empty");
  if (takes.kind == Takes::Kind::choice) {
    const std::vector<std::string> words = split(takes.words, '|');
    if (std::find(words.begin(), words.end(), value) == words.end())
      throw Failure(Exit::usage, wrong + join(words, " | ") + did_you_mean(value, words));
  } else if (takes.kind == Takes::Kind::whole || takes.kind == Takes::Kind::number) {
    std::optional<double> number = finite_number(value);
    if (takes.kind == Takes::Kind::whole && !whole_number<std::int64_t>(value)) number.reset();
    const bool inside =
        number && ((*number >= takes.least && *number <= takes.most) || (takes.or_none && *number == 0));
    if (!inside) throw Failure(Exit::usage, wrong + takes.what + range_of(takes));
  }
}

po::options_description group_of(const Options& options, const std::string& heading) {
  po::options_description group(heading.empty() ? "Options" : heading);
  for (const Option& option : options) {
    if (option.group != heading) continue;
    auto add = group.add_options();
    if (option.takes.kind == Takes::Kind::nothing) {
      add(option.name, option.help);
    } else if (option.takes.kind == Takes::Kind::texts) {
      add(option.name, po::value<Arguments>()->value_name(option.value), option.help);
    } else {
      auto* const value = po::value<std::string>()->value_name(option.value);
      add(option.name, *option.fallback == '\0' ? value : value->default_value(option.fallback), option.help);
    }
  }
  return group;
}

}  // namespace

Options together(std::initializer_list<Options> parts) {
  Options all;
  for (const Options& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Options grouped(const char* heading, Options options) {
  for (Option& option : options) option.group = heading;
  return options;
}

std::vector<std::string> groups_of(const Options& options) {
  std::vector<std::string> headings = {""};
  for (const Option& option : options) {
    if (std::find(headings.begin(), headings.end(), option.group) == headings.end())
      headings.emplace_back(option.group);
  }
  return headings;
}

po::options_description described(const Options& options) {
  po::options_description all;
  for (const std::string& heading : groups_of(options)) {
    const po::options_description group = group_of(options, heading);
    if (!group.options().empty()) all.add(group);
  }
  return all;
}

Values::Values(const Options& options, const Arguments& line) {
  using Style = po::command_line_style::style_t;
  constexpr int style = Style::unix_style & ~Style::allow_guessing;
  po::options_description all = described(options);
  all.add_options()("argument", po::value<Arguments>());
  po::positional_options_description positional;
  positional.add("argument", -1);
  const auto parsed = po::command_line_parser(line).options(all).positional(positional).style(style).run();
  po::variables_map checked;  // that nothing is given twice
  po::store(parsed, checked);
  for (const auto& option : parsed.options) {
    if (option.string_key == "argument") arguments_.push_back(option.value.front());
    if (option.string_key == "argument") continue;
    given_.emplace_back(option.string_key, option.value.empty() ? std::nullopt : std::optional(option.value.front()));
  }
  for (const Option& option : options) {
    const std::string name = option.long_name();
    for (const auto& [key, value] : given_)
      if (key == name && value) check(option, *value);
    if (*option.fallback != '\0') fallbacks_.emplace_back(name, option.fallback);
  }
}

bool Values::given(std::string_view name) const {
  return std::any_of(given_.begin(), given_.end(), [&](const auto& option) { return option.first == name; });
}

std::string Values::text(std::string_view name) const {
  for (const auto* const options : {&given_, &fallbacks_})
    for (const auto& [key, value] : *options)
      if (key == name) return value.value_or("");
  return "";
}

std::vector<std::string> Values::texts(std::string_view name) const {
  std::vector<std::string> all;
  for (const auto& [key, value] : given_)
    if (key == name && value) all.push_back(*value);
  return all;
}

std::optional<double> Values::number_of(std::string_view name) const {
  return finite_number(text(name));
}

void refuse_given(const Values& values, std::initializer_list<const char*> names, const std::string& reason) {
  for (const char* const name : names)
    if (values.given(name)) throw Failure(Exit::usage, std::string("--") + name + " " + reason);
}

Options format_options(bool has_table) {
  Options all;
  for (const OutputFormat& format : output_formats())
    if (has_table || !format.needs_table) all.push_back({format.option, "", on_off, format.help});
  return all;
}

ReportWriter writer_of(const Values& values) {
  const OutputFormat* chosen = nullptr;
  for (const auto& [name, value] : values.options()) {
    const auto format = std::ranges::find(output_formats(), std::string_view(name), &OutputFormat::option);
    if (format == output_formats().end() || value) continue;  // an option of that name that takes a value chooses none
    if (chosen != nullptr && chosen != &*format)
      throw Failure(Exit::usage, std::string("--") + chosen->option + " and --" + name + " exclude each other");
    chosen = &*format;
  }
  if (chosen != nullptr) return chosen->write;
  return to_text;
}

}  // namespace host
