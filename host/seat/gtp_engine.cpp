// An engine that speaks GTP, the protocol of Gunnar Farnebäck, draft 2 of version 2 (2002). The host writes: name,
// version, list_commands, protocol_version, the engine's own commands that set a value, what the game says of the
// board, clear_board, set_random_seed, time_settings, time_left, play, genmove, quit. Each has one answer.
#include "host/seat/engine.hpp"
#include "host/seat/program_messages.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <utility>

namespace host {

namespace {

constexpr int greeting_answers = 4;

/// Returns whole seconds, at least 1: 0 would mean that there is no limit.
std::string seconds_text(std::int64_t ns) {
  return std::to_string(std::max<std::int64_t>(ns / 1'000'000'000, 1));
}

/// Returns an exchange of one answer for each line.
Dialogue commands(std::string text) {
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  return {std::move(text), "=", "?", lines};
}

class GtpEngine final : public Engine {
 public:
  explicit GtpEngine(Assignments given) : given_(std::move(given)) {}

  Dialogue greeting() override {
    forget_description();
    greeted_ = 0;
    return commands("name\nversion\nlist_commands\nprotocol_version\n");
  }

  void hear_answer(std::string_view rest) override {
    if (greeted_ == greeting_answers) return;
    ++greeted_;
    if (greeted_ <= 2) description_.name.append(greeted_ == 1 ? "" : " ").append(rest);
    if (greeted_ == 3) add_command(rest);
  }

  std::optional<agon_evaluation> hear(std::string_view line) override {
    if (greeted_ == 3) add_command(line);
    return std::nullopt;
  }

  Dialogue settings(const std::string& /*of_match*/) const override {
    std::string text;
    for (const auto& [name, value] : given_) {
      if (!knows(name)) {
        std::vector<std::string> names;
        for (const SettingDescription& each : description_.options) names.push_back(each.name);
        throw Failure(Exit::usage, "the engine has no command '" + name + "'" + did_you_mean(name, names));
      }
      text.append(name).append(" ").append(value).append("\n");
    }
    return commands(std::move(text));
  }

  Dialogue begin_match(const std::string& of_match, const agon_limits& limits, std::uint64_t seed) override {
    played_.clear();
    std::string text = of_match + "clear_board\n";
    constexpr std::uint64_t seeds = 1U << 30U;  // an engine reads it as a number of 32 bits
    if (knows("set_random_seed")) text += "set_random_seed " + std::to_string(seed % seeds) + "\n";
    if (knows("time_settings")) {
      if (limits.cpu_ns > 0)
        text += "time_settings " + seconds_text(limits.cpu_ns) + " 0 0\n";
      else if (limits.turn_cpu_ns > 0)
        text += "time_settings 0 " + seconds_text(limits.turn_cpu_ns) + " 1\n";
    }
    return commands(std::move(text));
  }

  Dialogue begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) override {
    const std::size_t last = position.rfind('\n') + 1;  // 0: there is one line
    const std::string_view asked = position.substr(last);
    colour_ = asked.substr(std::min(asked.find(' ') + 1, asked.size()));
    const std::string all = lower_case(position.substr(0, last));
    const bool follows = all.starts_with(played_);
    std::string text(follows ? position.substr(played_.size(), last - played_.size()) : position.substr(0, last));
    if (!follows) text.insert(0, "clear_board\n");
    played_ = all;
    if (knows("time_left") && left_ns != INT64_MAX)
      text.append("time_left ")
          .append(colour_)
          .append(" ")
          .append(seconds_text(left_ns))
          .append(limits.cpu_ns > 0 ? " 0\n" : " 1\n");
    return commands(text.append(asked).append("\n"));
  }

  std::optional<std::string_view> move_in(std::string_view answer) override {
    answer = Message(without_indent(answer)).word;
    const std::string small = lower_case(answer);
    if (small == "resign") return std::nullopt;
    played_ += "play " + lower_case(colour_) + " " + small + "\n";
    return answer;
  }

  [[nodiscard]] bool has_limit(const agon_limits& /*limits*/) const override { return true; }

 private:
  void add_command(std::string_view name) {
    if (name.empty()) return;
    declare({.name = std::string(name), .summary = {}, .kind = AGON_TEXT, .fallback = {}, .choices = {}});
  }

  bool knows(std::string_view command) const {
    return std::any_of(description_.options.begin(), description_.options.end(),
                       [&](const SettingDescription& each) { return each.name == command; });
  }

  Assignments given_;
  int greeted_ = 0;     // answers of the greeting so far
  std::string colour_;  // whose move the engine is asked for
  std::string played_;  // the moves that the engine knows, in small letters
};

}  // namespace

std::unique_ptr<Engine> make_gtp_engine(Assignments options) {
  return std::make_unique<GtpEngine>(std::move(options));
}

}  // namespace host
