// An engine that speaks UCI, the protocol of Stefan Meyer-Kahlen, version of April 2006. The host writes: uci,
// setoption, isready, ucinewgame, position, go, quit.
#include "host/seat/engine.hpp"
#include "host/seat/program_messages.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/plugin.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

/// The host's own options, which limit the search of each turn.
std::vector<SettingDescription> limits_of_search() {
  const auto limit = [](const char* name, const char* summary) {
    return SettingDescription{.name = name,
                              .summary = summary,
                              .kind = AGON_INTEGER,
                              .fallback = {},
                              .minimum = 1,
                              .maximum = 1e12,
                              .step = 1,
                              .choices = {}};
  };
  return {limit("nodes", "positions to search in each turn"), limit("depth", "plies to search in each turn"),
          limit("movetime", "milliseconds for each turn")};
}

bool limits_search(const std::string& name) {
  return name == "nodes" || name == "depth" || name == "movetime";
}

/// An option that an engine declares.
struct Declared {
  SettingDescription setting;
  bool is_button = false;  // which is pressed, and has no value
};

/// Reads "name Hash type spin default 16 min 1 max 1024". Returns nothing for what is no option.
std::optional<Declared> option_in(std::string_view line) {
  Declared option;
  SettingDescription& setting = option.setting;
  std::string type;
  std::string fallback;
  std::string least;
  std::string most;
  std::string* field = nullptr;
  for (const std::string& word : split(with_single_blanks(line), ' ')) {
    // Names, texts, and the first word of a choice may be any words.
    const bool in_name = field == &setting.name;
    const bool in_text = (field == &fallback && type == "string") ||
                         (!setting.choices.empty() && field == &setting.choices.back() && field->empty());
    std::string* const before = field;
    if (field == nullptr && word == "name") field = &setting.name;
    if (in_name && !setting.name.empty() && word == "type") field = &type;
    if (field != nullptr && !in_name && !in_text) {
      if (word == "default") field = &fallback;
      if (word == "min") field = &least;
      if (word == "max") field = &most;
      if (word == "var") {
        field = &setting.choices.emplace_back();
        continue;
      }
    }
    if (field != nullptr && field == before) field->append(field->empty() ? "" : " ").append(word);
  }
  if (setting.name.empty()) return std::nullopt;
  option.is_button = type == "button";
  setting.kind = AGON_TEXT;
  setting.fallback = fallback;
  if (type == "spin") {
    setting.kind = AGON_INTEGER;
    setting.minimum = finite_number(least).value_or(-1e12);
    setting.maximum = finite_number(most).value_or(1e12);
    setting.step = 1;
  } else if (type == "check") {
    setting.kind = AGON_FLAG;
    setting.fallback = lower_case(fallback) == "true" ? "yes" : "no";
  } else if (type == "combo") {
    setting.kind = AGON_CHOICE;
  } else if (option.is_button) {
    setting.kind = AGON_FLAG;
    setting.fallback = std::nullopt;
    setting.summary = "button: yes presses it before the first match";
  }
  return option;
}

/// Returns whether two names of options, or values of a choice, are the same: UCI ignores their case.
bool is_same(std::string_view one, std::string_view other) {
  return lower_case(one) == lower_case(other);
}

