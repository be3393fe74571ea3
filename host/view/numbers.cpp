#include "host/view/numbers.hpp"

#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>

namespace host {

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
  std::string text = number > 0 ? "+" : "";
  return text.append(rounded(number));
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

std::string local_time(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm local{};
  ::localtime_r(&time, &local);
  char text[32] = "";
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  return {text, size};
}

}  // namespace host
