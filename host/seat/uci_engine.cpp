// An engine that speaks UCI, the protocol of Stefan Meyer-Kahlen, version of April 2006. The host writes: uci,
// setoption, isready, ucinewgame, position, go, quit.
#include "host/seat/engine.hpp"
#include "host/seat/program_messages.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/plugin.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

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

/// Reads "option name Hash type spin default 16 min 1 max 1024". Returns nothing for a button, and for what is none.
std::optional<SettingDescription> option_in(std::string_view line) {
  constexpr std::array<std::string_view, 6> keywords = {"name", "type", "default", "min", "max", "var"};
  std::array<std::string, keywords.size()> fields;
  SettingDescription option{.name = {}, .summary = {}, .kind = AGON_TEXT, .fallback = {}, .choices = {}};
  std::string* field = nullptr;
  for (const std::string& word : split(with_single_blanks(line), ' ')) {
    if (const auto keyword = std::find(keywords.begin(), keywords.end(), word); keyword != keywords.end()) {
      const bool is_choice = *keyword == "var";
      if (is_choice) option.choices.emplace_back();
      field = is_choice ? &option.choices.back() : &fields[static_cast<std::size_t>(keyword - keywords.begin())];
    } else if (field != nullptr) {
      field->append(field->empty() ? "" : " ").append(word);
    }
  }
  const auto& [name, type, fallback, least, most, unused] = fields;
  if (name.empty() || type == "button") return std::nullopt;
  option.name = name;
  option.fallback = fallback;
  if (type == "spin") {
    option.kind = AGON_INTEGER;
    option.minimum = finite_number(least).value_or(-1e12);
    option.maximum = finite_number(most).value_or(1e12);
    option.step = 1;
  } else if (type == "check") {
    option.kind = AGON_FLAG;
    option.fallback = fallback == "true" ? "yes" : "no";
  } else if (type == "combo") {
    option.kind = AGON_CHOICE;
  }
  return option;
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
      if (name == "Threads") std::from_chars(value.data(), value.data() + value.size(), threads_);
    }
    threads_ = std::max<std::int64_t>(threads_, 1);
  }

  Exchange greeting() override {
    description_ = {{}, {}, limits_of_search()};
    news_.clear();
    complaint_.clear();
    return {"uci\n", "uciok", ""};
  }

  std::optional<agon_evaluation> hear(std::string_view line) override {
    constexpr std::string_view free_text = "info string ";
    if (line.starts_with(free_text)) {
      const std::string_view text = line.substr(free_text.size());
      const auto quoted = [&](const auto& option) {
        return !option.second.empty() && text.find(option.second) != std::string_view::npos;
      };
      if (speaks_of_error(text) && (complaint_.empty() || std::any_of(given_.begin(), given_.end(), quoted)))
        complaint_ = text;
      return std::nullopt;
    }
    if (line.starts_with("info ")) {
      auto told = parse_info(line.substr(5));
      if (told) news_ = line;
      return told;
    }
    if (line.starts_with("id name ")) {
      description_.name = line.substr(8);
    } else if (line.starts_with("id author ")) {
      description_.author = line.substr(10);
    } else if (line.starts_with("option ")) {
      if (auto option = option_in(line.substr(7))) description_.options.push_back(std::move(*option));
    }
    return std::nullopt;
  }

  Exchange settings(const std::string& of_match) const override {
    const std::vector<SettingDescription>& declared = description_.options;
    std::string text;
    for (const std::string& setting : split(of_match, '\n')) {
      if (setting.empty()) continue;
      const auto has_name = [&](const SettingDescription& each) {
        return setting.starts_with("name " + each.name + " ");
      };
      if (std::none_of(declared.begin(), declared.end(), has_name))
        throw Failure(Exit::usage, "it can't play this match, which needs its option '" + setting + "'");
      text += "setoption " + setting + "\n";
    }
    const std::vector<std::optional<std::string>> values = resolve(declared, given_, "the engine", "option");
    for (const auto& [name, value] : given_) {
      if (limits_search(name)) continue;
      for (std::size_t index = 0; index < declared.size(); ++index) {
        if (declared[index].name != name) continue;
        const bool is_flag = declared[index].kind == AGON_FLAG;
        const std::string& set = *values[index];
        text += "setoption name " + name + " value " + (!is_flag ? set : set == "yes" ? "true" : "false") + "\n";
      }
    }
    return {text + "isready\n", "readyok", ""};
  }

  bool has_limit(const agon_limits& limits) const override {
    return !search_limits_.empty() || limits.cpu_ns > 0 || limits.turn_cpu_ns > 0;
  }

  Exchange begin_match(const std::string& /*of_match*/, const agon_limits& /*limits*/,
                       std::uint64_t /*seed*/) override {
    return {"ucinewgame\nisready\n", "readyok", ""};
  }

  Exchange begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) override {
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
  Assignments given_;
  std::string search_limits_;  // "nodes 1000", as the user has set them
  std::int64_t threads_ = 1;   // whose CPU time passes at once
};

}  // namespace

std::unique_ptr<Engine> make_uci_engine(Assignments options) {
  return std::make_unique<UciEngine>(std::move(options));
}

}  // namespace host
