// What agon/c_strategy.h reads of a session, in a locale whose decimal point is a comma.
#include "tests/support/temporary_folder.hpp"

#include <agon/c_strategy.h>
#include <doctest/doctest.h>

#include <array>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

/// A locale that a system need not have: numbers have a decimal comma while it exists.
class CommaLocale {
 public:
  CommaLocale() {
    // The category as localedef writes it: a mark, the number of elements, their offsets, the elements.
    constexpr std::array<std::uint32_t, 8> head = {0x20031114, 6, 32, 34, 36, 40, 44, 48};
    constexpr std::string_view elements(",\0.\0\3\3\0\0,\0\0\0.\0\0\0ANSI_X3.4-1968\0", 31);
    std::filesystem::create_directory(folder_.path() / "comma");
    std::ofstream file(folder_.path() / "comma/LC_NUMERIC", std::ios::binary);
    file.write(reinterpret_cast<const char*>(head.data()), sizeof head);
    file << elements;
    file.close();
    ::setenv("LOCPATH", folder_.path().c_str(), 1);
    REQUIRE(std::setlocale(LC_NUMERIC, "comma") != nullptr);
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() {
    std::setlocale(LC_NUMERIC, "C");
    ::unsetenv("LOCPATH");
  }

 private:
  support::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a number's option has its value in a locale with a decimal comma") {
  const CommaLocale locale;
  REQUIRE(std::strtod("0,5", nullptr) == 0.5);
  REQUIRE(std::strtod("0.5", nullptr) == 0);
  const agon_setting options[] = {
      {"half", "0.5"}, {"small", "-2.2250738585072014e-308"}, {"whole", "7"}, {"large", "1e300"}};
  agon_session session{};
  session.option_count = 4;
  session.options = options;
  CHECK(agon_number_option(&session, "half") == 0.5);
  CHECK(agon_number_option(&session, "small") == -2.2250738585072014e-308);
  CHECK(agon_number_option(&session, "whole") == 7);
  CHECK(agon_number_option(&session, "large") == 1e300);
  CHECK(agon_number_option(&session, "unknown") == 0);
}
