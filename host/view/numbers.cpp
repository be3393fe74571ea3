#include "host/view/numbers.hpp"

#include "host/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>
#include <string_view>

namespace host {

std::string shown_score(double score) {
  constexpr double small = 10;
  constexpr double large = 1e12;  // above, its decimals are not exact
  const double size = std::abs(score);
  const double unit = size < small ? 1e6 : 100;
  return decimal(size > large ? score : std::round(score * unit) / unit);
}

std::string fixed(double number, int digits) {
  std::array<char, 400> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits);
  const std::string_view all(text.data(), static_cast<std::size_t>(result.ptr - text.data()));
  const bool is_nothing = all.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(is_nothing && all.starts_with('-') ? all.substr(1) : all);  // replaces "-0.00" by "0.00"
}

std::string rounded(double number) {
  if (number == 0) return "0";  // avoids "-0"
  if (!std::isfinite(number)) return std::isnan(number) ? "-" : number > 0 ? "infinity" : "-infinity";
  constexpr int digits = 5;
  constexpr double most = 1e15;  // larger numbers have an exponent
  if (std::abs(number) >= 1e5 && std::abs(number) < most) return fixed(number, 0);
  std::array<char, 40> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
  return {text.data(), result.ptr};
}

std::string with_sign(double number) {
  return (number > 0 ? "+" : "") + rounded(number);
}

std::string signed_fixed(double number, int digits) {
  return (number > 0 ? "+" : "") + fixed(number, digits);
}

std::string percent(double part) {
  return rounded(100 * part) + " %";
}

std::string p_text(double p) {
  return (p < 0.0001 ? "p < " : "p = ") + fixed(std::max(p, 0.0001), 4);
}

nlohmann::ordered_json interval_json(const stats::Interval& interval) {
  return {interval.low, interval.high};
}

std::string local_time(std::int64_t seconds, bool with_zone) {
  const std::time_t time = seconds;
  std::tm local{};
  ::localtime_r(&time, &local);
  char text[32] = "";
  const std::size_t size =
      std::strftime(text, sizeof text, with_zone ? "%Y-%m-%d %H:%M:%S %Z" : "%Y-%m-%d %H:%M:%S", &local);
  return {text, size};
}

}  // namespace host