bool speaks_of_error(std::string_view text) {
  constexpr std::string_view word = "error";
  const auto same = [](char letter, char small) { return (letter | 0x20) == small; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

std::string milliseconds_text(std::int64_t ns) {
  return std::to_string(std::max<std::int64_t>(ns / 1'000'000, 1));
}

class UciEngine final : public Engine {
 public:
  explicit UciEngine(Assignments given) : given_(std::move(given)) {
    for (const auto& [name, value] : given_) {
      if (limits_search(name)) search_limits_ += " " + name + " " + value;
      if (is_same(name, "Threads")) std::from_chars(value.data(), value.data() + value.size(), threads_);
    }
    threads_ = std::max<std::int64_t>(threads_, 1);
  }

  Dialogue greeting() override {
    forget_description();
    description_.options = limits_of_search();
    buttons_.clear();
    news_.clear();
    complaint_.clear();
    return {"uci\n", "uciok", ""};
  }

  std::optional<agon_evaluation> hear(std::string_view line) override {
    const Message message(line);
    const std::string_view rest = without_indent(message.rest);
    if (message.word == "info") {
      if (const Message news(rest); news.word == "string") return hear_text(news.rest);
      auto info = parse_info(rest);
      if (info) news_ = line;
      return info;
    }
    if (message.word == "id") {
      const Message id(rest);
      if (id.word == "name") description_.name = without_indent(id.rest);
      if (id.word == "author") description_.author = without_indent(id.rest);
    } else if (message.word == "option") {
      if (auto option = option_in(rest)) {
        const std::string name = option->setting.name;
        declare(std::move(option->setting));
        if (option->is_button && !declares_too_much()) buttons_.push_back(name);
      }
    }
    return std::nullopt;
  }

  Dialogue settings(const std::string& of_match) const override {
    const std::vector<SettingDescription>& declared = description_.options;
    std::string text;
    for (const std::string& setting : split(of_match, '\n')) {
      if (setting.empty()) continue;
      const auto has_name = [&](const SettingDescription& each) {
        return lower_case(setting).starts_with(lower_case("name " + each.name + " "));
      };
      if (std::none_of(declared.begin(), declared.end(), has_name))
        throw Failure(Exit::usage, "it can't play this match, which needs its option '" + setting + "'");
      text += "setoption " + setting + "\n";
    }
    const Assignments given = as_declared();
    const std::vector<std::optional<std::string>> values = resolve(declared, given, "the engine", "option");
    for (const auto& [name, value] : given) {
      if (limits_search(name)) continue;
      for (std::size_t index = 0; index < declared.size(); ++index) {
        if (declared[index].name == name) text += setting_line(declared[index], *values[index]);
      }
    }
    return {text + "isready\n", "readyok", ""};
  }

  bool has_limit(const agon_limits& limits) const override {
    return !search_limits_.empty() || limits.cpu_ns > 0 || limits.turn_cpu_ns > 0;
  }

  Dialogue begin_match(const std::string& /*of_match*/, const agon_limits& /*limits*/,
                       std::uint64_t /*seed*/) override {
    return {"ucinewgame\nisready\n", "readyok", ""};
  }

  Dialogue begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) override {
    std::string text = "position ";
    text.append(position).append("\ngo");
    if (!search_limits_.empty()) {
      text += search_limits_;
    } else if (limits.cpu_ns > 0) {
      const std::string left = milliseconds_text(left_ns / threads_);
      text += " wtime " + left + " btime " + left;
      if (limits.increment_ns > 0) {
        const std::string more = milliseconds_text(limits.increment_ns / threads_);
        text += " winc " + more + " binc " + more;
      }
    } else {
      text += " movetime " + milliseconds_text(left_ns / threads_ / 10 * 9);
    }
    text += '\n';
    return {std::move(text), "bestmove", ""};
  }

  std::optional<std::string_view> move_in(std::string_view answer) override {
    return Message(without_indent(answer)).word;  // what follows is the move that it expects
  }

 private:
  std::optional<agon_evaluation> hear_text(std::string_view text) {
    const auto quoted = [&](const auto& option) {
      return !option.second.empty() && text.find(option.second) != std::string_view::npos;
    };
    if (speaks_of_error(text) && (complaint_.empty() || std::any_of(given_.begin(), given_.end(), quoted)))
      complaint_ = text;
    return std::nullopt;
  }

  /// Returns the given options with names and choices as the engine writes them.
  [[nodiscard]] Assignments as_declared() const {
    Assignments given = given_;
    for (auto& [name, value] : given) {
      const auto found = std::find_if(description_.options.begin(), description_.options.end(),
                                      [&, &name = name](const SettingDescription& each) {
                                        return !limits_search(each.name) && is_same(each.name, name);
                                      });
      if (found == description_.options.end() || limits_search(name)) continue;
      name = found->name;
      for (const std::string& choice : found->choices) {
        if (is_same(choice, value)) value = choice;
      }
    }
    return given;
  }

  /// Returns the line that sets an option to a value; nothing for a button that is not pressed.
  [[nodiscard]] std::string setting_line(const SettingDescription& option, const std::string& value) const {
    const std::string line = "setoption name " + option.name;
    if (std::find(buttons_.begin(), buttons_.end(), option.name) != buttons_.end())
      return value == "yes" ? line + "\n" : "";
    if (option.kind == AGON_FLAG) return line + " value " + (value == "yes" ? "true" : "false") + "\n";
    return line + " value " + (value.empty() ? "<empty>" : value) + "\n";  // UCI's word for an empty text
  }

  Assignments given_;
  std::vector<std::string> buttons_;  // the names of the engine's options that have no value
  std::string search_limits_;         // "nodes 1000", as the user has set them
  std::int64_t threads_ = 1;          // whose CPU time passes at once
};

}  // namespace

std::unique_ptr<Engine> make_uci_engine(Assignments options) {
  return std::make_unique<UciEngine>(std::move(options));
}

}  // namespace host
