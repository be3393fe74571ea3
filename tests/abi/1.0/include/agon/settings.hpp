// agon/settings.hpp - parameters and options in C++: how to declare them, and how to read their values.
#pragma once

#include <agon/standard.hpp>

#include <agon/types.h>
#include <agon/failure.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace agon {

/// Where a game's parameter has no default, because the seed gives its value (or the game does without).
inline constexpr const char* drawn = nullptr;

/// An integer from `minimum` to `maximum` in steps of `step`. `fallback` is the default as text, or agon::drawn.
constexpr agon_setting_type integer(const char* name, const char* summary, const char* fallback, double minimum,
                                    double maximum, double step = 1) {
  return {name, summary, AGON_INTEGER, 0, fallback, minimum, maximum, step, nullptr};
}

/// A real number from `minimum` to `maximum`.
constexpr agon_setting_type number(const char* name, const char* summary, const char* fallback, double minimum,
                                   double maximum) {
  return {name, summary, AGON_NUMBER, 0, fallback, minimum, maximum, 0, nullptr};
}

/// "yes" or "no".
constexpr agon_setting_type flag(const char* name, const char* summary, const char* fallback) {
  return {name, summary, AGON_FLAG, 0, fallback, 0, 0, 0, nullptr};
}

/// One of `choices`, words joined by '|'.
constexpr agon_setting_type choice(const char* name, const char* summary, const char* fallback, const char* choices) {
  return {name, summary, AGON_CHOICE, 0, fallback, 0, 0, 0, choices};
}

/// Any text without a comma or a line break.
constexpr agon_setting_type text(const char* name, const char* summary, const char* fallback) {
  return {name, summary, AGON_TEXT, 0, fallback, 0, 0, 0, nullptr};
}

namespace detail {

template <class Number>
Number parse(std::string_view name, std::string_view value) {
  Number number{};
  const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (fault != std::errc{} || end != value.data() + value.size()) {
    throw BadSetting(std::string(name) + "=" + std::string(value) + " is not a number");
  }
  return number;
}

}  // namespace detail

/// The values of one table of settings, copied, so that they outlive the call that brought them.
class Settings {
 public:
  explicit Settings(std::span<const agon_setting> settings) {
    entries_.reserve(settings.size());
    for (const agon_setting& setting : settings) {
      entries_.push_back(
          {setting.name, setting.value == nullptr ? std::nullopt : std::optional<std::string>(setting.value)});
    }
  }

  /// The value as text, if it has one. Throws if no setting of that name was declared.
  [[nodiscard]] const std::optional<std::string>& find(std::string_view name) const {
    return entries_[index_of(name)].value;
  }

  [[nodiscard]] std::string_view text(std::string_view name) const {
    const auto& value = find(name);
    if (!value) throw Failure(AGON_FAILED, "the setting " + std::string(name) + " has neither a value nor a default");
    return *value;
  }
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return detail::parse<std::int64_t>(name, text(name));
  }
  [[nodiscard]] double number(std::string_view name) const { return detail::parse<double>(name, text(name)); }
  [[nodiscard]] bool flag(std::string_view name) const { return text(name) == "yes"; }

  /// Gives a value to a setting that has none, and keeps the one that it has. Returns whether it had none.
  bool settle(std::string_view name, std::string value) {
    std::optional<std::string>& settled = entries_[index_of(name)].value;
    if (settled) return false;
    settled = std::move(value);
    return true;
  }

  /// The value of a setting, if it has one; from then on it has none.
  std::optional<std::string> take(std::string_view name) {
    return std::exchange(entries_[index_of(name)].value, std::nullopt);
  }

  /// Number `index` in the order of the table.
  [[nodiscard]] const std::optional<std::string>& at(std::size_t index) const { return entries_.at(index).value; }

 private:
  struct Entry {
    std::string name;
    std::optional<std::string> value;
  };

  [[nodiscard]] std::size_t index_of(std::string_view name) const {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      if (entries_[index].name == name) return index;
    }
    throw Failure(AGON_FAILED, "no setting called " + std::string(name) + " was declared");
  }

  std::vector<Entry> entries_;
};

}  // namespace agon
